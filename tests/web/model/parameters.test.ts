import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../../web/engine/engine.ts';
import { COLLECTIVES } from '../../../web/model/contracts.ts';
import { kindsFor, readFault } from '../../../web/model/faults.ts';
import { decode, encode, reconcile, toQuery, USUAL_VIEW, whole, type View } from '../../../web/model/parameters.ts';
import { OPENING, visibleTexts, withCells, withCollective, withRanks, type Setup } from '../../../web/model/setup.ts';
import { DTYPES } from '../../../web/model/values.ts';

const view = USUAL_VIEW;
const fromQuery = (query: string) => decode(Object.fromEntries(new URLSearchParams(query)));
const ids = (query: string) => fromQuery(query).notices.map((n) => n.id);

describe('the URL', () => {
  it('is empty for the opening state', () => {
    expect(toQuery(OPENING, view)).toBe('');
    expect(fromQuery('').state).toEqual(OPENING);
  });

  it.each<[string, Setup]>([
    ['another collective', withCollective(OPENING, 'all_reduce')],
    ['more ranks', withRanks(OPENING, 7)],
    ['typed values', withCells(OPENING, [{ rank: 2, element: 5, text: '-601' }])],
    ['text that can not be read', withCells(OPENING, [{ rank: 0, element: 0, text: '6o%_,;&=é <b>' }])],
    ['an emptied cell', withCells(OPENING, [{ rank: 1, element: 1, text: '' }])],
    ['floats', { ...withCells(OPENING, [{ rank: 0, element: 0, text: '1e-8' }]), dtype: 'float32', op: 'avg' }],
    ['small floats', { ...OPENING, dtype: 'bfloat16', accumulate: 'float32' }],
    ['bits of integers', { ...OPENING, dtype: 'uint8', op: 'bxor' }],
    ['count 0', { ...OPENING, count: 0 }],
    ['one rank', withRanks(OPENING, 1)],
  ])('brings back %s', (_, state) => {
    const back = fromQuery(toQuery(state, view));
    expect(back.notices).toEqual([]);
    expect({ ...back.state, values: visibleTexts(back.state) }).toEqual({ ...state, values: visibleTexts(state) });
  });

  it('holds language and theme and a version', () => {
    expect(toQuery(OPENING, { ...view, lang: 'pl', theme: 'dark' })).toBe('v=1&lang=pl&theme=dark');
    expect(fromQuery('v=1&lang=pl&theme=dark').view).toEqual({ ...view, lang: 'pl', theme: 'dark' });
  });

  it('holds a deadline that is not the usual one', () => {
    expect(toQuery(OPENING, { ...view, deadlineMs: 900 })).toBe('v=1&deadline=900');
    expect(fromQuery('v=1&deadline=900').view).toEqual({ ...view, deadlineMs: 900 });
    expect([50, 60_000].map((ms) => decode({ deadline: ms }).view.deadlineMs)).toEqual([50, 60_000]);
    expect(decode({ deadline: '' })).toMatchObject({ view, notices: [] });
  });

  it('takes tags of languages in any case, and no other language for one that it begins like', () => {
    expect(['pl', 'PL', 'pl-PL', 'pl_PL'].map((lang) => decode({ lang }).view.lang)).toEqual(['pl', 'pl', 'pl', 'pl']);
    expect(decode({ lang: 'plt' })).toMatchObject({ view: { lang: null }, notices: [{ args: { name: 'lang' } }] });
  });

  it('keeps of the view what held where something cannot be, and takes the usual where nothing is said', () => {
    const held = { lang: 'pl', theme: 'dark', deadlineMs: 300 } as const;
    expect(decode({ lang: 'de', theme: 'pink', deadline: 7 }, OPENING, held).view).toEqual(held);
    expect(decode({}, OPENING, held).view).toEqual(USUAL_VIEW);
  });

  it('is made of characters that survive in links', () => {
    const query = toQuery(withCells(OPENING, [{ rank: 0, element: 0, text: '7' }]), view);
    expect(query).toBe('v=1&values=7,2,3,4,5,6_10,20,30,40,50,60_100,200,300,400,500,600');
  });
});

