/** Sets up, builds and serves the page: `npm start`. The port is PORT, or the next free one. */
import { join } from 'node:path';
import { build } from './build.mjs';
import { root, stopSignals } from './process.mjs';
import { setupOrExplain } from './setup.mjs';
import { freePort } from '../web/tools/ports.mjs';

const port = Number(process.env.PORT ?? 8080);
if (!Number.isInteger(port) || port < 1 || port > 65535) {
  console.error(`PORT is "${process.env.PORT}"; it must be a whole number from 1 to 65535.`);
  process.exit(2);
}
const free = await freePort(port).catch(stopWithPorts);
if (free !== port) console.log(`Port ${port} is taken, so the page will be on ${free}.`);
if (!(await setupOrExplain('start')) || !(await build())) process.exit(1);

const { serve } = await import('../web/tools/serve.mjs');
const served = await serve({ root: join(root, 'dist'), port: free }).catch(stopWithPorts);
if (served.port !== free) console.log(`Port ${free} has been taken meanwhile, so the page is on ${served.port}.`);
console.log(`\nRinglet is at ${served.url} (Ctrl-C ends it)`);
for (const signal of stopSignals) process.prependListener(signal, () => process.exit(0));

function stopWithPorts(error) {
  console.error(`Port ${port} and those after it cannot be used (${error.message}); set PORT to another one.`);
  process.exit(1);
}
