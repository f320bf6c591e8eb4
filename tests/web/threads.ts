import { readdirSync, readFileSync } from 'node:fs';

/** Threads of the browsers below this process that run workers, as the system counts them. */
export function workerThreads(): number {
  return descendants(process.pid).reduce((sum, pid) => sum + threadNames(pid).filter(isWorker).length, 0);
}

/** As Chromium and Firefox name them; the system cuts names at 15 characters. */
const isWorker = (name: string) => name.startsWith('DedicatedWorker') || name.startsWith('DOM Worker');

function descendants(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = Number(/^PPid:\s*(\d+)$/m.exec(read(`/proc/${entry}/status`))?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
  }
  const found = [root];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

function threadNames(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((task) => read(`/proc/${pid}/task/${task}/comm`).trim());
  } catch {
    return [];
  }
}

/** Processes and threads may end while they are looked at. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
