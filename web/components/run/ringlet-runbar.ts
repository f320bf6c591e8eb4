import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { NumberField } from '../shared/number-field.ts';
import { DEADLINE_MS, readDeadline } from '../../model/deadline.ts';
import { controls } from '../../styles/controls.ts';
import { base } from '../../styles/tokens.ts';
import { LocalElement } from '../shared/element.ts';
import { icons } from '../shared/icons.ts';

export type Running = 'no' | 'running' | 'paused';

/** Run, step, pause, stop, and the deadline. Tells an event of each name. Run comes first: nothing in its row moves it. */
@customElement('ringlet-runbar')
export class RingletRunbar extends LocalElement {
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem 1.6rem;
        align-items: end;
      }
      .group {
        display: flex;
        gap: 0.3rem;
      }
      .field input {
        width: 4.6rem;
      }
      .run {
        min-width: 7rem;
      }
      .problem {
        flex-basis: 100%;
        contain: inline-size; /* a sentence, however long, widens no row */
      }
      @container (max-width: 34rem) {
        :host {
          display: grid;
          grid-template-columns: repeat(6, minmax(0, 1fr));
          gap: 0.5rem;
          width: 100%;
        }
        .main {
          display: contents;
        }
        .field input {
          width: 100%;
        }
        .field {
          grid-column: span 4;
        }
        .step,
        .run {
          grid-column: span 3;
        }
        .problem {
          grid-column: 1 / -1;
        }
      }
    `,
  ];

  @property({ attribute: false }) running: Running = 'no';
  @property({ type: Boolean }) ready = false;
  @property({ type: Number }) deadlineMs: number = DEADLINE_MS.usual;
  readonly #deadline = new NumberField(this, readDeadline, (ms) => this.tell('deadline', ms));

  override render(): TemplateResult {
    const { l } = this;
    return html`
      <div class="group main">
        <button class="run primary" ?disabled=${!this.ready} @click=${() => this.tell('run', null)}>
          ${icons.run}${this.running === 'paused' ? l.text('run-resume') : l.text('run-run')}
        </button>
        <button
          class="step"
          ?disabled=${!this.ready}
          title=${l.text('run-step-hint')}
          @click=${() => this.tell('step', null)}
        >
          ${icons.step}${l.text('run-step')}
        </button>
        ${this.#icon('pause', icons.pause, this.running !== 'running')}
        ${this.#icon('stop', icons.stop, this.running === 'no')}
      </div>
      <label class="field">
        <span>${l.text('run-deadline')}, ${l.text('run-deadline-unit')}</span>
        <input
          name="deadline"
          inputmode="numeric"
          autocomplete="off"
          maxlength="9"
          .value=${this.#deadline.text(this.deadlineMs)}
          aria-invalid=${this.#deadline.isWrong ? 'true' : 'false'}
          aria-describedby=${this.#deadline.isWrong ? 'deadline-problem' : nothing}
          @change=${this.#deadline.changed}
          @input=${this.#deadline.edited}
        />
      </label>
      ${
        this.#deadline.isWrong
          ? html`<p class="problem" id="deadline-problem" role="alert">${this.problem()}</p>`
          : nothing
      }
    `;
  }

  #icon(name: string, icon: TemplateResult, off: boolean): TemplateResult {
    const label = this.l.text(name === 'stop' ? 'run-stop' : 'run-pause');
    return html`<button
      class="icon ${name}"
      aria-label=${label}
      title=${label}
      aria-disabled=${off ? 'true' : 'false'}
      @click=${() => !off && this.tell(name, null)}
    >
      ${icon}
    </button>`;
  }

  /** What is wrong with the deadline that was typed; null if nothing is. */
  problem(l = this.l): string | null {
    const { min, max } = DEADLINE_MS;
    const { typed } = this.#deadline;
    return typed && l.text('run-deadline-invalid', { ...typed, min, max });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('deadlineMs')) this.forgetProblem();
  }

  /** Shows the deadline that holds, whatever was typed. */
  forgetProblem(): void {
    this.#deadline.forget();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ringlet-runbar': RingletRunbar;
  }
}
