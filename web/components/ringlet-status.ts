import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { RunController } from '../controllers/run-controller.ts';
import { base } from '../styles/tokens.ts';
import { controls } from '../styles/controls.ts';
import { LocalElement } from './element.ts';
import { runErrorText } from './problem-text.ts';

/** One line on the run: what it is doing, how it ended, or why it did not start. */
@customElement('ringlet-status')
export class RingletStatus extends LocalElement {
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

  /** Why Run was refused, if it was. */
  @property({ attribute: false }) refusal: string | null = null;
  @property({ attribute: false }) run!: RunController;
  @property({ attribute: false }) held: ReadonlySet<number> = new Set();
  @property({ attribute: false }) deadlineMs = 0;
  @property({ attribute: false }) loadFailure: string | null = null;
  /** Changes whenever the run does, so that this line is drawn anew. */
  @property({ attribute: false }) pulse: unknown = null;

  override render(): TemplateResult {
    const alert = this.#alert();
    return html`
      <div role="alert">${alert === null ? nothing : html`<p class="problem">${alert}</p>`}</div>
      <div role="status">${alert === null ? this.#status() : nothing}</div>
    `;
  }

  #alert(): string | null {
    const { l, run } = this;
    if (this.loadFailure !== null) return l.text('error-unavailable', { message: this.loadFailure });
    if (this.refusal !== null) return l.text('run-refused', { sentence: this.refusal });
    return run.error ? runErrorText(l, run.error, run.call?.timeoutMs ?? this.deadlineMs) : null;
  }

  #status(): string {
    const { l, run } = this;
    if (run.call === null) return l.text('status-none');
    const total = run.run?.plan.lanes.flat(2).length ?? 0;
    if (run.result) {
      if (run.call.paused) return l.text('status-stepped', { total });
      const { elapsedUs, threads } = run.result;
      const measured = elapsedUs > 0 ? 'yes' : 'no';
      return l.text('status-finished', { measured, time: l.duration(elapsedUs), threads });
    }
    if (run.paused) return l.text('status-paused', { done: run.events.length, total });
    if (this.held.size > 0) {
      const held = [...this.held].map((rank) => l.text('matrix-rank', { rank })).join(', ');
      return l.text('status-held', { held, ms: run.call.timeoutMs });
    }
    const waiting = run.state?.ranks.filter((rank) => rank.state === 'waiting').length ?? 0;
    return l.text('status-running', { waiting, ranks: run.call.ranks });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ringlet-status': RingletStatus;
  }
}
