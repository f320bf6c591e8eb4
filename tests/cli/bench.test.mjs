/** `ringlet bench`: a row for each question, figures that agree with each other, and sentences for wrong arguments. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertRefused, assertSentence, json, ringlet } from './ringlet.mjs';

const shortly = ['--batch-ms', 1, '--batches', 3];
const bench = (...args) => json(['bench', ...shortly, ...args]);
const near = (a, b) => assert.ok(Math.abs(a - b) <= 1e-9 * Math.abs(b), `${a} is not ${b}`);

/** nccl-tests' PERFORMANCE.md. */
const factors = {
  all_reduce: (n) => (2 * (n - 1)) / n,
  reduce_scatter: (n) => (n - 1) / n,
  all_gather: (n) => (n - 1) / n,
  all_to_all: (n) => (n - 1) / n,
  broadcast: () => 1,
  reduce: () => 1,
};

test('seven collectives on 2 and 4 ranks, apart and in place, nothing wrong', () => {
  const rows = bench('--bytes', '4K');
  assert.deepEqual([...new Set(rows.map((row) => row.collective))], [...Object.keys(factors), 'barrier'].sort(bySaid));
  for (const row of rows) {
    assert.equal(row.wrong, 0);
    assert.equal(row.auto, true);
    assert.ok(row.median_us >= row.min_us && row.min_us > 0, JSON.stringify(row));
    assert.ok(Number.isInteger(Math.log2(row.calls)), `${row.calls} calls`);
    if (row.collective === 'barrier') {
      assert.deepEqual([row.bytes, row.busbw_GBps, row.op], [0, null, null]);
      continue;
    }
    assert.equal(row.bytes, 4096);
    near(row.algbw_GBps, row.bytes / row.median_us / 1000);
    near(row.busbw_GBps, row.algbw_GBps * factors[row.collective](row.ranks));
  }
  const ways = (collective) => rows.filter((row) => row.collective === collective).map((row) => row.in_place);
  assert.deepEqual(ways('all_reduce'), [false, true, false, true]);
  assert.deepEqual(ways('all_to_all'), [false, false]);
  assert.deepEqual(ways('barrier'), [false, false]);
});

const order = ['all_reduce', 'reduce_scatter', 'all_gather', 'broadcast', 'reduce', 'all_to_all', 'barrier'];
function bySaid(a, b) {
  return order.indexOf(a) - order.indexOf(b);
}

test('sizes are whole tensors, rounded down to whole parts', () => {
  const rows = bench('--collective', 'reduce_scatter,all_gather', '--ranks', 3, '--bytes', '1K,1M', '--out-of-place');
  assert.deepEqual(
    rows.map(({ bytes, count }) => [bytes, count]),
    [
      [1020, 85],
      [1048572, 87381],
      [1020, 85],
      [1048572, 87381],
    ],
  );
});

test('all takes every algorithm that serves that number of ranks, auto the one that is chosen', () => {
  const names = (...args) =>
    bench('--collective', 'all_gather', '--bytes', 64, '--in-place', ...args).map((row) => row.algorithm);
  const three = names('--ranks', 3, '--algorithm', 'all');
  assert.ok(three.includes('ring') && three.includes('direct') && !three.includes('recursive_doubling'), `${three}`);
  assert.ok(names('--ranks', 4, '--algorithm', 'all').includes('recursive_doubling'));
  assert.deepEqual(names('--ranks', 3, '--algorithm', 'bruck,auto'), ['bruck', names('--ranks', 3)[0]]);
});

test('small floats and other operators are exact too', () => {
  const rows = bench(
    ...['--collective', 'all_reduce,reduce', '--dtype', 'bfloat16,float8_e4m3,int8', '--op', 'avg'],
    ...['--ranks', '3,8', '--bytes', '64K', '--root', 1],
  );
  assert.equal(rows.length, 2 * 3 * 2 * 2);
  for (const row of rows) assert.deepEqual([row.wrong, row.op], [0, 'avg']);
});

test('ranks are numbers and ranges', () => {
  const ranks = (list) =>
    bench('--collective', 'barrier', '--ranks', list).map((row) => {
      assert.equal(row.wrong, 0);
      return row.ranks;
    });
  assert.deepEqual(ranks('2..4'), [2, 3, 4]);
  assert.deepEqual(ranks('1,2,4'), [1, 2, 4]);
  assert.deepEqual(ranks('1..2,5'), [1, 2, 5]);
});

test('an operator for nothing that has one is told of; beside something that has, it serves that', () => {
  const told = (collective) =>
    ringlet(['bench', ...shortly, '--collective', collective, '--bytes', 64, '--op', 'max', '--json']);
  const none = told('barrier,broadcast');
  assertSentence(none.err, '--op', 'max', 'barrier,broadcast', 'not used');
  assert.deepEqual([...new Set(JSON.parse(none.out).map((row) => row.op))], [null]);
  const some = told('barrier,reduce');
  assert.deepEqual([some.code, some.err], [0, '']);
  assert.deepEqual([...new Set(JSON.parse(some.out).map((row) => row.op))], [null, 'max']);
});

