frame-title = Ringlet: a playground for collective operations
frame-late = The playground did not load within { $seconds } seconds.
frame-isolated =
    This page is cross-origin isolated and may only show frames that send Cross-Origin-Embedder-Policy,
    which the playground’s host did not do.
frame-open = Open the playground in its own window
