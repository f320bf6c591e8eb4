import { css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Exported } from './export-controller.ts';
import { controls } from '../../styles/controls.ts';
import { base } from '../../styles/tokens.ts';
import { LocalElement } from '../shared/element.ts';
import { icons } from '../shared/icons.ts';

/** What other tools can read of the plan and of the run on screen. Tells `export`. */
@customElement('ringlet-export')
export class RingletExport extends LocalElement {
  static override styles = [
    base,
    controls,
    css`
      section {
        display: flex;
        flex-wrap: wrap;
        gap: 0.4rem 0.6rem;
        align-items: center;
        margin-block: 0.9rem;
      }
      h2 {
        font-size: 0.95rem;
        font-weight: 650;
      }
      p {
        font-size: 0.88rem;
        color: var(--rl-soft);
      }
      .problem {
        color: var(--rl-bad);
      }
    `,
  ];

  @property({ type: Boolean }) ready = false;
  /** A run has ended whose trace there is. */
  @property({ type: Boolean }) traced = false;
  @property({ attribute: false }) problem: string | null = null;

  override render(): TemplateResult {
    const { l } = this;
    return html`
      <section aria-labelledby="title">
        <h2 id="title">${l.text('export-title')}</h2>
        ${this.#button('plan', this.ready)} ${this.#button('trace', this.traced)} ${this.#button('bytes', this.traced)}
        ${
          this.problem === null
            ? html`<p>${this.traced ? '' : l.text('export-none')}</p>`
            : html`<p class="problem" role="alert">${l.text('export-failed', { message: this.problem })}</p>`
        }
      </section>
    `;
  }

  #button(what: Exported, can: boolean): TemplateResult {
    const { l } = this;
    return html`<button
      name=${what}
      title=${l.text(`export-hint-${what}`)}
      ?disabled=${!can}
      @click=${() => this.tell<Exported>('export', what)}
    >
      ${icons.save}${l.text(`export-${what}`)}
    </button>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ringlet-export': RingletExport;
  }
}
