/** The content security policy of every page: `<meta>` in the built pages, a header from our own server. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** What a page needs to share memory between threads, and to lie in a frame of another origin. */
export const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** What a frame on a page that is not isolated needs besides, where the browser knows it, and its workers too. */
export const frameIsolationHeaders = { 'Document-Isolation-Policy': 'isolate-and-require-corp' };
