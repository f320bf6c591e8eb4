import type { Plan, Values } from '../../engine/engine.ts';
import type { Localizer } from '../../locales/localizer.ts';
import type { RankView } from '../../model/run-view.ts';
import { contractOf } from '../../model/contracts.ts';
import { hasOutput, outputElement, outputPosition, tableColumns } from '../../model/shape.ts';
import type { Setup } from '../../model/setup.ts';
import { format } from '../../model/values.ts';

export interface ResultCell {
  /** Null until the shown run has completed it. */
  readonly text: string | null;
  /** What the run before had there, if that was something else. */
  readonly was: string | null;
  readonly where: string;
  /** Its place in the tensor. */
  readonly position: number;
}

export interface ResultRow {
  readonly label: string;
  readonly where: string;
  readonly cells: readonly ResultCell[];
  readonly first: boolean;
  readonly longest: number[];
}

/** Each rank's output by tensor column, as far as the shown moment has completed it; null elsewhere. */
export type OutputColumns = readonly (readonly (string | null)[])[];

export function outputColumns(setup: Setup, plan: Plan, outputs: readonly RankView['output'][]): OutputColumns {
  return outputs.map((output, r) => {
    const elements: (string | null)[] = [];
    for (const [slot, extent] of (plan.extents[r]?.output ?? []).entries()) {
      const cell = output[slot];
      const complete = cell && cell.contributors.length === extent.contributions;
      for (let i = 0; i < extent.length; i++) {
        elements[extent.offset + i] = complete ? textAt(cell.values, i, setup) : null;
      }
    }
    return columnsFrom(setup, r, (element) => elements[element] ?? null);
  });
}

const columnsFrom = <T>(setup: Setup, rank: number, at: (element: number) => T | null): (T | null)[] =>
  Array.from({ length: tableColumns(setup) }, (_, column) => {
    const element = outputElement(setup, rank, column);
    return element === null ? null : at(element);
  });

function textAt(values: Values, index: number, setup: Setup): string | null {
  const value = values[index];
  return value === undefined ? null : format(value, setup.dtype);
}

/**
 * Rows for the table: one where every column has one owner, one rank has all or all agree; otherwise one per rank.
 * Unless the run failed ranks agree as long as none has another value, so that no rows come and go with every step.
 */
export function resultRows(
  l: Localizer,
  setup: Setup,
  now: OutputColumns,
  before: OutputColumns | null,
  failed: boolean,
): ResultRow[] {
  const { reduces, output, alike } = contractOf(setup.collective);
  const label = reduces
    ? l.text('result-label', { op: setup.op })
    : l.text('result-moved', { collective: setup.collective });
  const columns = Array.from({ length: tableColumns(setup) }, (_, column) => column);
  const earlier = before && before.length === now.length && before[0]?.length === now[0]?.length ? before : null;
  const cellOf = (rank: number, column: number, where: string): ResultCell => {
    const text = now[rank]?.[column] ?? null;
    const was = earlier?.[rank]?.[column] ?? null;
    return {
      text,
      was: text !== null && was !== null && was !== text ? was : null,
      where,
      position: outputPosition(setup, rank, column),
    };
  };
  const row = (where: string, cells: ResultCell[], first: boolean): ResultRow => ({
    label: first ? label : '',
    where,
    cells,
    first,
    longest: cells.map((cell) => cell.text?.length ?? 0),
  });

  if (output.holds === 'own') {
    const owner = (column: number) => Math.floor(column / setup.count);
    const cells = columns.map((c) => cellOf(owner(c), c, l.text('result-where-rank', { rank: owner(c) })));
    return [row(l.text('result-scattered'), cells, true)];
  }
  if (output.at === 'root') {
    const where = l.text('result-where-rank', { rank: setup.root });
    const cells = columns.map((c) => cellOf(setup.root, c, where));
    return [row(l.text('result-at-root', { rank: setup.root }), cells, true)];
  }
  if (alike && agree(now, failed)) {
    const cells = columns.map((column): ResultCell => {
      const cell = cellOf(0, column, l.text('result-where-all'));
      return now.every((values) => values[column] !== null) ? cell : { ...cell, text: null, was: null };
    });
    return [row(l.text('result-everywhere'), cells, true)];
  }
  const takers = now.flatMap((_, rank) => (hasOutput(setup, rank) ? [rank] : []));
  return takers.map((rank) => {
    const where = l.text('result-where-rank', { rank });
    return row(
      l.text('result-on-rank', { rank }),
      columns.map((c) => cellOf(rank, c, where)),
      rank === takers[0],
    );
  });
}

const agree = (now: OutputColumns, failed: boolean): boolean =>
  (now[0] ?? []).every((_, column) => {
    const values = new Set(now.map((row) => row[column] ?? null));
    if (!failed) values.delete(null);
    return values.size <= 1;
  });
