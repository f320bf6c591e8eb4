import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { classMap } from 'lit/directives/class-map.js';
import { guard } from 'lit/directives/guard.js';
import type { Dtype } from '../../engine/engine.ts';
import { rankSet } from '../../model/ranks-text.ts';
import type { Cell, Message, RankView } from '../../model/run-view.ts';
import { tagOf, type Fragment } from '../../model/fragments.ts';
import { formatAll } from '../../model/values.ts';
import { controls } from '../../styles/controls.ts';
import { fragments, hueOf, patternOf } from '../../styles/fragments.ts';
import { base } from '../../styles/tokens.ts';
import { LocalElement } from '../shared/element.ts';
import { setStyle } from '../shared/set-style.ts';
import { icons } from '../shared/icons.ts';
import { fragmentName } from '../shared/problem-text.ts';
import type { RankStatusText } from './rank-status.ts';

const MOST_VALUES = 4;

const otherStatus = (a: RankStatusText, b: RankStatusText | undefined): boolean =>
  a.kind !== b?.kind || a.short !== b.short || a.long !== b.long;

/** One rank: what it holds of each fragment and from whom, and what it is doing. Tells `hold`, `step-rank`, `hot`. */
@customElement('ringlet-card')
export class RingletCard extends LocalElement {
  static override styles = [
    base,
    controls,
    fragments,
    css`
      :host {
        display: block;
        font-size: 0.86rem;
        container-type: inline-size;
      }
      article {
        background: var(--rl-panel);
        border: 1px solid var(--rl-edge);
        border-radius: 0.6rem;
        overflow: hidden;
      }
      article.active {
        border-color: var(--rl-ink);
        box-shadow: 0 0 0 1px var(--rl-ink);
      }
      header {
        display: flex;
        gap: 0.4rem;
        align-items: center;
        padding: 0.25rem 0.3rem 0.25rem 0.55rem;
        border-bottom: 1px solid var(--rl-rule);
      }
      h3 {
        margin: 0;
        font-size: 0.88rem;
        font-weight: 650;
        white-space: nowrap;
      }
      .status {
        flex: 1;
        font-size: 0.76rem;
        line-height: 1.15;
        color: var(--rl-soft);
        min-width: 0;
      }
      .waits,
      .held {
        background: repeating-linear-gradient(
          45deg,
          transparent 0 5px,
          color-mix(in oklab, var(--rl-soft) 16%, transparent) 5px 7px
        );
      }
      .waits .status,
      .held .status,
      .failed .status {
        color: var(--rl-ink);
        font-weight: 600;
      }
      header button {
        min-height: 1.75rem;
        min-width: 1.75rem;
        padding: 0;
        border-radius: 0.35rem;
      }
      header button[aria-pressed='true'] {
        background: var(--rl-ink);
        color: var(--rl-panel);
      }
      header svg {
        width: 0.9rem;
        height: 0.9rem;
      }
      ul {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr));
        gap: 1px;
        padding: 0.25rem;
      }
      li {
        position: relative;
        display: flex;
        flex-wrap: wrap;
        gap: 0 0.45rem;
        align-items: center;
        padding: 0.12rem 0.3rem;
        border-radius: 0.3rem;
        min-height: 1.6rem;
      }
      li.result {
        background: var(--tint);
        font-weight: 650;
      }
      li.sent {
        color: var(--rl-soft);
      }
      li.fresh {
        box-shadow: inset 0 0 0 1.5px var(--strong);
      }
      .values {
        display: inline-flex;
        flex-wrap: wrap;
        gap: 0 0.5rem;
        font-size: 0.88rem;
        overflow-wrap: anywhere;
      }
      .set {
        margin-left: auto;
        font-size: 0.74rem;
        font-weight: 450;
        white-space: nowrap;
      }
      .inbox {
        border-top: 1px dashed var(--rl-edge);
        padding: 0.3rem 0.55rem;
        min-height: 2rem;
        display: grid;
        gap: 0.2rem;
        font-size: 0.8rem;
      }
      .inbox svg {
        width: 0.9rem;
        height: 0.9rem;
        flex: none;
      }
      .inbox > span {
        display: inline-flex;
        gap: 0.4rem;
        align-items: center;
      }
      .squares {
        display: flex;
        flex-wrap: wrap;
        gap: 2px;
        padding: 0.35rem;
      }
      .standing {
        padding: 0 0.6rem 0.25rem;
        color: var(--rl-soft);
        font-size: 0.78rem;
      }
      .compact .standing {
        padding: 0 0.35rem;
      }
      .square {
        width: 0.8rem;
        height: 0.8rem;
        border-radius: 2px;
        --empty-end: calc(1px + (100% - 2px) * var(--empty)); /* between the lines around it */
        background: linear-gradient(var(--rl-panel) var(--empty-end), transparent 0), var(--pattern), var(--hue);
        box-shadow: inset 0 0 0 1px var(--strong);
      }
      .compact header {
        flex-wrap: wrap;
        padding: 0.25rem 0.35rem;
      }
      .compact .status {
        flex-basis: 100%;
        order: 3;
        white-space: nowrap;
      }
      .compact h3 {
        flex: 1;
      }
      .compact header button {
        min-width: 1.5rem;
        min-height: 1.5rem;
      }
      @container (max-width: 11.5rem) {
        header {
          flex-wrap: wrap;
          gap: 0.1rem;
        }
        header h3 {
          flex: 1;
          font-size: 0.82rem;
        }
        header button {
          min-width: 1.5rem;
          min-height: 1.5rem;
        }
        header .status {
          order: 3;
          flex-basis: 100%;
        }
      }
    `,
  ];

