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
    [reduce_scatter] Reduce-scatter łączy dane wejściowe rang element po elemencie i zostawia randze r tylko fragment r wyniku.
    [all_gather] All-gather zbiera u każdej rangi dane wejściowe wszystkich rang, w kolejności ich numerów. Nic się po drodze nie sumuje.
    [reduce] Reduce łączy dane wejściowe rang element po elemencie i zostawia wynik u korzenia; wyniki pozostałych rang są nietknięte.
    [broadcast] Broadcast daje każdej randze dane wejściowe korzenia. Pozostałe nic nie wnoszą.
    [gather] Gather zbiera u korzenia dane wejściowe wszystkich rang, w kolejności ich numerów. Nic się po drodze nie sumuje.
    [scatter] Scatter dzieli dane wejściowe korzenia na kawałki i daje randze r kawałek r. Pozostałe nic nie wnoszą.
    [all_to_all] W all-to-all każda ranga ma blok dla każdej: blok d rangi s staje się blokiem s rangi d, jak przy transponowaniu macierzy.
    [scan] Scan daje randze r połączone dane wejściowe rang od 0 do r, w tej kolejności.
    [exscan] Exclusive scan daje randze r połączone dane wejściowe rang od 0 do r − 1; ranga 0 nie dostaje nic.
   *[all_reduce] All-reduce łączy dane wejściowe rang element po elemencie i zostawia cały wynik u każdej rangi.
} Zmień liczbę i naciśnij Uruchom: każda ranga to wątek, który naprawdę to robi.
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
        [broadcast] Kawałki korzenia idą jeden za drugim po pierścieniu; każda ranga przekazuje je następnej.
        [reduce] Kawałki idą jeden za drugim po pierścieniu do korzenia; każda ranga dodaje po drodze swoją część.
       *[other] Każda ranga rozmawia tylko z sąsiadami; w każdej rundzie każde łącze niesie kawałek.
    }
    [bidirectional_ring] Dwa pierścienie obracają się w przeciwne strony, każdy z połową tensora.
    [direct] { $reduces ->
        [yes] Każda ranga bierze to, czego potrzebuje, prosto od { $collective ->
            [scan] rang o niższych numerach
            [exscan] rang o niższych numerach
           *[other] każdej innej
        } i dodaje w kolejności numerów.
       *[no] Każda ranga bierze to, czego potrzebuje, prosto od każdej innej.
    }
    [one_shot] Wszyscy wysyłają wszystko wszystkim i sami dodają: jedna runda, najwięcej bajtów.
    [recursive_doubling] W każdej rundzie partnerzy dwa razy dalsi wymieniają wszystko, co mają: około log₂ N rund.
    [rabenseifner] { $collective ->
        [reduce_scatter] W każdej rundzie partnerzy wymieniają i dodają połowę tego, nad czym jeszcze pracują: mało rund i mało bajtów.
       *[other] Połowienie rozdziela redukcję, podwajanie ją zbiera: mało rund i mało bajtów.
    }
    [bruck] { $collective ->
        [reduce_scatter] W każdej rundzie każdy oddaje połowę tego, nad czym jeszcze pracuje, o połowę bliżej niż przedtem; dowolne N.
        [all_reduce] Najpierw każdy oddaje połowę tego, nad czym jeszcze pracuje, w każdej rundzie o połowę bliżej; potem przekazuje wszystko, co ma, w każdej rundzie dwa razy dalej; dowolne N.
        [all_to_all] W każdej rundzie każdy przekazuje około połowy swoich bloków, dwa razy dalej niż przedtem; dowolne N.
       *[other] W każdej rundzie każdy przekazuje wszystko, co ma, dwa razy dalej niż przedtem; dowolne N.
    }
    [pat] Każdy kawałek wędruje po własnym drzewie dwumianowym; co idzie tą samą drogą, idzie w jednym komunikacie.
    [binomial] { $collective ->
        [broadcast] W każdej rundzie rangi, które mają komunikat, przekazują go dalej, więc ma go dwa razy tyle rang.
        [scatter] Kto ma kawałki dla innych, oddaje w każdej rundzie ich połowę, od korzenia w dół.
        [all_reduce] W każdej rundzie połowa rang oddaje swoje sumy drugiej połowie, aż do jednej rangi; potem wynik wraca tą samą drogą.
       *[other] W każdej rundzie połowa pozostałych rang oddaje wszystko, co ma, drugiej połowie, aż do korzenia.
    }
    [double_tree] Dwa drzewa niosą po połowie tensora; kto jest w środku jednego, jest liściem drugiego.
    [hierarchical] { $collective ->
        [reduce_scatter] Najpierw wewnątrz węzła, potem między węzłami
        [all_reduce] Łączenie najpierw wewnątrz węzła, potem między węzłami, a zbieranie tą samą drogą z powrotem
       *[other] Najpierw między węzłami, potem wewnątrz węzła
    }, jak na maszynach z wieloma GPU.
    [pairwise] W rundzie k każdy wysyła do rangi o k wyższej, a odbiera od rangi o k niższej.
    [naive] Wszystko przez jedną rangę, tak jak pisze się to najpierw: ta ranga jest wąskim gardłem.
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
