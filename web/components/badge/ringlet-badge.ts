import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Driver, Engine } from '../../engine/engine.ts';
import { base } from '../../styles/tokens.ts';
import { LocalElement } from '../shared/element.ts';
import { icons } from '../shared/icons.ts';

/** What runs the ranks, as far as it is known. */
export type Running =
  | { readonly kind: 'loading' | 'failed' }
  | { readonly kind: 'ready'; readonly driver: Driver; readonly reason: Engine['reason']; readonly ranks: number };

/** Always says what really runs: so many threads, or one thread in turn and why. */
@customElement('ringlet-badge')
export class RingletBadge extends LocalElement {
  static override styles = [
    base,
    css`
      :host {
        display: inline-flex;
        flex-wrap: wrap;
        gap: 0.3rem 0.8rem;
        align-items: center;
        font: 0.85rem/1.3 var(--rl-sans);
        color: var(--rl-ink);
      }
      .badge {
        display: inline-flex;
        gap: 0.5rem;
        align-items: center;
        padding: 0.3rem 0.7rem;
        border: 1px solid var(--rl-edge);
        border-radius: 1rem;
        font-weight: 600;
      }
      .strands {
        display: inline-flex;
        gap: 2px;
      }
      .strands i {
        width: 3px;
        height: 0.8rem;
        border-radius: 2px;
        background: currentColor;
      }
      .turn .strands i {
        opacity: 0.25;
      }
      .turn .strands i:first-child {
        opacity: 1;
      }
      .failed {
        color: var(--rl-bad);
      }
      a {
        color: inherit;
        display: inline-flex;
        gap: 0.3rem;
        align-items: center;
        min-height: 1.5rem;
      }
      a svg {
        width: 0.9rem;
        height: 0.9rem;
      }
    `,
  ];

  @property({ attribute: false }) running: Running = { kind: 'loading' };
  /** Where the page opens at top level, with its state; empty where that would not help. */
  @property({ attribute: false }) openUrl = '';

  override render(): TemplateResult {
    const { running, l } = this;
    if (running.kind !== 'ready') {
      const text = running.kind === 'loading' ? l.text('badge-loading') : l.text('badge-failed');
      return html`<span class="badge ${running.kind}" role="status">${text}</span>`;
    }
    const inTurn = running.driver === 'in-turn';
    const strands = Array.from({ length: Math.min(running.ranks, 16) }, () => html`<i></i>`);
    return html`
      <span
        class="badge ${inTurn ? 'turn' : 'threads'}"
        role="status"
        title=${inTurn ? nothing : l.text('badge-threads-detail')}
      >
        <span class="strands" aria-hidden="true">${strands}</span>${this.#text(running.reason, running.ranks)}
      </span>
      ${
        inTurn && this.openUrl
          ? html`<a href=${this.openUrl} target="_blank" rel="noopener">${l.text('badge-open')}${icons.away}</a>`
          : nothing
      }
    `;
  }

  #text(reason: Engine['reason'], ranks: number): string {
    if (reason === 'not-isolated') return this.l.text('badge-not-isolated');
    if (reason === 'threads-failed') return this.l.text('badge-threads-failed');
    return this.l.text('badge-threads', { threads: ranks });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ringlet-badge': RingletBadge;
  }
}
