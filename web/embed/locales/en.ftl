frame-title = Ringlet: a playground for collective operations
frame-csp =
    The playground is missing because this page’s Content-Security-Policy allows no frame from { $origin }.
    Whoever runs this page can allow it with this directive:
frame-isolated =
    This page is cross-origin isolated, so it may only show frames that send the header Cross-Origin-Embedder-Policy.
    { $origin } does not send it, so the playground is missing.
frame-offline = The playground is missing because this computer is offline.
frame-wrong =
    The playground is missing because what { $origin } sent instead is not the playground.
    Either there is no embed.html beside the script, or that host forbids other pages to frame it
    (X-Frame-Options or frame-ancestors).
frame-late = The playground has not come yet: { $origin } is slow to answer, or does not answer. It will appear here when it comes.
frame-open = Open the playground in its own window
