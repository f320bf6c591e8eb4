import { describe, expect, it } from 'vitest';
import { DocumentController } from '../../../web/components/app/document-controller.ts';
import { loadLocalizer } from '../../../web/locales/localizer.ts';
import { resultRows, type OutputColumns } from '../../../web/components/matrix/result-rows.ts';
import { callOf, gatheringOf, isNarrow, requestOf, roundingExample } from '../../../web/model/call.ts';
import { memo } from '../../../web/model/memo.ts';
import {
  OPENING,
  readInputs,
  visibleTexts,
  withCells,
  withCollective,
  withRanks,
  type Setup,
} from '../../../web/model/setup.ts';

describe('calls', () => {
  it('hold the inputs as one array of the dtype per rank', () => {
    const call = callOf(OPENING, readInputs(OPENING).inputs, { timeoutMs: 100, paused: true, held: [2] });
    expect(call.inputs[2]).toEqual(Int32Array.of(100, 200, 300, 400, 500, 600));
    expect([call.count, call.op, call.paused, call.held]).toEqual([2, 'sum', true, [2]]);
    expect(requestOf(call)).toEqual(requestOf(OPENING));
  });

  it('gather what a reduce-scatter left', () => {
    const next = gatheringOf(OPENING, [Int32Array.of(111, 222), Int32Array.of(333, 444), Int32Array.of(555, 666)]);
    expect([next.collective, next.count]).toEqual(['all_gather', 2]);
    expect(visibleTexts(next)).toEqual([
      ['111', '222'],
      ['333', '444'],
      ['555', '666'],
    ]);
  });

  it('have an example whose sum depends on the order', () => {
    const example = roundingExample();
    expect(visibleTexts(example).map((row) => row[0])).toEqual(['1e8', '1', '-1e8', '1']);
    expect(readInputs(example).problems).toEqual([]);
  });
});

it('isNarrow asks how much room the table needs', () => {
  expect(isNarrow(OPENING)).toBe(true);
  expect(isNarrow(withRanks(OPENING, 5))).toBe(false);
  expect(isNarrow({ ...OPENING, count: 8 })).toBe(false);
  expect(isNarrow(withCells(OPENING, [{ rank: 0, element: 0, text: 'x'.repeat(40) }]))).toBe(true);
});

describe('DocumentController', () => {
  const setup = () => {
    const seen: Setup[] = [];
    const document = new DocumentController({ requestUpdate: () => {} }, (state) => seen.push(state));
    return { document, seen };
  };
  const typed = withCells(OPENING, [{ rank: 0, element: 0, text: '7' }]);

  it('undoes and redoes edits, and tells of each', () => {
    const { document, seen } = setup();
    document.edit(typed);
    document.undo();
    expect(document.state).toBe(OPENING);
    document.redo();
    expect(document.state).toBe(typed);
    expect(seen).toEqual([typed, OPENING, typed]);
    expect([document.canUndo, document.canRedo]).toEqual([true, false]);
  });

  it('takes an edit that changes nothing for none', () => {
    const { document, seen } = setup();
    document.edit({ ...OPENING });
    expect([document.canUndo, seen.length]).toEqual([false, 0]);
  });

  it('forgets what was undone when something else is typed', () => {
    const { document } = setup();
    document.edit(typed);
    document.undo();
    document.edit(withRanks(OPENING, 4));
    expect(document.canRedo).toBe(false);
    document.redo();
    expect(document.state.ranks).toBe(4);
  });

  it('has nothing to undo at first', () => {
    const { document, seen } = setup();
    document.undo();
    document.redo();
    expect(seen).toEqual([]);
  });
});

const l = await loadLocalizer('en');

describe('resultRows', () => {
  const all = withCollective({ ...OPENING, ranks: 2, count: 1 }, 'all_reduce');

  it('put fragments of all ranks into one row', () => {
    const columns: OutputColumns = [
      ['1', '2', null, null, null, null],
      [null, null, '3', '4', null, null],
      [null, null, null, null, null, null],
    ];
    const [row, ...rest] = resultRows(l, OPENING, columns, null, false);
    expect(rest).toEqual([]);
    expect(row?.cells.map((c) => c.text)).toEqual(['1', '2', '3', '4', null, null]);
    expect(row?.cells[3]?.where).toBe('rank 1');
  });

  it('show one row where all ranks agree, otherwise one each', () => {
    const shown = (second: string | null, failed = false) =>
      resultRows(
        l,
        all,
        [
          ['5', '6'],
          ['5', second],
        ],
        null,
        failed,
      );
    expect(shown('6').map((r) => r.where)).toEqual(['on every rank']);
    expect(shown('7').map((r) => r.where)).toEqual(['on rank 0', 'on rank 1']);
    const [row, ...rest] = shown(null);
    expect(rest).toEqual([]);
    expect(row?.cells.map((c) => c.text)).toEqual(['5', null]);
    expect(shown(null, true).map((r) => r.cells.map((c) => c.text))).toEqual([
      ['5', '6'],
      ['5', null],
    ]);
  });

  it('say what was there before, if the run before had as many', () => {
    const now: OutputColumns = [
      ['5', '7'],
      ['5', '7'],
    ];
    expect(
      resultRows(
        l,
        all,
        now,
        [
          ['5', '6'],
          ['5', '6'],
        ],
        false,
      )[0]?.cells.map((c) => c.was),
    ).toEqual([null, '6']);
    expect(resultRows(l, all, now, [['5'], ['5']], false)[0]?.cells.map((c) => c.was)).toEqual([null, null]);
  });
});

it('memo computes anew only for other arguments', () => {
  let computed = 0;
  const twice = memo((n: number) => (computed++, 2 * n));
  expect([twice(2), twice(2), twice(3), twice(2)]).toEqual([4, 4, 6, 4]);
  expect(computed).toBe(3);
});
