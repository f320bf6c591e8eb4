## Strona

page-title = Ringlet: komunikacja zbiorowa w przeglądarce
page-tagline = Komunikacja zbiorowa w przeglądarce
page-language = Język
page-theme = Motyw
theme-auto = Auto
theme-light = Jasny
theme-dark = Ciemny


## Co działa

badge-loading = Ładowanie rdzenia…
badge-threads = { $threads ->
    [one] { $threads } wątek
    [few] { $threads } wątki
   *[many] { $threads } wątków
}
badge-threads-detail = Każda ranga to osobny wątek WebAssembly. Wątki mają wspólną pamięć.
badge-not-isolated = Jeden wątek: rangi działają na zmianę. Ta strona nie jest izolowana (cross-origin isolated).
badge-threads-failed = Jeden wątek: rangi działają na zmianę. Wątki nie ruszyły na czas.
badge-open = Otwórz z prawdziwymi wątkami
badge-failed = Rdzeń się nie załadował

## Ustawienia

setup-title = Ustawienia
setup-collective = Operacja zbiorowa
setup-algorithm = Algorytm
setup-op = Operator
setup-dtype = Typ
setup-accumulate = Zaokrąglanie
setup-ranks = Rangi
setup-root = Korzeń
setup-undo = Cofnij
setup-redo = Ponów
setup-reset = Od nowa
setup-reset-hint = Z powrotem do pierwszej tabeli. Cofnij przywraca wpisane liczby.
accumulate-name = { $name ->
    [float32] raz, na końcu
   *[per_hop] po każdym dodawaniu (jak NCCL)
}
accumulate-hint = Kiedy suma jest zaokrąglana do typu. NCCL zaokrągla po każdym dodawaniu. Przy jednym zaokrągleniu sumy są w float32, a element zajmuje po drodze 4 bajty.
op-hint = { $op ->
    [sum] sum: 1 + 10 + 100
    [avg] avg: suma podzielona przez liczbę rang
    [prod] prod: iloczyn
    [min] min: najmniejsza liczba
    [max] max: największa liczba
   *[other] { $op }
}
count-invalid = { $given ->
    [nothing] Pole { $name } jest puste
   *[something] { $name } to „{ $value }”
}; dozwolone są liczby całkowite od 0 do { $max }.

## Wejście i wynik

matrix-label = Dane wejściowe, liczba rang: { $ranks }, elementów w każdej: { $elements }; strzałki przechodzą między komórkami, Enter lub pisanie edytuje, Escape przywraca
matrix-help = Strzałki zmieniają komórkę. Pisanie edytuje, Enter zatwierdza, Escape przywraca. Można wklejać wiersze i kolumny liczb.
matrix-rank = ranga { $rank }
matrix-cell = ranga { $rank }, element { $element }, { $fragment }
matrix-no-input = tu nie ma danych wejściowych
result-label = { $op ->
    [sum] suma
    [prod] iloczyn
    [min] minimum
    [max] maksimum
    [avg] średnia
   *[other] { $op }
}
result-everywhere = u każdej rangi
result-scattered = fragmenty
result-on-rank = u rangi { $rank }
result-cell = element { $element } wyniku, { $where }: { $value }
result-where-all = u każdej rangi
result-where-rank = u rangi { $rank }
result-unknown = jeszcze go nie ma
result-was = było { $value }
result-stale = Naciśnij Uruchom albo Krok, żeby zobaczyć wynik.
matrix-empty = { $name } to 0, więc nie ma czego przesyłać. Każda ranga bierze udział, wysyła 0 bajtów i dostaje pusty wynik.
matrix-empty-fragments = Puste fragmenty: { $list }. Elementów jest { $elements }, a fragmentów { $fragments }.
matrix-single = Przy jednej randze wynikiem są jej własne dane. Nic nie trzeba wysyłać.

