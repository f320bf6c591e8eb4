import { LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import type { Localizer } from '../../locales/localizer.ts';

/** A part of the page that speaks the reader's language. */
export class LocalElement extends LitElement {
  @property({ attribute: false }) l!: Localizer;

  /** Tells the element that holds this one; goes no further than that one's own tree. */
  protected tell<T>(name: string, detail: T): void {
    this.dispatchEvent(new CustomEvent<T>(name, { detail, bubbles: true }));
  }

  /** To the field in which something wrong stands. */
  focusProblem(): void {
    this.renderRoot.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  /** Tells on what a part of this one told. */
  protected readonly pass = (event: CustomEvent<unknown>): void => this.tell(event.type, event.detail);
}
