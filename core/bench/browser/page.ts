/** What the benchmark's drivers ask of a browser: core/bench/browsers.mjs. */
import { createEngine } from '../../../web/engine/create-engine.ts';
import type { Engine } from '../../../web/engine/engine.ts';
import type { Effort, Question, Row } from '../../../web/engine/measurement.ts';
import { watchMainThread } from './main-thread.ts';
import { measurePool } from './pool.ts';

let engine: Engine | undefined;

/** Rows of Ringlet, by the call that any page has. */
async function measure(questions: Question[], effort: Effort): Promise<readonly Row[]> {
  engine ??= await createEngine();
  return engine.measure(questions, effort);
}

/** The longest that the page's thread was busy while this was measured, in ms. */
async function longestTask(questions: Question[], effort: Effort): Promise<number> {
  engine ??= await createEngine();
  const longest = watchMainThread();
  await engine.measure(questions, effort);
  return longest();
}

const bench = { measure, measurePool, longestTask };
declare global {
  var bench: {
    measure: typeof measure;
    measurePool: typeof measurePool;
    longestTask: typeof longestTask;
  };
}
globalThis.bench = bench;
