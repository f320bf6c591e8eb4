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

## Co, jeśli ranga zawiedzie

fault-title = Co, jeśli ranga
fault-kind-label = Co ranga robi źle
fault-kind = { $kind ->
    [absent] nigdy nie przyjdzie
    [late] się spóźni
    [abort] przerwie przebieg
    [other_collective] wywoła inną operację
    [other_count] poda inną liczbę elementów
    [other_dtype] poda inny typ
    [other_op] poda inny operator
    [other_root] poda inny korzeń
   *[none] … nie, wszystkie działają
}
fault-rank = Ranga, która zawodzi
fault-after = po
fault-ms-invalid = { $given ->
    [nothing] Pole czasu jest puste
   *[something] Czas to „{ $value }”
}; dozwolone są liczby całkowite od { $min } do { $max } ms.

error-deadline = Minął limit { $ms } ms: { $waiting }. { $culprits }
error-waits = ranga { $rank } czeka na rangę { $peer }
error-culprits = { $count ->
    [one] Pozostałe zatrzymała ranga { $ranks }.
   *[other] Pozostałe zatrzymały rangi { $ranks }.
}
error-next = { $cause ->
    [fault] Tak jak wybrano w „Co, jeśli ranga”.
   *[held] Zwolnij rangę albo zwiększ limit i uruchom ponownie.
}
error-aborted = { $count ->
    [0] Przebieg przerwano.
    [one] Ranga { $ranks } przerwała przebieg; pozostałe obudziły się od razu.
   *[other] Rangi { $ranks } przerwały przebieg; pozostałe obudziły się od razu.
}
error-mismatch = { $count ->
    [one] Ranga { $ranks } wywołuje co innego niż pozostałe.
   *[other] Rangi { $ranks } wywołują co innego niż pozostałe.
} Słowami rdzenia: { $message }
