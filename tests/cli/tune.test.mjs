/** `ringlet tune`: tables whose choices follow from their predictions, what is kept between commands, and auto. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { assertRefused, assertSentence, command as program, ringlet, scratchFolder } from './ringlet.mjs';

/** Runs commands with a cache folder of the test's own. */
function place(t) {
  const folder = join(scratchFolder(t), 'cache');
  const command = (args, input) => ringlet(args, input, { XDG_CACHE_HOME: folder });
  const kept = () => {
    const [file, ...more] = readdirSync(join(folder, 'ringlet'));
    assert.deepEqual(more, []);
    return join(folder, 'ringlet', file);
  };
  return { folder, command, kept };
}

/** One rank is measured in no time. */
const quickly = ['tune', '--batch-us', 0, '--measure', 1];
const tuned = (answer) => {
  assert.equal(answer.code, 0, answer.err);
  return JSON.parse(answer.out);
};

/** That it calibrates, and perhaps that the machine was busy: other tests run beside this one. */
function assertCalibrates(text) {
  const [calibrates, ...more] = text.split(/(?<=\.\n)/);
  assertSentence(calibrates, 'Calibrating');
  for (const each of more) assertSentence(each, 'The machine was busy', '--fresh');
  assert.ok(more.length <= 1, text);
}

/** Costs with which only messages or only bytes cost anything. */
const costs = (cost) => ({
  costs: {
    cores: 4,
    us: Object.fromEntries(
      ['moved', 'reduced', 'fresh']
        .flatMap((bytes) => [bytes, `${bytes}_64K`, `${bytes}_1M`, `${bytes}_16M`])
        .map((name) => [name, cost.bytes])
        .concat([
          ['call', 0],
          ['hop', 0],
          ['turn', 0],
          ['message', cost.message],
        ]),
    ),
  },
  points: [],
});

test('calibrates once, keeps it, and predicts for sizes and ranks that were not measured', (t) => {
  const { command, kept } = place(t);
  const asked = ['tune', '--ranks', '2..3', '--collective', 'all_reduce,barrier', '--json'];
  const first = command([...asked, '--batch-us', 0, '--measure', 2]);
  assertCalibrates(first.err);
  const answer = tuned(first);
  assert.deepEqual(
    answer.tables.map(({ collective, ranks }) => [collective, ranks]),
    [
      ['all_reduce', 2],
      ['barrier', 2],
      ['all_reduce', 3],
      ['barrier', 3],
    ],
  );
  const [two, none, three] = answer.tables;
  assert.deepEqual(Object.keys(two.sizes[0].us), ['direct', 'one_shot', 'naive']);
  assert.deepEqual([answer.lead_over_default, two.default], [1.25, 'direct']);
  assert.deepEqual([none.sizes.length, none.sizes[0].bytes], [1, 0]);
  for (const { bytes, us, choice } of two.sizes) {
    // The default, unless another is clearly faster.
    const predicted = Object.values(us).map((each) => each.predicted);
    const [usual, least] = [us.direct.predicted, Math.min(...predicted)];
    assert.equal(us[choice].predicted, least * 1.25 < usual ? least : usual, `${bytes} bytes`);
  }
  for (const name of Object.keys(two.sizes[0].us)) {
    const predicted = two.sizes.map(({ us }) => us[name].predicted);
    assert.deepEqual(
      predicted,
      [...predicted].sort((a, b) => a - b),
    );
  }
  const seen = (table) => table.sizes.filter(({ us }) => us.direct.measured !== null).map(({ bytes }) => bytes);
  assert.deepEqual(seen(two), [1024, 8192, 65536, 524288, 4194304]);
  assert.deepEqual(seen(three), []);

  const written = readFileSync(kept(), 'utf8');
  const again = command(asked);
  assert.equal(again.err, '');
  assert.deepEqual(tuned(again), answer);
  assert.equal(readFileSync(kept(), 'utf8'), written);

  const fresh = command([...quickly, '--fresh', '--json']);
  assertCalibrates(fresh.err);
  assert.notEqual(readFileSync(kept(), 'utf8'), written);
});

