import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Answer, PredictStatus } from './predict-controller.ts';
import { questionOf, type Change, type Choice, type Question } from './predict.ts';
import { contractOf } from '../../model/contracts.ts';
import { tagOf, type Fragment } from '../../model/fragments.ts';
import { memo } from '../../model/memo.ts';
import type { Setup } from '../../model/setup.ts';
import { format } from '../../model/values.ts';
import { controls, panel } from '../../styles/controls.ts';
import { fragments, hueOf, patternOf } from '../../styles/fragments.ts';
import { base } from '../../styles/tokens.ts';
import { LocalElement } from '../shared/element.ts';
import { icons } from '../shared/icons.ts';

const MOST_CHANGES = 6;

/** Choose first, then let two real runs show it. Tells `choose`, `ask` and `keep`. */
@customElement('ringlet-predict')
export class RingletPredict extends LocalElement {
  static override styles = [
    base,
    controls,
    panel,
    fragments,
    css`
      .question {
        line-height: 1.5;
      }
      .choices {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
        margin-top: 0.8rem;
      }
      button[aria-pressed='true'] {
        border-color: var(--rl-ink);
        box-shadow: inset 0 0 0 1px var(--rl-ink);
        color: var(--rl-ink);
      }
      .answer {
        margin-top: 0.9rem;
        padding: 0.7rem 0.9rem;
        border-radius: var(--rl-radius);
        background: var(--rl-sunken);
        display: grid;
        gap: 0.5rem;
        line-height: 1.45;
      }
      .verdict {
        display: inline-flex;
        gap: 0.4rem;
        align-items: center;
      }
      .verdict svg {
        width: 1.1rem;
        height: 1.1rem;
      }
      .right svg {
        color: var(--rl-good);
      }
      .wrong svg {
        color: var(--rl-bad);
      }
    `,
  ];

  @property({ attribute: false }) setup!: Setup;
  @property({ attribute: false }) fragments: readonly Fragment[] = [];
  @property({ attribute: false }) status: PredictStatus = { kind: 'asking' };
  /** Every cell can be read. */
  @property({ type: Boolean }) readable = true;
  @property({ type: Boolean }) ready = false;
  @property({ type: Boolean }) readonly = false;

  readonly #question = memo(questionOf);

  override render(): TemplateResult {
    const { l, status } = this;
    const question = status.kind === 'running' || status.kind === 'answered' ? status.question : this.#next;
    return html`
      <section class="panel">
        <header><h2>${l.text('predict-title')}</h2></header>
        ${question ? this.#ask(question) : html`<p class="soft">${this.readable ? this.#unavailable : l.text('track-unreadable')}</p>`}
        <div aria-live="polite">${this.#outcome()}</div>
      </section>
    `;
  }

  /** Null when there is nothing to ask. */
  get #next(): Question | null {
    return this.readable ? this.#question(this.setup, this.fragments) : null;
  }

  get #prefix(): boolean {
    return contractOf(this.setup.collective).prefix;
  }

  get #unavailable(): string {
    const why = this.setup.count === 0 ? 'empty' : this.#prefix ? 'rank' : 'fragment';
    return this.l.text('predict-unavailable', { why });
  }

  #ask(question: Question): TemplateResult {
    const { l } = this;
    const { rank, before, after, choices } = question;
    const args = { rank, before, after };
    const asking = this.status.kind === 'asking';
    return html`
      <p class="question">
        ${this.#prefix ? l.text('predict-question-ranks', args) : l.text('predict-question', args)}
      </p>
      <div class="choices">
        ${choices.map((choice) => {
          const chosen = this.#isChosen(choice);
          const fragment = choice.kind === 'fragment' ? this.fragments[choice.index] : undefined;
          const owner = fragment?.owner ?? null;
          return html`<button
            aria-pressed=${chosen ? 'true' : 'false'}
            ?disabled=${!this.ready || (!asking && !chosen)}
            @click=${() => asking && this.tell('choose', { question, choice })}
            data-hue=${hueOf(owner)}
            data-pattern=${patternOf(owner)}
          >
            ${fragment ? html`<span class="swatch" aria-hidden="true"><b>${tagOf(fragment)}</b></span>` : nothing}
            ${this.#choiceText(choice, rank)}
          </button>`;
        })}
      </div>
    `;
  }

  #isChosen(choice: Choice): boolean {
    const { status } = this;
    return (status.kind === 'running' || status.kind === 'answered') && status.choice === choice;
  }

  #choiceText(choice: Choice, rank: number): string {
    const { l } = this;
    if (choice.kind === 'ranks') return l.text('predict-ranks', { which: choice.which, rank });
    if (choice.kind === 'all') return l.text('predict-all');
    if (choice.kind === 'none') return l.text('predict-none');
    const fragment = this.fragments[choice.index];
    const { parts, output } = contractOf(this.setup.collective);
    return l.text('predict-fragment', {
      fragment: choice.index,
      owner: fragment?.owner ?? 0,
      source: fragment?.source ?? 0,
      kind: parts === 'per-pair' ? 'pair' : output.holds === 'own' ? 'of' : 'plain',
    });
  }

  #outcome(): TemplateResult | typeof nothing {
    const { l, status } = this;
    switch (status.kind) {
      case 'asking':
        return nothing;
      case 'running':
        return html`<p class="answer">${l.text('predict-running')}</p>`;
      case 'failed':
        return html`<p class="answer problem">${l.text('check-failed', { message: status.message })}</p>`;
      case 'answered':
        return this.#answered(status.question, status.answer);
    }
  }

  #answered(question: Question, answer: Answer): TemplateResult {
    const { l } = this;
    const { fragments: changed, ranks, changes } = answer.reveal;
    const where =
      ranks.length === this.setup.ranks
        ? l.text('predict-where-all')
        : l.text('predict-where-ranks', { count: ranks.length, ranks: ranks.join(', ') });
    return html`
      <div class="answer">
        <b class="verdict ${answer.right ? 'right' : 'wrong'}">
          ${answer.right ? icons.yes : icons.no}${l.text(answer.right ? 'predict-right' : 'predict-wrong')}
        </b>
        <p>
          ${
            this.#prefix && changed.length > 0
              ? l.text('predict-answer-ranks', { where })
              : l.text('predict-answer', { fragments: changed.length, list: this.#tags(changed), where })
          }
        </p>
        ${this.#changes(
          answer,
          changes.filter((change) => change.rank === ranks[0]),
        )}
        <p class="soft">${l.text('predict-why', { collective: this.setup.collective })}</p>
        <div class="choices">
          ${
            this.readonly
              ? nothing
              : html`<button @click=${() => this.tell('keep', question.changed)}>
                  ${l.text('predict-keep', { after: question.after })}
                </button>`
          }
          <button class="plain" @click=${() => this.tell('ask', null)}>${l.text('predict-again')}</button>
        </div>
      </div>
    `;
  }

  #tags(indices: readonly number[]): string {
    return this.fragments
      .filter((f) => indices.includes(f.index))
      .map(tagOf)
      .join(', ');
  }

  #changes(answer: Answer, changes: readonly Change[]): TemplateResult {
    const text = (values: Answer['before'], { rank, element }: Change) => {
      const found = values[rank]?.[element];
      return found === undefined ? '' : format(found, this.setup.dtype);
    };
    return html`<ul class="number">
      ${changes.slice(0, MOST_CHANGES).map((change) => {
        const before = text(answer.before, change);
        const after = text(answer.after, change);
        return html`<li>${this.l.text('predict-change', { element: change.column, before, after })}</li>`;
      })}
    </ul>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ringlet-predict': RingletPredict;
  }
}
