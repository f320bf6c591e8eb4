import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { controls } from '../styles/controls.ts';
import { base } from '../styles/tokens.ts';
import { LocalElement } from './element.ts';
import { icons } from './icons.ts';

export const DEADLINE_MS = { min: 50, max: 60_000, usual: 5000 } as const;

export type Running = 'no' | 'running' | 'paused';

/** Run, step, pause, stop, deadline, undo, redo, reset. Tells an event of each name. */
@customElement('ringlet-runbar')
export class RingletRunbar extends LocalElement {
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
        align-items: end;
        margin-left: auto;
      }
      .group {
        display: flex;
        gap: 0.25rem;
      }
      .field input {
        width: 4.6rem;
      }
      .run {
        min-width: 7rem;
      }
      .problem {
        flex-basis: 100%;
      }
      @container (max-width: 34rem) {
        :host {
          width: 100%;
          margin: 0;
        }
        .run,
        .step {
          flex: 1;
        }
        .main {
          flex: 1 0 100%;
        }
        .main button {
          flex: 1;
        }
      }
    `,
  ];

  @property({ attribute: false }) running: Running = 'no';
  @property({ type: Boolean }) ready = false;
  @property({ type: Boolean }) readonly = false;
  @property({ type: Boolean }) canUndo = false;
  @property({ type: Boolean }) canRedo = false;
  @property({ type: Number }) deadlineMs: number = DEADLINE_MS.usual;
  @state() private badDeadline: string | null = null;

  override render(): TemplateResult {
    const { l } = this;
    return html`
      ${this.readonly
        ? nothing
        : html`<div class="group">
            ${this.#icon('undo', 'setup-undo', icons.undo, !this.canUndo)}
            ${this.#icon('redo', 'setup-redo', icons.redo, !this.canRedo)}
            ${this.#icon('reset', 'setup-reset', icons.reset, false, l.text('setup-reset-hint'))}
          </div>`}
      <label class="field">
        <span>${l.text('run-deadline')}, ${l.text('run-deadline-unit')}</span>
        <input
          name="deadline"
          inputmode="numeric"
          autocomplete="off"
          maxlength="9"
          .value=${live(this.badDeadline ?? String(this.deadlineMs))}
          aria-invalid=${this.badDeadline === null ? 'false' : 'true'}
          aria-describedby=${this.badDeadline === null ? nothing : 'deadline-problem'}
          @change=${this.#deadlineChanged}
        />
      </label>
      <div class="group main">
        ${this.#second()}
        <button class="step" ?disabled=${!this.ready} title=${l.text('run-step-hint')} @click=${() => this.tell('step', null)}>
          ${icons.step}${l.text('run-step')}
        </button>
        <button class="run primary" ?disabled=${!this.ready} @click=${() => this.tell('run', null)}>
          ${icons.run}${this.running === 'paused' ? l.text('run-resume') : l.text('run-run')}
        </button>
      </div>
      ${this.badDeadline === null
        ? nothing
        : html`<p class="problem" id="deadline-problem" role="alert">
            ${l.text('run-deadline-invalid', { value: `“${this.badDeadline}”`, min: DEADLINE_MS.min, max: DEADLINE_MS.max })}
          </p>`}
    `;
  }

  #second(): TemplateResult | typeof nothing {
    if (this.running === 'no') return nothing;
    const { l } = this;
    return html`
      <button @click=${() => this.tell('stop', null)}>${icons.stop}${l.text('run-stop')}</button>
      ${this.running === 'running'
        ? html`<button @click=${() => this.tell('pause', null)}>${icons.pause}${l.text('run-pause')}</button>`
        : nothing}
    `;
  }

  #icon(name: string, id: string, icon: TemplateResult, off: boolean, hint?: string): TemplateResult {
    const label = this.l.text(id);
    return html`<button
      class="icon plain"
      aria-label=${label}
      title=${hint ?? label}
      aria-disabled=${off ? 'true' : 'false'}
      @click=${() => !off && this.tell(name, null)}
    >
      ${icon}
    </button>`;
  }

  #deadlineChanged(event: Event): void {
    const text = (event.target as HTMLInputElement).value.trim();
    const ms = /^\d{1,8}$/.test(text) ? Number(text) : NaN;
    if (!(ms >= DEADLINE_MS.min && ms <= DEADLINE_MS.max)) {
      this.badDeadline = text;
      return;
    }
    this.badDeadline = null;
    this.tell('deadline', ms);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ringlet-runbar': RingletRunbar;
  }
}
