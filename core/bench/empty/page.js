const worker = new Worker('worker.js', { type: 'module' });
worker.addEventListener('message', () =>
  dispatchEvent(new CustomEvent('ringlet-ready', { detail: { driver: 'threads' } })),
);
