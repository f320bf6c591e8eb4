import type { CellEdit } from '../../model/setup.ts';
import { MAX_TEXT } from '../../model/values.ts';

export interface PasteTarget {
  readonly rank: number;
  readonly element: number;
  readonly ranks: number;
  readonly elements: number;
}

export type Paste =
  /** One value: the cell's own text field deals with it. */
  | { readonly kind: 'single' }
  | { readonly kind: 'cells'; readonly edits: readonly CellEdit[] }
  | { readonly kind: 'ragged'; readonly row: number; readonly given: number; readonly expected: number }
  | { readonly kind: 'too-large'; readonly rows: number; readonly columns: number };

/** Numbers from the clipboard, set out from the focused cell: lines are ranks, or one column's elements if in one. */
export function readPaste(text: string, target: PasteTarget): Paste {
  const rows = text
    .split(/\r?\n/)
    .map((line) => splitLine(line))
    .filter((row) => row.length > 0);
  const columns = rows[0]?.length ?? 0;
  if (rows.length <= 1 && columns <= 1) return { kind: 'single' };
  const uneven = rows.findIndex((row) => row.length !== columns);
  if (uneven >= 0) return { kind: 'ragged', row: uneven + 1, given: rows[uneven]?.length ?? 0, expected: columns };
  const fits = target.rank + rows.length <= target.ranks && target.element + columns <= target.elements;
  if (!fits) return { kind: 'too-large', rows: rows.length, columns };
  return {
    kind: 'cells',
    edits: rows.flatMap((row, r) =>
      row.map((cell, c) => ({ rank: target.rank + r, element: target.element + c, text: cell.slice(0, MAX_TEXT) })),
    ),
  };
}

/** Tabs come from a spreadsheet and then alone separate; a blank between two tabs is an empty cell. */
function splitLine(line: string): string[] {
  if (line.trim() === '') return [];
  if (line.includes('\t')) return line.split('\t').map((cell) => cell.trim());
  return line.trim().split(/\s*[,;]\s*|\s+/);
}
