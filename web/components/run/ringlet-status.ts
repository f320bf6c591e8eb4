import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { controls } from '../../styles/controls.ts';
import { base } from '../../styles/tokens.ts';

/** One line on the run: what it is doing, how it ended, or why it did not start. */
@customElement('ringlet-status')
export class RingletStatus extends LitElement {
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: block;
        font-size: 0.92rem;
        line-height: 1.45;
        min-height: 1.35rem;
        color: var(--rl-soft);
      }
      .problem {
        font-size: 0.95rem;
        padding: 0.55rem 0.8rem;
        border-left: 3px solid var(--rl-bad);
        border-radius: 0 0.3rem 0.3rem 0;
        background: var(--rl-bad-tint);
      }
    `,
  ];

  /** What went wrong, instead of the status. */
  @property({ attribute: false }) failure: string | null = null;
  @property({ attribute: false }) status = '';

  override render(): TemplateResult {
    const { failure } = this;
    return html`
      <div role="alert">${failure === null ? nothing : html`<p class="problem">${failure}</p>`}</div>
      <div role="status">${failure === null ? this.status : nothing}</div>
    `;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ringlet-status': RingletStatus;
  }
}
