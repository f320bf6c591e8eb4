import { query, state } from 'lit/decorators.js';
import { CheckController } from '../check/check-controller.ts';
import { EngineController } from './engine-controller.ts';
import { ExportController, type Exported } from '../export/export-controller.ts';
import { PlanController } from './plan-controller.ts';
import { PredictController } from '../predict/predict-controller.ts';
import { RunController, unavailable, type FinishedRun } from '../run/run-controller.ts';
import type { Call, Catalogue, Engine, RunError } from '../../engine/engine.ts';
import { preferredLanguage } from '../../locales/languages.ts';
import { showLoadFailure } from '../../load-failure.ts';
import { localizer, type Localizer } from '../../locales/localizer.ts';
import { callOf, requestOf, type Numbers } from '../../model/call.ts';
import type { Fragment } from '../../model/fragments.ts';
import { memo } from '../../model/memo.ts';
import type { Choice, Question } from '../predict/predict.ts';
import { USUAL_VIEW } from '../../model/parameters.ts';
import { runView } from '../../model/run-view.ts';
import { OPENING, readInputs, type CellProblem, type Setup } from '../../model/setup.ts';
import { AppProperties } from './app-properties.ts';
import { resultDetail, stepDetail, type AppEvents } from './app-events.ts';
import { problemText } from '../shared/problem-text.ts';
import { outputColumns, type OutputColumns } from '../matrix/result-rows.ts';
import type { RingletFault } from '../faults/ringlet-fault.ts';
import type { RingletMatrix } from '../matrix/ringlet-matrix.ts';
import type { RingletRunbar } from '../run/ringlet-runbar.ts';
import type { RingletSetup } from '../setup/ringlet-setup.ts';

const showBelowFirstScreen = () => void import('./below-first-screen.ts').catch(showLoadFailure);

/** What the app does, apart from how it looks: runs, checks and predictions of the state, and the events about them. */
export abstract class AppRuns extends AppProperties {
  @state() protected held: ReadonlySet<number> = new Set();
  /** Why nothing was run, in whatever language is wanted. */
  @state() protected refusal: ((l: Localizer) => string | null) | null = null;
  @query('ringlet-matrix') private matrix!: RingletMatrix | null;
  @query('ringlet-setup') private setupBar!: RingletSetup | null;
  @query('ringlet-fault') private faultBar!: RingletFault | null;
  @query('ringlet-runbar') private runbar!: RingletRunbar | null;

  protected readonly core = new EngineController(
    this,
    (engine) => this.#ready(engine),
    (error) => {
      this.#announce('ringlet-error', unavailable(error));
      showBelowFirstScreen();
    },
  );
  protected readonly plans = new PlanController(this);
  protected readonly checks = new CheckController(this);
  protected readonly exports = new ExportController(this);
  protected readonly predict = new PredictController(this);
  protected readonly runs = new RunController(this, {
    stepped: (event, index) => this.#announce('ringlet-step', stepDetail(event, index, this.document.state.dtype)),
    finished: (finished) => this.#finished(finished),
    failed: (error) => this.#announce('ringlet-error', error),
  });
  protected readonly read = memo(readInputs);
  /** Results of the last two finished runs, to show what the newest changed; of one collective, or they tell nothing. */
  protected results: {
    readonly collective: string;
    readonly last: OutputColumns | null;
    readonly before: OutputColumns | null;
  } = { collective: '', last: null, before: null };

  protected override get catalogue(): Catalogue | null {
    return this.core.engine?.catalogue ?? null;
  }

