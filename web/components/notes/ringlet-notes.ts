import { css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { notesOf } from './notes.ts';
import { panel } from '../../styles/controls.ts';
import { base } from '../../styles/tokens.ts';
import { LocalElement } from '../shared/element.ts';

/** What course texts often leave out or get wrong, of the collective at hand. */
@customElement('ringlet-notes')
export class RingletNotes extends LocalElement {
  static override styles = [
    base,
    panel,
    css`
      dl {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
        gap: 1rem 2rem;
      }
      dt {
        font-weight: 650;
        margin-bottom: 0.15rem;
      }
      dd {
        margin: 0;
        color: var(--rl-soft);
        font-size: 0.93rem;
        line-height: 1.5;
      }
    `,
  ];

  @property({ type: Number }) ranks = 1;
  @property() collective = '';

  override render(): TemplateResult {
    const { l, ranks, collective } = this;
    return html`
      <section class="panel">
        <header><h2>${l.text('notes-title')}</h2></header>
        <dl>
          ${notesOf(collective).map(
            ({ title, text }) =>
              html`<div>
                <dt>${l.text(title)}</dt>
                <dd>${l.text(text, { ranks, collective })}</dd>
              </div>`,
          )}
        </dl>
      </section>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ringlet-notes': RingletNotes;
  }
}
