#!/usr/bin/env node
import { createServer } from 'node:http';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sirv from 'sirv';
import { contentSecurityPolicy, frameIsolationHeaders, isolationHeaders } from './headers.mjs';
import { listen } from './ports.mjs';

/**
 * Serves a folder of static files, and resolves once it listens.
 * A taken port is no failure: the next free one is used, so compare `port` with what was asked for.
 *
 * @param {object} options
 * @param {string} options.root
 * @param {number} [options.port] 0 for any free one
 * @param {string} [options.host]
 * @param {boolean} [options.isolate] send the headers that give pages shared memory
 * @param {boolean} [options.csp] send the content security policy as a header
 * @returns {Promise<{ url: string, port: number, close: () => Promise<void> }>}
 */
export async function serve({ root, port = 8080, host = '127.0.0.1', isolate = true, csp = true }) {
  const headers = {
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
    // Pages of other origins load the custom element's script and its types.
    'Access-Control-Allow-Origin': '*',
    ...(isolate && isolationHeaders),
    ...(csp && { 'Content-Security-Policy': contentSecurityPolicy }),
  };
  const files = sirv(root, { dev: true, etag: true });
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (isolate && request.headers['sec-fetch-dest'] !== 'document')
      for (const [name, value] of Object.entries(frameIsolationHeaders)) response.setHeader(name, value);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    files(request, response, () => {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('There is no such file here.\n');
    });
  });
  const taken = await listen(server, port, host);
  return {
    url: `http://${host === '127.0.0.1' ? 'localhost' : host}:${taken}/`,
    port: taken,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function main() {
  const { values } = parseArgs({
    options: {
      root: { type: 'string', default: fileURLToPath(new URL('../../dist', import.meta.url)) },
      port: { type: 'string', default: process.env.PORT ?? '8080' },
      host: { type: 'string', default: '127.0.0.1' },
      plain: { type: 'boolean', default: false },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`--port is ${values.port}; it must be a whole number from 0 to 65535.`);
  if (!existsSync(resolve(values.root, 'index.html')))
    throw new Error(`--root ${values.root} has no index.html; npm run build makes dist/.`);
  const served = await serve({
    root: values.root,
    port,
    host: values.host,
    isolate: !values.plain,
    csp: !values.plain,
  });
  if (port !== 0 && served.port !== port) console.log(`Port ${port} is taken, so this is on ${served.port}.`);
  console.log(`Ringlet is at ${served.url}`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void served.close());
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  main().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  });
