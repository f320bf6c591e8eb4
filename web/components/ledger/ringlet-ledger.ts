import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Plan, RunResult } from '../../engine/engine.ts';
import { closedForm, type ClosedForm } from './closed-form.ts';
import type { RunView } from '../../model/run-view.ts';
import { bytesOf } from '../../model/values.ts';
import { panel } from '../../styles/controls.ts';
import { base } from '../../styles/tokens.ts';
import { LocalElement } from '../shared/element.ts';

/** Bytes that each rank sent and received up to the shown moment, beside the closed form. */
@customElement('ringlet-ledger')
export class RingletLedger extends LocalElement {
  static override styles = [
    base,
    panel,
    css`
      .scroll {
        position: relative;
        container-type: inline-size;
        overflow-x: auto;
        scrollbar-width: thin;
        scrollbar-color: var(--rl-edge) transparent;
      }
      table {
        border-collapse: collapse;
        width: 100%;
        font-size: 0.92rem;
      }
      caption {
        text-align: left;
      }
      th {
        font-weight: 600;
        font-size: 0.8rem;
        color: var(--rl-soft);
        text-align: right;
        padding: 0.2rem 0.5rem;
      }
      td {
        text-align: right;
        padding: 0.32rem 0.5rem;
        border-top: 1px solid var(--rl-rule);
        font-family: var(--rl-mono);
        font-variant-numeric: tabular-nums;
      }
      th:first-child,
      td:first-child {
        text-align: left;
        padding-left: 0;
      }
      tbody th {
        border-top: 1px solid var(--rl-rule);
        color: var(--rl-ink);
        font-weight: 450;
        font-size: 0.9rem;
        white-space: nowrap;
      }
      td:last-child,
      th:last-child {
        padding-right: 0;
      }
      tfoot td,
      tfoot th {
        border-top: 1px solid var(--rl-edge);
        font-weight: 600;
      }
      .term {
        white-space: nowrap;
      }
      .formula span {
        color: var(--rl-soft);
      }
      .own td:first-child {
        border-top: 0;
        padding: 0 0 0.3rem;
        text-align: right;
        font-family: var(--rl-mono);
        font-size: 0.8rem;
        color: var(--rl-soft);
      }
      /* Where a formula with its numbers has no room beside them it stands below. */
      .below {
        display: none;
      }
      @container (max-width: 20rem) {
        .below {
          display: table-row;
        }
        .formula span {
          display: none;
        }
        .bytes th,
        .bytes td {
          padding-inline: 0.25rem;
        }
        .bytes th {
          font-size: 0.75rem;
        }
        .bytes :is(th, td):first-child {
          padding-left: 0;
        }
        .bytes :is(th, td):last-child {
          padding-right: 0;
        }
      }
      .wrong {
        color: var(--rl-bad);
        font-weight: 700;
      }
      .note {
        margin-top: 0.6rem;
      }
      details {
        margin-top: 0.6rem;
        font-size: 0.9rem;
      }
      summary {
        cursor: pointer;
        min-height: 1.6rem;
      }
      .edges td,
      .edges th {
        padding: 0.2rem 0.4rem;
      }
      .zero {
        color: var(--rl-soft);
      }
    `,
  ];

  @property({ attribute: false }) plan!: Plan;
  @property({ attribute: false }) view!: RunView;
  /** The counters of a run that has ended, when its last moment is shown. */
  @property({ attribute: false }) result: RunResult | null = null;
  @state() private open = false;