describe('with costs that are known', () => {
  const withCosts = (t, cost) => {
    const where = place(t);
    tuned(where.command([...quickly, '--json']));
    writeFileSync(where.kept(), JSON.stringify(costs(cost)));
    return where;
  };
  const small = { ranks: [[1], [2], [3], [4]] };
  const run = ['run', '--collective', 'all_reduce', '--input', '-', '--json'];

  test('the crossovers are where the choice changes, to the byte', (t) => {
    const { command } = withCosts(t, { message: 1, bytes: 100 });
    const answer = command([
      'tune',
      '--ranks',
      4,
      '--collective',
      'all_reduce',
      '--algorithm',
      'ring,binomial',
      '--json',
    ]);
    assert.equal(answer.err, '');
    assert.equal(tuned(answer).lead_over_default, null);
    const [{ sizes, crossovers, default: usual }] = tuned(answer).tables;
    assert.equal(usual, null);
    assert.deepEqual([sizes[0].choice, sizes.at(-1).choice], ['binomial', 'ring']);
    assert.equal(crossovers.length, 1);
    assert.equal(crossovers[0].algorithm, 'ring');
    for (const { bytes, choice } of sizes) assert.equal(choice, bytes < crossovers[0].bytes ? 'binomial' : 'ring');

    const people = command(['tune', '--ranks', 4, '--collective', 'all_reduce', '--algorithm', 'ring,binomial']);
    assert.match(people.out, /size +ring +binomial +choice/);
    assert.match(
      people.out,
      new RegExp(`With --candidates ring,binomial auto takes binomial, from ${crossovers[0].bytes} bytes on ring\\.`),
    );

    // Where nobody names candidates, the choice need not have the least of its row's times.
    const lead =
      /auto leaves the first column, the default, only for one that is predicted more than 1\.25 times as fast\.\n/;
    assert.doesNotMatch(people.out, lead);
    assert.match(command(['tune', '--ranks', 4, '--collective', 'all_reduce']).out, lead);
  });

  test('run and bench take what costs least, among the candidates that are named, and say so', (t) => {
    const messages = withCosts(t, { message: 1, bytes: 0 });
    const taken = (command, ...more) => {
      const answer = tuned(command([...run, ...more], small));
      assert.deepEqual(answer.outputs, [[10], [10], [10], [10]]);
      return [answer.algorithm, answer.auto];
    };
    assert.deepEqual(taken(messages.command, '--algorithm', 'auto', '--candidates', 'ring,binomial'), [
      'binomial',
      true,
    ]);
    assert.deepEqual(taken(messages.command, '--candidates', 'ring'), ['ring', true]);
    assert.deepEqual(taken(messages.command, '--algorithm', 'ring'), ['ring', false]);
    assert.ok(['one_shot', 'naive'].includes(taken(messages.command)[0]));
    assert.match(messages.command(run.slice(0, -1), small).out, /^all_reduce by \w+ \(auto\), /);

    const bytes = withCosts(t, { message: 0, bytes: 1 });
    const bench = [
      'bench',
      '--batch-ms',
      0,
      '--batches',
      1,
      '--collective',
      'all_reduce',
      '--ranks',
      4,
      '--bytes',
      '1K',
    ];
    const rows = tuned(bytes.command([...bench, '--candidates', 'ring,binomial', '--json']));
    assert.deepEqual(new Set(rows.map((row) => `${row.algorithm} ${row.auto} ${row.wrong}`)), new Set(['ring true 0']));
    assert.deepEqual(tuned(bytes.command([...bench, '--json']))[0].algorithm, 'direct');
    assert.match(
      bytes.command([...bench, '--algorithm', 'auto,naive']).out,
      /direct\*.*\n.*naive .*\n\* chosen by auto\n$/,
    );
  });

  test('bench says by which costs auto goes, where it does', (t) => {
    const { command, kept } = withCosts(t, { message: 1, bytes: 1 });
    const bench = ['bench', '--batch-ms', 0, '--batches', 1, '--collective', 'all_reduce', '--ranks', 2, '--bytes', 64];
    const heading = (...more) => command([...bench, ...more]).out.split(/ {2,}out of place/)[0];
    assert.equal(heading(), 'auto goes by the costs that ringlet tune measured here');
    assert.equal(heading('--algorithm', 'ring').trim(), '');
    assert.equal(ringlet(bench).out.split(/ {2,}out of place/)[0], 'auto goes by the built-in costs');
    assertSentence(command([...bench, '--json']).err, 'auto goes by', 'ringlet tune', 'costs-');
    assert.equal(command([...bench, '--json', '--algorithm', 'ring']).err, '');
    assert.equal(ringlet([...bench, '--json']).err, '');
    const named = (answer) => new Set(JSON.parse(answer.out).map((row) => row.costs));
    assert.deepEqual(named(command([...bench, '--json', '--algorithm', 'auto,ring'])), new Set(['tuned', null]));
    assert.deepEqual(named(ringlet([...bench, '--json'])), new Set(['built-in']));
    writeFileSync(kept(), '{');
    assert.equal(command([...bench, '--algorithm', 'ring']).err, '', 'costs that nobody asks for are not read');
  });

  test('what is kept and damaged is told of in a sentence, and made anew', (t) => {
    const { command, kept } = withCosts(t, { message: 1, bytes: 1 });
    for (const damaged of ['{', '[]', '{"costs": {"cores": 2, "us": {}}, "points": []}', '']) {
      writeFileSync(kept(), damaged);
      const answer = command([...run], small);
      assertSentence(answer.err, 'costs-', 'built-in costs');
      assert.equal(tuned(answer).auto, true);
    }
    const negative = costs({ message: 1, bytes: 1 });
    negative.costs.us.hop = -1;
    writeFileSync(kept(), JSON.stringify(negative));
    const madeAnew = () => {
      const [damage, ...more] = command([...quickly, '--json']).err.split(/(?<=\.\n)/);
      assertSentence(damage, 'costs-', 'anew');
      assertCalibrates(more.join(''));
    };
    madeAnew();
    assert.equal(command(['tune', '--json']).err, '');
    // Plans for so many ranks would take a minute to look at.
    for (const ranks of [1024, 65, 0, -1]) {
      const many = costs({ message: 1, bytes: 1 });
      many.points = [{ collective: 'all_to_all', algorithm: 'pairwise', ranks, bytes: 1024, us: 5 }];
      writeFileSync(kept(), JSON.stringify(many));
      madeAnew();
    }
  });

  test('what kept costs leave without effect is told', (t) => {
    const { command, kept } = withCosts(t, { message: 1, bytes: 1 });
    const before = readFileSync(kept(), 'utf8');
    assertSentence(command([...quickly, '--json']).err, '--batch-us', '--measure', '--fresh');
    assert.equal(readFileSync(kept(), 'utf8'), before);
  });

  test('candidates that cannot serve are no candidates, and none of them is refused', (t) => {
    const { command } = withCosts(t, { message: 1, bytes: 1 });
    const bench = ['bench', '--json', '--batch-ms', 0, '--batches', 1, '--ranks', 2, '--bytes', '1K'];
    const rows = tuned(command([...bench, '--collective', 'all_reduce,all_to_all', '--candidates', 'ring,pairwise']));
    assert.deepEqual(new Set(rows.map((row) => row.algorithm)), new Set(['ring', 'pairwise']));
    const some = tuned(command([...bench, '--collective', 'all_reduce,all_to_all', '--candidates', 'ring']));
    assert.deepEqual(new Set(some.map((row) => row.collective)), new Set(['all_reduce']));
    assertRefused(
      command([...bench, '--collective', 'all_to_all', '--candidates', 'ring']),
      '--candidates',
      'ring',
      'all_to_all',
    );
    assertRefused(command([...run, '--candidates', 'pairwise'], small), '--candidates', 'pairwise', 'ring', '4 ranks');
    const three = { ranks: small.ranks.slice(1) };
    assertRefused(command([...run, '--candidates', 'hierarchical'], three), 'hierarchical', 'ring', '3 ranks');
  });
});

