import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { NumberField } from '../shared/number-field.ts';
import type { Catalogue, Dtype, Served } from '../../engine/engine.ts';
import { isSmallFloat } from '../../engine/small-floats.ts';
import { AUTO, groupsOf } from '../../model/algorithms.ts';
import { COLLECTIVES, contractOf, operatorsOf } from '../../model/contracts.ts';
import { algorithmsOf, existsFor } from '../../model/parameters.ts';
import { maxCount, MAX_RANKS, tensorLength } from '../../model/shape.ts';
import { withCollective, withDtype, withRanks, type Setup } from '../../model/setup.ts';
import { DTYPES } from '../../model/values.ts';
import { integerIn } from '../../model/whole-numbers.ts';
import { controls } from '../../styles/controls.ts';
import { base } from '../../styles/tokens.ts';
import { LocalElement } from '../shared/element.ts';

/** What is to be run: collective, algorithm, root, operator, type, ranks and count. Tells `edit` with the next state. */
@customElement('ringlet-setup')
export class RingletSetup extends LocalElement {
  static override styles = [
    base,
    controls,
    css`
      :host {
        display: contents;
      }
      fieldset {
        border: 0;
        margin: 0;
        padding: 0;
        min-width: 0;
        display: flex;
        flex-wrap: wrap;
        gap: 0.6rem;
        align-items: end;
      }
      .field.count input {
        width: 4.6rem;
      }
      select[name='algorithm'] {
        max-width: 13.5rem;
      }
      .problem,
      .switched {
        flex-basis: 100%;
      }
      .switched {
        font-size: 0.88rem;
      }
      .size {
        display: flex;
        gap: 0.6rem;
      }
      @container (max-width: 34rem) {
        fieldset {
          display: grid;
          grid-template-columns: repeat(2, minmax(0, 1fr));
        }
        .size {
          display: contents;
        }
        .field select,
        .field.count input {
          width: 100%;
          max-width: none;
        }
        .problem,
        .switched {
          grid-column: 1 / -1;
        }
      }
    `,
  ];

