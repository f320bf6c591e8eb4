## Eksport

export-title = Eksport
export-plan = Plan, JSON
export-hint-plan = Plan każdej rangi, taki jaki wypisuje `ringlet plan --json`
export-trace = Ślad, JSON
export-hint-trace = Dla Perfetto albo chrome://tracing: ścieżka dla każdej rangi, odcinek dla każdego kroku i każdego czekania
export-bytes = Dziennik bajtów, JSONL
export-hint-bytes = Wiersz dla każdego wysłania: kiedy, od kogo, do kogo, który fragment, ile bajtów
export-none = Po uruchomieniu są też ślad i dziennik bajtów.
export-failed = Nie wyeksportowano: { $message }
