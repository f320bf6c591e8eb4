import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { classMap } from 'lit/directives/class-map.js';
import { guard } from 'lit/directives/guard.js';
import type { Localizer } from '../../locales/localizer.ts';
import { readPaste } from './paste.ts';
import { contractOf } from '../../model/contracts.ts';
import { fragmentAt, headsOf, tagOf, type Fragment } from '../../model/fragments.ts';
import { givers, inputColumn, inputLength, inputPosition, tableColumns, tensorLength } from '../../model/shape.ts';
import { visibleTexts, type CellEdit, type CellProblem, type Setup } from '../../model/setup.ts';
import { MAX_TEXT } from '../../model/values.ts';
import { controls, panel } from '../../styles/controls.ts';
import { fragments, hueOf, patternOf } from '../../styles/fragments.ts';
import { base } from '../../styles/tokens.ts';
import { LocalElement } from '../shared/element.ts';
import { setStyle } from '../shared/set-style.ts';
import { matrixStyles } from './ringlet-matrix.css.ts';
import { blockName, fragmentName, problemText } from '../shared/problem-text.ts';
import type { ResultRow } from './result-rows.ts';

interface Place {
  readonly rank: number;
  readonly element: number;
}

/** The table of all ranks' inputs, editable in place, with the result below. Tells `cells` and `hot`. */
@customElement('ringlet-matrix')
export class RingletMatrix extends LocalElement {
  static override styles = [base, controls, panel, fragments, matrixStyles];