  /** Runs at full speed, or lets a paused run go on. Rejects with the sentence that refuses it. */
  async run(): Promise<void> {
    if (!(await this.pressRun())) throw new Error(this.#whyNot);
  }

  /** Every rank takes one step, or the one rank does. Rejects with the sentence that refuses it. */
  async step(rank?: number): Promise<void> {
    if (!(await this.pressStep(rank))) throw new Error(this.#whyNot);
  }

  /** As `run`, for those who read in the status why not. */
  protected async pressRun(): Promise<boolean> {
    if (!this.runs.live || !this.runs.paused) return this.#start(false);
    await this.runs.resume();
    return true;
  }

  protected async pressStep(rank?: number): Promise<boolean> {
    if (!this.runs.live && !(await this.#start(true))) return false;
    await this.runs.step(rank);
    return true;
  }

  protected setDeadline(deadlineMs: number): void {
    this.refusal = null;
    if (deadlineMs === this.view.deadlineMs) return;
    this.view = { ...this.view, deadlineMs };
    this.requestUpdate();
    this.changed();
  }

  async pause(): Promise<void> {
    await this.runs.pause();
  }

  /** Back to the opening table and the usual deadline; undo brings the table back. */
  reset(): void {
    this.held = new Set();
    this.forgetNamed();
    this.setDeadline(USUAL_VIEW.deadlineMs);
    this.runbar?.forgetProblem();
    this.setupBar?.forgetProblem();
    this.refusal = null;
    this.document.edit({ ...OPENING });
  }

  protected override documentChanged(): void {
    this.runs.discard();
    this.checks.stop();
    this.predict.ask();
    this.refusal = null;
    this.held = new Set([...this.held].filter((rank) => rank < this.document.state.ranks));
    void this.plans.update(this.core.engine, this.document.state);
    this.changed();
  }

  protected override changed(): void {
    this.#announce('ringlet-change', { state: this.state });
  }

  #call(setup: Setup, inputs: Numbers, paused: boolean): Call {
    return callOf(setup, inputs, { timeoutMs: this.view.deadlineMs, paused, held: [...this.held] });
  }

  get #whyNot(): string {
    const { status } = this.core;
    if (status.kind === 'failed') return unavailable(status.error).message;
    return this.refusal?.(this.localizer) ?? this.runs.error?.message ?? '';
  }

  async #start(paused: boolean): Promise<boolean> {
    const { engine, status } = this.core;
    const setup = this.document.state;
    const read = this.read(setup);
    if (this.#refuses(read.problems[0])) return false;
    // While the core loads there is nothing to do: it runs what it finds then.
    if (!engine) return status.kind === 'loading';
    this.refusal = null;
    this.checks.stop();
    this.predict.stop();
    await this.runs.start(engine, {
      ...this.#call(setup, read.inputs, paused),
      instruments: true,
      faults: setup.fault ? [setup.fault] : [],
    });
    return this.runs.error === null;
  }

  /** Whether a cell, or a field beside the table, cannot be read. */
  #refuses(cell: CellProblem | undefined): boolean {
    if (cell) {
      const { dtype } = this.document.state;
      this.#refuse((l) => problemText(l, cell, dtype), [cell.rank]);
      this.matrix?.focusCell(cell.rank, cell.element);
      return true;
    }
    const wrong = [this.setupBar, this.faultBar, this.runbar].find((part) => part && part.problem() !== null);
    if (!wrong) return false;
    this.#refuse((l) => wrong.problem(l), []);
    wrong.focusProblem();
    return true;
  }

  #refuse(why: (l: Localizer) => string | null, culprits: readonly number[]): void {
    this.refusal = why;
    const message = why(this.localizer) ?? '';
    this.#announce('ringlet-error', { code: 'invalid', message, culprits, waiting: [] });
  }

  #ready(engine: Engine): void {
    this.#announce('ringlet-ready', { driver: engine.driver, reason: engine.reason });
    showBelowFirstScreen();
    this.fitToCatalogue();
    void this.plans.update(engine, this.document.state);
    if (readInputs(this.document.state).problems.length === 0) void this.#start(false);
  }

  #finished(finished: FinishedRun): void {
    const setup = this.document.state;
    const { run, call } = finished;
    const { ranks } = runView(run.plan, call.inputs, this.runs.events);
    const columns = outputColumns(
      setup,
      run.plan,
      ranks.map(({ output }) => output),
    );
    const { collective } = setup;
    const before = this.results.collective === collective ? this.results.last : null;
    this.results = { collective, last: columns, before };
    this.#announce('ringlet-result', resultDetail(finished));
    const { engine } = this.core;
    if (engine) void this.checks.start(engine, setup, finished);
  }

  protected save(what: Exported): void {
    const { engine } = this.core;
    const { result } = this.runs;
    const { algorithm } = this.plans.plan ?? this.document.state;
    const request = { ...requestOf(this.document.state), algorithm };
    if (engine) void this.exports.save(what, engine, request, result?.instruments ?? null);
  }

  protected holdBack(rank: number): void {
    const held = new Set(this.held);
    const isHeld = !held.delete(rank);
    if (isHeld) held.add(rank);
    this.held = held;
    if (this.runs.live) void this.runs.hold(rank, isHeld);
  }

  /** Takes another state, and runs it. */
  protected runThis(setup: Setup): void {
    this.document.edit(setup);
    void this.#start(false);
  }

  protected choose({ question, choice }: { question: Question; choice: Choice }, fragments: readonly Fragment[]): void {
    const { engine } = this.core;
    const now = readInputs(this.document.state);
    const then = readInputs(question.changed);
    if (!engine || now.problems.length > 0 || then.problems.length > 0) return;
    if (this.runs.live) this.runs.discard();
    const before = this.#call(this.document.state, now.inputs, false);
    const after = this.#call(question.changed, then.inputs, false);
    void this.predict.choose(engine, question, choice, fragments, before, after);
  }

  protected get localizer(): Localizer {
    return localizer(this.view.lang ?? preferredLanguage(navigator.languages), this.#textsCame);
  }
  readonly #textsCame = () => this.requestUpdate();

  #announce<K extends keyof AppEvents>(name: K, detail: AppEvents[K] | RunError): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}
