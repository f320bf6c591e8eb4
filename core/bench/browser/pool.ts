/**
 * What there was before for collectives in a page: workers that post messages to each other through post-me, by trees as
 * in @post-me/mpi of the same author, up to rank 0 and down from it. That package itself cannot be had from every registry.
 */
import type { Effort, Row } from '../../../web/engine/measurement.ts';
import type { PoolQuestion, PoolRequest } from './pool-worker.ts';

const openMs = 30_000;

export async function measurePool(questions: PoolQuestion[], effort: Effort): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const question of questions) rows.push(await measureOne(question, effort));
  return rows;
}

async function measureOne(question: PoolQuestion, effort: Effort): Promise<Row> {
  const workers = Array.from(
    { length: question.ranks },
    () => new Worker(new URL('./pool-worker.ts', import.meta.url), { type: 'module' }),
  );
  try {
    await inTime(Promise.all(workers.map(heard)), openMs, 'A worker did not begin.');
    const answers = workers.map(heard);
    connect(workers, { question, effort });
    const row = (await Promise.all(answers)).find((answer) => answer !== null);
    if (!row) throw new Error('No rank of the pool had a row.');
    return row as Row;
  } finally {
    for (const worker of workers) worker.terminate();
  }
}

/** The next message of a worker. */
function heard(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message || 'A worker could not be loaded.'));
  });
}

function connect(workers: Worker[], asked: Pick<PoolRequest, 'question' | 'effort'>): void {
  const ports: MessagePort[][] = workers.map(() => []);
  for (let a = 0; a < workers.length; a++)
    for (let b = a + 1; b < workers.length; b++) {
      const { port1, port2 } = new MessageChannel();
      (ports[a] as MessagePort[])[b] = port1;
      (ports[b] as MessagePort[])[a] = port2;
    }
  for (const [rank, worker] of workers.entries()) {
    const mine = workers.map((_, other) => ports[rank]?.[other] ?? null);
    const request: PoolRequest = { ...asked, rank, ports: mine };
    worker.postMessage(
      request,
      mine.filter((port) => port !== null),
    );
  }
}

function inTime<T>(promise: Promise<T>, ms: number, otherwise: string): Promise<T> {
  return Promise.race([promise, new Promise<never>((_, reject) => setTimeout(() => reject(new Error(otherwise)), ms))]);
}
