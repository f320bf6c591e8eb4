import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { Plan, TraceEvent } from '../../engine/engine.ts';
import { PlaybackController } from './playback-controller.ts';
import { sentenceOf } from './sentences.ts';
import { stepOf } from '../../model/run-view.ts';
import { contractOf } from '../../model/contracts.ts';
import type { Fragment } from '../../model/fragments.ts';
import { timelineOf, type Scale } from '../timeline/timeline.ts';
import { controls, panel } from '../../styles/controls.ts';
import { base } from '../../styles/tokens.ts';
import { LocalElement } from '../shared/element.ts';
import { icons } from '../shared/icons.ts';
import '../timeline/ringlet-timeline.ts';

/** The shown moment: a sentence, the timeline, and the way back and forth. Tells `moment` and `hot`. */
@customElement('ringlet-player')
export class RingletPlayer extends LocalElement {
  static override styles = [
    base,
    controls,
    panel,
    css`
      .now {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0.1rem 0.9rem;
        align-items: baseline;
        min-height: 3.1rem;
        margin-bottom: 0.7rem;
      }
      .now p {
        font-size: 1.05rem;
        line-height: 1.45;
        max-width: 96ch;
      }
      .now .round {
        font-size: 0.85rem;
        font-weight: 650;
        padding: 0.15rem 0.55rem;
        border-radius: 1rem;
        background: var(--rl-sunken);
        white-space: nowrap;
      }
      .transport {
        display: flex;
        flex-wrap: wrap;
        gap: 0.35rem;
        align-items: center;
      }
      .transport button {
        min-height: 2.1rem;
      }
      .transport .icon {
        min-width: 2.1rem;
      }
      .transport output {
        min-width: 5.5rem;
        font-size: 0.85rem;
        color: var(--rl-soft);
      }
      .scale {
        margin-left: auto;
        display: inline-flex;
        gap: 0.5rem;
        align-items: center;
        font-size: 0.82rem;
        color: var(--rl-soft);
      }
      .scale select {
        min-height: 2.1rem;
        padding-block: 0.2rem;
        color: var(--rl-ink);
      }
      ringlet-timeline {
        margin-top: 0.8rem;
      }
      details {
        margin-top: 0.6rem;
        font-size: 0.9rem;
      }
      summary {
        cursor: pointer;
        min-height: 1.6rem;
      }
      ol {
        max-height: 16rem;
        overflow-y: auto;
        margin-top: 0.4rem;
        display: grid;
      }
      li button {
        display: grid;
        grid-template-columns: 2.6rem minmax(0, 1fr);
        width: 100%;
        text-align: left;
        justify-content: start;
        align-items: baseline;
        border-color: transparent;
        background: none;
        font-weight: 400;
        min-height: 1.9rem;
        padding: 0.2rem 0.4rem;
      }
      li button[aria-current='step'] {
        background: var(--rl-sunken);
        font-weight: 600;
      }
      @container (max-width: 34rem) {
        .now {
          grid-template-columns: minmax(0, 1fr);
          justify-items: start;
          min-height: 6rem;
        }
        .scale {
          margin-left: 0;
        }
      }
    `,
  ];

