import { css, html, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { controls } from '../../styles/controls.ts';
import { base } from '../../styles/tokens.ts';
import { LocalElement } from '../shared/element.ts';
import { icons } from '../shared/icons.ts';

/** Undo, redo and reset of what was typed and chosen. Tells an event of each name. */
@customElement('ringlet-history')
export class RingletHistory extends LocalElement {
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: inline-flex;
        gap: 0.1rem;
        margin-block: -0.35rem;
      }
      button.icon {
        min-height: 2.1rem;
        min-width: 2.1rem;
      }
    `,
  ];

  @property({ type: Boolean }) canUndo = false;
  @property({ type: Boolean }) canRedo = false;

  override render(): TemplateResult {
    const { l } = this;
    return html`
      ${this.#button('undo', l.text('setup-undo'), icons.undo, !this.canUndo)}
      ${this.#button('redo', l.text('setup-redo'), icons.redo, !this.canRedo)}
      ${this.#button('reset', l.text('setup-reset'), icons.reset, false, l.text('setup-reset-hint'))}
    `;
  }

  #button(name: string, label: string, icon: TemplateResult, off: boolean, hint = label): TemplateResult {
    return html`<button
      class="icon plain"
      aria-label=${label}
      title=${hint}
      aria-disabled=${off ? 'true' : 'false'}
      @click=${() => !off && this.tell(name, null)}
    >
      ${icon}
    </button>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ringlet-history': RingletHistory;
  }
}
