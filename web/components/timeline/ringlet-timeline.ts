import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { classMap } from 'lit/directives/class-map.js';
import { guard } from 'lit/directives/guard.js';
import { live } from 'lit/directives/live.js';
import type { Plan, TraceEvent } from '../../engine/engine.ts';
import type { Fragment } from '../../model/fragments.ts';
import { memo } from '../../model/memo.ts';
import { timelineOf, type Scale, type Segment } from './timeline.ts';
import { fragments, hueOf, patternOf } from '../../styles/fragments.ts';
import { base } from '../../styles/tokens.ts';
import { LocalElement } from '../shared/element.ts';
import { setStyle } from '../shared/set-style.ts';

const MOST_LABELLED = 28;
const MOST_IN_PART = 8;

/** Ranks by time, from the trace, with a slider for the shown moment. Tells `moment` and `hot`. */
@customElement('ringlet-timeline')
export class RingletTimeline extends LocalElement {
  static override styles = [
    base,
    fragments,
    css`
      :host {
        display: block;
      }
      .lines {
        position: relative;
        display: grid;
        grid-template-columns: max-content minmax(0, 1fr);
        gap: 0.25rem 0.7rem;
        align-items: center;
        font-size: 0.84rem;
      }
      .line {
        contain: strict;
        height: 1.6rem;
        border-radius: 0.3rem;
        background: var(--rl-sunken);
      }
      .many .line {
        height: 0.95rem;
      }
      .many {
        font-size: 0.74rem;
        row-gap: 2px;
      }
      /* Some steps of a line, laid out and drawn apart from the others. */
      .part {
        position: absolute;
        inset: 0;
        contain: size layout style;
        pointer-events: none;
      }
      .segment,
      .part .wait {
        pointer-events: auto;
      }
      .segment {
        position: absolute;
        inset-block: 0;
        min-width: 3px;
        padding: 0;
        border-radius: 0.25rem;
        background: var(--pattern), var(--hue);
        box-shadow:
          inset 0 0 0 1px var(--strong),
          0 0 0 1px var(--rl-panel);
        display: grid;
        place-items: center;
        cursor: pointer;
      }
      .labelled .segment {
        overflow: hidden;
      }
      /* Too small for a pattern to be seen. */
      .many:not(.labelled) .segment {
        background: var(--hue);
        box-shadow: none;
      }
      .segment.send {
        inset-block: 0 45%;
      }
      .segment.recv {
        inset-block: 45% 0;
      }
      .labelled .segment.send,
      .labelled .segment.recv {
        inset-block: 0;
      }
      .segment b {
        font: 650 0.7rem/1 var(--rl-mono);
        padding: 0.12rem 0.25rem;
        border-radius: 0.2rem;
        background: var(--rl-panel);
        color: var(--rl-ink);
        white-space: nowrap;
      }
      @container (max-width: 34rem) {
        .segment b {
          display: none;
        }
      }
      .future {
        opacity: 0.28;
      }
      .wait {
        position: absolute;
        inset-block: 32%;
        background: repeating-linear-gradient(45deg, transparent 0 4px, var(--rl-soft) 4px 5.2px);
      }
      .heads {
        position: absolute;
        inset: 0;
        grid-column: 2;
        pointer-events: none;
      }
      .head {
        position: absolute;
        inset-block: -0.2rem;
        width: 2px;
        margin-left: -1px;
        background: var(--rl-ink);
      }
      input {
        width: calc(100% + 1rem);
        margin: 0.15rem -0.5rem 0;
        min-height: 1.5rem;
        display: block;
        appearance: none;
        background: none;
        cursor: pointer;
      }
      input::-webkit-slider-runnable-track {
        height: 4px;
        border-radius: 2px;
        background: var(--rl-edge);
      }
      input::-moz-range-track {
        height: 4px;
        border-radius: 2px;
        background: var(--rl-edge);
      }
      input::-webkit-slider-thumb {
        appearance: none;
        width: 1rem;
        height: 1rem;
        margin-top: -6px;
        border-radius: 50%;
        background: var(--rl-ink);
      }
      input::-moz-range-thumb {
        width: 1rem;
        height: 1rem;
        border: 0;
        border-radius: 50%;
        background: var(--rl-ink);
      }
      /* Drawn, not written: where readers have colours of their own nothing would be left of them. */
      .line,
      .head,
      input {
        forced-color-adjust: none;
      }
      input:disabled {
        opacity: 0.4;
        cursor: default;
      }
    `,
  ];

  @property({ attribute: false }) plan!: Plan;
  @property({ attribute: false }) events: readonly TraceEvent[] = [];
  @property({ attribute: false }) fragments: readonly Fragment[] = [];
  @property({ type: Number }) moment = 0;
  @property({ attribute: false }) scale: Scale = 'order';
  @property({ attribute: false }) hot: number | null = null;
  @property({ attribute: false }) describe: (event: TraceEvent) => string = () => '';
  /** Ranks that still wait when the trace ends. */
  @property({ attribute: false }) waiting: ReadonlySet<number> = new Set();
  /** What the shown moment is, in words. */
  @property({ attribute: false }) sentence = '';