  override render(): TemplateResult {
    const { l, plan, view, result } = this;
    const sent = result?.bytesSent ?? view.ranks.map((rank) => rank.bytesSent);
    const received = result?.bytesReceived ?? view.ranks.map((rank) => rank.bytesReceived);
    const elements = plan.chunkLengths.reduce((sum, n) => sum + n, 0);
    const element = bytesOf(plan.wireDtype);
    const forms = plan.expectedBytesSent.map((_, rank) => closedForm(plan, element, rank));
    const used = forms.map((form) => form?.symbols ?? '').join(' ');
    const common = forms.every((form) => form && form.symbols === forms[0]?.symbols)
      ? (forms[0]?.symbols ?? null)
      : null;
    const symbols = l.text('ledger-symbols', { elements, element, bytes: elements * element, ranks: plan.ranks });
    return html`
      <section class="panel">
        <header><h2>${l.text('ledger-title')}</h2></header>
        <div class="scroll" tabindex="0" role="region" aria-label=${l.text('ledger-title')}>
          <table class="bytes">
            <caption class="unseen">
              ${l.text('ledger-caption')}
            </caption>
            <thead>
              <tr>
                <th scope="col">${l.text('ledger-rank')}</th>
                <th scope="col">${l.text('ledger-sent')}</th>
                <th scope="col">${l.text('ledger-received')}</th>
                <th scope="col">
                  ${common === null ? l.text('ledger-formula') : html`<span class="number">${common}</span>`}
                </th>
              </tr>
            </thead>
            <tbody>
              ${plan.expectedBytesSent.map(
                (expected, rank) =>
                  html`<tr>
                      <th scope="row">${rank}</th>
                      <td>${this.#sent(sent[rank] ?? 0, expected)}</td>
                      <td>${l.number(received[rank] ?? 0)}</td>
                      <td class="formula">${this.#formula(common ? (forms[rank] ?? null) : null, expected)}</td>
                    </tr>
                    ${this.#below(forms[rank] ?? null, common !== null, expected)}`,
              )}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">${l.text('ledger-total')}</th>
                <td>${l.number(total(sent))}</td>
                <td>${l.number(total(received))}</td>
                <td>${l.number(total(plan.expectedBytesSent))}</td>
              </tr>
            </tfoot>
          </table>
        </div>
        <p class="note">
          ${symbols} ${used.includes('|c') ? l.text('ledger-pieces') : nothing}
          ${used.includes('T₁') || used.includes('T₂') ? l.text('ledger-halves') : nothing}
        </p>
        ${plan.ranks > 1 ? this.#edges(result?.edges ?? view.edges) : nothing}
      </section>
    `;
  }

  #sent(sent: number, expected: number): TemplateResult {
    const { l } = this;
    const wrong = this.result !== null && this.result.error === null && sent !== expected;
    return wrong
      ? html`<span class="wrong"
          >${l.number(sent)} (${l.text('ledger-difference', { difference: sent - expected })})</span
        >`
      : html`${l.number(sent)}`;
  }

  #formula(form: ClosedForm | null, expected: number): TemplateResult {
    const value = this.l.number(expected);
    if (!form || form.numbers === String(expected)) return html`${value}`;
    return html`<span>${words(`${form.numbers} =`)}</span> ${value}`;
  }

  /** A rank's own formula, below its numbers; of one that all have in common only this rank's numbers, in little room. */
  #below(form: ClosedForm | null, common: boolean, expected: number): TemplateResult | typeof nothing {
    const result = String(expected);
    if (!form || (common ? form.numbers : form.symbols) === result) return nothing;
    const numbers = form.numbers === result ? [] : [form.numbers];
    const steps = common ? numbers : [form.symbols, ...numbers];
    return html`<tr class="own ${common ? 'below' : ''}">
      <td colspan="4">
        ${[...steps, this.l.number(expected)].flatMap((part, i) => [i > 0 ? ' = ' : '', words(part)])}
      </td>
    </tr>`;
  }

  #edges(edges: readonly (readonly number[])[]): TemplateResult {
    const { l } = this;
    return html`<details @toggle=${this.#toggled}>
      <summary>${l.text('ledger-edges')}</summary>
      ${this.open ? this.#edgeTable(edges) : nothing}
    </details>`;
  }

  #toggled(event: Event): void {
    this.open = (event.target as HTMLDetailsElement).open;
  }

  #edgeTable(edges: readonly (readonly number[])[]): TemplateResult {
    const { l } = this;
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${l.text('ledger-edges')}>
      <table class="edges">
        <caption class="unseen">
          ${l.text('ledger-edges-caption')}
        </caption>
        <thead>
          <tr>
            <th scope="col">${l.text('ledger-from-to')}</th>
            ${edges.map((_, to) => html`<th scope="col">${to}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${edges.map(
            (row, from) =>
              html`<tr>
                <th scope="row">${from}</th>
                ${row.map((bytes, to) => html`<td class=${bytes === 0 ? 'zero' : ''}>${from === to ? '' : l.number(bytes)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
}

/** A product never breaks at its dot or its fraction bar; sums may break at their signs. */
const words = (text: string): TemplateResult[] =>
  text.split(/(?<= [+−] )/).map((term) => html`<span class="term">${term}</span>`);

const total = (bytes: readonly number[]): number => bytes.reduce((sum, n) => sum + n, 0);

declare global {
  interface HTMLElementTagNameMap {
    'ringlet-ledger': RingletLedger;
  }
}
