import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Call, Fault, Plan, TraceEvent } from '../../engine/engine.ts';
import type { Exported } from '../export/export-controller.ts';
import { unavailable } from '../run/run-controller.ts';
import type { Localizer } from '../../locales/localizer.ts';
import { gatheringOf, isNarrow, packAll, roundingExample } from '../../model/call.ts';
import type { Choice, Question } from '../predict/predict.ts';
import { contractOf } from '../../model/contracts.ts';
import { toQuery } from '../../model/parameters.ts';
import { memo } from '../../model/memo.ts';
import { runView, withUnchanged, type RankView, type RunView } from '../../model/run-view.ts';
import { fragmentsOf, type Fragment } from '../../model/fragments.ts';
import { withCells, type CellEdit, type Setup, type ReadInputs } from '../../model/setup.ts';
import { base, tokens } from '../../styles/tokens.ts';
import { AppRuns } from './app-runs.ts';
import { appStyles } from './ringlet-app.css.ts';
import './first-screen.ts';
import { failureText, statusText } from '../run/status-text.ts';
import { resultRows, outputColumns, type ResultRow } from '../matrix/result-rows.ts';
import type { Running as BadgeState } from '../badge/ringlet-badge.ts';

/** What is on screen besides the inputs: the plan, and the shown moment of a run of it. */
interface Scene {
  readonly plan: Plan;
  readonly view: RunView;
}

const NO_ROWS: readonly ResultRow[] = [];

/** The whole playground for given properties. */
@customElement('ringlet-app')
export class RingletApp extends AppRuns {
  static override styles = [tokens, base, appStyles];

