/** The page's first engine, which loads while the scripts that draw the page are still being read. */
import { createEngine } from './create-engine.ts';
import type { Engine } from './engine.ts';

let first: Promise<Engine> | undefined;

export function beginEngine(): void {
  first = createEngine();
  first.catch(() => {}); // told to whoever takes it
}

/** The one that was begun, to whoever asks first, and to others one of their own. */
export function takeEngine(): Promise<Engine> {
  const taken = first ?? createEngine();
  first = undefined;
  return taken;
}