problem-more = { $sentence } { $count ->
    [one] Jeszcze jedna komórka tej rangi wymaga liczby.
    [few] Jeszcze { $count } komórki tej rangi wymagają liczby.
   *[many] Jeszcze { $count } komórek tej rangi wymaga liczby.
}
problem = Ranga { $rank }, element { $element }: { $reason ->
    [empty] komórka jest pusta; dozwolona jest { $integer ->
        [yes] liczba całkowita od { $low } do { $high }
       *[no] liczba do ±{ $high } albo nan, inf, -inf
    }.
    [not-an-integer] „{ $text }” nie jest liczbą całkowitą; { $dtype } dopuszcza liczby całkowite od { $low } do { $high }.
    [out-of-range] „{ $text }” nie mieści się w { $dtype }; dozwolone są { $integer ->
        [yes] liczby całkowite od { $low } do { $high }
       *[no] liczby do ±{ $high } albo inf, -inf
    }.
   *[not-a-number] „{ $text }” nie jest liczbą; { $dtype } dopuszcza { $integer ->
        [yes] liczby całkowite od { $low } do { $high }
       *[no] liczby do ±{ $high } albo nan, inf, -inf
    }.
}
paste-ragged = Ranga { $rank }, element { $element }: wklejany wiersz { $row } ma { $given ->
    [one] { $given } liczbę
    [few] { $given } liczby
   *[many] { $given } liczb
}, a pierwszy { $expected }. Wiersze muszą mieć równą długość. Nic nie zmieniono.
paste-too-large = Ranga { $rank }, element { $element }: wklejane liczby ({ $rows } × { $columns }) się nie mieszczą. Od tej komórki jest miejsce na { $roomRows } × { $roomColumns }. Nic nie zmieniono.

## Uruchamianie

run-run = Uruchom
run-step = Krok
run-step-hint = Każda ranga wykonuje jeden krok
run-step-rank = Krok rangi { $rank }
run-pause = Wstrzymaj
run-resume = Wznów
run-stop = Przerwij
run-deadline = Limit czasu
run-deadline-unit = ms
run-deadline-invalid = { $given ->
    [nothing] Limit czasu jest pusty
   *[something] Limit czasu to „{ $value }”
}; dozwolone są liczby całkowite od { $min } do { $max } ms.
run-hold = Przytrzymaj rangę { $rank }
run-refused = Nie uruchomiono. { $sentence }

status-none = Jeszcze nie uruchomiono.
status-starting = Uruchamianie…
status-running = { $waiting ->
    [0] Działa…
   *[other] Działa; czekające rangi: { $waiting } z { $ranks }.
}
status-held = Przytrzymano: { $held }. Pozostałe czekają, najwyżej { $ms } ms.
status-paused = Wstrzymano: wykonano { $done } z { $total } kroków. Naciśnij Krok, a każda ranga wykona następny.
status-finished = { $measured ->
    [yes] Trwało { $time }
   *[no] Trwało krócej, niż umie zmierzyć zegar tej przeglądarki
}, { $threads ->
    [one] jeden wątek, rangi działały na zmianę
    [few] { $threads } wątki
   *[many] { $threads } wątków
}. Poniżej można to odtworzyć krok po kroku.
status-stepped = Wykonano wszystkie kroki ({ $total }), jeden po drugim.
status-auto = { $sentence } Automatycznie wybrano: { $algorithm }.

error-invalid = Takie wywołanie jest niemożliwe: { $message }
error-unavailable = Rdzeń nie mógł tego wykonać: { $message }

## Chwile przebiegu

moment-first = Na początek
moment-back = Krok wstecz
moment-forward = Krok naprzód
moment-last = Na koniec
moment-play = Odtwórz powoli
moment-stop = Zatrzymaj odtwarzanie
moment-slider = Pokazywana chwila przebiegu
moment-of = { $moment } z { $total }
moment-start = Przed pierwszym krokiem każda ranga ma tylko własne dane.
moment-nothing = Nie ma nic do zrobienia: plan nie ma kroków.
moment-transcript = Wszystkie kroki
moment-round = Runda { $round } z { $rounds }

