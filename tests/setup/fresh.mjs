/**
 * Proves the commands from nothing: `npm run test:fresh`. Makes a root that has none of the project's packages, clones
 * HEAD into it, runs there what a stranger would, and prints what each took. Needs root, and a kernel that mounts overlays.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { needs } from '../../.ci/needs.mjs';
import { drawsFirstResult } from './first-result.mjs';

const project = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(project, 'build/fresh');
const upper = join(folder, 'upper');
const clone = '/srv/ringlet';
const port = Number(process.env.PORT ?? 8480);
const packages = [...new Set(Object.values(needs).flatMap((list) => list.map((need) => need.package)))];
const headers = ['nlohmann/json.hpp', 'tl/expected.hpp', 'doctest/doctest.h', 'CLI/CLI.hpp'];

/** In namespaces of its own, so that its mounts and processes go with it, however it ends. */
const inNamespaces = [
  ...['setpriv', '--pdeathsig', 'KILL'],
  ...['unshare', '--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private'],
];
const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(CCACHE|CMAKE|EM_|npm_)/.test(name))),
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => /^npm_config_.*registry$/.test(name))),
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  npm_config_cache: '/var/tmp/npm',
  PORT: String(port),
};

const enter = `
set -e
mount -t overlay overlay -o lowerdir=/,upperdir="$1/upper",workdir="$1/work" "$1/root"
cd "$1/root"
mount -t proc proc proc; mount --rbind /sys sys; mount --rbind /dev dev; mount -t tmpfs tmpfs tmp
mount -t tmpfs tmpfs run; mkdir -p run/lock
[ ! -e /etc/resolv.conf ] || { rm -f etc/resolv.conf; cat /etc/resolv.conf > etc/resolv.conf; }
exec chroot . sh -c "$2"`;

const commands = [...new Set(Object.values(needs).flat())].flatMap((need) => need.command ?? []).join(' ');

/** The listed packages, whichever else brings their commands, and what came with them alone. */
const purge = `
set -e
export DEBIAN_FRONTEND=noninteractive
names=$({
  dpkg-query -W -f='\${Package} \${db:Status-Status}\\n' ${packages.join(' ')} ccache 2> /dev/null | sed -n 's/ installed$//p'
  for command in ${commands}; do
    if file=$(command -v $command); then dpkg-query -S "$(realpath $file)" | sed 's/[,:].*//'; fi
  done
} | sort -u)
force='-o Dpkg::Options::=--force-unsafe-io -o Dpkg::Use-Pty=0'
apt-mark auto $(apt-cache depends --recurse --installed --no-recommends --no-suggests --no-conflicts --no-breaks \\
  --no-replaces --no-enhances $names | grep '^[a-z]') > /dev/null
apt-mark manual $(dpkg-query -W -f='\${Package} ' nodejs npm git ca-certificates 2> /dev/null) > /dev/null
apt-get purge -y -q $force $names
apt-get autoremove -y -q --purge $force -o APT::AutoRemove::RecommendsImportant=false
rm -rf /var/lib/apt/lists/* /var/cache/apt/* /root/.npm /root/.cache /root/.emscripten* /usr/share/emscripten/cache`;

const verify = `
for command in ${commands} ccache; do
  if command -v $command; then exit 1; fi
done
for header in ${headers.join(' ')}; do if ls /usr/include/$header; then exit 1; fi; done 2> /dev/null
node --version && npm --version`;

class Failed extends Error {}

/** Starts a script in the fresh root; what it says goes to `hear`. */
function inside(script, hear) {
  const [command, ...args] = [...inNamespaces, 'sh', '-c', enter, 'fresh', folder, script];
  const child = spawn(command, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.on('close', () => running.delete(child));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
      hear(said, text);
    });
  const ended = new Promise((resolve) => child.on('close', (code, signal) => resolve({ code: code ?? signal, said })));
  return { child, ended };
}

const running = new Set();
const stopAll = () => running.forEach((child) => child.kill('SIGKILL'));
process.on('exit', () => {
  stopAll();
  removeFolder();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));

