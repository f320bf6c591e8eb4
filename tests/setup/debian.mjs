/** What Debian's package manager knows: who owns a file, and what a package brings with it. */
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';

const said = (command, ...args) => spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout ?? '';
const lines = (text) => text.split('\n').filter(Boolean);

export const hasDpkg = () => existsSync('/var/lib/dpkg/status');

/** A file's names: packages know /lib/x where the system has /usr/lib/x, and the end of a chain of links. */
function namesOf(file) {
  const real = existsSync(file) ? [realpathSync(file)] : [];
  return [file, ...real].flatMap((name) => [name, name.replace(/^\/usr(?=\/(bin|sbin|lib)\b)/, '')]);
}

/**
 * @param {Iterable<string>} files
 * @returns {Map<string, string[]>} the packages that own each file; none where it came another way
 */
export function ownersOf(files) {
  const owners = new Map();
  const names = new Map([...files].map((file) => [file, namesOf(file)]));
  for (const line of lines(said('dpkg-query', '-S', ...new Set([...names.values()].flat())))) {
    const [, packages, file] = line.match(/^(?!diversion by)(.+?): (\/.*)$/) ?? [];
    if (file) owners.set(file, [...(owners.get(file) ?? []), ...packages.split(', ').map((one) => one.split(':')[0])]);
  }
  return new Map([...names].map(([file, known]) => [file, known.flatMap((name) => owners.get(name) ?? [])]));
}

/** The packages that come with `wanted`: what they depend on, and what every Debian has. */
export function closureOf(wanted) {
  const { packages, providers, essential } = installed();
  const closure = new Set();
  const add = (name) => {
    if (closure.has(name)) return;
    closure.add(name);
    for (const choices of packages.get(name) ?? []) {
      // apt takes the first choice that there is; of a virtual package any provider may do.
      const choice = choices.find((one) => packages.has(one) || providers.has(one));
      if (packages.has(choice)) add(choice);
      else providers.get(choice)?.forEach(add);
    }
  };
  [...wanted, ...essential].forEach(add);
  return closure;
}

let known;
function installed() {
  if (known) return known;
  known = { packages: new Map(), providers: new Map(), essential: [] };
  const names = (text) => text.split(/[,|]/).map((one) => one.trim().split(/[\s:(]/)[0]);
  const format = '${Package}\t${db:Status-Status}\t${Essential}\t${Pre-Depends},${Depends}\t${Provides}\n';
  for (const line of lines(said('dpkg-query', '-W', `-f=${format}`))) {
    const [name, status, isEssential, depends, provides] = line.split('\t');
    if (status !== 'installed') continue;
    known.packages.set(name, depends.split(',').filter(Boolean).map(names));
    if (isEssential === 'yes') known.essential.push(name);
    for (const one of names(provides).filter(Boolean))
      known.providers.set(one, [...(known.providers.get(one) ?? []), name]);
  }
  return known;
}
