/** Wrong arguments: a sentence that names argument, value and what is allowed, and exit 2. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exists, serving } from './bytes.mjs';
import { collectives, isRooted } from './contract.mjs';
import { assertRefused, ringlet, runWith } from './ringlet.mjs';

test('the options that the refusals start from are fine', () => {
  assert.equal(runWith({}).code, 0);
});

describe('a name that does not exist is refused, with those that do', () => {
  const cases = [
    ['--collective', 'allreduce', 'all_reduce', 'all_gather', 'reduce_scatter'],
    ['--collective', 'ALL_REDUCE', 'all_reduce'],
    ['--collective', '', 'all_reduce', '--collective is empty; allowed are'],
    ['--algorithm', 'rings', 'ring', 'naive', 'direct', 'auto'],
    ['--op', 'plus', 'sum', 'prod', 'min', 'max', 'avg'],
    ['--dtype', 'int33', 'int32', 'int64', 'float32', 'float64'],
    ['--driver', 'processes', 'threads', 'in-turn'],
  ];
  for (const [option, value, ...allowed] of cases)
    test(`${option} ${value || '(empty)'}`, () => {
      assertRefused(runWith({ [option]: value }), option, value, ...allowed);
    });
  test('the same with --json', () => {
    assertRefused(runWith({ '--op': 'plus' }, undefined, ['--json']), '--op', 'plus', 'sum');
  });
  test('and for plan and verify', () => {
    assertRefused(ringlet(['plan', '--collective', 'x', '--algorithm', 'ring', '--ranks', 3]), '--collective', 'x');
    assertRefused(
      ringlet(['plan', '--collective', 'all_reduce', '--algorithm', 'x', '--ranks', 3]),
      '--algorithm',
      'x',
      'auto',
    );
    assertRefused(ringlet(['verify', '--algorithm', 'x']), '--algorithm', 'x', 'ring');
    assertRefused(ringlet(['verify', '--collective', 'x']), '--collective', 'x', 'all_gather');
  });
});

describe('of a name that is nearly right, the right one is told', () => {
  const meant = (answer, given, name) => assertRefused(answer, `'${given}' (did you mean ${name}?)`);
  for (const [option, value, name] of [
    ['--collective', 'allreduce', 'all_reduce'],
    ['--collective', 'ALL_REDUCE', 'all_reduce'],
    ['--collective', 'reduce-scater', 'reduce_scatter'],
    ['--collective', 'AllGatherV', 'all_gather_v'],
    ['--algorithm', 'rings', 'ring'],
    ['--algorithm', 'DoubleTree', 'double_tree'],
    ['--op', 'summ', 'sum'],
    ['--dtype', 'flaot32', 'float32'],
    ['--dtype', 'bf16', 'bfloat16'],
    ['--driver', 'in_turn', 'in-turn'],
    ['--candidates', 'binominal', 'binomial'],
  ])
    test(`${option} ${value}`, () =>
      meant(runWith({ [option]: value, ...(option === '--candidates' && { '--algorithm': 'auto' }) }), value, name));
  test('of bench', () => {
    meant(ringlet(['bench', '--collective', 'all_gather_v']), 'all_gather_v', 'all_gather');
    meant(ringlet(['bench', '--algorithm', 'rings']), 'rings', 'ring');
  });
  test('of keys in the input', () => {
    const ranks = [[1], [2]];
    meant(runWith({}, { ranks, scalar: [1, 2] }), 'scalar', 'scalars');
    meant(runWith({}, { ranks, faults: [{ rnak: 1, kind: 'late', ms: 1 }] }), 'rnak', 'rank');
    meant(runWith({}, { ranks, faults: [{ rank: 1, kind: 'lat', ms: 1 }] }), 'lat', 'late');
  });
  test('of options and commands', () => {
    const run = ['run', '--collective', 'all_reduce', '--input', '-'];
    assertRefused(
      ringlet([...run, '--algoritm', 'ring'], '{}'),
      "'--algoritm' is not known (did you mean --algorithm?)",
    );
    assertRefused(ringlet([...run, '--algoritm=ring'], '{}'), '(did you mean --algorithm?)');
    assertRefused(ringlet([...run, '--slices', 2], '{}'), "'--slices' is not known (it is an option of plan)");
    assertRefused(ringlet(['benhc']), "'benhc' is not known (did you mean bench?)");
  });
  test('and nothing is guessed where nothing is near', () => {
    for (const answer of [
      runWith({ '--op': 'plus' }),
      runWith({ '--driver': 'processes' }),
      ringlet(['list', '--foo']),
    ])
      assert.doesNotMatch(answer.err, /did you mean|it is an option/);
  });
});

test('an empty value is not taken for none', () => {
  for (const option of ['--algorithm', '--op', '--dtype', '--accumulate', '--root', '--driver', '--trace', '--bytes'])
    assertRefused(runWith({ [option]: '' }), option);
  for (const field of ['dtype', 'op', 'accumulate', 'root'])
    assertRefused(runWith({ '--op': null, '--dtype': null }, { ranks: [[1], [2]], [field]: '' }), field);
  assertRefused(ringlet(['verify', '--ranks', '2', '--collective', '']), '--collective');
});

test('what a command does not know is named, with where to read what it does', () => {
  for (const command of ['list', 'run', 'plan', 'verify', 'bench', 'tune']) {
    const needs = {
      run: ['--collective', 'scan', '--input', '-'],
      plan: ['--collective', 'scan', '--algorithm', 'direct', '--ranks', 2],
    };
    const asked = [command, ...(needs[command] ?? [])];
    assertRefused(ringlet([...asked, '--foo']), "The option '--foo' is not known", `ringlet ${command} --help`);
    assertRefused(ringlet([...asked, 'foo']), "The argument 'foo' is not known", `ringlet ${command} --help`);
  }
  for (const command of ['run', 'plan']) {
    const asked = (...more) => ringlet([command, ...more], '{}');
    for (const more of [[], ['--ranks'], ['--in-place', '--collective', 'scan']])
      assertRefused(asked('--foo', ...more), "The option '--foo' is not known", `ringlet ${command} --help`);
  }
  assertRefused(
    ringlet(['verify', '--foo', '--plan', '-', '--ranks', 2], '{}'),
    "The option '--foo' is not known",
    'ringlet verify --help',
  );
  assertRefused(ringlet(['--foo']), "The option '--foo' is not known", 'verify, bench and tune');
  assertRefused(ringlet(['foo']), "The argument 'foo' is not known", 'verify, bench and tune');
});

test('an option that must be given is named', () => {
  assertRefused(ringlet(['run', '--input', '-'], { ranks: [[1]] }), '--collective');
  assertRefused(ringlet(['run', '--collective', 'all_reduce']), '--input');
  assertRefused(ringlet(['plan', '--algorithm', 'ring', '--ranks', 3]), '--collective');
  assertRefused(ringlet(['plan', '--collective', 'all_reduce', '--algorithm', 'ring']), '--ranks');
  assertRefused(ringlet(['run', '--collective']), '--collective', 'value');
});

describe('a number out of range is refused', () => {
  for (const ranks of [
    '0',
    '-1',
    '-2147483649',
    '1025',
    '1000000000',
    '99999999999999999999',
    'three',
    '3x',
    '2.5',
    '',
  ])
    test(`plan --ranks ${ranks || '(empty)'}`, () => {
      const answer = ringlet(['plan', '--collective', 'all_reduce', '--algorithm', 'ring', `--ranks=${ranks}`]);
      assertRefused(answer, '--ranks', ...(ranks ? [ranks, '1 to 1024'] : ['value']));
    });
  for (const ranks of [
    '0',
    '-1',
    '0..4',
    '5..2',
    '1..',
    '..3',
    '1..1025',
    '1..1000000000',
    '1..99999999999999999999',
    'x',
    '1-4',
  ])
    test(`verify --ranks ${ranks}`, () => {
      assertRefused(ringlet(['verify', `--ranks=${ranks}`]), 'ranks', ranks);
    });
  for (const timeout of ['0', '-5', 'soon', '99999999999999999999', ''])
    test(`run --timeout-ms ${timeout || '(empty)'}`, () => {
      assertRefused(runWith({ '--timeout-ms': timeout }), '--timeout-ms', timeout);
    });
  for (const root of ['-1', '3', 'first'])
    test(`plan --root ${root} of three ranks`, () => {
      const words = 'plan --collective broadcast --algorithm ring --ranks 3'.split(' ');
      assertRefused(ringlet([...words, `--root=${root}`]), '--root', root, '0 to 2');
    });
  for (const slices of ['0', '-1', '257', 'many'])
    test(`plan --slices ${slices}`, () => {
      const words = 'plan --collective broadcast --algorithm ring --ranks 3'.split(' ');
      assertRefused(ringlet([...words, `--slices=${slices}`]), '--slices', slices, '1 to 256');
    });
});

describe('a root', () => {
  const broadcast = { '--collective': 'broadcast' };
  test('of a collective that has none is refused, with those that have one', () => {
    for (const collective of collectives.filter((each) => !isRooted(each))) {
      const [algorithm] = serving(collective);
      const plan = ['plan', '--collective', collective, '--algorithm', algorithm, '--ranks', 3, '--root', 1];
      assertRefused(ringlet(plan), '--root', '1', collective, 'reduce, broadcast, gather, scatter');
    }
    assertRefused(runWith({ '--root': '1' }), '--root', '1', 'all_reduce', 'broadcast');
    assertRefused(runWith({}, { ranks: [[1], [2]], root: 1 }), 'root', '1', 'all_reduce', 'broadcast');
  });
  test('that is no rank is refused, wherever it stands', () => {
    const input = { ranks: [[1], null] };
    assertRefused(runWith({ ...broadcast, '--root': '2' }, input), '--root', '2', '0 to 1');
    assertRefused(runWith(broadcast, { ...input, root: -1 }), 'root', '-1', '0 to 1');
  });
});

test('an algorithm that does not serve the collective is refused, with what it serves', () => {
  assertRefused(runWith({ '--algorithm': 'pairwise' }), 'pairwise', 'all_reduce', 'all_to_all');
  assertRefused(runWith({ '--collective': 'scan' }), 'ring', 'scan', 'reduce_scatter', 'broadcast');
  const verified = ringlet(['verify', '--ranks', '3', '--collective', 'scan', '--algorithm', 'ring']);
  assertRefused(verified, 'ring', 'scan', 'reduce_scatter', 'broadcast');
});

test('an algorithm that does not exist for so many ranks is refused, with the numbers for which it does', () => {
  for (const collective of collectives)
    for (const algorithm of serving(collective))
      for (const ranks of [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((n) => !exists(algorithm, collective, n))) {
        const answer = ringlet(['plan', '--collective', collective, '--algorithm', algorithm, '--ranks', ranks]);
        const rule = algorithm === 'hierarchical' ? 'composite' : 'power of two';
        assertRefused(answer, `ranks is ${ranks}`, collective, algorithm, rule);
      }
});

test('all_to_all in place is refused, with the reason', () => {
  for (const collective of ['all_to_all', 'all_to_all_v']) {
    const plan = ['plan', '--collective', collective, '--algorithm', 'pairwise', '--ranks', 3, '--in-place'];
    assertRefused(ringlet(plan), collective, 'in-place');
    const options = { '--collective': collective, '--algorithm': 'pairwise' };
    assertRefused(
      runWith(
        options,
        {
          ranks: [
            [1, 2],
            [3, 4],
          ],
        },
        ['--in-place'],
      ),
      collective,
      'in-place',
    );
  }
});
