import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Call, Engine, Values } from '../../engine/engine.ts';
import { isRight, reveal, type Choice, type Question, type Reveal } from './predict.ts';
import type { Fragment } from '../../model/fragments.ts';
import { runToEnd } from '../app/engine-controller.ts';

export interface Answer {
  readonly reveal: Reveal;
  readonly right: boolean;
  readonly before: readonly Values[];
  readonly after: readonly Values[];
}

export type PredictStatus =
  | { readonly kind: 'asking' }
  | { readonly kind: 'running'; readonly question: Question; readonly choice: Choice }
  | { readonly kind: 'answered'; readonly question: Question; readonly choice: Choice; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly message: string };

/** Choose first; then two real runs, with the number before and after, show what changes. */
export class PredictController implements ReactiveController {
  status: PredictStatus = { kind: 'asking' };
  #generation = 0;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.ask();
  }

  ask(): void {
    this.#generation++;
    this.#show({ kind: 'asking' });
  }

  /** Another run takes the engine: an answer that is still being found is given up. */
  stop(): void {
    if (this.status.kind === 'running') this.ask();
  }

  async choose(
    engine: Engine,
    question: Question,
    choice: Choice,
    fragments: readonly Fragment[],
    before: Call,
    after: Call,
  ): Promise<void> {
    const generation = ++this.#generation;
    this.#show({ kind: 'running', question, choice });
    try {
      const first = await runToEnd(engine, before);
      if (generation !== this.#generation) return;
      if (first.result.error) throw new Error(first.result.error.message);
      const second = await runToEnd(engine, after);
      if (generation !== this.#generation) return;
      if (second.result.error) throw new Error(second.result.error.message);
      const answer = reveal(before, fragments, first.result.outputs, second.result.outputs);
      this.#show({
        kind: 'answered',
        question,
        choice,
        answer: {
          reveal: answer,
          right: isRight(choice, answer, fragments),
          before: first.result.outputs,
          after: second.result.outputs,
        },
      });
    } catch (error) {
      if (generation !== this.#generation) return;
      this.#show({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  }

  #show(status: PredictStatus): void {
    this.status = status;
    this.host.requestUpdate();
  }
}
