## Operacje zbiorowe

collective-name = { $name ->
    [reduce_scatter] Reduce-scatter
    [all_gather] All-gather
    [all_reduce] All-reduce
    [reduce] Reduce
    [broadcast] Broadcast
    [gather] Gather
    [scatter] Scatter
    [all_to_all] All-to-all
    [scan] Scan
    [exscan] Exclusive scan
   *[other] { $name }
}
intro-title = { $collective ->
    [reduce_scatter] { $op ->
        [sum] Cała suma
       *[other] Cały wynik
    }, ale każdej randze tylko część
    [all_gather] Część każdej rangi u wszystkich rang
    [reduce] { $op ->
        [sum] Cała suma
       *[other] Cały wynik
    }, ale tylko u jednej rangi
    [broadcast] To, co ma jedna ranga, u wszystkich rang
    [gather] Część każdej rangi u jednej rangi
    [scatter] To, co ma jedna ranga, po kawałku dla każdej
    [all_to_all] Blok od każdego dla każdego
    [scan] Każdej randze { $op ->
        [sum] suma
       *[other] wynik
    } do niej włącznie
    [exscan] Każdej randze { $op ->
        [sum] suma
       *[other] wynik
    } rang przed nią
   *[all_reduce] { $op ->
        [sum] Cała suma
       *[other] Cały wynik
    } u każdej rangi
}
intro-text = { $collective ->
    [reduce_scatter] Reduce-scatter łączy dane wszystkich rang, element po elemencie. Ranga r dostaje fragment r wyniku.
    [all_gather] All-gather składa dane wszystkich rang w kolejności ich numerów. Każda ranga dostaje całość.
    [reduce] Reduce łączy dane wszystkich rang, element po elemencie. Wynik dostaje tylko korzeń.
    [broadcast] Broadcast kopiuje dane korzenia do każdej rangi.
    [gather] Gather składa dane wszystkich rang w kolejności ich numerów. Całość dostaje tylko korzeń.
    [scatter] Scatter dzieli dane korzenia na części. Ranga r dostaje część r.
    [all_to_all] Każda ranga ma blok dla każdej rangi. Blok d rangi s staje się blokiem s rangi d, jak przy transponowaniu macierzy.
    [scan] Scan łączy dane w kolejności numerów rang. Ranga r dostaje wynik rang od 0 do r.
    [exscan] Exclusive scan łączy dane w kolejności numerów rang. Ranga r dostaje wynik rang od 0 do r − 1, a ranga 0 nie dostaje nic.
   *[all_reduce] All-reduce łączy dane wszystkich rang, element po elemencie. Każda ranga dostaje cały wynik.
} Zmień liczbę i naciśnij Uruchom. Każda ranga naprawdę liczy swoją część.
count-hint = { $parts ->
    [per-rank] { $name ->
        [recvcount] liczba elementów w wyniku każdej rangi; cały tensor ma N · recvcount = { $total }
       *[sendcount] liczba elementów w wejściu każdej rangi; cały tensor ma N · sendcount = { $total }
    }
    [per-pair] liczba elementów w każdym bloku; każda ranga wysyła blok każdej
   *[one] liczba elementów tensora
}
matrix-title = { $collective ->
    [reduce_scatter] Dane wejściowe i dokąd trafia każdy wynik
    [scatter] Dane wejściowe korzenia i dokąd trafia każdy kawałek
    [broadcast] Dane wejściowe korzenia i co dostaje każda ranga
    [reduce] Dane wejściowe i co dostaje korzeń
    [gather] Dane wejściowe i co dostaje korzeń
    [scan] Dane wejściowe i co dostaje każda z rang
    [exscan] Dane wejściowe i co dostaje każda z rang
    [all_to_all] Dane wejściowe i co dostaje każda z rang
   *[other] Dane wejściowe i co dostaje każda ranga
}
fragment-of = fragment rangi { $rank }
fragment-from = od rangi { $rank }
fragment-pair = blok od rangi { $from } do rangi { $to }
fragment-block = do lub od rangi { $rank }
fragment-numbered = fragment { $fragment }
fragment-whole = cały tensor w jednym kawałku
fragment-short = f{ $fragment }
result-moved = { $collective ->
    [broadcast] rozesłane
    [scatter] rozdzielone
    [all_to_all] wymienione
   *[other] zebrane
}
result-at-root = tylko u rangi { $rank }
role-root = korzeń
role-no-input = nic nie wnosi
role-no-output = nic nie dostaje
predict-fragment = { $kind ->
    [of] Tylko fragment rangi { $owner }
    [pair] Tylko blok od rangi { $source } do rangi { $owner }
   *[plain] Tylko fragment { $fragment }
}
check-chain-equal = reduce-scatter, potem all-gather = all-reduce, co do bitu ({ $algorithm }, porównano { $elements ->
    [one] { $elements } element
    [few] { $elements } elementy
   *[many] { $elements } elementów
})
check-chain-differs = reduce-scatter, potem all-gather ≠ all-reduce ({ $algorithm }): elementów o innych bitach: { $differences } z { $elements }
check-once = { $kind ->
    [all] każdy element wyniku zawiera wkład każdej rangi dokładnie raz
    [prefix] wynik każdej rangi zawiera te rangi, które powinien, dokładnie raz
   *[moved] każdy element wyniku pochodzi od właściwej rangi, dokładnie raz
} (weryfikator: { $rules })
check-other-same = { $algorithms }: te same bity mimo { $count ->
    [one] innej kolejności
    [few] innych kolejności
   *[many] innych kolejności
} wysyłania

