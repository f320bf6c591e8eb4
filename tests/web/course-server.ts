import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { isolationHeaders } from '../../web/tools/headers.mjs';

/** The host that the course pages name; the tests put a real one in its place. */
const named = 'https://ringlet.example/';

export async function serveCourse(playground: string, { isolate }: { isolate: boolean }) {
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://course').pathname.slice(1);
    readFile(new URL(`course/${name}`, import.meta.url), 'utf8').then(
      (html) => {
        response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...(isolate && isolationHeaders) });
        response.end(html.replaceAll(named, playground));
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise<void>((closed) => void (server.close(() => closed()), server.closeAllConnections())),
  };
}
