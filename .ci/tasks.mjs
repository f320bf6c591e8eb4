/**
 * What `npm test` and `npm run test:reference` run. A task with `report` counts the cases in its JUnit report; a `build` counts only if it fails;
 * any other is one check. `cores` are those that it keeps busy, `quick` ones belong to `npm run test:quick`.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compile, page } from './build.mjs';
import { root } from './process.mjs';
import { referenceTasks } from './references.mjs';
import { reportOf } from './task.mjs';

const compiled = (preset, more) => ({
  name: `build ${preset}`,
  build: true,
  cores: 2,
  deadline: 1200,
  commands: compile(preset, 'all'),
  ...more,
});

/** doctest reports on standard output, because the wasm build has no other way out. */
const doctest = (preset, command, more) => {
  const name = `unit tests, ${preset}`;
  return {
    name,
    after: [`build ${preset}`],
    cores: 2,
    commands: () => [[...command, '--reporters=junit']],
    output: reportOf(name),
    report: reportOf(name),
    ...more,
  };
};

const check = (name, command, more) => ({ name, cores: 1, commands: () => [command()], ...more });

/** Ranks that do at random whatever they may, for that many seconds. */
const stress = (preset, seconds) =>
  check(`stress, ${preset}`, () => withFixedAddresses([`build/${preset}/ringlet_stress`, `${seconds}`]), {
    after: [`build ${preset}`],
    cores: 2,
    deadline: seconds + 300,
  });

const browser = (project) => {
  const name = `page in ${project}`;
  return {
    name,
    after: ['page', 'build native'],
    cores: 2,
    deadline: 1500,
    commands: () => [
      ['npm', '--silent', 'run', 'test:browsers', '--', `--project=${project}`, '--reporter=list,junit'],
    ],
    env: { PLAYWRIGHT_JUNIT_OUTPUT_FILE: join(root, reportOf(name)) },
    report: reportOf(name),
  };
};

function filesUnder(folders, pattern) {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((file) => pattern.test(file))
      .map((file) => join(folder, file)),
  );
}

/** Sanitizers of this age abort at start where the kernel randomises addresses more than they know of. */
function withFixedAddresses(command) {
  const fixed = ['setarch', '--addr-no-randomize'];
  return spawnSync(fixed[0], [...fixed.slice(1), 'true']).status === 0 ? [...fixed, ...command] : command;
}

/** Compiling with clang-tidy beside the compiler, since ninja then looks again only at what has changed. */
const tidy = {
  name: 'clang-tidy',
  commands: () => {
    // Ninja knows nothing of the configuration, so the command that it watches carries the configuration's hash.
    const hash = createHash('sha256')
      .update(readFileSync(join(root, '.clang-tidy')))
      .digest('hex');
    const linter = `clang-tidy;--quiet;--extra-arg=-DTIDY_${hash.slice(0, 16)}`;
    const options = ['CMAKE_BUILD_TYPE=Debug', 'CMAKE_CXX_COMPILER=clang++', `CMAKE_CXX_CLANG_TIDY=${linter}`];
    return [
      ['cmake', '-B', 'build/tidy', '-G', 'Ninja', ...options.map((option) => `-D${option}`)],
      ['cmake', '--build', 'build/tidy', '--', '-k', '0'],
    ];
  },
};

const nativeFolders = ['core', 'wasm', 'tests'];
const commandReport = reportOf('command');
const unitReport = reportOf('unit tests of the page');

/** The quickest verdicts first; what keeps one core busy stands beside another such. */
const testTasks = [
  check('types', () => ['npm', '--silent', 'run', 'typecheck'], { quick: true }),
  check('eslint and prettier', () => ['npm', '--silent', 'run', 'lint:web'], { quick: true }),
  check('clang-format', () => ['clang-format', '--dry-run', '--Werror', ...filesUnder(nativeFolders, /\.[ch]pp$/)], {
    quick: true,
  }),
  {
    name: 'unit tests of the page',
    quick: true,
    cores: 1,
    commands: () => [
      ['npm', '--silent', 'run', 'test:unit', '--', '--reporter=junit', `--outputFile=${join(root, unitReport)}`],
    ],
    report: unitReport,
  },
  compiled('native', { quick: true }),
  doctest('native', ['build/native/ringlet_tests'], { cores: 1, quick: true }),
  {
    name: 'command',
    quick: true,
    after: ['build native'],
    cores: 1,
    commands: () => [
      [
        process.execPath,
        '--test',
        '--test-reporter=junit',
        `--test-reporter-destination=${commandReport}`,
        ...filesUnder(['tests/cli', 'tests/bench'], /\.test\.mjs$/),
      ],
    ],
    report: commandReport,
  },
  ...['wasm', 'wasm-single', 'asan', 'tsan'].map((preset) => compiled(preset)),
  { ...page, build: true, cores: 2, after: ['build wasm', 'build wasm-single'] },
  doctest('asan', withFixedAddresses(['build/asan/ringlet_tests']), { deadline: 1200 }),
  doctest('tsan', withFixedAddresses(['build/tsan/ringlet_tests']), { deadline: 1200 }),
  doctest('wasm', [process.execPath, 'build/wasm/ringlet_tests.js']),
  doctest('wasm-single', [process.execPath, 'build/wasm-single/ringlet_tests.js'], { cores: 1 }),
  stress('asan', 10),
  stress('tsan', 10),
  check('set-up', () => [process.execPath, '--test', ...filesUnder(['tests/setup'], /\.test\.mjs$/)], {
    after: ['native', 'asan', 'tsan', 'wasm', 'wasm-single'].map((preset) => `build ${preset}`),
  }),
  browser('chromium'),
  browser('firefox'),
  { ...tidy, cores: 2, deadline: 2400 },
];

/** Ten minutes for races, and for leaks and memory that is used wrongly. */
const stressTasks = ['tsan', 'asan'].flatMap((preset) => [compiled(preset), stress(preset, 300)]);

/**
 * The tasks of `npm test` or, as `stress`, of `npm run stress` or, as `reference`, of `npm run test:reference`: those whose name has one of the words, and
 * those that they come after; all where there are no words.
 */
export function tasksNamed(part, words) {
  const tasks = { test: testTasks, stress: stressTasks, reference: referenceTasks }[part];
  const chosen = new Set(tasks.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word))));
  for (const { after = [] } of chosen) for (const name of after) chosen.add(tasks.find((task) => task.name === name));
  return tasks.filter((task) => chosen.has(task));
}