  readonly #timeline = memo(timelineOf);

  override render(): TemplateResult {
    const { l, plan, events } = this;
    const { segments, end, endOfRank } = this.#timeline(plan, events, this.scale);
    const most = this.scale === 'order' ? plan.lanes.flat(2).length : events.length;
    const last = segments[this.moment - 1];
    const labelled = this.scale === 'order' && plan.lanes.flat(2).length <= MOST_LABELLED;
    const lanes = plan.lanes.map((_, rank) => segments.filter((s) => s.rank === rank));
    return html`
      <div class=${classMap({ lines: true, labelled, many: plan.ranks > 8 })}>
        ${lanes.map(
          (own, rank) => html`
            <span>${l.text('matrix-rank', { rank })}</span>
            <div class="line" aria-hidden="true">
              ${this.waiting.has(rank) ? this.#waitingStill(endOfRank[rank] ?? 0, end) : nothing}
              ${partsOf(own).map((part) => html`<div class="part">${this.#part(part, labelled)}</div>`)}
            </div>
          `,
        )}
        ${
          events.length > 0
            ? html`<div class="heads" aria-hidden="true" ${setStyle({ 'grid-row': `1 / span ${plan.ranks}` })}>
                <i class="head" ${setStyle({ left: percent(last?.end ?? 0) })}></i>
              </div>`
            : nothing
        }
        <span></span>
        <input
          type="range"
          min="0"
          max=${most}
          step="1"
          .value=${live(String(this.moment))}
          ?disabled=${events.length === 0}
          aria-label=${l.text('moment-slider')}
          aria-valuetext=${this.sentence}
          @input=${(event: Event) => this.tell('moment', Number((event.target as HTMLInputElement).value))}
        />
      </div>
    `;
  }

  /** Steps that are drawn stay as they are while others come. */
  #part(steps: readonly Segment[], labelled: boolean): unknown {
    const { plan, l, fragments, hot, scale, moment, events } = this;
    const shown = steps.filter(({ index }) => index < moment).length;
    const newest = events[steps.at(-1)?.index ?? -1];
    const dependsOn = [plan, l, fragments, hot, labelled, shown, newest, scale === 'time' ? events : scale];
    return guard(dependsOn, () => steps.map((step) => [this.#wait(step), this.#segment(step, labelled)]));
  }

  #wait({ waitStart, waitEnd, waitedUs, index }: Segment): TemplateResult | typeof nothing {
    if (waitStart >= waitEnd) return nothing;
    return html`<i
      class=${classMap({ wait: true, future: index >= this.moment })}
      ${setStyle({ left: percent(waitStart), width: percent(waitEnd - waitStart) })}
      title=${this.l.text('timeline-waits', { time: this.l.duration(waitedUs) })}
    ></i>`;
  }

  #waitingStill(from: number, to: number): TemplateResult {
    return html`<i class="wait" ${setStyle({ left: percent(from), width: percent(to - from) })}></i>`;
  }

  #segment(segment: Segment, labelled: boolean): TemplateResult {
    const owner = this.fragments[segment.chunk]?.owner ?? null;
    const event = this.events[segment.index];
    const classes = {
      segment: true,
      [segment.kind]: true,
      future: segment.index >= this.moment,
      hot: this.hot === segment.chunk,
    };
    return html`<span
      class=${classMap(classes)}
      data-hue=${hueOf(owner)}
      data-pattern=${patternOf(owner)}
      ${setStyle({ left: percent(segment.start), width: percent(segment.end - segment.start) })}
      title=${labelled && event ? this.describe(event) : nothing}
      @click=${() => this.tell('moment', segment.index + 1)}
      @pointerenter=${() => this.tell('hot', segment.chunk)}
      @pointerleave=${() => this.tell('hot', null)}
      >${labelled ? html`<b>${labelOf(segment)}</b>` : nothing}</span
    >`;
  }
}

const partsOf = (steps: readonly Segment[]): Segment[][] =>
  Array.from({ length: Math.ceil(steps.length / MOST_IN_PART) }, (_, part) =>
    steps.slice(part * MOST_IN_PART, (part + 1) * MOST_IN_PART),
  );

/** Sent to, added from, copied from, kept. */
function labelOf({ kind, combines, peer }: Segment): string {
  if (kind === 'send') return `→${peer}`;
  if (kind === 'recv') return `${combines ? '+' : '='}${peer}`;
  return combines ? '+' : '=';
}

const percent = (share: number): string => `${100 * share}%`;

declare global {
  interface HTMLElementTagNameMap {
    'ringlet-timeline': RingletTimeline;
  }
}
