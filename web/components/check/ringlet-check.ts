import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { CheckReport, CheckStatus } from './check-controller.ts';
import { controls, panel } from '../../styles/controls.ts';
import { base } from '../../styles/tokens.ts';
import { LocalElement } from '../shared/element.ts';
import { icons } from '../shared/icons.ts';

interface Finding {
  readonly kind: 'yes' | 'no' | 'note';
  readonly text: string;
}

/** What separate real runs say about this one. Tells `all-gather` and `try-rounding`. */
@customElement('ringlet-check')
export class RingletCheck extends LocalElement {
  static override styles = [
    base,
    controls,
    panel,
    css`
      ul {
        display: grid;
        gap: 0.5rem;
      }
      li {
        display: grid;
        grid-template-columns: 1.4rem minmax(0, 1fr);
        gap: 0.4rem;
        line-height: 1.4;
      }
      li svg {
        width: 1.1rem;
        height: 1.1rem;
        margin-top: 0.15rem;
      }
      .yes svg {
        color: var(--rl-good);
      }
      .no {
        color: var(--rl-bad);
        font-weight: 600;
      }
      .note-mark {
        justify-self: center;
        font-weight: 700;
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
        margin-top: 0.9rem;
      }
      .note {
        margin-top: 0.8rem;
      }
    `,
  ];

  @property({ attribute: false }) status: CheckStatus = { kind: 'idle' };
  /** The shown run is a finished reduce-scatter, whose result can be gathered. */
  @property({ type: Boolean }) gatherable = false;
  /** Something is added, so that rounding can show. */
  @property({ type: Boolean }) reduces = false;
  @property({ type: Boolean }) readonly = false;

  override render(): TemplateResult {
    const { l } = this;
    return html`
      <section class="panel" aria-busy=${this.status.kind === 'running' ? 'true' : 'false'}>
        <header><h2>${l.text('check-title')}</h2></header>
        ${this.#body()}
        <div class="actions">
          ${
            this.gatherable
              ? html`<button title=${l.text('check-all-gather-hint')} @click=${() => this.tell('all-gather', null)}>
                  ${l.text('check-all-gather')}${icons.forward}
                </button>`
              : nothing
          }
          ${
            this.readonly || !this.reduces
              ? nothing
              : html`<button class="plain" @click=${() => this.tell('try-rounding', null)}>
                  ${l.text('check-try-rounding')}
                </button>`
          }
        </div>
        <p class="note">${l.text('check-scope')}</p>
      </section>
    `;
  }

  #body(): TemplateResult {
    const { l, status } = this;
    switch (status.kind) {
      case 'idle':
        return html`<p class="soft">${l.text('check-wait')}</p>`;
      case 'running':
        return html`<p class="soft">${l.text('check-running', { done: status.done, total: status.total })}</p>`;
      case 'failed':
        return html`<p class="problem">${l.text('check-failed', { message: status.message })}</p>`;
      case 'done':
        return html`<ul>
          ${this.#findings(status.report).map((finding) => this.#finding(finding))}
        </ul>`;
    }
  }

  #finding({ kind, text }: Finding): TemplateResult {
    const mark =
      kind === 'yes' ? icons.yes : kind === 'no' ? icons.no : html`<span class="note-mark" aria-hidden="true">–</span>`;
    return html`<li class=${kind}>${mark}<span>${text}</span></li>`;
  }

  #findings(report: CheckReport): Finding[] {
    const { l } = this;
    const when = (holds: boolean, yes: () => string, no: () => string): Finding =>
      holds ? { kind: 'yes', text: yes() } : { kind: 'no', text: no() };
    const findings: Finding[] = [];
    const { chain, among } = report;
    if (chain) {
      const by = l.text('algorithm-name', { name: chain.algorithm });
      findings.push(
        when(
          chain.equal,
          () => l.text('check-chain-equal', { elements: chain.elements, algorithm: by }),
          () =>
            l.text('check-chain-differs', { differences: chain.differences, elements: chain.elements, algorithm: by }),
        ),
      );
    }
    if (report.unevenElements !== null) {
      const args = { elements: report.unevenElements, ranks: report.ranks };
      findings.push({ kind: 'note', text: l.text('check-chain-uneven', args) });
    }
    if (among && report.ranks > 1) {
      findings.push(
        when(
          among.equal,
          () => l.text('check-gather-equal'),
          () => l.text('check-gather-differs', { differences: among.differences }),
        ),
      );
    }
    const rules = report.rules.join(' ');
    findings.push({
      kind: 'yes',
      text: l.text('check-once', { kind: report.prefix ? 'prefix' : report.reduces ? 'all' : 'moved', rules }),
    });
    findings.push(
      when(
        report.bytesMatch,
        () => l.text('check-bytes-equal'),
        () => l.text('check-bytes-differ'),
      ),
    );
    return [...findings, ...this.#others(report)];
  }

  /** Those with the same bits in one line, and a line for each other. */
  #others({ others }: CheckReport): Finding[] {
    const { l } = this;
    const nameOf = (name: string) => l.text('algorithm-name', { name });
    const same = others.filter(({ comparison }) => comparison.equal).map(({ algorithm }) => nameOf(algorithm));
    const findings: Finding[] = [];
    if (same.length > 0) {
      const args = { algorithms: same.join(', '), count: same.length };
      findings.push({ kind: 'yes', text: l.text('check-other-same', args) });
    }
    for (const { algorithm, comparison } of others.filter((other) => !other.comparison.equal)) {
      const { differences, elements } = comparison;
      const args = { algorithm: nameOf(algorithm), differences, elements };
      findings.push({ kind: 'note', text: l.text('check-other-differs', args) });
    }
    return findings;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ringlet-check': RingletCheck;
  }
}