describe('values', () => {
  it('say how many ranks and elements there are', () => {
    const { state } = fromQuery('values=1,2;3,4');
    expect([state.ranks, state.count]).toEqual([2, 1]);
    expect(visibleTexts(state)).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
  });

  it('may be lists as JSON writes them, digit by digit', () => {
    const { state, notices } = decode({ values: ' [[1, 9007199254740993], ["3",4]]' });
    expect(visibleTexts(state)).toEqual([
      ['1', '9007199254740993'],
      ['3', '4'],
    ]);
    expect(notices).toEqual([]);
  });

  it('that are ragged get a sentence and keep what was typed', () => {
    const { state, notices } = fromQuery('ranks=3&count=1&values=1,2,3_4,5_6,7,8,9');
    expect(notices.map(({ args }) => [args['rank'], args['given'], args['allowed']])).toEqual([
      [1, 2, 3],
      [2, 4, 3],
    ]);
    expect(visibleTexts(state)).toEqual([
      ['1', '2', '3'],
      ['4', '5', ''],
      ['6', '7', '8'],
    ]);
    expect(state.values[2]?.[3]).toBe('9');
  });

  it('beyond all bounds are left out with a sentence', () => {
    expect(ids(`values=${'1,'.repeat(200)}1`)).toEqual(['notice-values-size']);
    expect(ids(`values=${'1_'.repeat(16)}1`)).toEqual(['notice-values-size']);
    expect(ids(`values=${'9'.repeat(49)}`)).toEqual(['notice-values-size']);
    expect(ids(`values=${'9'.repeat(2_000_000)}`)).toEqual(['notice-values-size']);
  });

  it('may be lists', () => {
    expect(
      visibleTexts(
        decode({
          values: [
            [1, 2n],
            ['3', '4'],
          ],
        }).state,
      ),
    ).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
    expect(decode({ values: [1, 2] }).notices.map((n) => n.id)).toEqual(['notice-values-size']);
  });
});

describe('hostile parameters', () => {
  it('are told of also where JSON has no words for them', () => {
    const circle: Record<string, unknown> = {};
    circle['itself'] = circle;
    for (const given of [circle, { big: 1n }, [[circle], 2]])
      for (const name of ['v', 'collective', 'ranks', 'values', 'fault']) {
        const { state, notices } = decode({ [name]: given });
        expect(state).toEqual(OPENING);
        expect(notices).toHaveLength(1);
      }
  });

  it.each([
    ['collective', '<img src=x onerror=alert(1)>'],
    ['collective', '__proto__'],
    ['collective', 'constructor'],
    ['algorithm', 'javascript:alert(1)'],
    ['fault', 'late.1.0'],
    ['fault', 'late.1.60001'],
    ['ranks', '1e9'],
    ['ranks', '-1'],
    ['ranks', '0'],
    ['ranks', '17'],
    ['count', '99999999999999'],
    ['count', '43'],
    ['dtype', 'float17'],
    ['root', '3'],
    ['theme', 'url(evil)'],
    ['lang', 'xx'],
    ['deadline', '49'],
    ['deadline', '60001'],
    ['deadline', '0x100'],
    ['deadline', '1e3'],
  ])('%s=%s is left out with a sentence', (name, value) => {
    const { state, view: shown, notices } = decode({ [name]: value });
    expect(state).toEqual(OPENING);
    expect(shown).toEqual(view);
    expect(notices).toHaveLength(1);
    expect(notices[0]?.args['name']).toBe(name);
  });

  it('objects are no parameters', () => {
    const { state, notices } = decode({ ranks: { toString: () => '5' } });
    expect(state).toEqual(OPENING);
    expect(notices).toHaveLength(1);
  });

  it('unknown names only make a note', () => {
    expect(fromQuery('utm_source=x&view=ring').unknown).toEqual(['utm_source', 'view']);
    expect(ids('utm_source=x')).toEqual([]);
  });

  it('another version gets a sentence', () => {
    expect(ids('v=2&ranks=4')).toEqual(['notice-version']);
    expect(fromQuery('v=2&ranks=4').state.ranks).toBe(4);
  });
});