  @property({ attribute: false }) plan!: Plan;
  @property({ attribute: false }) events: readonly TraceEvent[] = [];
  @property({ attribute: false }) fragments: readonly Fragment[] = [];
  @property({ type: Number }) moment = 0;
  @property({ attribute: false }) op = 'sum';
  @property({ attribute: false }) hot: number | null = null;
  /** Ranks that wait at the newest moment. */
  @property({ attribute: false }) waiting: ReadonlySet<number> = new Set();
  /** The ranks are still at work: there may be more moments to come. */
  @property({ type: Boolean }) live = false;
  @state() private scale: Scale = 'order';
  @state() private open = false;
  readonly #playback = new PlaybackController(this);

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('events');
    if (before && before[0] !== this.events[0]) this.#playback.stop();
  }

  override render(): TemplateResult {
    const { l, plan, events } = this;
    const event = events[this.moment - 1];
    const sentence = this.#sentence();
    return html`
      <section class="panel">
        <header>
          <h2>${l.text('timeline-title')}</h2>
          <span class="note">${events.length === 0 ? l.text('timeline-empty') : this.#scaleNote()}</span>
        </header>
        <div class="now">
          ${
            event
              ? html`<span class="round"
                  >${l.text('moment-round', { round: stepOf(plan, event).round + 1, rounds: plan.rounds })}</span
                >`
              : nothing
          }
          <p role="status">${sentence}</p>
        </div>
        <div class="transport">
          ${this.#button('moment-first', icons.first, () => this.#go(0), this.moment === 0)}
          ${this.#button('moment-back', icons.back, () => this.#go(this.moment - 1), this.moment === 0)}
          ${this.#button('moment-forward', icons.forward, () => this.#go(this.moment + 1), this.#atEnd)}
          ${this.#button('moment-last', icons.last, () => this.#go(events.length), this.#atEnd)}
          <button class="play" ?disabled=${events.length === 0 || this.live} @click=${this.#play}>
            ${this.#playback.playing ? icons.pause : icons.run}
            ${this.#playback.playing ? l.text('moment-stop') : l.text('moment-play')}
          </button>
          <output class="number">${l.text('moment-of', { moment: this.moment, total: events.length })}</output>
          <label class="scale">
            ${l.text('timeline-scale')}
            <select .value=${live(this.scale)} @change=${this.#rescale}>
              <option value="order">${l.text('timeline-order')}</option>
              <option value="time">${l.text('timeline-time')}</option>
            </select>
          </label>
        </div>
        <ringlet-timeline
          .l=${l}
          .plan=${plan}
          .events=${events}
          .fragments=${this.fragments}
          .moment=${this.moment}
          .scale=${this.scale}
          .hot=${this.hot}
          .sentence=${sentence}
          .waiting=${this.waiting}
          .describe=${this.#describe}
          @moment=${(event: CustomEvent<number>) => this.#go(event.detail)}
          @hot=${this.pass}
        ></ringlet-timeline>
        ${events.length === 0 ? nothing : this.#transcript()}
      </section>
    `;
  }

  get #atEnd(): boolean {
    return this.moment === this.events.length;
  }

  #scaleNote(): string {
    if (this.scale === 'order') return this.l.text('timeline-order-note');
    const { totalUs } = timelineOf(this.plan, this.events, this.scale);
    return this.l.text('timeline-time-note', { time: this.l.duration(totalUs) });
  }

  #sentence(): string {
    const event = this.events[this.moment - 1];
    if (event) return this.#describe(event);
    const steps = this.plan.lanes.flat(2).length;
    return this.l.text(steps === 0 ? 'moment-nothing' : 'moment-start');
  }

  readonly #describe = (event: TraceEvent): string =>
    this.l.sentence(sentenceOf(this.plan, this.fragments, event, this.op, contractOf(this.plan.collective).reduces));

  #transcript(): TemplateResult {
    return html`<details @toggle=${this.#toggled}>
      <summary>${this.l.text('moment-transcript')}</summary>
      ${this.open ? this.#sentences() : nothing}
    </details>`;
  }

  #sentences(): TemplateResult {
    return html`<ol>
      ${this.events.map(
        (event, index) =>
          html`<li>
            <button aria-current=${index + 1 === this.moment ? 'step' : 'false'} @click=${() => this.#go(index + 1)}>
              <span class="number soft">${index + 1}</span>${this.#describe(event)}
            </button>
          </li>`,
      )}
    </ol>`;
  }

  #toggled(event: Event): void {
    this.open = (event.target as HTMLDetailsElement).open;
  }

  #button(id: string, icon: TemplateResult, act: () => void, off: boolean): TemplateResult {
    const label = this.l.text(id);
    return html`<button
      class="icon"
      title=${label}
      aria-label=${label}
      aria-disabled=${off ? 'true' : 'false'}
      @click=${off ? nothing : act}
    >
      ${icon}
    </button>`;
  }

  #play(): void {
    if (this.#playback.playing) return this.#playback.stop();
    this.#playback.start(this.#atEnd ? 0 : this.moment, this.events.length, (moment) => this.tell('moment', moment));
  }

  #go(moment: number): void {
    this.#playback.stop();
    this.tell('moment', moment);
  }

  #rescale(event: Event): void {
    this.scale = (event.target as HTMLSelectElement).value as Scale;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ringlet-player': RingletPlayer;
  }
}
