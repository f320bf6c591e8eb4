/** What a trace costs: runs with and without one, in turn. */
import { run } from './run.mjs';

const MiB = 2 ** 20;
const runs = 301;

/** @returns the part of the results that is called `traced`: a row for each number of ranks */
export async function traced() {
  const rows = [];
  for (const ranks of [4, 2]) {
    const command = ['build/native/ringlet_traced', ranks, MiB, runs].map(String);
    const onLine = (line) => void rows.push(JSON.parse(line));
    const { code } = await run(command, { log: 'build/logs/benchmark-traced.log', deadline: 300, onLine });
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}.`);
  }
  return rows;
}