step-send = { $content ->
    [own] Ranga { $rank } wysyła własną część { $whole ->
        [yes] tensora
       *[no] fragmentu { $fragment }
    } do rangi { $peer }.
    [input] Ranga { $rank } wysyła { $whole ->
        [yes] tensor
       *[no] fragment { $fragment }
    } do rangi { $peer }.
    [copy] Ranga { $rank } przekazuje { $whole ->
        [yes] tensor
       *[no] fragment { $fragment }
    } dalej, do rangi { $peer }.
    [complete] Ranga { $rank } wysyła { $whole ->
        [yes] gotowy wynik
       *[no] gotowy fragment { $fragment }
    } do rangi { $peer }.
   *[partial] Ranga { $rank } wysyła do rangi { $peer } to, co rangi { $from } wniosły do { $whole ->
        [yes] tensora
       *[no] fragmentu { $fragment }
    }.
}
step-receive-combine = Ranga { $rank } odbiera od rangi { $peer } { $whole ->
    [yes] tensor
   *[no] fragment { $fragment }
} i { $met ->
    [held] { $op ->
        [sum] dodaje go do tego, co już ma
        [avg] dodaje go do tego, co już ma
        [prod] mnoży przez niego to, co już ma
        [min] zachowuje mniejszą z liczb: odebranej i tej, którą już ma
        [max] zachowuje większą z liczb: odebranej i tej, którą już ma
       *[other] łączy go z tym, co już ma
    }
   *[own] { $op ->
        [sum] dodaje własną część
        [avg] dodaje własną część
        [prod] mnoży go przez własną część
        [min] zachowuje mniejszą z liczb: odebranej i własnej
        [max] zachowuje większą z liczb: odebranej i własnej
       *[other] łączy go z własną częścią
    }
}: { $complete ->
    [yes] jest w nim już wkład wszystkich rang ({ $ranks }){ $op ->
        [avg] , a sumę podzielono przez { $ranks }
       *[other] { "" }
    }.
    [part] jest w nim już wkład rang { $from }, wszystkich, które mają w nim być.
   *[no] jest w nim już wkład rang { $from } (z { $ranks }).
}
step-receive-store = Ranga { $rank } odbiera od rangi { $peer } { $whole ->
    [yes] tensor
   *[no] fragment { $fragment }
} i zachowuje go bez zmian.
step-local-combine = Ranga { $rank } { $op ->
    [sum] dodaje własną część do
    [avg] dodaje własną część do
    [prod] mnoży przez własną część wartości
    [min] bierze minimum z własnej części i
    [max] bierze maksimum z własnej części i
   *[other] dołącza własną część do
} { $whole ->
    [yes] tensora
   *[no] fragmentu { $fragment }
}: { $complete ->
    [yes] zawiera on już wkład wszystkich rang ({ $ranks }){ $op ->
        [avg] , a sumę podzielono przez { $ranks }
       *[other] { "" }
    }.
    [part] zawiera on już wkład rang { $from }, wszystkich, które ma zawierać.
   *[no] zawiera on już wkład rang { $from } (z { $ranks }).
}
step-local-copy = Ranga { $rank } kopiuje { $whole ->
    [yes] własne dane
   *[no] własny fragment { $fragment }
} do swojego wyniku.

## Rangi

track-unreadable = Rangi wrócą, gdy w każdej komórce będzie liczba.
track-label = Rangi ({ $ranks }) i komunikaty między nimi
card-label = Ranga { $rank }: { $status }
rank-done = skończyła
rank-ready = może działać
rank-waits = czeka na { $peer }
rank-waits-long = czeka na rangę { $peer }
rank-absent = nie przychodzi
rank-held = przytrzymana
rank-gate = wstrzymana
rank-running = działa
rank-failed = zatrzymana
card-holds = { $fragment }: { $values }, wkład: { $from }
card-holds-source = { $fragment }: { $values }, { $from }
card-holds-nothing = { $fragment }: jeszcze nic
card-of = z { $ranks }
card-more = +{ $count }
card-kept = w jej wyniku
card-passed = przekazany dalej
message-label = W drodze od rangi { $from } do rangi { $to }: { $fragment }, { $values }, { $bytes }
bytes = { $bytes ->
    [one] { $bytes } bajt
    [few] { $bytes } bajty
    [many] { $bytes } bajtów
   *[other] { $bytes } bajta
}
bytes-short = { $bytes } B
compact-note = Każdy kwadrat to fragment. Im pełniejszy, tym więcej rang już się na niego złożyło.

## Oś czasu

timeline-title = Oś czasu
timeline-scale = Skala
timeline-order = po kolei
timeline-time = zmierzony czas
timeline-waits = czekała { $time }
timeline-empty = Uruchom albo zrób krok, żeby wypełnić oś czasu.
timeline-order-note = → wysłanie, + łączenie, = zapis. Kreskowanie to czekanie. Każdy krok ma tę samą szerokość.
timeline-time-note = W skali, razem { $time }. Kreskowanie to czekanie.

## Bajty

ledger-title = Zmierzone bajty
ledger-rank = ranga
ledger-sent = wysłane
ledger-received = odebrane
ledger-formula = wzór
ledger-total = razem
ledger-caption = Bajty danych każdej rangi do pokazywanej chwili. Wzór dotyczy całego przebiegu.
ledger-symbols = T to tensor: { $elements } × { $element } B = { $bytes } B. N = { $ranks }.
ledger-difference = różnica { $difference } B
ledger-edges = Według połączeń
ledger-edges-caption = Bajty odebrane na każdym połączeniu, od rangi w wierszu do rangi w kolumnie
ledger-from-to = od ↓ do →

## Sprawdzenie

