import { html, nothing, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { CheckController } from '../controllers/check-controller.ts';
import { EngineController } from '../controllers/engine-controller.ts';
import { PlanController } from '../controllers/plan-controller.ts';
import { PredictController } from '../controllers/predict-controller.ts';
import { RunController, unavailable, type FinishedRun } from '../controllers/run-controller.ts';
import type { Call, Catalogue, Engine, Plan, RunError } from '../engine/engine.ts';
import { localizer, preferredLanguage, type Localizer } from '../locales/localizer.ts';
import { callOf, gatheringOf, isNarrow, packAll, roundingExample, type Numbers } from '../model/call.ts';
import { questionOf, type Choice, type Question } from '../model/predict.ts';
import { toQuery } from '../model/parameters.ts';
import { memo } from '../model/memo.ts';
import { runView, type RunView } from '../model/run-view.ts';
import { contractOf, fragmentsOf, type Fragment } from '../model/shape.ts';
import {
  OPENING,
  readInputs,
  withCells,
  type CellEdit,
  type CellProblem,
  type LabState,
  type ReadInputs,
} from '../model/state.ts';
import { base, tokens } from '../styles/tokens.ts';
import { LabProperties } from './lab-properties.ts';
import { resultDetail, stepDetail, type LabEvents } from './lab-events.ts';
import { labStyles } from './ringlet-lab.css.ts';
import './parts.ts';
import { problemText } from './problem-text.ts';
import { failureText, statusText } from './status-text.ts';
import { outputColumns, resultRows, type OutputColumns } from './result-rows.ts';
import type { Running as BadgeState } from './ringlet-badge.ts';
import type { RingletMatrix } from './ringlet-matrix.ts';
import { DEADLINE_MS, type RingletRunbar } from './ringlet-runbar.ts';

/** What is on screen besides the inputs: the plan, and the shown moment of a run of it. */
interface Scene {
  readonly plan: Plan;
  readonly view: RunView;
}

/** The whole playground for given properties. */
@customElement('ringlet-lab')
export class RingletLab extends LabProperties {
  static override styles = [tokens, base, labStyles];

  @property({ type: Boolean, reflect: true }) readonly = false;
  /** The page around it shows the badge itself. */
  @property({ type: Boolean }) badgeless = false;
  @state() private hot: number | null = null;
  @state() private held: ReadonlySet<number> = new Set();
  @state() private deadlineMs: number = DEADLINE_MS.usual;
  @state() private refusal: string | null = null;
  @query('ringlet-matrix') private matrix!: RingletMatrix | null;
  @query('ringlet-runbar') private runbar!: RingletRunbar | null;

  readonly #engine = new EngineController(
    this,
    (engine) => this.#ready(engine),
    (error) => this.#announce('ringlet-error', unavailable(error)),
  );
  readonly #plan = new PlanController(this);
  readonly #checks = new CheckController(this);
  readonly #predict = new PredictController(this);
  readonly #runs = new RunController(this, {
    stepped: (event, index) => this.#announce('ringlet-step', stepDetail(event, index, this.document.state.dtype)),
    finished: (finished) => this.#finished(finished),
    failed: (error) => this.#announce('ringlet-error', error),
  });
  readonly #read = memo(readInputs);
  readonly #fragments = memo(fragmentsOf);
  /** Results of the last two finished runs, to show what the newest changed. */
  #results: { readonly last: OutputColumns | null; readonly before: OutputColumns | null } = {
    last: null,
    before: null,
  };

  /** What the badge shows, for a page that shows it elsewhere. */
  get running(): BadgeState {
    const { status } = this.#engine;
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

  protected override get catalogue(): Catalogue | null {
    return this.#engine.engine?.catalogue ?? null;
  }

  /** Runs at full speed, or lets a paused run go on. */
  async run(): Promise<void> {
    if (this.#runs.live && this.#runs.paused) return this.#runs.resume();
    await this.#start(false);
  }

  /** Every rank takes one step, or the one rank does. */
  async step(rank?: number): Promise<void> {
    if (!this.#runs.live && !(await this.#start(true))) return;
    await this.#runs.step(rank);
  }

  async pause(): Promise<void> {
    await this.#runs.pause();
  }

  /** Back to the opening table; undo brings everything back. */
  reset(): void {
    this.held = new Set();
    this.deadlineMs = DEADLINE_MS.usual;
    this.runbar?.forgetBadDeadline();
    this.document.edit({ ...OPENING });
  }

  protected override documentChanged(): void {
    this.#runs.discard();
    this.#checks.stop();
    this.#predict.ask();
    this.refusal = null;
    this.held = new Set([...this.held].filter((rank) => rank < this.document.state.ranks));
    void this.#plan.update(this.#engine.engine, this.document.state);
    this.changed();
  }

  protected override changed(): void {
    this.#announce('ringlet-change', { state: this.state });
  }

  override render(): TemplateResult {
    const lab = this.document.state;
    const l = this.#localizer;
    const inputs = this.#read(lab);
    const readable = inputs.problems.length === 0;
    const scene = this.#scene(inputs);
    const fragments = this.#fragments(lab, (scene?.plan ?? this.#plan.plan)?.chunkLengths ?? null);
    const { engine } = this.#engine;
    return html`
      <div class="lab" @hot=${this.#lit} @keydown=${this.#key}>
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
            .lab=${lab}
            .catalogue=${this.catalogue}
            .readonly=${this.readonly}
            @edit=${(event: CustomEvent<LabState>) => this.document.edit(event.detail)}
          ></ringlet-setup>
          <ringlet-runbar
            .l=${l}
            .running=${this.#runs.live ? (this.#runs.paused ? 'paused' : 'running') : 'no'}
            .ready=${engine !== null}
            .deadlineMs=${this.deadlineMs}
            @run=${() => this.run()}
            @step=${() => this.step()}
            @pause=${() => this.pause()}
            @stop=${() => this.#runs.discard()}
            @deadline=${(event: CustomEvent<number>) => (this.deadlineMs = event.detail)}
          ></ringlet-runbar>
        </div>
        <ringlet-status .failure=${this.#failure(l)} .status=${statusText(l, this.#runs, this.held)}></ringlet-status>
        <div class="stage ${isNarrow(lab) ? 'two' : ''}">
          ${this.#matrix(l, inputs, scene, fragments)}
          ${readable ? this.#track(l, scene, fragments) : this.#unreadable(l)}
        </div>
        ${scene ? this.#player(l, scene, fragments) : nothing}
        <div class="panels">
          <ringlet-predict
            .l=${l}
            .lab=${lab}
            .fragments=${fragments}
            .question=${readable ? questionOf(lab, fragments) : null}
            .readable=${readable}
            .status=${this.#predict.status}
            .ready=${engine !== null && this.#checks.status.kind !== 'running'}
            .readonly=${this.readonly}
            @choose=${(event: CustomEvent<{ question: Question; choice: Choice }>) => this.#choose(event.detail, fragments)}
            @ask=${() => this.#predict.ask()}
            @keep=${(event: CustomEvent<LabState>) => this.#runThis(event.detail)}
          ></ringlet-predict>
          <ringlet-check
            .l=${l}
            .status=${this.#checks.status}
            .gatherable=${this.#gatherable}
            .readonly=${this.readonly}
            @all-gather=${() => this.#runThis(gatheringOf(lab, this.#runs.result?.outputs ?? []))}
            @try-rounding=${() => this.#runThis(roundingExample())}
          ></ringlet-check>
          ${scene ? this.#ledger(l, scene) : nothing}
        </div>
        <ringlet-notes .l=${l} .ranks=${lab.ranks}></ringlet-notes>
      </div>
    `;
  }

  get #localizer(): Localizer {
    return localizer(this.view.lang ?? preferredLanguage(navigator.languages));
  }

  #matrix(l: Localizer, inputs: ReadInputs, scene: Scene | null, fragments: readonly Fragment[]): TemplateResult {
    const lab = this.document.state;
    const now = scene ? outputColumns(lab, scene.plan, scene.view) : null;
    return html`<ringlet-matrix
      .l=${l}
      .lab=${lab}
      .fragments=${fragments}
      .problems=${inputs.problems}
      .results=${now ? resultRows(l, lab, now, this.#results.before) : []}
      .hot=${this.hot}
      .stale=${this.#engine.engine !== null && this.#runs.call === null && inputs.problems.length === 0}
      .readonly=${this.readonly}
      @cells=${(event: CustomEvent<readonly CellEdit[]>) => this.document.edit(withCells(lab, event.detail))}
    >
      ${this.readonly ? nothing : this.#history(l)}
    </ringlet-matrix>`;
  }

  #failure(l: Localizer): string | null {
    const { status } = this.#engine;
    const broken = status.kind === 'failed' ? status.error : this.#plan.error;
    if (broken) return l.text('error-unavailable', { message: unavailable(broken).message });
    if (this.refusal !== null) return l.text('run-refused', { sentence: this.refusal });
    return failureText(l, this.#runs);
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
    if (!scene) return html`<div class="placeholder"></div>`;
    const { events, moment, state: now } = this.#runs;
    const atEnd = moment === events.length;
    return html`<ringlet-track
      .l=${l}
      .lab=${this.document.state}
      .plan=${scene.plan}
      .view=${scene.view}
      .fragments=${fragments}
      .states=${atEnd && this.#runs.result === null ? (now?.ranks ?? null) : null}
      .held=${this.held}
      .active=${moment > 0 ? (events[moment - 1]?.rank ?? null) : null}
      .hot=${this.hot}
      .steppable=${this.#engine.engine !== null}
      @hold=${(event: CustomEvent<number>) => this.#hold(event.detail)}
      @step-rank=${(event: CustomEvent<number>) => this.step(event.detail)}
    ></ringlet-track>`;
  }

  #unreadable(l: Localizer): TemplateResult {
    return html`<p class="placeholder">${l.text('track-unreadable')}</p>`;
  }

  #player(l: Localizer, { plan, view }: Scene, fragments: readonly Fragment[]): TemplateResult {
    const atEnd = this.#runs.moment === this.#runs.events.length;
    const waiting = view.ranks.flatMap(({ situation }, rank) => (situation.kind === 'waits' ? [rank] : []));
    return html`<ringlet-player
      .l=${l}
      .plan=${plan}
      .events=${this.#runs.events}
      .fragments=${fragments}
      .moment=${this.#runs.moment}
      .op=${this.document.state.op}
      .hot=${this.hot}
      .live=${this.#runs.live}
      .waiting=${new Set(atEnd && this.#runs.events.length > 0 ? waiting : [])}
      @moment=${(event: CustomEvent<number>) => this.#runs.moveTo(event.detail)}
    ></ringlet-player>`;
  }

  #ledger(l: Localizer, { plan, view }: Scene): TemplateResult {
    const atEnd = this.#runs.moment === this.#runs.events.length;
    return html`<ringlet-ledger
      .l=${l}
      .plan=${plan}
      .view=${view}
      .dtype=${this.document.state.dtype}
      .result=${atEnd ? this.#runs.result : null}
    ></ringlet-ledger>`;
  }

  /** The run on screen; before one, the plan with every rank's input and nothing done. */
  #scene(inputs: ReadInputs): Scene | null {
    const { run, call, events, moment } = this.#runs;
    if (run && call) return { plan: run.plan, view: runView(run.plan, call.inputs, events, moment) };
    const { plan } = this.#plan;
    if (!plan) return null;
    return { plan, view: runView(plan, packAll(this.document.state, inputs.inputs), []) };
  }

  #call(lab: LabState, inputs: Numbers, paused: boolean): Call {
    return callOf(lab, inputs, { timeoutMs: this.deadlineMs, paused, held: [...this.held] });
  }

  async #start(paused: boolean): Promise<boolean> {
    const { engine } = this.#engine;
    const lab = this.document.state;
    const read = this.#read(lab);
    if (!engine) return false;
    const [problem] = read.problems;
    if (problem) {
      this.#refuse(problem);
      return false;
    }
    this.refusal = null;
    this.#checks.stop();
    this.#predict.stop();
    await this.#runs.start(engine, this.#call(lab, read.inputs, paused));
    return this.#runs.error === null;
  }

  #refuse(problem: CellProblem): void {
    this.refusal = problemText(this.#localizer, problem, this.document.state.dtype);
    this.matrix?.focusCell(problem.rank, problem.element);
    this.#announce('ringlet-error', { code: 'invalid', message: this.refusal, culprits: [problem.rank], waiting: [] });
  }

  #ready(engine: Engine): void {
    this.#announce('ringlet-ready', { driver: engine.driver, reason: engine.reason });
    this.fitToCatalogue();
    void this.#plan.update(engine, this.document.state);
    if (readInputs(this.document.state).problems.length === 0) void this.#start(false);
  }

  #finished(finished: FinishedRun): void {
    const lab = this.document.state;
    const { run, call } = finished;
    const columns = outputColumns(lab, run.plan, runView(run.plan, call.inputs, this.#runs.events));
    this.#results = { last: columns, before: this.#results.last };
    this.#announce('ringlet-result', resultDetail(finished));
    const { engine } = this.#engine;
    if (engine) void this.#checks.start(engine, lab, finished);
  }

  #hold(rank: number): void {
    const held = new Set(this.held);
    const isHeld = !held.delete(rank);
    if (isHeld) held.add(rank);
    this.held = held;
    if (this.#runs.live) void this.#runs.hold(rank, isHeld);
  }

  get #gatherable(): boolean {
    const { result } = this.#runs;
    const { input, output } = contractOf(this.document.state.collective);
    return !this.readonly && input === 'whole' && output === 'own' && result !== null && result.error === null;
  }

  /** Takes another state, and runs it. */
  #runThis(lab: LabState): void {
    this.document.edit(lab);
    void this.#start(false);
  }

  #choose({ question, choice }: { question: Question; choice: Choice }, fragments: readonly Fragment[]): void {
    const { engine } = this.#engine;
    const now = readInputs(this.document.state);
    const then = readInputs(question.changed);
    if (!engine || now.problems.length > 0 || then.problems.length > 0) return;
    if (this.#runs.live) this.#runs.discard();
    const before = this.#call(this.document.state, now.inputs, false);
    const after = this.#call(question.changed, then.inputs, false);
    void this.#predict.choose(engine, question, choice, fragments, before, after);
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

  #announce<K extends keyof LabEvents>(name: K, detail: LabEvents[K] | RunError): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ringlet-lab': RingletLab;
  }
}
