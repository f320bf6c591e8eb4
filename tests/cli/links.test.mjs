/**
 * The texts' links lead where they say. A link with a line names in backticks what stands there; after moving code, `UPDATE_LINKS=1 node --test
 * tests/cli/links.test.mjs` writes the lines anew.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

const root = fileURLToPath(new URL('../..', import.meta.url));
const lines = (file) => readFileSync(join(root, file), 'utf8').split('\n');
const texts = spawnSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).stdout.trim().split('\n');
const linkPattern = /\[([^\]]*)\]\(([^)#:\s]+)(?:#L(\d+))?\)/g;

/** Where the symbol is introduced: `Class::name` as such, or in the class's own file its name, before its uses. */
function pattern(symbol, file) {
  const name = symbol.split('::').at(-1);
  const whole = new RegExp(`^(?![ /])(.* )?[&*]?${symbol}\\b`);
  if (lines(file).some((line) => whole.test(line))) return whole;
  return new RegExp(`^ *(?!return|//)([\\w:<>]+[&*]? )+${name}\\b`);
}

const linksOf = (text) =>
  [...readFileSync(join(root, text), 'utf8').matchAll(linkPattern)].map(([link, label, path, line]) => ({
    link,
    file: relative(root, join(root, dirname(text), path)),
    symbol: label.match(/`([^`]+)`/)?.[1],
    line: line && Number(line),
  }));

function updated(text) {
  return linksOf(text).reduce(
    (whole, { link, file, symbol, line }) => {
      if (line === undefined) return whole;
      const wanted = pattern(symbol, file);
      return whole.replaceAll(
        link,
        link.replace(/#L\d+/, `#L${lines(file).findIndex((each) => wanted.test(each)) + 1}`),
      );
    },
    readFileSync(join(root, text), 'utf8'),
  );
}

for (const text of texts) {
  test(`the links of ${text}`, () => {
    if (process.env.UPDATE_LINKS) writeFileSync(join(root, text), updated(text));
    for (const { link, file, symbol, line } of linksOf(text)) {
      assert.ok(existsSync(join(root, file)), `${link}: there is no ${file}`);
      if (line === undefined) continue;
      assert.ok(symbol, `${link} names nothing`);
      assert.match(lines(file)[line - 1] ?? '', pattern(symbol, file), `${link} does not stand there`);
    }
  });
}

test('each folder of the core includes only from folders below it in the table, and has its line there', () => {
  const source = 'core/src';
  const order = [...readFileSync(join(root, 'core/README.md'), 'utf8').matchAll(/^\| `(\w+)` \|/gm)].map(
    (row) => row[1],
  );
  assert.deepEqual([...order].sort(), readdirSync(join(root, source)).sort());
  let arrows = 0;
  for (const [at, folder] of order.entries()) {
    for (const file of readdirSync(join(root, source, folder)).filter((name) => /pp$/.test(name))) {
      for (const [, other] of readFileSync(join(root, source, folder, file), 'utf8').matchAll(
        /^#include "\.\.\/(\w+)\//gm,
      )) {
        assert.ok(order.indexOf(other) > at, `${folder}/${file} includes from ${other}`);
        ++arrows;
      }
    }
  }
  assert.ok(arrows > 20);
});