check-title = Sprawdzenie kolejnymi przebiegami
check-wait = Gdy przebieg się skończy, sprawdzą go tu kolejne przebiegi.
check-running = Sprawdzenie { $done } z { $total }…
check-chain-uneven = Nie porównano z reduce-scatter i all-gather: liczba elementów ({ $elements }) nie dzieli się przez liczbę rang ({ $ranks }). Wybierz count podzielny przez { $ranks }.
check-gather-equal = każda ranga ma te same bity co wszystkie inne
check-gather-differs = wyniki rang różnią się; elementów: { $differences }
check-bytes-equal = bajty zmierzone = bajty ze wzoru, u każdej rangi w każdym przebiegu
check-bytes-differ = zmierzone bajty różnią się od wzoru
check-other-differs = { $algorithm }: elementów o innych bitach: { $differences } z { $elements }, bo dodaje w innej kolejności
check-scope = Porównywane są tylko wyniki. Nie mówi to nic o szybkości ani o topologii.
check-try-rounding = Wypróbuj float32 z 1e8, 1, −1e8, 1
check-all-gather = Teraz all-gather
check-all-gather-hint = Zbiera te wyniki u każdej rangi. Niczego nie dodaje ponownie.
check-failed = Sprawdzenie się nie udało: { $message }

## Przewidywanie

predict-title = Najpierw przewidź
predict-question = Załóżmy, że ostatnia liczba rangi { $rank } zmienia się z { $before } na { $after }. Który fragment wyniku się zmieni?
predict-question-ranks = Załóżmy, że ostatnia liczba rangi { $rank } zmienia się z { $before } na { $after }. Których rang wyniki się zmienią?
predict-ranks = { $which ->
    [from] Rangi { $rank } i następnych
    [after] Tylko rang po randze { $rank }
    [only] Tylko rangi { $rank }
    [none] Żadnej
   *[all] Wszystkich rang
}
predict-answer-ranks = Wynik zmienił się { $where }.
predict-all = Każdy fragment
predict-none = Żaden
predict-running = Oba przebiegi w toku…
predict-right = Dobrze.
predict-wrong = Nie całkiem.
predict-answer = { $fragments ->
    [0] W wyniku nic się nie zmieniło.
    [1] Zmienił się tylko fragment { $list }, { $where }.
   *[other] Zmieniły się fragmenty { $list }, { $where }.
}
predict-where-all = u każdej rangi
predict-where-ranks = { $count ->
    [one] u rangi { $ranks }
   *[other] u rang { $ranks }
}
predict-change = Element { $element }: { $before } → { $after }
predict-why = { $collective ->
    [scan] Ranga r łączy dane rang od 0 do r. Liczba wpływa więc na swoją rangę i na następne.
    [exscan] Ranga r łączy dane rang od 0 do r − 1. Liczba wpływa więc tylko na rangi po swojej.
    [broadcast] Niczego się nie łączy. Każda ranga dostaje liczby korzenia, każdą w tym samym miejscu.
    [scatter] Niczego się nie łączy. Miejsce liczby w danych korzenia decyduje, która ranga ją dostanie.
    [gather] Niczego się nie łączy. Fragment r to dane rangi r.
    [all_gather] Niczego się nie łączy. U każdej rangi fragment r to dane rangi r.
    [all_to_all] Niczego się nie łączy. Blok rangi s dla rangi d trafia do rangi d i nigdzie indziej.
   *[other] Element wyniku zależy tylko od tego samego elementu danych każdej rangi. Jego miejsce decyduje, w czyim jest fragmencie.
}
predict-keep = Zostaw { $after } w tabeli
predict-again = Spróbuj jeszcze raz
predict-unavailable = { $why ->
    [empty] Bez liczb nie ma czego przewidywać.
    [rank] Przy jednej randze nie ma czego przewidywać. Wybierz co najmniej dwie rangi.
   *[fragment] Przy jednym fragmencie nie ma czego przewidywać. Wybierz co najmniej dwie rangi i algorytm, który dzieli tensor.
}

## Komunikaty

notices-title = O tych ustawieniach
notice-parameter = { $name } to „{ $value }”; dozwolone: { $allowed }. Pominięto.
notice-version = Stan ma wersję „{ $value }”. Ta strona czyta wersję { $allowed } i użyła tego, co rozpoznała.
notice-values-size = values może mieć najwyżej { $ranks } × { $elements } liczb, każda do { $characters } znaków. Te się nie mieszczą i zostały pominięte.
notice-values-ragged = Ranga { $rank }: podano { $given ->
    [one] { $given } liczbę
    [few] { $given } liczby
   *[many] { $given } liczb
}; dozwolonych jest { $allowed }. Brakujące komórki są puste, nadmiarowe liczby pozostają poza widokiem.
notice-dismiss = Zamknij
