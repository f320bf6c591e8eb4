/**
 * Makes this page one that may share memory, on hosts that send no headers: our service worker adds them, and one
 * reload puts the page under it. At top level this works everywhere, in a frame only where the browser knows
 * Document-Isolation-Policy.
 */
import { sleep, within } from '../engine/deadline.ts';

const guard = 'isolation=tried';
const workerMs = 5000;
const reloadMs = 10_000;

// Read, and taken out of the address bar, before anything else looks at the address: storage may be denied in a
// frame, so the query is the only place for what must survive the reload.
const hasTried = takeGuard();

let outcome: Promise<boolean> | undefined;

/** Whether this page may share memory; leaves the page to reload it when that can make the difference. */
export function isolate(): Promise<boolean> {
  outcome ??= attempt();
  return outcome;
}

async function attempt(): Promise<boolean> {
  if (self.crossOriginIsolated) return true;
  if (hasTried || !mayHelp()) return false;
  try {
    await within(underServiceWorker(), workerMs, 'The service worker');
  } catch (error) {
    console.info('No service worker here, so no shared memory:', error);
    return false;
  }
  location.replace(withGuard(location.href));
  await sleep(reloadMs);
  return false;
}

function mayHelp(): boolean {
  const isFramed = self !== self.top;
  // Told by a neighbour of Document-Isolation-Policy: browsers offer no direct way to ask for it.
  const mayIsolateFrames = 'credentialless' in HTMLIFrameElement.prototype;
  return self.isSecureContext && (!isFramed || mayIsolateFrames);
}

async function underServiceWorker(): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container) throw new Error('Service workers are off.');
  await container.register(new URL('sw.js', document.baseURI));
  await container.ready;
}

function withGuard(href: string): string {
  const url = new URL(href);
  url.search += `${url.search ? '&' : '?'}${guard}`;
  return url.href;
}

function takeGuard(): boolean {
  const [path = '', ...fragment] = location.href.split('#');
  const [page = '', query = ''] = path.split('?');
  const parameters = query.split('&').filter(Boolean);
  const kept = parameters.filter((parameter) => parameter !== guard);
  if (kept.length === parameters.length) return false;
  const search = kept.length ? `?${kept.join('&')}` : '';
  const hash = fragment.length ? `#${fragment.join('#')}` : '';
  history.replaceState(history.state, '', page + search + hash);
  return true;
}