test('two that calibrate at once do not write to the same file', async (t) => {
  const { folder, command, kept } = place(t);
  tuned(command([...quickly, '--json']));
  const file = kept();
  // Where all of them wrote before.
  mkdirSync(`${file}.part`);
  const env = { ...process.env, XDG_CACHE_HOME: folder };
  const tune = () => promisify(execFile)(program, [...quickly, '--fresh', '--json'].map(String), { env });
  for (const { stdout, stderr } of await Promise.all([tune(), tune(), tune()])) {
    assertCalibrates(stderr);
    assert.ok(JSON.parse(stdout).tables.length > 0);
  }
  assert.deepEqual(readdirSync(dirname(file)).sort(), [basename(file), `${basename(file)}.part`]);
  assert.equal(command(['tune', '--json']).err, '');
});

test('a machine that is busy meanwhile is told of, with how to calibrate again', async (t) => {
  const { command } = place(t);
  const busy = cpus().map(() => spawn(process.execPath, ['-e', 'for (;;);']));
  t.after(() => busy.forEach((each) => each.kill()));
  // One rank hands nothing over, for which it would have to wait behind the others.
  const { err } = command(['tune', '--measure', 1, '--batch-us', 3000, '--json']);
  const [calibrates, told] = err.split(/(?<=\.\n)/);
  assertSentence(calibrates, 'Calibrating');
  assertSentence(told, 'The machine was busy', "% of the cores' time", 'ringlet tune --fresh');
  assert.equal(command(['tune', '--json']).err, '', 'what is kept serves');
});

