## Eksport

export-title = Eksport
export-plan = Plan, JSON
export-hint-plan = Plan każdej rangi, taki jaki wypisuje `ringlet plan --json`
export-trace = Ślad, JSON
export-hint-trace = Dla Perfetto albo chrome://tracing. Każda ranga ma ścieżkę, a każdy krok i każde czekanie odcinek.
export-bytes = Dziennik bajtów, JSONL
export-hint-bytes = Jeden wiersz na wysłanie: kiedy, od kogo, do kogo, który fragment, ile bajtów
export-none = Po przebiegu można zapisać także ślad i dziennik bajtów.
export-failed = Nie wyeksportowano: { $message }

## Awarie

fault-title = Awaria
fault-kind-label = Co ranga robi źle
fault-kind = { $kind ->
    [absent] nigdy nie przychodzi
    [late] spóźnia się
    [abort] przerywa przebieg
    [other_collective] wywołuje inną operację
    [other_count] podaje inną liczbę elementów
    [other_dtype] podaje inny typ
    [other_op] podaje inny operator
    [other_root] podaje inny korzeń
   *[none] brak
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
    [fault] To wybrana awaria.
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