## Algorytmy

algorithm-name = { $name ->
    [auto] Automatycznie
    [ring] Pierścień
    [bidirectional_ring] Pierścień w obie strony
    [direct] Bezpośredni
    [one_shot] Jednym rzutem
    [recursive_doubling] Rekurencyjne podwajanie
    [rabenseifner] Rabenseifner
    [bruck] Bruck
    [pat] PAT
    [binomial] Drzewo dwumianowe
    [double_tree] Podwójne drzewo
    [hierarchical] Hierarchiczny
    [pairwise] Parami
    [naive] Naiwny
   *[other] { $name }
}
algorithm-group = { $kind ->
    [neighbours] Między sąsiadami
    [straight] Prosto od rangi do rangi
    [doubling] Na odległość 1, 2, 4, …
    [trees] Wzdłuż drzew
    [levels] Na dwóch poziomach
   *[others] Inne
}
algorithm-about = { $name ->
    [ring] { $collective ->
        [broadcast] Części danych korzenia idą jedna za drugą po pierścieniu. Każda ranga przekazuje je następnej.
        [reduce] Części danych idą po pierścieniu do korzenia. Każda ranga dodaje po drodze swoje liczby.
       *[other] Każda ranga rozmawia tylko z dwiema sąsiednimi. W każdej rundzie każde łącze niesie jeden fragment.
    }
    [bidirectional_ring] Dwa pierścienie biegną w przeciwne strony. Każdy niesie połowę tensora.
    [direct] { $reduces ->
        [yes] Każda ranga pobiera to, czego potrzebuje, prosto od { $collective ->
            [scan] rang o niższych numerach
            [exscan] rang o niższych numerach
           *[other] wszystkich pozostałych
        } i dodaje w kolejności numerów.
       *[no] Każda ranga pobiera to, czego potrzebuje, prosto od wszystkich pozostałych.
    }
    [one_shot] Każda ranga wysyła wszystko wszystkim i sama sumuje. Jedna runda, ale najwięcej bajtów.
    [recursive_doubling] W każdej rundzie dwie rangi wymieniają wszystko, co mają. Następna para jest dwa razy dalej, więc wystarcza około log₂ N rund.
    [rabenseifner] { $collective ->
        [reduce_scatter] W każdej rundzie dwie rangi wymieniają połowę tego, nad czym jeszcze pracują, i ją dodają. Mało rund, mało bajtów.
       *[other] Połowienie rozdziela redukcję, podwajanie ją zbiera. Mało rund, mało bajtów.
    }
    [bruck] { $collective ->
        [reduce_scatter] W każdej rundzie ranga wysyła połowę tego, nad czym jeszcze pracuje, na połowę poprzedniej odległości. Działa dla każdego N.
        [all_reduce] Najpierw ranga wysyła połowę tego, nad czym jeszcze pracuje, co rundę o połowę bliżej. Potem przekazuje wszystko, co ma, co rundę dwa razy dalej. Działa dla każdego N.
        [all_to_all] W każdej rundzie ranga przekazuje około połowy swoich bloków, dwa razy dalej niż przedtem. Działa dla każdego N.
       *[other] W każdej rundzie ranga przekazuje wszystko, co ma, dwa razy dalej niż przedtem. Działa dla każdego N.
    }
    [pat] Każdy fragment wędruje po własnym drzewie dwumianowym. Fragmenty, które idą tą samą drogą, dzielą komunikat.
    [binomial] { $collective ->
        [broadcast] W każdej rundzie rangi, które mają komunikat, przekazują go dalej. Ma go więc dwa razy tyle rang.
        [scatter] W każdej rundzie ranga, która ma części dla innych, oddaje ich połowę, od korzenia w dół.
        [all_reduce] W każdej rundzie połowa rang oddaje swoje sumy drugiej połowie, aż jedna ranga ma wynik. Potem wynik wraca tą samą drogą w dół.
       *[other] W każdej rundzie połowa pozostałych rang oddaje wszystko, co ma, drugiej połowie, aż do korzenia.
    }
    [double_tree] Każde z dwóch drzew niesie połowę tensora. Ranga, która w jednym drzewie ma potomków, w drugim jest liściem.
    [hierarchical] { $collective ->
        [reduce_scatter] Najpierw wewnątrz węzła, potem między węzłami
        [all_reduce] Łączenie najpierw wewnątrz węzła, potem między węzłami, a zbieranie tą samą drogą z powrotem
       *[other] Najpierw między węzłami, potem wewnątrz węzła
    }, jak na maszynach z wieloma GPU.
    [pairwise] W rundzie k każda ranga wysyła do rangi o k wyższej, a odbiera od rangi o k niższej.
    [naive] Wszystko idzie przez jedną rangę. Tak pisze się to za pierwszym razem, a ta ranga jest wąskim gardłem.
   *[other] { $name }
}
algorithm-auto = Automatycznie wybrano: { $algorithm }, według modelu kosztów{ $reduces ->
    [yes] , spośród algorytmów, które dodają w kolejności numerów rang, więc wyboru nie widać w bitach.
   *[no] .
}
algorithm-needs = { $name } ({ $rule ->
    [power-of-two] tylko dla 2, 4, 8, 16 rang
    [composite] nie dla pierwszej liczby rang
   *[other] { $rule }
})
algorithm-switched = { $rule ->
    [none] { $name } nie obsługuje operacji { $collective }
    [power-of-two] { $name }: liczba rang musi być potęgą dwójki, a jest { $ranks }
    [composite] { $name }: liczba rang musi dzielić się na węzły, a jest { $ranks }
   *[any] { $name } nie może tego zrobić
}; wybrano: { $other }.
track-title = { $algorithm ->
    [ring] Na pierścieniu
    [bidirectional_ring] Na dwóch pierścieniach
    [direct] Prosto od rangi do rangi
    [one_shot] Wszystko do wszystkich
    [pairwise] Parami
    [recursive_doubling] Partnerzy coraz dwa razy dalsi
    [rabenseifner] { $collective ->
        [reduce_scatter] Połowienie
       *[other] Połowienie, potem podwajanie
    }
    [bruck] { $collective ->
        [reduce_scatter] Co rundę o połowę bliżej
        [all_reduce] Co rundę o połowę bliżej, potem dwa razy dalej
       *[other] Co rundę dwa razy dalej
    }
    [pat] Po drzewie dla każdego kawałka
    [binomial] Wzdłuż drzewa
    [double_tree] Wzdłuż dwóch drzew
    [hierarchical] Między węzłami i w węzłach
    [naive] Przez jedną rangę
   *[other] Między rangami
}
ledger-pieces = |c| to długość fragmentu.
ledger-halves = T₁ i T₂ to połowy tensora.
