/** What the measurement ran on, and whether anything else ran there. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const said = (command, ...args) => {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
};
const firstLine = (text) => text?.split('\n')[0] ?? null;

export function describeMachine(packages) {
  const release = readFileSync('/etc/os-release', 'utf8');
  const versions = packages.map((name) => [name, said('dpkg-query', '-W', '-f=${Version}', name)]);
  return {
    cpu: os.cpus()[0].model,
    cores: os.cpus().length,
    memory_GiB: Math.round(os.totalmem() / 2 ** 30),
    system: release.match(/^PRETTY_NAME="?([^"\n]*)/m)?.[1] ?? os.type(),
    kernel: os.release(),
    compiler: firstLine(said('c++', '--version')),
    node: process.version,
    commit: said('git', 'describe', '--always', '--dirty'),
    measured: new Date().toISOString().slice(0, 10),
    packages: Object.fromEntries(versions.filter(([, version]) => version)),
  };
}

/** Of the time of all processors since the machine started: [idle, all]. */
function times() {
  const line = readFileSync('/proc/stat', 'utf8').split('\n')[0];
  const [user, nice, system, idle, iowait, irq, softirq, steal] = line.split(/\s+/).slice(1).map(Number);
  return [idle + iowait, user + nice + system + idle + iowait + irq + softirq + steal];
}

/** Waits until nothing else runs, for so many seconds at most, and tells how idle the machine then was, in percent. */
export async function idleMachine(seconds) {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const before = times();
    await sleep(300);
    const after = times();
    const percent = Math.round((100 * (after[0] - before[0])) / Math.max(1, after[1] - before[1]));
    if (percent >= 90 || performance.now() >= end) return percent;
  }
}