test('the table has the columns of nccl-tests, both ways in one line', () => {
  const { code, out, err } = ringlet(['bench', ...shortly, '--collective', 'reduce,all_to_all', '--bytes', '1K']);
  assert.deepEqual([code, err], [0, '']);
  const [ways, header, units, ...rows] = out.trimEnd().split('\n');
  assert.equal(rows.pop(), '* chosen by auto');
  assert.match(ways, /out of place +in place$/);
  const columns = header.trim().split(/\s+/);
  const timed = ['time', 'algbw', 'busbw', '#wrong'];
  assert.deepEqual(columns, [
    ...['collective', 'algorithm', 'ranks', 'size', 'count', 'type', 'redop', 'root'],
    ...timed,
    ...timed,
  ]);
  assert.match(units, /\(us\) +\(GB\/s\) +\(GB\/s\)/);
  assert.equal(rows.length, 4);
  const cells = rows.map((row) => row.trim().split(/\s+/));
  assert.deepEqual(cells[0].slice(0, 8), ['reduce', 'naive*', '2', '1024', '256', 'float32', 'sum', '0']);
  assert.deepEqual(cells[1].slice(0, 8), ['all_to_all', cells[1][1], '2', '1024', '128', 'float32', 'none', '-1']);
  assert.match(cells[1][1], /^(pairwise|bruck)\*$/);
  assert.deepEqual(cells[1].slice(-4), ['-', '-', '-', '-']);
  for (const row of cells) assert.equal(row.length, columns.length);
});

describe('wrong arguments are refused before anything is measured', () => {
  const wrong = (args, ...words) => test(args.join(' '), () => assertRefused(ringlet(['bench', ...args]), ...words));

  wrong(['--collective', 'gossip'], '--collective', 'gossip', 'all_reduce');
  wrong(['--collective', 'all_gather_v'], '--collective', 'all_gather_v');
  for (const option of ['--collective', '--algorithm', '--ranks', '--bytes', '--dtype', '--candidates'])
    for (const list of [',2', '2,', ',']) wrong([option, list], `${option} is '${list}'`, 'both sides of each comma');
  wrong(['--algorithm', 'fast'], '--algorithm', 'fast', 'auto', 'ring');
  wrong(['--algorithm', 'pairwise', '--collective', 'all_reduce'], '--algorithm', 'pairwise', 'all_reduce');
  wrong(['--ranks', '0'], '--ranks', '0', '1024');
  wrong(['--ranks', '4..2'], '--ranks', '4..2', 'A..B', '1024');
  wrong(['--ranks', '2,1..2000'], '--ranks', '1..2000', '1024');
  wrong(['--ranks', '2,two'], '--ranks', 'two');
  wrong(['--bytes', '0'], '--bytes');
  wrong(['--bytes', '1X'], '--bytes', '1X', 'K, M or G');
  wrong(['--bytes', '17G'], '--bytes', '17G', '16G');
  // Two buffers on each rank, and aside one of its 64 parts, of which one shot keeps all.
  const large = ['--collective', 'all_reduce', '--bytes', '16G', '--ranks', '64', '--algorithm'];
  wrong([...large, 'direct'], '--bytes', '16G', 'all_reduce', '2064.0 GiB', '64 ranks');
  wrong([...large, 'one_shot'], '--bytes', '16G', 'all_reduce', '3072.0 GiB', '64 ranks');
  wrong(['--bytes', '16G', '--ranks', '64'], '--bytes', '16G', 'all_reduce', 'GiB', '64 ranks');
  wrong(['--bytes', '1K,16G', '--ranks', '2,64', '--in-place'], '--bytes', '16G', 'GiB', 'ranks');
  wrong(['--bytes', '1.5K'], '--bytes', '1.5K');
  wrong(['--bytes', '99999999999999999999'], '--bytes');
  wrong(['--bytes', '4', '--collective', 'reduce_scatter'], 'bytes', '4', 'reduce_scatter', '8');
  wrong(['--dtype', 'float31'], '--dtype', 'float31', 'bfloat16');
  wrong(['--op', 'band'], 'band', 'float32');
  wrong(['--root', '2'], '--root', '2');
  wrong(['--root', '0', '--collective', 'all_reduce'], '--root', 'all_reduce', 'broadcast');
  wrong(['--in-place', '--out-of-place'], '--out-of-place', '--in-place');
  wrong(['--in-place', '--collective', 'all_to_all'], 'all_to_all', 'in place');
  wrong(['--batch-ms', '-1'], '--batch-ms', '-1');
  wrong(['--batches', '0'], '--batches', '0');
});
