/** The wasm builds' copies of system headers follow what the system has. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, afterEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../wasm/copy-headers.cmake', import.meta.url));
const longAgo = new Date('2020-01-01');
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ringlet-headers-'));
  mkdirSync(join(folder, 'system/lib/detail'), { recursive: true });
  header('lib.hpp', 'first');
  header('detail/part.hpp', 'part');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** As a package brings it: older than anything that was built here. */
function header(name, text) {
  const file = join(folder, 'system/lib', name);
  writeFileSync(file, text);
  utimesSync(file, longAgo, longAgo);
}

const copied = (name) => join(folder, 'build/lib', name);
const copy = (library = 'lib') =>
  spawnSync(
    'cmake',
    [`-DFROM=${folder}/system`, `-DTO=${folder}/build`, `-DLIBRARY=${library}`, '-DPACKAGE=lib-dev', '-P', script],
    { encoding: 'utf8' },
  );

test('a changed header is copied, and newer than what was compiled before, though its package is old', () => {
  assert.equal(copy().status, 0);
  const compiledAt = Date.now();
  header('lib.hpp', 'second');
  assert.equal(copy().status, 0);
  assert.equal(readFileSync(copied('lib.hpp'), 'utf8'), 'second');
  assert.ok(statSync(copied('lib.hpp')).mtimeMs >= compiledAt - 10);
});

test('an unchanged header keeps its time, so that nothing is compiled again', () => {
  copy();
  utimesSync(copied('lib.hpp'), longAgo, longAgo);
  copy();
  assert.equal(statSync(copied('lib.hpp')).mtimeMs, longAgo.getTime());
});

test('a header that is gone or new is so among the copies', () => {
  copy();
  rmSync(join(folder, 'system/lib/detail/part.hpp'));
  header('detail/other.hpp', 'other');
  copy();
  assert.throws(() => statSync(copied('detail/part.hpp')));
  assert.equal(readFileSync(copied('detail/other.hpp'), 'utf8'), 'other');
});

test('where there are no headers a sentence names the package', () => {
  const { status, stderr } = copy('absent');
  assert.notEqual(status, 0);
  assert.match(stderr.replace(/\s+/g, ' '), /system\/absent has no headers; Debian has them in the package lib-dev\./);
});
