/** Logs of real failures, each with what a person is shown of it. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { firstError } from '../../.ci/first-error.mjs';

const folder = new URL('logs/', import.meta.url);
const read = (name) => readFileSync(new URL(name, folder), 'utf8');

const firstLines = {
  'g++.txt': 'a.cpp:2:53: error: ‘class std::vector<int>’ has no member named ‘sizes’; did you mean ‘size’?',
  'em++.txt': "c.cpp:1:10: fatal error: 'nothere/json.hpp' file not found",
  'em++-link.txt': 'error: undefined symbol: _Z7missingv (referenced by top-level compiled C/C++ code)',
  'ld.txt': "l.cpp:(.text+0x5): undefined reference to `missing()'",
  'cmake.txt': 'CMake Error at CMakeLists.txt:3 (find_package):',
  'cmake-build.txt': 'Error: b3x is not a directory',
  'ninja.txt': "ninja: fatal: chdir to 'nowhere' - No such file or directory",
  'vite.txt': "[UNRESOLVED_IMPORT] Could not resolve './nope.ts' in x.ts",
  'vite-syntax.txt': '[builtin:vite-transform] Unexpected token',
};

test('each log has a line here', () => {
  assert.deepEqual(readdirSync(folder).sort(), Object.keys(firstLines).sort());
});

for (const [name, line] of Object.entries(firstLines))
  test(`the first error of ${name}, in at most five lines and without the compiler's command`, () => {
    const lines = firstError(read(name)).split('\n');
    assert.equal(lines[0], line);
    assert.ok(lines.length <= 5);
    assert.ok(lines.every((one) => one.length <= 161 && !/ -o |^FAILED/.test(one)));
  });

test('a log that names no error is shown by its end', () => {
  assert.equal(firstError('1\n2\n3\n4\n5\n6\nkilled\n'), '3\n4\n5\n6\nkilled');
});

test('a line as long as a command is cut', () => {
  assert.equal(firstError(`error: ${'x'.repeat(5000)}`).length, 161);
});
