/** What the builds on this machine have read and started that is not the project's own. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const copies = '/include/';

/** Programs that CMake found for a build; a launcher such as ccache is the user's own choice. */
const programs =
  /^CMAKE_(?:CXX_COMPILER|CXX_CLANG_TIDY|AR|RANLIB|COMMAND|MAKE_PROGRAM)(?:-ADVANCED)?:[A-Z]+=([^;\n]+)/gm;

/**
 * @param {string} folder a CMake build folder with Ninja, below the project
 * @param {(object: string) => boolean} counts whether what this object file was made of counts
 * @returns {Set<string>} files outside the project; empty where the folder has not been built
 */
export function filesOf(folder, counts = () => true) {
  const build = join(root, folder);
  if (!existsSync(join(build, '.ninja_deps'))) return new Set();
  const files = new Set(programsOf(build));
  const said = spawnSync('ninja', ['-C', build, '-t', 'deps'], { encoding: 'utf8', maxBuffer: 2 ** 30 }).stdout;
  let taken = false;
  for (const line of said.split('\n')) {
    if (/^\S.*: #deps/.test(line)) taken = counts(line.split(':')[0]);
    else if (taken && line.startsWith(' ')) files.add(source(build, resolve(build, line.trim())));
  }
  return new Set([...files].filter((file) => !file.startsWith(root)));
}

/** The wasm builds read copies of the system's headers. */
function source(build, file) {
  return file.startsWith(build + copies) ? join('/usr/include', file.slice((build + copies).length)) : file;
}

function programsOf(build) {
  const cache = readFileSync(join(build, 'CMakeCache.txt'), 'utf8');
  return [...cache.matchAll(programs)].flatMap(([, program]) => onPath(program));
}

/** Where a command lies, as the list that has it or nothing. */
export function onPath(command) {
  if (command.includes('/')) return command.startsWith('/') ? [command] : [];
  const folders = process.env.PATH.split(':').filter((folder) => !folder.startsWith(root));
  return folders
    .map((folder) => join(folder, command))
    .filter(existsSync)
    .slice(0, 1);
}
