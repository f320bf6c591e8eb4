import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { rankRule, serving } from './bytes.mjs';
import { collectives } from './contract.mjs';
import { assertRefused, assertSentence, json, ringlet } from './ringlet.mjs';

test('list --json names what there is', () => {
  const catalogue = json(['list']);
  assert.deepEqual(
    catalogue.collectives.map(({ name }) => name),
    collectives,
  );
  for (const { name, algorithms } of catalogue.collectives) {
    const expected = serving(name).map((algorithm) => ({ name: algorithm, ranks: rankRule(algorithm, name) }));
    const byName = (a, b) => a.name.localeCompare(b.name);
    assert.deepEqual(algorithms.sort(byName), expected.sort(byName), name);
  }
  for (const dtype of ['int32', 'int64', 'float32', 'float64']) assert.ok(catalogue.dtypes.includes(dtype), dtype);
  for (const operator of ['sum', 'prod', 'min', 'max', 'avg'])
    assert.ok(catalogue.operators.includes(operator), operator);
});

test('list prints a table for people with the same names', () => {
  const { code, out, err } = ringlet(['list']);
  assert.equal(code, 0);
  assert.equal(err, '');
  assert.throws(() => JSON.parse(out));
  const { collectives: listed, dtypes, operators } = json(['list']);
  const names = [...listed.flatMap((entry) => [entry.name, ...entry.algorithms.map((a) => a.name)]), ...dtypes];
  for (const name of [...names, ...operators]) assert.ok(out.includes(name), name);
});

test('--help explains every command and is no failure', () => {
  const { code, out, err } = ringlet(['--help']);
  assert.equal(code, 0);
  assert.equal(err, '');
  for (const command of ['list', 'run', 'plan', 'verify', 'bench', 'tune']) {
    assert.ok(out.includes(command), command);
    assert.equal(ringlet([command, '--help']).code, 0, command);
  }
});

test('no command, an unknown command and an unknown option are refused by name', () => {
  assertRefused(ringlet([]), 'list', 'run', 'plan', 'verify');
  assertRefused(ringlet(['reduce']), 'reduce', 'list', 'run', 'plan', 'verify');
  assertRefused(ringlet(['list', '--colour']), '--colour');
  assertRefused(ringlet(['list', 'everything']), 'everything');
});

test('control characters in an argument do not reach the terminal', () => {
  const { code, err } = ringlet(['run', '--collective', '\u001b[31mred\u0007', '--input', '-'], { ranks: [[1]] });
  assert.equal(code, 2);
  assertSentence(err, '--collective', 'red');
});

test('--version tells the version', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const { code, out, err } = ringlet(['--version']);
  assert.deepEqual([code, out, err], [0, `ringlet ${version}\n`, '']);
});
