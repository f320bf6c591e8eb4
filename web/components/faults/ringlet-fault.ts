import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { NumberField } from '../shared/number-field.ts';
import type { Fault, FaultKind } from '../../engine/engine.ts';
import { isTimed, kindsFor, leastMs, MAX_MS, readMs, USUAL_MS } from '../../model/faults.ts';
import type { Setup } from '../../model/setup.ts';
import { controls } from '../../styles/controls.ts';
import { base } from '../../styles/tokens.ts';
import { LocalElement } from '../shared/element.ts';

/** What if a rank misbehaves: which one, and how. Tells `fault`, null for none. */
@customElement('ringlet-fault')
export class RingletFault extends LocalElement {
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: block;
      }
      fieldset {
        border: 0;
        margin: 0;
        padding: 0;
        min-width: 0;
        display: flex;
        flex-wrap: wrap;
        gap: 0.4rem 0.6rem;
        align-items: center;
      }
      legend {
        padding: 0;
        margin-bottom: 0.2rem;
        font-size: 0.78rem;
        color: var(--rl-soft);
      }
      .field {
        display: inline-flex;
        gap: 0.35rem;
        align-items: center;
        font-size: 0.9rem;
      }
      .field input {
        width: 4.6rem;
      }
      .problem {
        flex-basis: 100%;
      }
      @container (max-width: 34rem) {
        :host {
          width: 100%;
        }
        fieldset {
          display: grid;
          grid-template-columns: repeat(2, minmax(0, 1fr));
        }
        select {
          width: 100%;
        }
        select[name='kind'],
        .problem {
          grid-column: 1 / -1;
        }
      }
    `,
  ];

  @property({ attribute: false }) setup!: Setup;
  @property({ type: Boolean }) readonly = false;
  readonly #typedMs = new NumberField(
    this,
    (text) => readMs(this.#kind)(text),
    (ms) => this.setup.fault && this.#tell({ ...this.setup.fault, ms }),
  );

  override render(): TemplateResult {
    const { setup, l } = this;
    const { fault } = setup;
    const kinds = ['none', ...kindsFor(setup.collective, setup.ranks)];
    const chosen = fault?.kind ?? 'none';
    return html`
      <fieldset ?disabled=${this.readonly}>
        <legend>${l.text('fault-title')}</legend>
        <select
          name="kind"
          aria-label=${l.text('fault-kind-label')}
          .value=${live(chosen)}
          @change=${this.#kindChanged}
        >
          ${kinds.map((kind) => html`<option value=${kind} ?selected=${kind === chosen}>${l.text('fault-kind', { kind })}</option>`)}
        </select>
        ${fault ? this.#rank(fault) : nothing} ${fault && isTimed(fault.kind) ? this.#ms(fault) : nothing}
        ${this.#typedMs.isWrong ? html`<p class="problem" id="problem" role="alert">${this.problem()}</p>` : nothing}
      </fieldset>
    `;
  }

  /** What is wrong with the time that was typed; null if nothing is. */
  problem(l = this.l): string | null {
    const { typed } = this.#typedMs;
    return typed && l.text('fault-ms-invalid', { ...typed, min: leastMs(this.#kind), max: MAX_MS });
  }

  get #kind(): FaultKind {
    return this.setup.fault?.kind ?? 'absent';
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('setup');
    if (before && before.fault !== this.setup.fault) this.#typedMs.forget();
  }

  #rank(fault: Fault): TemplateResult {
    const ranks = Array.from({ length: this.setup.ranks }, (_, rank) => rank);
    return html`<select
      name="rank"
      aria-label=${this.l.text('fault-rank')}
      .value=${live(String(fault.rank))}
      @change=${(event: Event) => this.#tell({ ...fault, rank: Number((event.target as HTMLSelectElement).value) })}
    >
      ${ranks.map((rank) => html`<option value=${rank} ?selected=${rank === fault.rank}>${this.l.text('matrix-rank', { rank })}</option>`)}
    </select>`;
  }

  #ms(fault: Fault): TemplateResult {
    return html`<label class="field">
      ${this.l.text('fault-after')}
      <input
        name="ms"
        inputmode="numeric"
        autocomplete="off"
        maxlength="6"
        .value=${this.#typedMs.text(fault.ms)}
        aria-invalid=${this.#typedMs.isWrong ? 'true' : 'false'}
        aria-describedby=${this.#typedMs.isWrong ? 'problem' : nothing}
        @change=${this.#typedMs.changed}
        @input=${this.#typedMs.edited}
      />
      ${this.l.text('run-deadline-unit')}
    </label>`;
  }

  /** Of the kinds, the last rank is as good as any; rank 0 is often the root. */
  #kindChanged(event: Event): void {
    const { value } = event.target as HTMLSelectElement;
    if (value === 'none') return this.#tell(null);
    const kind = value as FaultKind;
    const { rank = this.setup.ranks - 1, ms = 0 } = this.setup.fault ?? {};
    this.#tell({ kind, rank, ms: isTimed(kind) ? ms || USUAL_MS : 0 });
  }

  #tell(fault: Fault | null): void {
    this.#typedMs.forget();
    this.tell<Fault | null>('fault', fault);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'ringlet-fault': RingletFault;
  }
}
