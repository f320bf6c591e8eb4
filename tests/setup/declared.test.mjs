/** Every file that a purpose's builds read, and every program it starts, comes with the packages of its list. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needs } from '../../.ci/needs.mjs';
import { tasksNamed } from '../../.ci/tasks.mjs';
import { filesOf, onPath } from './builds.mjs';
import { closureOf, hasDpkg, ownersOf } from './debian.mjs';

const ofTests = /CMakeFiles\/ringlet_(tests|stress)\.dir/;
const forUse = (object) => !ofTests.test(object);
const ofPage = (object) => forUse(object) && !/ringlet_bench\.dir/.test(object);
const browsers = ['/usr/bin/chromium', '/usr/bin/firefox-esr'];

const page = ['wasm', 'wasm-single'].map((preset) => [`build/${preset}`, ofPage]);
const command = [['build/native', forUse]];
const everything = ['native', 'asan', 'tsan', 'wasm', 'wasm-single', 'tidy'].map((preset) => [`build/${preset}`]);
const mpi = ['mpirun.openmpi'];
const purposes = {
  start: { builds: page },
  build: { builds: page },
  test: { builds: everything, starts: [...startedBy('test'), ...browsers] },
  stress: { builds: [['build/asan'], ['build/tsan']], starts: startedBy('stress') },
  reference: { builds: [...command, ['build/references']], starts: startedBy('reference') },
  bench: { builds: command },
  peers: { builds: [...command, ['build/peers']], starts: [...mpi, 'mpirun.mpich'] },
  browsers: { builds: [...page, ['build/wasm', forUse]], starts: browsers },
};

/** The first word of each command; what setarch and the like are given starts with the next one. */
function startedBy(part) {
  return tasksNamed(part, []).flatMap((task) => task.commands().map(([program]) => program));
}

test('each purpose has a line here', () => {
  assert.deepEqual(Object.keys(purposes).sort(), Object.keys(needs).sort());
});

for (const [purpose, { builds, starts = [] }] of Object.entries(purposes))
  test(`what ${purpose} reads and starts is on its list`, { skip: !hasDpkg() && 'there is no dpkg here' }, (t) => {
    const files = new Set(builds.flatMap(([folder, counts]) => [...filesOf(folder, counts)]));
    for (const program of starts) onPath(program).forEach((file) => files.add(file));
    const owners = ownersOf(files);
    // Node and npm are there before the project is.
    const own = ownersOf(['node', 'npm'].flatMap(onPath));
    const closure = closureOf([...needs[purpose].map((need) => need.package), ...[...own.values()].flat()]);
    t.diagnostic(`${files.size} files; without an owner: ${[...owners].filter(([, by]) => by.length === 0).length}`);
    const missing = new Map();
    for (const [file, by] of owners)
      if (by.length > 0 && !by.some((name) => closure.has(name)) && !missing.has(by[0])) missing.set(by[0], file);
    const told = [...missing].map(
      ([name, file]) => `${file} is of ${name}, which the list of ${purpose} does not bring.`,
    );
    assert.equal(told.join('\n'), '');
  });
