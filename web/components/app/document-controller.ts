import type { ReactiveControllerHost } from 'lit';
import { OPENING, type Setup } from '../../model/setup.ts';

const MOST_UNDO = 200;

/** The state a person edits, with undo and redo: nothing typed is ever lost. */
export class DocumentController {
  #state: Setup = OPENING;
  #past: Setup[] = [];
  #future: Setup[] = [];

  constructor(
    private readonly host: Pick<ReactiveControllerHost, 'requestUpdate'>,
    private readonly changed: (state: Setup) => void,
  ) {}

  get state(): Setup {
    return this.#state;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** A person's edit. */
  edit(next: Setup): void {
    if (JSON.stringify(next) === JSON.stringify(this.#state)) return;
    this.#past = [...this.#past, this.#state].slice(-MOST_UNDO);
    this.#future = [];
    this.#show(next);
  }

  /** A state from outside: a link, an attribute, the host page's script. */
  replace(next: Setup): void {
    this.#show(next);
  }

  undo(): void {
    const previous = this.#past.at(-1);
    if (!previous) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [this.#state, ...this.#future];
    this.#show(previous);
  }

  redo(): void {
    const [next, ...rest] = this.#future;
    if (!next) return;
    this.#future = rest;
    this.#past = [...this.#past, this.#state];
    this.#show(next);
  }

  #show(next: Setup): void {
    this.#state = next;
    this.host.requestUpdate();
    this.changed(next);
  }
}
