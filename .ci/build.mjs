/** Builds what a static host serves into dist/: the core as WebAssembly, with and without threads, and the page. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstError } from './first-error.mjs';
import { root } from './process.mjs';
import { inSeconds, Progress } from './progress.mjs';
import { setupOrExplain } from './setup.mjs';
import { logOf, perform } from './task.mjs';

/** Configures a CMake preset where that is due and builds its targets; ninja leaves alone what is up to date. */
export const compile =
  (preset, ...targets) =>
  () => [
    ...(configured(preset) ? [] : [['cmake', '--preset', preset]]),
    ['cmake', '--build', '--preset', preset, '--target', ...targets],
  ];

function configured(preset) {
  const folder = join(root, 'build', preset);
  const made = join(folder, 'build.ninja');
  if (existsSync(made)) return statSync(made).mtimeMs > statSync(join(root, 'CMakePresets.json')).mtimeMs;
  // What a configuration that was interrupted has found out by then may be wrong.
  for (const left of ['CMakeCache.txt', 'CMakeFiles']) rmSync(join(folder, left), { recursive: true, force: true });
  return false;
}

/** Of the wasm builds what the page takes; ninja touches files of its own beside it at every start. */
const wasmFiles = ['wasm', 'wasm/measure', 'wasm-single'].flatMap((preset) =>
  ['ringlet.js', 'ringlet.wasm', 'ringlet.worker.js'].map((file) => `build/${preset}/${file}`),
);
const pageInputs = ['web', 'package-lock.json', 'package.json', ...wasmFiles];
const pageStamp = join(root, 'build/page.stamp');

/** Vite builds all or nothing, so it is left out when no file that it reads has changed. */
export const page = {
  name: 'page',
  commands: () => [['npm', '--silent', 'run', 'build:web']],
  fresh: () => existsSync(join(root, 'dist/index.html')) && readIfThere(pageStamp) === fingerprint(pageInputs),
  done: () => {
    mkdirSync(join(root, 'build'), { recursive: true });
    writeFileSync(pageStamp, fingerprint(pageInputs));
  },
};

const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null);

function fingerprint(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    const status = statSync(path);
    if (!status.isDirectory()) hash.update(`${path} ${status.size} ${status.mtimeMs}\n`);
    else for (const entry of readdirSync(path).sort()) add(join(path, entry));
  };
  paths
    .map((path) => join(root, path))
    .filter(existsSync)
    .forEach(add);
  return hash.digest('hex');
}

const steps = [
  { name: 'core as WebAssembly, threads', commands: compile('wasm', 'ringlet_wasm') },
  { name: 'core as WebAssembly, in turn', commands: compile('wasm-single', 'ringlet_wasm') },
  page,
];

/** Resolves to whether dist/ is there. */
export async function build() {
  const progress = new Progress();
  try {
    for (const step of steps) if (!(await buildStep(step, progress))) return false;
    return true;
  } finally {
    progress.stop();
  }
}

async function buildStep(step, progress) {
  if (step.fresh?.()) {
    progress.end(step.name, true, 'up to date');
    return true;
  }
  progress.begin(step.name);
  const { good, seconds, reason } = await perform(step, progress);
  progress.end(step.name, good, good ? inSeconds(seconds) : reason);
  if (good) step.done?.();
  else
    console.error(`${firstError(readFileSync(join(root, logOf(step)), 'utf8'))}\n\nThe whole log is ${logOf(step)}.`);
  return good;
}

if (process.argv[1] === import.meta.filename) {
  const good = (await setupOrExplain('build')) && (await build());
  process.exitCode = good ? 0 : 1;
}