test('without a folder that can be written, it says so and answers all the same', (t) => {
  const { folder, command } = place(t);
  mkdirSync(join(folder, '..'), { recursive: true });
  writeFileSync(folder, 'a file');
  const answer = command([...quickly, '--json']);
  assert.match(answer.err, /could not be kept: the file .* cannot be written\.\n$/);
  assert.ok(tuned(answer).tables.length > 0);
});

describe('wrong arguments are refused before anything is measured', () => {
  const wrong = (args, ...words) => test(args.join(' '), () => assertRefused(ringlet(args), ...words));

  wrong(['tune', '--ranks', '65'], '--ranks', '65', '64');
  wrong(['tune', '--ranks', 'two'], '--ranks', 'two');
  wrong(['tune', '--collective', 'gossip'], '--collective', 'gossip');
  wrong(['tune', '--algorithm', 'fast'], '--algorithm', 'fast', 'ring');
  wrong(['tune', '--algorithm', 'pairwise', '--collective', 'all_reduce'], 'pairwise', 'all_reduce');
  wrong(['tune', '--measure', '0'], '--measure', '0');
  wrong(['tune', '--measure', '1024'], '--measure', '1024', '64');
  wrong(['tune', '--measure', '2..65'], '--measure', '65', '64');
  wrong(['tune', '--ranks', '8..2'], '--ranks', '8..2', 'A..B');
  wrong(['tune', '--batch-us', '-1'], '--batch-us', '-1');
  wrong(['bench', '--candidates', 'auto'], '--candidates', 'auto', 'ring');
  wrong(['bench', '--candidates', ','], "--candidates is ','");
  wrong(
    ['bench', '--algorithm', 'ring,naive', '--candidates', 'direct'],
    '--candidates',
    'direct',
    'ring,naive',
    'auto',
  );
  const run = ['run', '--collective', 'all_reduce', '--input', '/dev/null'];
  wrong([...run, '--candidates', 'fast'], '--candidates', 'fast', 'ring');
  wrong([...run, '--algorithm', 'ring', '--candidates', 'direct'], '--candidates', 'direct', 'ring', 'auto');
});
