import { css, html, nothing, svg, type TemplateResult } from 'lit';
import { customElement, property, queryAll, state } from 'lit/decorators.js';
import { classMap } from 'lit/directives/class-map.js';
import { MeasureController } from './measure-controller.ts';
import type { Plan, RankState } from '../../engine/engine.ts';
import { edgesOf, type Message, type RunView } from '../../model/run-view.ts';
import { AUTO } from '../../model/algorithms.ts';
import { contractOf } from '../../model/contracts.ts';
import { tagOf, type Fragment } from '../../model/fragments.ts';
import { hasInput, hasOutput } from '../../model/shape.ts';
import type { Setup } from '../../model/setup.ts';
import { memo } from '../../model/memo.ts';
import { columnsOf, curveBetween, placeOf, pointAt, spotOn, type Curve, type Place, type Point } from './track.ts';
import { formatAll } from '../../model/values.ts';
import { panel } from '../../styles/controls.ts';
import { fragments, hueOf, patternOf } from '../../styles/fragments.ts';
import { base } from '../../styles/tokens.ts';
import { LocalElement } from '../shared/element.ts';
import { setStyle } from '../shared/set-style.ts';
import { fragmentName } from '../shared/problem-text.ts';
import './ringlet-card.ts';
import type { RingletCard } from './ringlet-card.ts';
import { rankStatusText } from './rank-status.ts';

const MOST_IN_FULL = 8;
const NARROW = 460;
const NOTHING_EXPECTED: ReadonlySet<number> = new Set();

/** The ranks on their track, and what is on its way between them at the shown moment. */
@customElement('ringlet-track')
export class RingletTrack extends LocalElement {
  static override styles = [
    base,
    panel,
    fragments,
    css`
      .track {
        position: relative;
        display: grid;
        justify-items: center;
        gap: 0 0.5rem;
      }
      .lanes {
        grid-template-rows: auto minmax(8.5rem, 1fr) auto;
      }
      .single {
        justify-items: start;
      }
      .list {
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr));
        gap: 0.6rem;
      }
      .list.compact {
        grid-template-columns: repeat(auto-fill, minmax(6.4rem, 1fr));
      }
      .list ringlet-card {
        width: 100%;
      }
      ringlet-card {
        contain: layout style;
        width: min(100%, var(--card, 12rem));
        z-index: 1;
      }
      .upper {
        grid-row: 1;
        align-self: end;
      }
      .lower {
        grid-row: 3;
        align-self: start;
      }
      svg.edges {
        position: absolute;
        inset: 0;
        width: 100%;
        height: 100%;
        pointer-events: none;
        overflow: visible;
      }
      .edges path {
        fill: none;
        stroke: var(--rl-edge);
        stroke-width: 1.3;
      }
      .edges.many path {
        stroke: var(--rl-rule);
      }
      .edges path.busy {
        stroke: var(--rl-ink);
        stroke-width: 2;
      }
      .edges path.tip {
        fill: var(--rl-edge);
        stroke: none;
      }
      .edges path.tip.busy {
        fill: var(--rl-ink);
      }
      /* Apart from the cards, which need not be laid out or drawn again when messages come and go. */
      .messages {
        position: absolute;
        inset: 0;
        z-index: 2;
        contain: layout size style;
        pointer-events: none;
      }
      /* No larger than a point, so that what it holds is centred there without a layer of its own. */
      .spot {
        position: absolute;
        width: 0;
        height: 0;
        display: grid;
        place-content: center;
        font: 600 0.8rem/1.2 var(--rl-mono);
      }
      .message {
        pointer-events: auto;
        display: inline-flex;
        gap: 0.4rem;
        align-items: center;
        padding: 0.15rem 0.55rem 0.15rem 0.2rem;
        border-radius: 1rem;
        border: 1.5px solid var(--strong);
        background: color-mix(in oklab, var(--hue) 16%, var(--rl-panel));
        white-space: nowrap;
      }
      .message small {
        font-weight: 450;
        font-size: 0.72rem;
      }
      .message .swatch {
        border-radius: 1rem;
      }
      @media (prefers-reduced-motion: no-preference) {
        .message.roomy {
          animation: arrive 0.22s ease-out;
        }
        @keyframes arrive {
          from {
            opacity: 0;
            transform: scale(0.8);
          }
        }
      }
      .about {
        margin: -0.3rem 0 0.9rem;
        color: var(--rl-soft);
        font-size: 0.9rem;
        line-height: 1.45;
        max-width: 70ch;
      }
      .detail {
        margin-top: 0.8rem;
      }
      .detail ringlet-card {
        width: 100%;
      }
      .note {
        margin-top: 0.7rem;
      }
    `,
  ];