function removeFolder() {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** @returns what the script said; fails where it goes wrong or takes longer than so many minutes */
async function ran(name, script, minutes, check = () => {}) {
  const { child, ended } = inside(script, (_, text) => process.stdout.write(text));
  const timer = setTimeout(() => child.kill('SIGKILL'), minutes * 60_000);
  const { code, said } = await ended;
  clearTimeout(timer);
  if (code === 'SIGKILL') throw new Failed(`${name}: stopped after its deadline of ${minutes} min.`);
  if (code !== 0) throw new Failed(`${name} ended with ${code}.\n${said.trimEnd().split('\n').slice(-12).join('\n')}`);
  check(said);
  return said;
}

/** Until the page answers and has drawn a result, within so many minutes; then it is asked to end. */
async function started(minutes) {
  let url;
  const { child, ended } = inside(`cd ${clone} && exec npm start`, (said, text) => {
    process.stdout.write(text);
    url ??= said.match(/Ringlet is at (\S+)/)?.[1];
  });
  let over;
  void ended.then((result) => (over = result));
  const end = Date.now() + minutes * 60_000;
  while (!url && !over && Date.now() < end) await sleep(50);
  if (over)
    throw new Failed(`npm start ended with ${over.code}.\n${over.said.trimEnd().split('\n').slice(-12).join('\n')}`);
  if (!url) throw new Failed(`npm start did not serve the page within ${minutes} min.`);
  const answered = performance.now();
  await drawsFirstResult(url);
  child.kill('SIGKILL');
  await ended;
  return answered;
}

const megabytes = () => Number(spawnSync('du', ['-sm', upper], { encoding: 'utf8' }).stdout.split('\t')[0]);

const rows = [];
async function measured(name, work) {
  const began = performance.now();
  const before = megabytes();
  console.log(`\n== ${name}`);
  const until = (await work()) ?? performance.now();
  const seconds = (until - began) / 1000;
  rows.push(`${name.padEnd(34)} ${seconds.toFixed(1).padStart(8)} s ${String(megabytes() - before).padStart(7)} MB`);
}

/** Whether overlays may be mounted here, tried. */
function allowed() {
  for (const part of ['upper', 'work', 'root']) mkdirSync(join(folder, part), { recursive: true });
  const [command, ...args] = [...inNamespaces, 'sh', '-c', enter, 'fresh', folder, 'true'];
  return spawnSync(command, args, { encoding: 'utf8', env: environment });
}

async function prove() {
  removeFolder();
  const tried = allowed();
  if (tried.status !== 0)
    throw new Failed(
      `A fresh root needs root's rights and overlay mounts, and here they are not to be had: ${tried.stderr ?? tried.error}`,
    );
  await ran('purging the packages', purge, 20);
  await ran('looking whether they are gone', verify, 1);
  const cloned = spawnSync('git', ['clone', '--quiet', '--no-hardlinks', project, join(upper, clone)], {
    encoding: 'utf8',
  });
  if (cloned.status !== 0) throw new Failed(`The project could not be cloned: ${cloned.stderr}`);
  console.log(
    `HEAD is ${spawnSync('git', ['-C', project, 'log', '--oneline', '-1'], { encoding: 'utf8' }).stdout.trim()}`,
  );
  await measured('npm start', () => started(30));
  await measured('npm start, again', () => started(2));
  await measured('npm run build', () => ran('npm run build', `cd ${clone} && exec npm run build`, 20).then(() => null));
  await measured('npm test -- command', async () => {
    const said = await ran('npm test -- command', `cd ${clone} && exec npm test -- command`, 40);
    if (!/^[1-9]\d* passed, 0 failed$/m.test(said))
      throw new Failed('npm test -- command did not end with all passed.');
  });
}

try {
  await prove();
  console.log('\nFrom nothing:');
} catch (error) {
  if (!(error instanceof Failed)) throw error;
  console.error(`\nBAD ${error.message}`);
  process.exitCode = 1;
}
for (const row of rows) console.log(row);
