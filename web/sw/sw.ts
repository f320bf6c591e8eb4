/**
 * Adds the headers that give our pages shared memory, on hosts that can't send them. It keeps nothing: each request
 * goes to the network as it would without it, so an old version of this file can't serve old pages.
 */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const isOurs = request.method === 'GET' && new URL(request.url).origin === self.location.origin;
  const isCacheOnly = request.cache === 'only-if-cached' && request.mode !== 'same-origin';
  if (isOurs && !isCacheOnly) event.respondWith(fetch(request).then((response) => isolated(request, response)));
});

function isolated(request: Request, response: Response): Response {
  const isOpaque = response.status === 0;
  if (isOpaque) return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
  if (request.destination === 'document') headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  else headers.set('Document-Isolation-Policy', 'isolate-and-require-corp');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

export {};
