frame-title = Ringlet: operacje zbiorowe na żywo
frame-csp =
    Tu miał być Ringlet, ale zasady Content-Security-Policy tej strony nie pozwalają na ramkę z { $origin }.
    Kto prowadzi tę stronę, może na nią pozwolić taką dyrektywą:
frame-isolated =
    Tu miał być Ringlet, ale ta strona jest izolowana (cross-origin isolated).
    Może pokazywać tylko ramki z nagłówkiem Cross-Origin-Embedder-Policy, a { $origin } go nie wysyła.
frame-offline = Tu miał być Ringlet, ale ten komputer nie jest połączony z siecią.
frame-wrong =
    Tu miał być Ringlet, ale { $origin } przysłał coś innego.
    Albo obok skryptu nie ma pliku embed.html, albo tamten serwer nie pozwala innym stronom pokazywać go w ramce
    (X-Frame-Options lub frame-ancestors).
frame-late = Ringlet jeszcze się nie wczytał: { $origin } odpowiada powoli albo wcale. Pojawi się tutaj, gdy tylko przyjdzie.
frame-open = Otwórz Ringlet w osobnym oknie