describe('reconcile', () => {
  const catalogue: Catalogue = {
    collectives: [
      {
        name: 'reduce_scatter',
        reduces: true,
        rooted: false,
        countName: 'recvcount',
        algorithms: [
          { name: 'ring', ranks: 'any', exists: [true, true, true] },
          { name: 'hierarchical', ranks: 'composite', exists: [false, false, false] },
        ],
      },
    ],
    dtypes: ['int32'],
    operators: ['sum'],
    faults: ['absent'],
    maxRanks: 16,
  };

  it('goes back to what was held, where the core has that', () => {
    const more: Catalogue = { ...catalogue, operators: ['sum', 'max', 'bxor'] };
    const back = (held: Setup, wrong: Partial<Setup>) =>
      reconcile({ ...held, ...wrong }, more, { algorithm: true }, held).state;
    const max = { ...OPENING, op: 'max' };
    expect(back(max, { op: 'bogus' })).toEqual(max);
    expect(back({ ...max, algorithm: 'auto' }, { algorithm: 'bogus' })).toEqual({ ...max, algorithm: 'auto' });
    expect(back({ ...OPENING, op: 'band' }, { op: 'bogus' })).toEqual(OPENING);
  });

  it('takes what the core has, and says so', () => {
    const { state, notices } = reconcile({ ...OPENING, algorithm: 'bruck', op: 'band' }, catalogue);
    expect([state.algorithm, state.op]).toEqual(['ring', 'sum']);
    expect(notices.map(({ args }) => args['value'])).toEqual(['bruck', 'band']);
  });

  it('does not take an algorithm that does not exist for so many ranks', () => {
    const { state, notices } = reconcile({ ...OPENING, algorithm: 'hierarchical' }, catalogue);
    expect([state.algorithm, notices.length]).toEqual(['ring', 1]);
  });

  it('says nothing of an algorithm that nobody has named', () => {
    const { state, notices } = reconcile({ ...OPENING, algorithm: 'bruck' }, catalogue, { algorithm: false });
    expect([state.algorithm, notices]).toEqual(['ring', []]);
  });

  it('leaves auto to the core', () => {
    const state = { ...OPENING, algorithm: 'auto' };
    expect(reconcile(state, catalogue)).toEqual({ state, notices: [] });
    expect(fromQuery(toQuery(state, view)).state).toEqual(state);
  });

  it('leaves a state alone that fits', () => {
    expect(reconcile(OPENING, catalogue)).toEqual({ state: OPENING, notices: [] });
  });
});

it('encode is what decode reads', () => {
  const state = withRanks(withCollective(OPENING, 'all_gather'), 5);
  expect(decode(encode(state, view)).state).toEqual(state);
});

describe('the whole state', () => {
  it('of the opening table has everything in it', () => {
    expect(whole(OPENING, USUAL_VIEW)).toEqual({
      v: 1,
      collective: 'reduce_scatter',
      algorithm: 'ring',
      op: 'sum',
      dtype: 'int32',
      accumulate: 'per_hop',
      ranks: 3,
      count: 2,
      root: 0,
      values: [
        ['1', '2', '3', '4', '5', '6'],
        ['10', '20', '30', '40', '50', '60'],
        ['100', '200', '300', '400', '500', '600'],
      ],
      deadline: 5000,
      theme: 'auto',
    });
  });

  const views: View[] = [USUAL_VIEW, { lang: 'pl', theme: 'dark', deadlineMs: 900 }];

  for (const collective of COLLECTIVES)
    for (const dtype of DTYPES)
      it(`of ${collective} with ${dtype} is what decode reads back`, () => {
        for (let ranks = 1; ranks <= 16; ranks++) {
          const usual = { ...withRanks(withCollective(OPENING, collective), ranks), dtype };
          const typed = withCells({ ...usual, root: ranks - 1 }, [{ rank: 0, element: 0, text: 'a,b_c' }]);
          const late = kindsFor(collective, ranks).includes('late') ? readFault('late.0.300') : null;
          for (const state of [usual, typed, { ...usual, algorithm: 'auto', count: 0, fault: late }])
            for (const view of views) {
              const read = decode(whole(state, view));
              expect(read.notices).toEqual([]);
              expect(whole(read.state, read.view)).toEqual(whole(state, view));
              expect(toQuery(read.state, read.view)).toBe(toQuery(state, view));
            }
        }
      });
});