  @property({ type: Boolean, reflect: true }) readonly = false;
  /** The page around it shows the badge itself. */
  @property({ type: Boolean }) badgeless = false;
  @state() private hot: number | null = null;
  readonly #fragments = memo(fragmentsOf);
  readonly #columns = memo((setup: Setup, plan: Plan, ...outputs: RankView['output'][]) =>
    outputColumns(setup, plan, outputs),
  );
  readonly #rows = memo(resultRows);
  readonly #untouched = memo((plan: Plan, setup: Setup, inputs: ReadInputs) =>
    runView(plan, packAll(setup, inputs.inputs), []),
  );
  #shown: { readonly call: Call; readonly view: RunView } | null = null;
  readonly #viewOf = memo((plan: Plan, call: Call, events: readonly TraceEvent[], moment: number): RunView => {
    const view = runView(plan, call.inputs, events, moment);
    const shared = this.#shown?.call === call ? withUnchanged(view, this.#shown.view) : view;
    this.#shown = { call, view: shared };
    return shared;
  });

  /** What the badge shows, for a page that shows it elsewhere. */
  get running(): BadgeState {
    const { status } = this.core;
    if (status.kind !== 'ready') return status;
    const { driver, reason } = status.engine;
    return { kind: 'ready', driver, reason, ranks: this.document.state.ranks };
  }

  /** This state on a page of its own, for frames that can't have threads. */
  get openUrl(): string {
    if (self === self.top) return '';
    const url = new URL('index.html', document.baseURI);
    url.search = toQuery(this.document.state, this.view);
    return url.href;
  }

  override render(): TemplateResult {
    const setup = this.document.state;
    const l = this.localizer;
    const inputs = this.read(setup);
    const readable = inputs.problems.length === 0;
    const scene = this.#scene(inputs);
    const fragments = this.#fragments(setup, (scene?.plan ?? this.plans.plan)?.chunkLengths ?? null);
    const { engine } = this.core;
    return html`
      <div class="app" @hot=${this.#lit} @keydown=${this.#key} @problem=${this.#forgetRefusal}>
        <ringlet-notices
          ?hidden=${this.notices.length === 0}
          .l=${l}
          .notices=${this.notices}
          @dismiss=${this.#dismiss}
        ></ringlet-notices>
        ${this.badgeless ? nothing : html`<ringlet-badge .l=${l} .running=${this.running} .openUrl=${this.openUrl}></ringlet-badge>`}
        <div class="bar">
          <ringlet-setup
            .l=${l}
            .setup=${setup}
            .catalogue=${this.catalogue}
            .readonly=${this.readonly}
            @edit=${(event: CustomEvent<Setup>) => this.#edit(event.detail)}
          ></ringlet-setup>
          <div class="how">
            <ringlet-runbar
              .l=${l}
              .running=${this.runs.live ? (this.runs.paused ? 'paused' : 'running') : 'no'}
              .ready=${engine !== null}
              .deadlineMs=${this.view.deadlineMs}
              @run=${() => this.pressRun()}
              @step=${() => this.pressStep()}
              @pause=${() => this.pause()}
              @stop=${() => this.runs.discard()}
              @deadline=${(event: CustomEvent<number>) => this.setDeadline(event.detail)}
            ></ringlet-runbar>
            <ringlet-fault
              .l=${l}
              .setup=${setup}
              .readonly=${this.readonly}
              @fault=${(event: CustomEvent<Fault | null>) => this.#edit({ ...setup, fault: event.detail })}
            ></ringlet-fault>
          </div>
        </div>
        <ringlet-status .failure=${this.#failure(l)} .status=${statusText(l, this.runs, this.held)}></ringlet-status>
        <div class="stage ${isNarrow(setup) ? 'two' : ''}">
          ${this.#matrix(l, inputs, scene, fragments)}
          ${readable ? this.#track(l, scene, fragments) : this.#unreadable(l)}
        </div>
        ${scene ? this.#player(l, scene, fragments) : nothing}
        <div class="panels">
          <ringlet-predict
            .l=${l}
            .setup=${setup}
            .fragments=${fragments}
            .readable=${readable}
            .status=${this.predict.status}
            .ready=${engine !== null && this.checks.status.kind !== 'running'}
            .readonly=${this.readonly}
            @choose=${(event: CustomEvent<{ question: Question; choice: Choice }>) => this.choose(event.detail, fragments)}
            @ask=${() => this.predict.ask()}
            @keep=${(event: CustomEvent<Setup>) => this.runThis(event.detail)}
          ></ringlet-predict>
          <ringlet-check
            .l=${l}
            .status=${this.checks.status}
            .gatherable=${this.#gatherable}
            .reduces=${contractOf(setup.collective).reduces}
            .readonly=${this.readonly}
            @all-gather=${() => this.runThis(gatheringOf(setup, this.runs.result?.outputs ?? []))}
            @try-rounding=${() => this.runThis(roundingExample())}
          ></ringlet-check>
          ${scene ? this.#ledger(l, scene) : nothing}
        </div>
        <ringlet-export
          .l=${l}
          .ready=${engine !== null}
          .traced=${Boolean(this.runs.result?.instruments)}
          .problem=${this.exports.problem}
          @export=${(event: CustomEvent<Exported>) => this.save(event.detail)}
        ></ringlet-export>
        <ringlet-notes .l=${l} .ranks=${setup.ranks} .collective=${setup.collective}></ringlet-notes>
      </div>
    `;
  }

  #matrix(l: Localizer, inputs: ReadInputs, scene: Scene | null, fragments: readonly Fragment[]): TemplateResult {
    const setup = this.document.state;
    const now = scene ? this.#columns(setup, scene.plan, ...scene.view.ranks.map(({ output }) => output)) : null;
    return html`<ringlet-matrix
      .l=${l}
      .setup=${setup}
      .fragments=${fragments}
      .problems=${inputs.problems}
      .results=${now ? this.#rows(l, setup, now, this.results.before, this.runs.error !== null) : NO_ROWS}
      .hot=${this.hot}
      .stale=${this.core.engine !== null && this.runs.call === null && inputs.problems.length === 0}
      .readonly=${this.readonly}
      @cells=${(event: CustomEvent<readonly CellEdit[]>) => this.document.edit(withCells(setup, event.detail))}
    >
      ${this.readonly ? nothing : this.#history(l)}
    </ringlet-matrix>`;
  }

  #failure(l: Localizer): string | null {
    const { status } = this.core;
    const broken = status.kind === 'failed' ? status.error : this.plans.error;
    if (broken) return l.text('error-unavailable', { message: unavailable(broken).message });
    const sentence = this.refusal?.(l) ?? null;
    if (sentence !== null) return l.text('run-refused', { sentence });
    return failureText(l, this.runs);
  }

  #history(l: Localizer): TemplateResult {
    return html`<ringlet-history
      slot="tools"
      .l=${l}
      .canUndo=${this.document.canUndo}
      .canRedo=${this.document.canRedo}
      @undo=${() => this.document.undo()}
      @redo=${() => this.document.redo()}
      @reset=${() => this.reset()}
    ></ringlet-history>`;
  }

  #track(l: Localizer, scene: Scene | null, fragments: readonly Fragment[]): TemplateResult {
    if (!scene) return html`<div class="blank"></div>`;
    const { events, moment, state: now } = this.runs;
    const atEnd = moment === events.length;
    return html`<ringlet-track
      .l=${l}
      .setup=${this.document.state}
      .plan=${scene.plan}
      .view=${scene.view}
      .fragments=${fragments}
      .states=${atEnd && this.runs.result === null ? (now?.ranks ?? null) : null}
      .held=${this.held}
      .active=${moment > 0 ? (events[moment - 1]?.rank ?? null) : null}
      .hot=${this.hot}
      .steppable=${this.core.engine !== null}
      @hold=${(event: CustomEvent<number>) => this.holdBack(event.detail)}
      @step-rank=${(event: CustomEvent<number>) => this.pressStep(event.detail)}
    ></ringlet-track>`;
  }

  #unreadable(l: Localizer): TemplateResult {
    return html`<p class="blank">${l.text('track-unreadable')}</p>`;
  }

  #player(l: Localizer, { plan, view }: Scene, fragments: readonly Fragment[]): TemplateResult {
    const atEnd = this.runs.moment === this.runs.events.length;
    const waiting = view.ranks.flatMap(({ status }, rank) => (status.kind === 'waits' ? [rank] : []));
    return html`<ringlet-player
      .l=${l}
      .plan=${plan}
      .events=${this.runs.events}
      .fragments=${fragments}
      .moment=${this.runs.moment}
      .op=${this.document.state.op}
      .hot=${this.hot}
      .live=${this.runs.live}
      .waiting=${new Set(atEnd && this.runs.events.length > 0 ? waiting : [])}
      @moment=${(event: CustomEvent<number>) => this.runs.moveTo(event.detail)}
    ></ringlet-player>`;
  }

  #ledger(l: Localizer, { plan, view }: Scene): TemplateResult {
    const atEnd = this.runs.moment === this.runs.events.length;
    return html`<ringlet-ledger
      .l=${l}
      .plan=${plan}
      .view=${view}
      .result=${atEnd ? this.runs.result : null}
    ></ringlet-ledger>`;
  }

  /** The run on screen; before one, the plan with every rank's input and nothing done. */
  #scene(inputs: ReadInputs): Scene | null {
    const { run, call, events, moment } = this.runs;
    if (run && call) return { plan: run.plan, view: this.#viewOf(run.plan, call, events, moment) };
    const { plan } = this.plans;
    if (!plan) return null;
    return { plan, view: this.#untouched(plan, this.document.state, inputs) };
  }

  /** What a field said may be right again without changing anything. */
  #edit(setup: Setup): void {
    this.refusal = null;
    this.document.edit(setup);
  }

  /** What a field says of another thing that cannot be stands below it. */
  #forgetRefusal(): void {
    this.refusal = null;
  }

  get #gatherable(): boolean {
    const { result } = this.runs;
    const scattered = this.document.state.collective === 'reduce_scatter';
    return !this.readonly && scattered && result !== null && result.error === null;
  }

  #lit(event: CustomEvent<number | null>): void {
    this.hot = event.detail;
  }

  #dismiss(): void {
    this.notices = [];
    this.requestUpdate();
  }

  /** Undo for the whole table, unless a text field is being typed into and undoes by itself. */
  #key(event: KeyboardEvent): void {
    const [target] = event.composedPath();
    const typing = target instanceof HTMLInputElement && (target.name !== '' || 'editing' in target.dataset);
    if (typing || this.readonly || !(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) this.document.redo();
    else this.document.undo();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ringlet-app': RingletApp;
  }
}
