/** A measurement as the page sees it: an instance of its own, which has more memory and is let go at the end. */
import { unavailable, type Connection } from './connection.ts';
import { EngineError } from './engine.ts';
import type { Effort, Question, Row, Watch } from './measurement.ts';
import type { Failure } from './module.ts';
import { mostRanks, open } from './open.ts';

/** What the module needs beside the ranks' inputs and outputs. */
const ownBytes = 2 ** 26;
/** Indices of the words that the module and the page share (wasm/measure). */
const words = { done: 0, ended: 1 };

export async function measure(
  base: string,
  questions: readonly Question[],
  effort: Effort,
  { signal, onProgress, onRow }: Watch,
  disposed: AbortSignal,
): Promise<readonly Row[]> {
  if (signal?.aborted) throw cancelled();
  const connection = await open('measuring', base, Math.max(1, ...questions.map(({ ranks }) => ranks)));
  // Listeners of signals that live on would keep the memory of every measurement.
  const over = new AbortController();
  const whenAborted = (of: AbortSignal | undefined, act: () => void) => {
    of?.addEventListener('abort', act, { signal: over.signal });
    if (of?.aborted) act();
  };
  try {
    whenAborted(disposed, () => connection.close());
    refuseTooLarge(questions, connection);
    const shared = await sharedWords(connection);
    whenAborted(signal, () => void Atomics.store(shared, words.ended, 1));
    const rows: Row[] = [];
    for (const [question, asked] of questions.entries()) {
      let told = -1;
      Atomics.store(shared, words.done, 0);
      const look = () => {
        const done = Atomics.load(shared, words.done);
        if (done !== told) onProgress?.({ question, done, batches: effort.batches });
        return (told = done);
      };
      const row = await connection.watched<Row | Failure>(
        'The measurement',
        (host) => host.measure(asked, effort),
        look,
      );
      if ('error' in row) throw signal?.aborted ? cancelled() : new EngineError(row.error);
      rows.push(row);
      onRow?.(row, question);
    }
    return rows;
  } finally {
    over.abort();
    connection.close();
  }
}

/** The core could refuse only one that it has begun. What is no number of ranks at all is for the core to say. */
function refuseTooLarge(questions: readonly Question[], { opened: { memory } }: Connection): void {
  for (const { ranks, bytes } of questions) {
    if (!(ranks >= 1 && ranks <= mostRanks)) continue;
    const most = Math.floor(((memory?.byteLength ?? 0) - ownBytes) / 2 / ranks);
    if (bytes > most)
      throw new EngineError({
        code: 'invalid',
        message: `bytes is ${bytes}; allowed are 0 to ${most}, since ${ranks} ranks' inputs and outputs share the page's memory.`,
        culprits: [],
        waiting: [],
      });
  }
}

async function sharedWords(connection: Connection): Promise<Int32Array> {
  const { memory } = connection.opened;
  if (!memory) throw unavailable('Measuring needs threads, and this page has none.');
  return new Int32Array(memory, await connection.ask('The engine', (host) => host.measureWords()), 2);
}

const cancelled = () =>
  new EngineError({ code: 'aborted', message: 'The measurement was cancelled.', culprits: [], waiting: [] });
