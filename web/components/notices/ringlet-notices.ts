import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Notice } from '../../model/parameters.ts';
import { controls } from '../../styles/controls.ts';
import { base } from '../../styles/tokens.ts';
import { LocalElement } from '../shared/element.ts';
import { icons } from '../shared/icons.ts';

/** What a link, an attribute or a script asked for and could not have. Tells `dismiss`. */
@customElement('ringlet-notices')
export class RingletNotices extends LocalElement {
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: block;
      }
      section {
        display: flex;
        gap: 1rem;
        align-items: start;
        justify-content: space-between;
        padding: 0.7rem 1rem;
        border: 1px solid var(--rl-edge);
        border-radius: var(--rl-radius);
        background: var(--rl-panel);
        font-size: 0.92rem;
      }
      h2 {
        font-size: 0.92rem;
      }
      li {
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) notices: readonly Notice[] = [];

  override render(): TemplateResult | typeof nothing {
    if (this.notices.length === 0) return nothing;
    const { l } = this;
    return html`
      <section role="status">
        <div>
          <h2>${l.text('notices-title')}</h2>
          <ul>
            ${this.notices.map(({ id, args }) => html`<li>${l.text(id, args)}</li>`)}
          </ul>
        </div>
        <button class="plain icon" aria-label=${l.text('notice-dismiss')} @click=${() => this.tell('dismiss', null)}>
          ${icons.no}
        </button>
      </section>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ringlet-notices': RingletNotices;
  }
}