  @property({ attribute: false }) setup!: Setup;
  @property({ attribute: false }) catalogue: Catalogue | null = null;
  @property({ type: Boolean }) readonly = false;
  readonly #typedCount = new NumberField(
    this,
    (text) => integerIn(0, mostOf(this.setup))(text),
    (count) => this.tell<Setup>('edit', { ...this.setup, count }),
  );
  /** What took the place of what was chosen. */
  @state() private switched: { readonly from: string; readonly to: Setup } | null = null;

  override render(): TemplateResult {
    const { setup, l, catalogue } = this;
    const { reduces, rooted } = contractOf(setup.collective);
    const collectives = catalogue ? COLLECTIVES : [setup.collective];
    const dtypes = catalogue?.dtypes.filter((dtype) => DTYPES.includes(dtype)) ?? [setup.dtype];
    const operators = catalogue ? operatorsOf(setup.collective, setup.dtype, catalogue.operators) : [setup.op];
    const ranks = Array.from({ length: MAX_RANKS }, (_, i) => String(i + 1));
    const switched = this.#switchedText();
    return html`
      <fieldset ?disabled=${this.readonly}>
        <legend class="unseen">${l.text('setup-title')}</legend>
        ${this.#select('collective', l.text('setup-collective'), collectives, setup.collective, (name) =>
          l.text('collective-name', { name }),
        )}
        ${this.#algorithms()}
        ${
          rooted
            ? this.#select(
                'root',
                l.text('setup-root'),
                ranks.slice(0, setup.ranks).map((_, rank) => String(rank)),
                String(setup.root),
                (rank) => l.text('matrix-rank', { rank }),
              )
            : nothing
        }
        ${
          reduces
            ? this.#select(
                'op',
                l.text('setup-op'),
                operators,
                setup.op,
                (op) => op,
                l.text('op-hint', { op: setup.op }),
              )
            : nothing
        }
        ${this.#select('dtype', l.text('setup-dtype'), dtypes, setup.dtype)}
        ${
          reduces && isSmallFloat(setup.dtype)
            ? this.#select(
                'accumulate',
                l.text('setup-accumulate'),
                ['per_hop', 'float32'],
                setup.accumulate,
                (name) => l.text('accumulate-name', { name }),
                l.text('accumulate-hint'),
              )
            : nothing
        }
        <div class="size">
          ${this.#select('ranks', l.text('setup-ranks'), ranks, String(setup.ranks))} ${this.#count()}
        </div>
        ${switched === null ? nothing : html`<p class="switched" role="status">${switched}</p>`}
        ${
          this.#typedCount.isWrong
            ? html`<p class="problem" id="count-problem" role="alert">${this.problem()}</p>`
            : nothing
        }
      </fieldset>
    `;
  }

  /** What is wrong with the count that was typed; null if nothing is. */
  problem(l = this.l): string | null {
    const { typed } = this.#typedCount;
    const name = contractOf(this.setup.collective).countName;
    return typed && l.text('count-invalid', { name, ...typed, max: mostOf(this.setup) });
  }

  /** Shows the count that holds, whatever was typed. */
  forgetProblem(): void {
    this.#typedCount.forget();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('setup');
    if (before && (before.count !== this.setup.count || mostOf(before) !== mostOf(this.setup))) this.forgetProblem();
  }

  /** Options say which of them is chosen: the select itself cannot choose one that it does not have yet. */
  #select(
    name: string,
    label: string,
    options: readonly string[],
    chosen: string,
    text: (option: string) => string = (option) => option,
    hint?: string,
  ): TemplateResult {
    return html`
      <label class="field" title=${hint ?? nothing}>
        <span>${label}</span>
        <select name=${name} @change=${this.#changed}>
          ${options.map((o) => html`<option value=${o} .selected=${live(o === chosen)}>${text(o)}</option>`)}
        </select>
      </label>
    `;
  }

  /** Grouped by how they go about it; those that do not exist for so many ranks say for how many they do. */
  #algorithms(): TemplateResult {
    const { setup, l, catalogue } = this;
    const served = catalogue ? algorithmsOf(catalogue, setup.collective) : [];
    return html`
      <label class="field">
        <span>${l.text('setup-algorithm')}</span>
        <select name="algorithm" @change=${this.#changed}>
          ${served.length === 0 ? nothing : this.#auto()}
          ${groupsOf(served).map(
            ({ kind, members }) =>
              html`<optgroup label=${l.text('algorithm-group', { kind })}>
                ${members.map((member) => this.#algorithm(member))}
              </optgroup>`,
          )}
          ${served.length === 0 ? html`<option value=${setup.algorithm}>${this.#nameOf(setup.algorithm)}</option>` : nothing}
        </select>
      </label>
    `;
  }

  #auto(): TemplateResult {
    const chosen = this.setup.algorithm === AUTO;
    return html`<option value=${AUTO} .selected=${live(chosen)}>${this.#nameOf(AUTO)}</option>`;
  }

  #algorithm(served: Served): TemplateResult {
    const { setup, l } = this;
    const name = this.#nameOf(served.name);
    const exists = existsFor(served, setup.ranks);
    return html`<option value=${served.name} .selected=${live(served.name === setup.algorithm)} ?disabled=${!exists}>
      ${exists ? name : l.text('algorithm-needs', { name, rule: ruleKey(served) })}
    </option>`;
  }

  #nameOf(name: string): string {
    return this.l.text('algorithm-name', { name });
  }

  #count(): TemplateResult {
    const { setup, l } = this;
    const { countName: name, parts } = contractOf(setup.collective);
    return html`
      <label class="field count" title=${l.text('count-hint', { name, parts, total: tensorLength(setup) })}>
        <span class="number">${name}</span>
        <input
          name="count"
          inputmode="numeric"
          autocomplete="off"
          maxlength="12"
          .value=${this.#typedCount.text(setup.count)}
          aria-invalid=${this.#typedCount.isWrong ? 'true' : 'false'}
          aria-describedby=${this.#typedCount.isWrong ? 'count-problem' : nothing}
          @change=${this.#typedCount.changed}
          @input=${this.#typedCount.edited}
        />
      </label>
    `;
  }

  #changed(event: Event): void {
    const { name, value } = event.target as HTMLSelectElement;
    this.forgetProblem();
    this.tell<Setup>('edit', this.#served(this.#with(name, value)));
  }

  /** As long as it is so. */
  #switchedText(): string | null {
    const { l, setup, switched } = this;
    if (!switched || !this.catalogue) return null;
    const { from, to } = switched;
    if (setup.algorithm !== to.algorithm || setup.collective !== to.collective || setup.ranks !== to.ranks) return null;
    const chosen = algorithmsOf(this.catalogue, to.collective).find(({ name }) => name === from);
    return l.text('algorithm-switched', {
      name: this.#nameOf(from),
      other: this.#nameOf(to.algorithm),
      rule: chosen ? ruleKey(chosen) : 'none',
      collective: l.text('collective-name', { name: to.collective }),
      ranks: to.ranks,
    });
  }

  /** With another algorithm where the chosen one does not serve that; and says so. */
  #served(setup: Setup): Setup {
    this.switched = null;
    if (setup.algorithm === AUTO) return setup;
    const served = this.catalogue ? algorithmsOf(this.catalogue, setup.collective) : [];
    const [first] = served.filter((each) => existsFor(each, setup.ranks));
    const chosen = served.find(({ name }) => name === setup.algorithm);
    if (!first || (chosen && existsFor(chosen, setup.ranks))) return setup;
    const to = { ...setup, algorithm: first.name };
    this.switched = { from: setup.algorithm, to };
    return to;
  }

  #with(name: string, value: string): Setup {
    const { setup } = this;
    switch (name) {
      case 'collective':
        return withCollective(setup, value);
      case 'ranks':
        return withRanks(setup, Number(value));
      case 'root':
        return { ...setup, root: Number(value) };
      case 'dtype':
        return withDtype(setup, value as Dtype);
      default:
        return { ...setup, [name]: value };
    }
  }
}

const mostOf = ({ collective, ranks }: Setup): number => maxCount(collective, ranks);

/** A rank rule as the locales select by it. */
const ruleKey = ({ ranks }: Served): string => ranks.replaceAll(' ', '-');

declare global {
  interface HTMLElementTagNameMap {
    'ringlet-setup': RingletSetup;
  }
}