  @property({ type: Number }) rank = 0;
  @property({ attribute: false }) view!: RankView;
  @property({ attribute: false, hasChanged: otherStatus }) status!: RankStatusText;
  @property({ attribute: false }) fragments: readonly Fragment[] = [];
  @property({ attribute: false }) collective = '';
  @property({ attribute: false }) dtype: Dtype = 'int32';
  @property({ type: Number }) ranks = 1;
  @property({ type: Boolean }) reduces = true;
  @property({ type: Boolean }) held = false;
  @property({ type: Boolean }) compact = false;
  /** This rank took the newest of the steps shown. */
  @property({ type: Boolean }) active = false;
  /** The newest of the steps shown, where this rank took it. */
  @property({ attribute: false }) newest = -1;
  @property({ attribute: false }) hot: number | null = null;
  @property({ type: Boolean }) steppable = true;
  /** Fragments of its result, whether they are there yet or not. */
  @property({ attribute: false }) expected: ReadonlySet<number> = new Set();
  /** What sets it apart from the other ranks of this collective: the root, or one without input or without result. */
  @property({ attribute: false }) standing = '';
  /** Messages on their way to this rank, where they are not drawn between the cards; null where they are. */
  @property({ attribute: false }) inbox: readonly Message[] | null = null;

  override render(): TemplateResult {
    const { rank, l, status } = this;
    const classes = { active: this.active, compact: this.compact, [status.kind]: true };
    return html`
      <article class=${classMap(classes)} aria-label=${l.text('card-label', { rank, status: status.long })}>
        <header>
          <h3>${l.text('matrix-rank', { rank })}</h3>
          <span class="status">${this.compact ? status.short : status.long}</span>
          <button
            class="plain"
            ?disabled=${!this.steppable}
            title=${l.text('run-step-rank', { rank })}
            aria-label=${l.text('run-step-rank', { rank })}
            @click=${() => this.tell('step-rank', rank)}
          >
            ${icons.step}
          </button>
          <button
            class="plain"
            aria-pressed=${this.held ? 'true' : 'false'}
            title=${l.text('run-hold', { rank })}
            aria-label=${l.text('run-hold', { rank })}
            @click=${() => this.tell('hold', rank)}
          >
            ${icons.anchor}
          </button>
        </header>
        ${this.standing === '' ? nothing : html`<p class="standing">${this.standing}</p>`}
        ${this.compact ? this.#squares() : this.#rows()}
        ${this.inbox ? html`<div class="inbox number">${this.inbox.map((m) => this.#arriving(m))}</div>` : nothing}
      </article>
    `;
  }

  /** What it has or will have. */
  get #shown(): readonly Fragment[] {
    return this.fragments.filter(
      (f) => f.length > 0 && (this.expected.has(f.index) || (this.view.holding[f.index] ?? null) !== null),
    );
  }

  #rows(): TemplateResult {
    return html`<ul>
      ${this.#shown.map((f) => this.#row(f, this.view.holding[f.index] ?? null))}
    </ul>`;
  }

  #row(fragment: Fragment, cell: Cell | null): TemplateResult {
    const { l } = this;
    const result = cell?.space === 'output';
    const classes = {
      result,
      sent: cell !== null && cell.sent && !result,
      fresh: cell !== null && this.newest >= 0 && cell.writtenBy === this.newest,
      hot: this.hot === fragment.index,
    };
    const name = fragmentName(l, this.collective, fragment);
    const values = cell ? formatAll(cell.values.subarray(0, MOST_VALUES), this.dtype) : [];
    const rest = cell ? cell.values.length - values.length : 0;
    return html`
      <li
        class=${classMap(classes)}
        data-hue=${hueOf(fragment.owner)}
        data-pattern=${patternOf(fragment.owner)}
        @pointerenter=${() => this.tell('hot', fragment.index)}
        @pointerleave=${() => this.tell('hot', null)}
      >
        <span class="unseen">${this.#spoken(name, values, cell)}</span>
        <span class="swatch" aria-hidden="true"><b>${tagOf(fragment)}</b></span>
        <span class="values number" aria-hidden="true"
          >${values.map((value) => html`<span>${value}</span>`)}${
            rest > 0 ? html`<span class="soft">${l.text('card-more', { count: rest })}</span>` : nothing
          }${cell ? nothing : html`<span class="soft">·</span>`}</span
        >
        ${
          cell && this.reduces
            ? html`<span class="set number" aria-hidden="true"
                >${rankSet(cell.contributors)}${this.ranks <= 4 ? html` <span class="soft">${l.text('card-of', { ranks: this.ranks })}</span>` : nothing}</span
              >`
            : nothing
        }
      </li>
    `;
  }

  #spoken(fragment: string, values: readonly string[], cell: Cell | null): string {
    const { l } = this;
    if (!cell) return l.text('card-holds-nothing', { fragment });
    const from = this.reduces
      ? `${rankSet(cell.contributors)} ${l.text('card-of', { ranks: this.ranks })}`
      : l.text('fragment-from', { rank: cell.contributors[0] ?? 0 });
    const text = l.text(this.reduces ? 'card-holds' : 'card-holds-source', {
      fragment,
      values: values.join(' '),
      from,
    });
    if (cell.space === 'output') return `${text}, ${l.text('card-kept')}`;
    return cell.sent ? `${text}, ${l.text('card-passed')}` : text;
  }

  #squares(): TemplateResult {
    return html`<div class="squares">
      ${this.#shown.map((f) => {
        const cell = this.view.holding[f.index] ?? null;
        const values = cell ? formatAll(cell.values.subarray(0, MOST_VALUES), this.dtype) : [];
        const hot = this.hot === f.index;
        const seen = [values.join(' '), cell && rankSet(cell.contributors), cell?.space, cell?.sent];
        const said = [this.l, this.collective, this.reduces, this.ranks];
        return guard([f, hot, ...seen, ...said], () => this.#square(f, cell, values, hot));
      })}
    </div>`;
  }

  #square(fragment: Fragment, cell: Cell | null, values: readonly string[], hot: boolean): TemplateResult {
    const share = cell ? cell.contributors.length / (this.reduces ? this.ranks : 1) : 0;
    const spoken = this.#spoken(fragmentName(this.l, this.collective, fragment), values, cell);
    return html`<span
      class=${classMap({ square: true, hot })}
      data-hue=${hueOf(fragment.owner)}
      data-pattern=${patternOf(fragment.owner)}
      role="img"
      aria-label=${spoken}
      title=${spoken}
      ${setStyle({ '--empty': String(1 - share) })}
    ></span>`;
  }

  #arriving(message: Message): TemplateResult {
    const fragment = this.fragments[message.chunk];
    const owner = fragment?.owner ?? null;
    const values = formatAll(message.values.subarray(0, MOST_VALUES), this.dtype).join(' ');
    return html`<span data-hue=${hueOf(owner)} data-pattern=${patternOf(owner)}>
      ${icons.arrow} <span class="swatch"><b>${fragment ? tagOf(fragment) : message.chunk}</b></span> ${values}
      <span class="soft">${this.l.text('bytes-short', { bytes: message.bytes })} ← ${message.from}</span>
    </span>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ringlet-card': RingletCard;
  }
}
