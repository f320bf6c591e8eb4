frame-title = Ringlet: pole doświadczalne operacji zbiorowych
frame-late = Pole doświadczalne nie wczytało się w ciągu { $seconds } s.
frame-isolated =
    Ta strona jest izolowana (cross-origin isolated) i może pokazywać tylko ramki z nagłówkiem
    Cross-Origin-Embedder-Policy, którego serwer pola doświadczalnego nie wysłał.
frame-open = Otwórz pole doświadczalne w osobnym oknie
