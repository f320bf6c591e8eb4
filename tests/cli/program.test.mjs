/** The programs in the texts, built and run as the texts say. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { scratchFolder } from './ringlet.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const blockOf = (text, language) =>
  readFileSync(join(root, text), 'utf8').match(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's'))[1];
const block = (language) => blockOf('core/include/ringlet/README.md', language);

function execute(command, args, options = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: 120_000, ...options });
  return { status, stdout, stderr };
}

/** Compiles this source against the core that the command has too, and runs it. */
function runProgram(folder, source) {
  writeFileSync(join(folder, 'program.cpp'), source);
  const library = join(root, 'build/native/libringlet_core.a');
  const flags = ['-std=c++20', '-Wall', '-Wextra', '-Werror', '-pthread', '-I', join(root, 'core/include')];
  const made = execute('c++', [...flags, 'program.cpp', library, '-o', 'program'], { cwd: folder });
  assert.equal(made.stderr, '');
  return execute(join(folder, 'program'), []);
}

test('the program adds up what its ranks have', (t) => {
  assert.deepEqual(runProgram(scratchFolder(t), block('cpp')), { status: 0, stdout: '6\n', stderr: '' });
});

test('the lines in the README are a program with its includes and a main around them', (t) => {
  const includes = '#include <span>\n#include <vector>\n#include "ringlet/communicator.hpp"\n';
  const source = `${includes}int main() {\n${blockOf('README.md', 'cpp')}}\n`;
  assert.deepEqual(runProgram(scratchFolder(t), source), { status: 0, stdout: '', stderr: '' });
});

test('with a rank that hangs, every other says at its deadline whom it waits for', (t) => {
  const call = 'self.all_reduce(std::span(mine), std::span(sum)';
  const source = block('cpp')
    .replace(`${call})`, `${call}, ringlet::Operator::sum, {.timeout = std::chrono::milliseconds(200)})`)
    .replace(
      '    std::vector<float> sum',
      '    if (self.rank() == 3) std::this_thread::sleep_for(std::chrono::seconds(2));\n$&',
    )
    .replace('#include <cstdio>', '#include <chrono>\n$&\n#include <thread>');
  const { status, stderr } = runProgram(scratchFolder(t), source);
  assert.equal(status, 1);
  for (const rank of [0, 1, 2])
    assert.match(
      stderr,
      new RegExp(`^rank ${rank}: all_reduce .*its deadline of 200 ms.*rank 3 has not begun it`, 'm'),
    );
});

test('a project that has Ringlet as a folder keeps its own warnings, and needs none of its tests', (t) => {
  const folder = scratchFolder(t);
  symlinkSync(root, join(folder, 'ringlet'));
  writeFileSync(join(folder, 'program.cpp'), block('cpp'));
  const project = 'cmake_minimum_required(VERSION 3.22)\nproject(program CXX)\nadd_executable(program program.cpp)\n';
  writeFileSync(join(folder, 'CMakeLists.txt'), project + block('cmake'));
  const options = ['-B', 'build', '-G', 'Ninja', '-DCMAKE_EXPORT_COMPILE_COMMANDS=ON'];
  const configured = execute('cmake', options, { cwd: folder });
  assert.equal(configured.status, 0, configured.stderr);
  const commands = JSON.parse(readFileSync(join(folder, 'build/compile_commands.json'), 'utf8'));
  const own = commands.find(({ file }) => file.endsWith('/program.cpp')).command;
  assert.match(own, /-std=(c|gnu)\+\+20/);
  assert.match(own, /core\/include/);
  assert.doesNotMatch(own, / -W/);
  assert.ok(commands.every(({ file, command }) => !file.includes('/tests/') && !command.includes('-Werror')));
  assert.ok(commands.some(({ command }) => command.includes('-ffp-contract=off')));
});
