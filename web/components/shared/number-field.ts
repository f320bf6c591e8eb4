import type { LitElement } from 'lit';

/**
 * A field for a whole number: what cannot be stays as it was typed until it is put right. Its element tells `problem`
 * when something cannot be.
 */
export class NumberField {
  #typed: string | null = null;

  constructor(
    private readonly host: LitElement,
    private readonly read: (text: string) => number | null,
    private readonly take: (value: number) => void,
  ) {}

  get isWrong(): boolean {
    return this.#typed !== null;
  }

  /** What stands in it while `held` is what holds. */
  text(held: number): string {
    return this.#typed ?? String(held);
  }

  /** For a sentence about what was typed; null where nothing is wrong. */
  get typed(): { readonly value: string; readonly given: 'nothing' | 'something' } | null {
    if (this.#typed === null) return null;
    return { value: this.#typed, given: this.#typed === '' ? 'nothing' : 'something' };
  }

  /** Shows what holds, whatever was typed. */
  forget(): void {
    this.#typed = null;
    this.host.requestUpdate();
  }

  readonly changed = (event: Event): void => {
    const text = typedIn(event);
    const value = this.read(text);
    this.#typed = value === null ? text : null;
    this.host.requestUpdate();
    if (value === null) this.host.dispatchEvent(new CustomEvent('problem', { bubbles: true }));
    else this.take(value);
  };

  /** What is said to be wrong is not while it is right again, before the field is left. */
  readonly edited = (event: Event): void => {
    if (this.isWrong && this.read(typedIn(event)) !== null) this.changed(event);
  };
}

const typedIn = (event: Event): string => (event.target as HTMLInputElement).value.trim();
