/** Installs what a purpose needs and is not there: `node .ci/setup.mjs start|build|test|stress|reference|bench|peers`. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { needs } from './needs.mjs';
import { root, run } from './process.mjs';

const aptLog = 'build/logs/apt.log';

/** A failure that only the user can mend; its message says how. */
export class SetupError extends Error {}

export async function setup(purpose) {
  checkNode();
  const missing = missingNeeds(needs[purpose]);
  if (missing.length > 0 && !onPath('apt-get')) throw new SetupError(withoutApt(missing));
  // Beside each other: apt-get mostly unpacks, npm mostly waits for the network. Neither is cut off when the other fails.
  const ended = await Promise.allSettled([
    missing.length > 0 && installPackages(missing.map((need) => need.package)),
    !npmInStep() && installNpm(),
  ]);
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

function checkNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const wanted = engines.node.match(/\d+/g).map(Number);
  const found = process.versions.node.split('.').map(Number);
  if (found[0] > wanted[0] || (found[0] === wanted[0] && found[1] >= (wanted[1] ?? 0))) return;
  throw new SetupError(`Node ${process.versions.node} is too old: Ringlet needs Node ${engines.node}.`);
}

function onPath(command) {
  return process.env.PATH.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Debian is asked first; a command from elsewhere, such as emsdk's, will do where Debian has no say. */
function missingNeeds(list) {
  const debian = onPath('dpkg-query') ? debianStatus(list.map((need) => need.package)) : null;
  return list.filter((need) => {
    const status = debian?.get(need.package);
    if (status && status !== 'not-installed' && status !== 'config-files') return status !== 'installed';
    return need.command ? !onPath(need.command) : debian !== null;
  });
}

function debianStatus(packages) {
  const query = spawnSync('dpkg-query', ['-W', '-f=${Package} ${db:Status-Status}\n', ...packages], {
    encoding: 'utf8',
  });
  return new Map(
    query.stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ')),
  );
}

function withoutApt(missing) {
  const list = missing.map((need) => `${need.command} (Debian: ${need.package})`).join(', ');
  return `These commands are missing, and there is no apt-get here to install them: ${list}.`;
}

async function installPackages(packages) {
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  const byHand = `apt-get update && apt-get ${install.join(' ')}`;
  const privileged = asRoot();
  if (!privileged) {
    const line = onPath('sudo') ? `sudo sh -c '${byHand}'` : `su -c '${byHand}'`;
    throw new SetupError(
      `Debian packages are missing, and only root may install them. Type this, then try again:\n\n${line}\n`,
    );
  }
  console.log(`Installing Debian packages: ${packages.join(' ')}`);
  let updated = false;
  const update = async () => {
    updated = true;
    if ((await apt(privileged, ['update'], 'package lists')) !== 0) throw aptFailed(byHand);
  };
  if (!packages.every(hasCandidate)) await update();
  announceSize(packages);
  let code = await apt(privileged, install, 'packages');
  if (code !== 0) {
    console.log('  trying again: an installation may have been interrupted, or the package lists be out of date');
    await run([...privileged, 'dpkg', '--configure', '-a'], { log: 'build/logs/dpkg.log', deadline: 1800 });
    if (!updated) await update();
    code = await apt(privileged, install, 'packages');
  }
  if (code !== 0) throw aptFailed(byHand);
}

/** The words to put before a command so that root runs it, or null where that is not to be had. */
function asRoot() {
  if (process.getuid() === 0) return [];
  if (!onPath('sudo')) return null;
  if (spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0) return ['sudo', '-n'];
  return process.stdin.isTTY ? ['sudo'] : null;
}

const aptFailed = (byHand) =>
  new SetupError(
    `apt-get could not install the packages; what it said is above. To try it by hand, as root:\n\n${byHand}\n`,
  );

function hasCandidate(name) {
  const policy = spawnSync('apt-cache', ['policy', name], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  return /Candidate: (?!\(none\))/.test(policy.stdout);
}

function announceSize(packages) {
  const uris = spawnSync('apt-get', ['install', '--print-uris', '-y', '--no-install-recommends', ...packages], {
    encoding: 'utf8',
  });
  const sizes = [...uris.stdout.matchAll(/^'[^']+' \S+ (\d+)/gm)].map((match) => Number(match[1]));
  const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1e6;
  console.log(`  ${sizes.length} packages to download, ${megabytes.toFixed(0)} MB; it takes minutes`);
}

/**
 * Runs apt-get, with a line of progress every ten percent; all that it says goes to a log, shown if it fails.
 * Its status lines need a descriptor of their own, which sudo would close: apt takes the one that it is given from the
 * scripts of the packages, and standard output is theirs.
 */
async function apt(privileged, args, what) {
  const withStatus = ['sh', '-c', 'exec apt-get "$@" 3>&1', 'apt-get', '-o', 'APT::Status-Fd=3'];
  const quiet = ['env', 'DEBIAN_FRONTEND=noninteractive', ...withStatus, '-q', '-o', 'Dpkg::Use-Pty=0'];
  let shown = '';
  const onLine = (line) => {
    const status = line.match(/^(dl|pm)status:.*?:([\d.]+):/);
    if (!status) return;
    const progress = `${status[1] === 'dl' ? 'downloading' : 'installing'} ${what}: ${Math.floor(status[2] / 10) * 10} %`;
    if (progress !== shown) console.log(`  ${(shown = progress)}`);
  };
  const asks = process.stdin.isTTY && privileged[0] === 'sudo';
  const command = [...privileged, ...quiet, ...args];
  const { code } = await run(command, { log: aptLog, deadline: 3600, onLine, asks });
  if (code !== 0) console.log(readFileSync(join(root, aptLog), 'utf8').replace(/^(dl|pm)status:.*\n/gm, ''));
  return code;
}

/** npm records what it installed in node_modules: it is in step when that has every package of the lock file. */
function npmInStep() {
  const record = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const packages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const installed = packages(record);
  return Object.entries(packages(join(root, 'package-lock.json'))).every(
    ([path, entry]) =>
      path === '' || (entry.optional && !installed[path]) || installed[path]?.integrity === entry.integrity,
  );
}

async function installNpm() {
  console.log('Installing npm packages from the lock file');
  const log = 'build/logs/npm.log';
  const { code, seconds } = await run(['npm', 'ci', '--no-audit', '--no-fund'], { log, deadline: 1800 });
  if (code === 0) return console.log(`  npm packages are installed, ${seconds.toFixed(0)} s`);
  throw new SetupError(`npm could not install the packages; what it said is in ${log}. To try it by hand: npm ci`);
}

/** Sets up, or explains and tells that it could not. */
export async function setupOrExplain(purpose) {
  try {
    await setup(purpose);
    return true;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    return false;
  }
}

if (process.argv[1] === import.meta.filename) {
  const purpose = process.argv[2];
  if (!Object.hasOwn(needs, purpose)) {
    console.error(`setup: the purpose is ${purpose ?? 'missing'}; it must be one of ${Object.keys(needs).join(', ')}.`);
    process.exit(2);
  }
  process.exitCode = (await setupOrExplain(purpose)) ? 0 : 1;
}
