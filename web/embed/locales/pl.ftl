frame-title = Ringlet: pole doświadczalne operacji zbiorowych
frame-csp =
    Tu miało być pole doświadczalne, ale zasady Content-Security-Policy tej strony nie pozwalają na ramkę z { $origin }.
    Kto prowadzi tę stronę, może na nią pozwolić taką dyrektywą:
frame-isolated =
    Tu miało być pole doświadczalne, ale ta strona jest izolowana (cross-origin isolated).
    Może pokazywać tylko ramki z nagłówkiem Cross-Origin-Embedder-Policy, a { $origin } go nie wysyła.
frame-offline = Tu miało być pole doświadczalne, ale ten komputer nie jest połączony z siecią.
frame-wrong =
    Tu miało być pole doświadczalne, ale { $origin } przysłał coś innego.
    Albo obok skryptu nie ma pliku embed.html, albo tamten serwer nie pozwala innym stronom pokazywać go w ramce
    (X-Frame-Options lub frame-ancestors).
frame-late = Pole doświadczalne jeszcze nie przyszło: { $origin } odpowiada powoli albo wcale. Pojawi się tutaj, gdy przyjdzie.
frame-open = Otwórz pole doświadczalne w osobnym oknie