  @property({ attribute: false }) setup!: Setup;
  @property({ attribute: false }) plan!: Plan;
  @property({ attribute: false }) view!: RunView;
  @property({ attribute: false }) fragments: readonly Fragment[] = [];
  /** States of the ranks now; null when an earlier moment is shown. */
  @property({ attribute: false }) states: readonly RankState[] | null = null;
  @property({ attribute: false }) held: ReadonlySet<number> = new Set();
  /** The rank that took the newest step shown. */
  @property({ attribute: false }) active: number | null = null;
  @property({ attribute: false }) hot: number | null = null;
  @property({ type: Boolean }) steppable = true;
  @queryAll('.track ringlet-card') private cards!: NodeListOf<RingletCard>;
  @state() private chosen = 0;
  readonly #edgesOf = memo(edgesOf);
  readonly #expected = memo((plan: Plan) =>
    plan.extents.map(({ output }): ReadonlySet<number> => new Set(output.map(({ chunk }) => chunk))),
  );
  readonly #measure = new MeasureController(
    this,
    () => this.renderRoot.querySelector<HTMLElement>('.track'),
    () => [...this.cards],
  );

  override render(): TemplateResult {
    const { setup, l, view } = this;
    const ranks = view.ranks.length;
    const compact = ranks > MOST_IN_FULL;
    const narrow = this.#measure.width > 0 && this.#measure.width < this.#neededWidth(ranks, compact);
    const listed = narrow && ranks > 1;
    const classes = { track: true, compact, list: listed, lanes: !listed && ranks > 1, single: ranks === 1 };
    const columns =
      listed || ranks === 1 ? {} : { 'grid-template-columns': `repeat(${columnsOf(ranks)}, minmax(0, 1fr))` };
    const sizes = {
      '--card': compact ? '8.6rem' : ranks > 4 ? '15rem' : '13.75rem',
    };
    const { algorithm, collective } = this.plan;
    const reduces = contractOf(collective).reduces ? 'yes' : 'no';
    return html`
      <section class="panel" aria-label=${l.text('track-label', { ranks })}>
        <header><h2>${l.text('track-title', { algorithm, collective })}</h2></header>
        <p class="about">
          ${setup.algorithm === AUTO ? this.#chosenFor(algorithm, reduces) : nothing}
          ${l.text('algorithm-about', { name: algorithm, collective, reduces })}
        </p>
        <div class=${classMap(classes)} ${setStyle({ ...columns, ...sizes })}>
          ${listed ? nothing : this.#edges()} ${view.ranks.map((_, rank) => this.#card(rank, compact, listed))}
          ${listed ? nothing : html`<div class="messages">${this.#messages()}</div>`}
        </div>
        ${
          compact
            ? html`<p class="note">${l.text('compact-note')}</p>
                <div class="detail">${this.#card(Math.min(this.chosen, ranks - 1), false, true, true)}</div>`
            : nothing
        }
      </section>
    `;
  }

  #chosenFor(name: string, reduces: string): string {
    const { l } = this;
    return l.text('algorithm-auto', { algorithm: l.text('algorithm-name', { name }), reduces });
  }

  /** Below this the cards would no longer fit beside each other. */
  #neededWidth(ranks: number, compact: boolean): number {
    const cards = Math.ceil(ranks / 2);
    if (cards <= 2 && !compact) return this.#fewCharacters ? 0 : NARROW;
    return cards * (compact ? 104 : 176);
  }

  get #fewCharacters(): boolean {
    const cells = this.view.ranks.flatMap((rank) => rank.holding.filter((cell) => cell !== null));
    const widest = Math.max(
      0,
      ...cells.map((cell) => formatAll(cell.values.subarray(0, 4), this.setup.dtype).join(' ').length),
    );
    return widest <= 12;
  }

  #card(rank: number, compact: boolean, listed: boolean, detail = false): TemplateResult {
    const { view, setup } = this;
    const rankView = view.ranks[rank];
    if (!rankView) return html``;
    const held = this.held.has(rank);
    const absent = setup.fault?.kind === 'absent' && setup.fault.rank === rank;
    const place = placeOf(rank, view.ranks.length);
    const grid = listed || view.ranks.length === 1 ? {} : { 'grid-column': `${place.column + 1} / span 2` };
    return html`<ringlet-card
      class=${listed || view.ranks.length === 1 ? '' : place.row}
      ${setStyle(grid)}
      .l=${this.l}
      .rank=${rank}
      .ranks=${view.ranks.length}
      .view=${rankView}
      .status=${rankStatusText(this.l, rankView, this.states?.[rank] ?? null, { held, absent })}
      .fragments=${this.fragments}
      .collective=${setup.collective}
      .dtype=${setup.dtype}
      .reduces=${contractOf(setup.collective).reduces}
      .expected=${this.#expected(this.plan)[rank] ?? NOTHING_EXPECTED}
      .standing=${this.#standing(rank)}
      .held=${held}
      .compact=${compact}
      .active=${!detail && this.active === rank}
      .newest=${this.active === rank ? view.moment - 1 : -1}
      .hot=${this.hot}
      .steppable=${this.steppable}
      .inbox=${listed && view.ranks.length > 1 ? view.inFlight.filter((m) => m.to === rank) : null}
      @hold=${this.pass}
      @step-rank=${this.pass}
      @hot=${this.pass}
      @pointerenter=${detail ? nothing : () => (this.chosen = rank)}
      @focusin=${detail ? nothing : () => (this.chosen = rank)}
    ></ringlet-card>`;
  }

  #standing(rank: number): string {
    const { setup, l } = this;
    if (contractOf(setup.collective).rooted && rank === setup.root) return l.text('role-root');
    if (!hasInput(setup, rank)) return l.text('role-no-input');
    return hasOutput(setup, rank) ? '' : l.text('role-no-output');
  }

  #curve(from: number, to: number): Curve | null {
    const ranks = this.view.ranks.length;
    const a = this.#measure.boxes[from];
    const b = this.#measure.boxes[to];
    return a && b
      ? curveBetween(a, placeOf(from, ranks).row, b, placeOf(to, ranks).row, this.#measure.width / 2)
      : null;
  }

  #edges(): TemplateResult {
    const edges = this.#edgesOf(this.plan);
    const busy = new Set(this.view.inFlight.map((m) => `${m.from} ${m.to}`));
    const many = edges.length > 2 * this.view.ranks.length;
    return html`<svg class="edges ${many ? 'many' : ''}" aria-hidden="true">
      ${edges.map(([from, to]) => {
        const curve = this.#curve(from, to);
        if (!curve) return nothing;
        const state = busy.has(`${from} ${to}`) ? 'busy' : '';
        const { from: a, bend, to: b } = curve;
        return svg`<path class=${state} d="M${a.x} ${a.y}Q${bend.x} ${bend.y} ${b.x} ${b.y}"/>
          <path class="tip ${state}" d="M0 0l-7 3.6v-7.2z" transform="translate(${b.x} ${b.y}) rotate(${heading(curve)})"/>`;
      })}
    </svg>`;
  }

  #messages(): TemplateResult[] {
    const crowded = this.view.inFlight.length > 2 * this.view.ranks.length || this.view.ranks.length > MOST_IN_FULL;
    return this.view.inFlight.flatMap((message) => {
      const curve = this.#curve(message.from, message.to);
      if (!curve) return [];
      const queue = this.view.inFlight.filter((m) => m.from === message.from && m.to === message.to);
      const index = queue.indexOf(message);
      if (!crowded) return [this.#message(message, spotOn(curve, this.#sideOf(message), index, queue.length), false)];
      const { x, y } = pointAt(curve, 0.32);
      return [this.#message(message, { x, y: y + 8 * (index - (queue.length - 1) / 2) }, true)];
    });
  }

  /** The side of the track along which it goes; null if it crosses. */
  #sideOf({ from, to }: Message): Place['row'] | null {
    const [a, b] = [from, to].map((rank) => placeOf(rank, this.view.ranks.length).row);
    return a !== undefined && a === b ? a : null;
  }

  #message(message: Message, { x, y }: Point, crowded: boolean): TemplateResult {
    const { l, setup } = this;
    const fragment = this.fragments[message.chunk];
    const owner = fragment?.owner ?? null;
    const shown = formatAll(message.values.subarray(0, 3), setup.dtype);
    const values = message.values.length > shown.length ? `${shown.join(' ')} …` : shown.join(' ');
    const label = l.text('message-label', {
      from: message.from,
      to: message.to,
      fragment: fragment ? fragmentName(l, setup.collective, fragment) : '',
      values,
      bytes: l.text('bytes', { bytes: message.bytes }),
    });
    const size = l.text('bytes-short', { bytes: message.bytes });
    const half = `calc(${crowded ? 0 : (values.length + size.length) / 2}ch + 1.6rem)`;
    const left = `clamp(${half}, ${x}px, calc(100% - ${half}))`; // on the track, however narrow
    return html`<span class="spot" ${setStyle({ left, top: `${y}px` })}
      ><span
        class="message ${crowded ? '' : 'roomy'}"
        role="img"
        aria-label=${label}
        title=${label}
        data-hue=${hueOf(owner)}
        data-pattern=${patternOf(owner)}
      >
        <span class="swatch"><b>${fragment ? tagOf(fragment) : message.chunk}</b></span>
        ${crowded ? nothing : html`${values}<small>${size}</small>`}
      </span></span
    >`;
  }
}

/** The direction in which a way arrives, in degrees. */
const heading = ({ bend, to }: Curve): number => (Math.atan2(to.y - bend.y, to.x - bend.x) * 180) / Math.PI;

declare global {
  interface HTMLElementTagNameMap {
    'ringlet-track': RingletTrack;
  }
}
