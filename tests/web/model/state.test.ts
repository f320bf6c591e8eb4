import { describe, expect, it } from 'vitest';
import { readPaste } from '../../../web/components/matrix/paste.ts';
import { fragmentsOf } from '../../../web/model/fragments.ts';
import { inputColumn, outputElement, type Shape } from '../../../web/model/shape.ts';
import {
  cellText,
  defaultText,
  OPENING,
  readInputs,
  visibleTexts,
  withCells,
  withCollective,
  withRanks,
} from '../../../web/model/setup.ts';
import { DTYPES, parse } from '../../../web/model/values.ts';

describe('the opening state', () => {
  it('is the table of the course', () => {
    expect(visibleTexts(OPENING)).toEqual([
      ['1', '2', '3', '4', '5', '6'],
      ['10', '20', '30', '40', '50', '60'],
      ['100', '200', '300', '400', '500', '600'],
    ]);
  });

  it('goes on for 16 ranks within every type', () => {
    for (const dtype of DTYPES)
      for (let rank = 0; rank < 16; rank++)
        for (const element of [0, 84, 127]) expect(parse(defaultText(rank, element, dtype), dtype).ok).toBe(true);
  });
});

describe('typed values', () => {
  const typed = withCells(OPENING, [{ rank: 2, element: 5, text: '601' }]);

  it('stay when fewer ranks are shown, and come back', () => {
    const fewer = withRanks(typed, 2);
    expect(visibleTexts(fewer)).toHaveLength(2);
    expect(cellText(withRanks(fewer, 3), 2, 5)).toBe('601');
  });

  it('stay as text when the dtype no longer reads them', () => {
    const float = { ...withCells(OPENING, [{ rank: 1, element: 0, text: '1.5' }]), dtype: 'float32' as const };
    expect(readInputs(float).problems).toEqual([]);
    expect(readInputs({ ...float, dtype: 'int32' }).problems).toEqual([
      { rank: 1, element: 0, text: '1.5', reason: 'not-an-integer' },
    ]);
  });

  it('do not change the state they came from', () => {
    expect(cellText(OPENING, 2, 5)).toBe('600');
  });
});

describe('changing the collective', () => {
  it('keeps the tensor', () => {
    const all = withCollective(OPENING, 'all_reduce');
    expect(all.count).toBe(6);
    expect(withCollective(all, 'reduce_scatter').count).toBe(2);
    expect(withCollective(OPENING, 'all_gather').count).toBe(2);
  });

  it('rounds down where the tensor does not divide', () => {
    expect(withCollective({ ...OPENING, collective: 'all_reduce', count: 7 }, 'reduce_scatter').count).toBe(2);
  });
});

describe('shape', () => {
  const scatter: Shape = { collective: 'reduce_scatter', ranks: 3, count: 2, root: 0 };
  const gather: Shape = { collective: 'all_gather', ranks: 3, count: 2, root: 0 };

  it('gives rank r fragment r', () => {
    expect(fragmentsOf(scatter, null).map((f) => [f.owner, f.start, f.length])).toEqual([
      [0, 0, 2],
      [1, 2, 2],
      [2, 4, 2],
    ]);
    expect(outputElement(scatter, 1, 3)).toBe(1);
    expect(outputElement(scatter, 1, 4)).toBeNull();
  });

  it('puts what all-gather collects in rank order', () => {
    expect(inputColumn(gather, 2, 1)).toBe(5);
    expect(outputElement(gather, 0, 5)).toBe(5);
  });

  it('takes a plan with one piece for a tensor without owners', () => {
    expect(fragmentsOf({ collective: 'all_reduce', ranks: 3, count: 6, root: 0 }, [6]).map((f) => f.owner)).toEqual([
      null,
    ]);
  });

  it('follows uneven chunks', () => {
    const fragments = fragmentsOf({ collective: 'all_reduce', ranks: 4, count: 7, root: 0 }, [1, 2, 2, 2]);
    expect(fragments.map((f) => f.start)).toEqual([0, 1, 3, 5]);
  });
});

describe('paste', () => {
  const target = { rank: 1, element: 2, ranks: 3, elements: 6 };

  it.each(['7 8 9', '7,8,9', '7;8;9', '7\t8\t9', ' 7, 8 ,9 '])('takes %j as a row', (text) => {
    const paste = readPaste(text, target);
    expect(paste.kind === 'cells' && paste.edits.map((e) => [e.rank, e.element, e.text])).toEqual([
      [1, 2, '7'],
      [1, 3, '8'],
      [1, 4, '9'],
    ]);
  });

  it('takes lines as ranks', () => {
    const paste = readPaste('1\t2\r\n3\t4\n', target);
    expect(paste.kind === 'cells' && paste.edits.map((e) => [e.rank, e.element])).toEqual([
      [1, 2],
      [1, 3],
      [2, 2],
      [2, 3],
    ]);
  });

  it('leaves one value to the cell', () => {
    expect(readPaste('42', target).kind).toBe('single');
  });

  it('refuses ragged rows and says which', () => {
    expect(readPaste('1 2\n3', target)).toEqual({ kind: 'ragged', row: 2, given: 1, expected: 2 });
  });

  it('refuses what does not fit', () => {
    expect(readPaste('1 2 3 4 5', target)).toEqual({ kind: 'too-large', rows: 1, columns: 5 });
    expect(readPaste('1\n2\n3', target).kind).toBe('too-large');
  });

  it('keeps text that is no number, so that its cell can say so', () => {
    const paste = readPaste('a b', target);
    expect(paste.kind === 'cells' && paste.edits.map((e) => e.text)).toEqual(['a', 'b']);
  });
});