  @property({ attribute: false }) setup!: Setup;
  @property({ attribute: false }) fragments: readonly Fragment[] = [];
  @property({ attribute: false }) problems: readonly CellProblem[] = [];
  @property({ attribute: false }) results: readonly ResultRow[] = [];
  @property({ attribute: false }) hot: number | null = null;
  @property({ type: Boolean }) stale = false;
  @property({ type: Boolean }) readonly = false;
  @state() private current: Place = { rank: 0, element: 0 };
  @state() private editing = false;
  @state() private pasteProblem: (Place & { text: (l: Localizer) => string }) | null = null;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('setup')) return;
    this.pasteProblem = null;
    const { rank, element } = this.current;
    const inside = rank < this.setup.ranks && element < inputLength(this.setup, rank);
    if (!inside) this.current = { rank: givers(this.setup)[0] ?? 0, element: 0 };
  }

  /** Puts the cursor into a cell. */
  focusCell(rank: number, element: number): void {
    this.current = { rank, element };
    this.#input(rank, element)?.focus();
  }

  override render(): TemplateResult {
    const { setup, l } = this;
    const texts = visibleTexts(setup);
    const longest = Math.max(3, ...this.#readable(texts), ...this.results.flatMap((r) => r.longest));
    const columns = tableColumns(setup);
    const template = `max-content repeat(${Math.max(1, columns)}, minmax(calc(${Math.min(longest, 24)}ch + var(--pad)), 1fr))`;
    return html`
      <section class="panel">
        <header>
          <h2>${l.text('matrix-title', { collective: setup.collective })}</h2>
          <slot name="tools"></slot>
        </header>
        ${
          columns === 0
            ? html`<p class="empty">${l.text('matrix-empty', { name: contractOf(setup.collective).countName })}</p>`
            : html`
                <div class="scroll">
                  <div
                    role="grid"
                    class=${classMap({ grid: true, dense: columns > 6, few: setup.ranks <= 4 && this.problems.length === 0 && this.pasteProblem === null })}
                    ${setStyle({ 'grid-template-columns': template, '--rows': String(setup.ranks + Math.max(1, this.results.length)) })}
                    aria-label=${l.text('matrix-label', { ranks: setup.ranks, elements: this.#longestRow })}
                    aria-readonly=${this.readonly ? 'true' : 'false'}
                    @keydown=${this.#key}
                    @focusin=${this.#focused}
                    @focusout=${this.#left}
                    @input=${this.#typed}
                    @change=${this.#committed}
                    @paste=${this.#pasted}
                  >
                    ${guard(this.#tableDependsOn, () => [this.#heads(), ...texts.map((row, rank) => this.#row(row, rank))])}
                    ${this.results.map((row) => this.#result(row))}
                  </div>
                </div>
                <p class="note">
                  ${this.stale ? html`<b>${l.text('result-stale')}</b> ` : nothing}
                  ${setup.ranks === 1 ? l.text('matrix-single') : this.readonly ? nothing : l.text('matrix-help')}
                  ${this.#emptyFragments()}
                </p>
              `
        }
      </section>
    `;
  }

  /** Their numbers are missing above the columns, while the steps still move them. */
  #emptyFragments(): string | typeof nothing {
    const empty = this.fragments.filter(({ length }) => length === 0);
    if (empty.length === 0) return nothing;
    const list = empty.map(tagOf).join(', ');
    return this.l.text('matrix-empty-fragments', {
      list,
      elements: tensorLength(this.setup),
      fragments: this.fragments.length,
    });
  }

  get #longestRow(): number {
    return Math.max(0, ...givers(this.setup).map((rank) => inputLength(this.setup, rank)));
  }

  /** All that is drawn above the result; steps of a run change only the result. */
  get #tableDependsOn(): unknown[] {
    const { setup, l, fragments, problems, hot, readonly, current, editing, pasteProblem } = this;
    return [setup, l, fragments, problems, hot, readonly, current, editing, pasteProblem];
  }

  /** Lengths of texts that set the width of columns: what can't be read does not widen them all. */
  #readable(texts: readonly (readonly string[])[]): number[] {
    const wrong = new Set(this.problems.map((p) => `${p.rank} ${p.element}`));
    return texts.flatMap((row, rank) => row.map((text, i) => (wrong.has(`${rank} ${i}`) ? 0 : text.length)));
  }

  #heads(): TemplateResult {
    const { setup, l } = this;
    const heads = headsOf(setup, this.fragments);
    const roomy = heads.length <= 4;
    return html`
      <div role="row" class="row heads">
        <span role="columnheader" class="corner"><span class="unseen">${l.text('ledger-rank')}</span></span>
        ${heads.map((f) => {
          const name = f.source === null ? fragmentName(l, setup.collective, f) : blockName(l, f);
          return html`
            <span
              role="columnheader"
              class=${classMap({ head: true, hot: this.hot === f.index })}
              data-hue=${hueOf(f.owner)}
              data-pattern=${patternOf(f.owner)}
              ${setStyle({ 'grid-column': `span ${f.length}` })}
              title=${name}
              aria-colspan=${f.length}
              @pointerenter=${() => this.tell('hot', f.index)}
              @pointerleave=${() => this.tell('hot', null)}
            >
              <span class="band"></span>
              ${
                roomy || f.owner === null
                  ? html`<span>${name}</span>`
                  : html`<span aria-hidden="true"
                        >${l.text('fragment-short', { fragment: f.source === null ? f.index : f.owner })}</span
                      ><span class="unseen">${name}</span>`
              }
            </span>
          `;
        })}
      </div>
    `;
  }

  #row(texts: readonly string[], rank: number): TemplateResult {
    const { setup, l } = this;
    const before = inputColumn(setup, rank, 0);
    const after = tableColumns(setup) - before - texts.length;
    const problems = this.problems.filter((p) => p.rank === rank);
    return html`
      <div role="row" class="row">
        <span role="rowheader" class="rank">${l.text('matrix-rank', { rank })}</span>
        ${this.#gap(before)} ${texts.map((text, element) => this.#cell(text, { rank, element }))} ${this.#gap(after)}
      </div>
      ${this.#rankProblem(problems)}
      ${this.pasteProblem?.rank === rank ? this.#problem(this.pasteProblem, this.pasteProblem.text(this.l)) : nothing}
    `;
  }

  #gap(columns: number): TemplateResult | typeof nothing {
    if (columns === 0) return nothing;
    const place = setStyle({ 'grid-column': `span ${columns}` });
    return html`<span role="gridcell" class="gap" aria-colspan=${columns} ${place}
      ><span class="unseen">${this.l.text('matrix-no-input')}</span></span
    >`;
  }

  #cell(text: string, { rank, element }: Place): TemplateResult {
    const { setup, l, current } = this;
    const fragment = fragmentAt(this.fragments, inputPosition(setup, rank, inputColumn(setup, rank, element)));
    const owner = fragment?.owner ?? null;
    const name = fragment ? fragmentName(l, setup.collective, fragment) : '';
    const wrong = this.problems.some((p) => p.rank === rank && p.element === element);
    const isCurrent = current.rank === rank && current.element === element;
    return html`
      <span
        role="gridcell"
        class=${classMap({ cell: true, hot: this.hot === fragment?.index })}
        data-hue=${hueOf(owner)}
      >
        <input
          class="number"
          .value=${text}
          tabindex=${isCurrent ? 0 : -1}
          data-rank=${rank}
          data-element=${element}
          aria-label=${l.text('matrix-cell', { rank, element, fragment: name })}
          aria-invalid=${wrong ? 'true' : 'false'}
          aria-describedby=${wrong && isCurrent ? `problem-${rank}-${element}` : nothing}
          ?readonly=${this.readonly}
          ?data-editing=${isCurrent && this.editing}
          maxlength=${MAX_TEXT}
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          enterkeyhint="done"
        />
      </span>
    `;
  }

  /** One sentence for each rank: on the cell with the cursor, or else on the first. */
  #rankProblem(problems: readonly CellProblem[]): TemplateResult | typeof nothing {
    const { l, current, setup } = this;
    const problem = problems.find((p) => p.rank === current.rank && p.element === current.element) ?? problems[0];
    if (!problem) return nothing;
    const sentence = problemText(l, problem, setup.dtype);
    const count = problems.length - 1;
    return this.#problem(problem, count > 0 ? l.text('problem-more', { sentence, count }) : sentence);
  }

  #problem({ rank, element }: Place, text: string): TemplateResult {
    return html`
      <div role="row" class="row">
        <span role="gridcell" class="sentence" aria-colspan=${tableColumns(this.setup) + 1}>
          <span class="problem" id=${`problem-${rank}-${element}`} role="alert">${text}</span>
        </span>
      </div>
    `;
  }

  #result(row: ResultRow): TemplateResult {
    const { l } = this;
    return html`
      <div role="row" class="row result ${row.first ? 'first' : ''}">
        <span role="rowheader" class="rank"><b>${row.label}</b><small>${row.where}</small></span>
        ${row.cells.map((cell, column) => {
          const fragment = fragmentAt(this.fragments, cell.position);
          const owner = fragment?.owner ?? null;
          const value = cell.text ?? l.text('result-unknown');
          const label = l.text('result-cell', { element: column, where: cell.where, value });
          return html`
            <span
              role="gridcell"
              class=${classMap({ out: true, known: cell.text !== null, hot: this.hot === fragment?.index })}
              data-hue=${hueOf(owner)}
              data-pattern=${patternOf(owner)}
              aria-label=${label}
              @pointerenter=${() => this.tell('hot', fragment?.index ?? null)}
              @pointerleave=${() => this.tell('hot', null)}
              ><span class="number">${cell.text ?? '·'}</span>${
                cell.was === null ? nothing : html`<small>${l.text('result-was', { value: cell.was })}</small>`
              }</span
            >
          `;
        })}
      </div>
    `;
  }

  #input(rank: number, element: number): HTMLInputElement | null {
    return this.renderRoot.querySelector(`input[data-rank='${rank}'][data-element='${element}']`);
  }

  #focused(event: FocusEvent): void {
    const input = event.target as HTMLInputElement;
    this.current = placeOf(input);
    this.editing = false;
    input.select();
  }

  #left(): void {
    this.editing = false;
  }

  #typed(): void {
    this.editing = true;
  }

  #committed(event: Event): void {
    const input = event.target as HTMLInputElement;
    this.#commit([{ ...placeOf(input), text: input.value.trim() }]);
  }

  #commit(edits: readonly CellEdit[]): void {
    this.editing = false;
    this.tell<readonly CellEdit[]>('cells', edits);
  }

  #key(event: KeyboardEvent): void {
    const input = event.target as HTMLInputElement;
    const { rank, element } = placeOf(input);
    if (event.key === 'Escape') {
      input.value = visibleTexts(this.setup)[rank]?.[element] ?? '';
      this.editing = false;
      input.select();
      return;
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      const moved = this.#changedText(input) || this.editing;
      if (this.#changedText(input)) this.#commit([{ rank, element, text: input.value.trim() }]);
      if (moved) this.#move(rank + (event.shiftKey ? -1 : 1), element);
      else this.#edit(input);
      return;
    }
    if (event.key === 'F2') return this.#edit(input);
    const target = this.#target(event, rank, element);
    if (!target) return;
    event.preventDefault();
    this.#move(target.rank, target.element);
  }

  /** Left, right, Home and End move the caret while a cell is being edited, and between cells otherwise. */
  #target(event: KeyboardEvent, rank: number, element: number): Place | null {
    const last = inputLength(this.setup, rank) - 1;
    const whole = event.ctrlKey || event.metaKey;
    switch (event.key) {
      case 'ArrowUp':
        return { rank: whole ? 0 : rank - 1, element };
      case 'ArrowDown':
        return { rank: whole ? this.setup.ranks - 1 : rank + 1, element };
    }
    if (this.editing) return null;
    switch (event.key) {
      case 'ArrowLeft':
        return { rank, element: element - 1 };
      case 'ArrowRight':
        return { rank, element: element + 1 };
      case 'Home':
        return { rank: whole ? 0 : rank, element: 0 };
      case 'End':
        return { rank: whole ? this.setup.ranks - 1 : rank, element: last };
    }
    return null;
  }

  #edit(input: HTMLInputElement): void {
    this.editing = true;
    input.setSelectionRange(input.value.length, input.value.length);
  }

  #move(rank: number, element: number): void {
    this.#input(rank, element)?.focus();
  }

  #changedText(input: HTMLInputElement): boolean {
    const { rank, element } = placeOf(input);
    return input.value.trim() !== visibleTexts(this.setup)[rank]?.[element];
  }

  #pasted(event: ClipboardEvent): void {
    if (this.readonly) return;
    const place = placeOf(event.target as HTMLInputElement);
    const elements = inputLength(this.setup, place.rank);
    // Rows below it take as many cells, or where only the root gives anything none.
    const ranks = Math.max(...givers(this.setup)) + 1;
    const paste = readPaste(event.clipboardData?.getData('text/plain') ?? '', { ...place, ranks, elements });
    if (paste.kind === 'single') return;
    event.preventDefault();
    this.pasteProblem = null;
    if (paste.kind === 'cells') return this.#commit(paste.edits);
    const text = (l: Localizer) =>
      paste.kind === 'ragged'
        ? l.text('paste-ragged', { ...place, row: paste.row, given: paste.given, expected: paste.expected })
        : l.text('paste-too-large', {
            ...place,
            rows: paste.rows,
            columns: paste.columns,
            roomRows: ranks - place.rank,
            roomColumns: elements - place.element,
          });
    this.pasteProblem = { ...place, text };
  }
}

const placeOf = (input: HTMLInputElement): Place => ({
  rank: Number(input.dataset['rank']),
  element: Number(input.dataset['element']),
});

declare global {
  interface HTMLElementTagNameMap {
    'ringlet-matrix': RingletMatrix;
  }
}
