import { createServer } from 'node:net';

const portsToTry = 20;

/**
 * Listens on the first port that is free, from the one that is asked for.
 *
 * @param {import('node:net').Server} server
 * @param {number} first
 * @param {string} host
 * @returns {Promise<number>} the port that was free
 */
export async function listen(server, first, host) {
  for (let port = first; ; port++) {
    try {
      await new Promise((listening, failed) => {
        server.once('error', failed);
        server.listen(port, host, () => {
          server.off('error', failed);
          listening(undefined);
        });
      });
      const address = server.address();
      return typeof address === 'object' && address ? address.port : port;
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!isTaken || port - first >= portsToTry || port >= 65535) throw error;
    }
  }
}

/**
 * @param {number} first
 * @param {string} [host]
 * @returns {Promise<number>} the first port from there on that is free now
 */
export async function freePort(first, host = '127.0.0.1') {
  const server = createServer();
  const port = await listen(server, first, host);
  await new Promise((closed) => server.close(closed));
  return port;
}
