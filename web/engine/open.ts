import { Connection, type Build } from './connection.ts';
import { sleep } from './deadline.ts';

const tries = 4;
const hedgeMs = 2500;
/** For more the core refuses to run. */
export const mostRanks = 64;
/** Few threads open sooner and are enough for most; nested workers are made while opening only, never during a run. */
const pools = [4, 16, mostRanks];

/**
 * Opens a connection with threads for so many ranks. Where one stands still, another is tried beside it and the first
 * to open wins: a Firefox that is watched (by developer tools, or by tests) now and then never lets a nested worker begin.
 */
export async function open(build: Build, base: string, ranks = 1): Promise<Connection> {
  const wanted = ranks > mostRanks ? 1 : ranks;
  const poolSize = build === 'in-turn' ? Infinity : (pools.find((size) => size >= wanted) ?? mostRanks);
  const opening: Promise<Connection>[] = [];
  let winner: Connection | undefined;
  let threadsBegun = 0;
  const attempt = async () => {
    const connection = await Connection.open(build, base, poolSize, () => (threadsBegun += 1));
    if (winner) connection.close();
    return (winner ??= connection);
  };
  try {
    for (let k = 0; k < tries && !winner; k++) {
      opening.push(attempt());
      await Promise.race([Promise.any(opening), quiet(() => threadsBegun)]);
    }
    return await Promise.any(opening);
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  }
}

/** Resolves once nothing that `look` sees has changed for a while. */
async function quiet(look: () => number): Promise<void> {
  for (let seen = NaN; look() !== seen; await sleep(hedgeMs)) seen = look();
}
