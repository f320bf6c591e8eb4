/**
 * Runs the contestants in turn, so that all of them see the same machine: in every round, for every number of ranks and
 * every collective, each once. What counts is the median over the rounds.
 */
import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { mpirun } from './openmpi.mjs';
import { run } from './run.mjs';
import { describeMachine, idleMachine } from './machine.mjs';
import { eachRanks, inRanks } from './ranks.mjs';
import { median, Rows } from './rows.mjs';

export const inBytes = (size) => Number.parseInt(size, 10) * 1024 ** ' KMG'.indexOf(size.match(/[KMG]$/)?.[0] ?? ' ');
const peers = 'build/peers/peers';

/** Which ranks share a core, and that none do where there are enough, matters to Open MPI. */
const placements = (ranks) =>
  Number(ranks) > cpus().length ? ['default', 'pairs', 'alternate'] : ['default', 'alternate'];

/**
 * A contestant: the program that has to be there, and the commands that measure one collective on so many ranks.
 * `shared` is what all commands of the peers have in common.
 */
const contestants = [
  {
    name: 'Ringlet',
    kind: 'ours',
    program: 'build/native/ringlet',
    commands: ({ collective, ranks, bytes, dtype, batchMs, batches }) => [
      [
        ...['build/native/ringlet', 'bench', '--json', '--algorithm', 'all,auto', '--collective', collective],
        ...['--ranks', ranks, '--bytes', bytes, '--dtype', dtype],
        // As the peers: MPI's broadcast has no other way.
        ...(collective === 'broadcast' ? ['--in-place'] : ['--out-of-place']),
        ...['--batch-ms', batchMs, '--batches', batches],
      ],
    ],
  },
  {
    name: 'direct limit',
    kind: 'limit',
    program: `${peers}/direct`,
    commands: ({ shared, ranks }) => [[`${peers}/direct`, ...shared, ranks]],
  },
  {
    name: 'Open MPI',
    kind: 'peer',
    program: `${peers}/ompi`,
    packages: ['openmpi-bin'],
    commands: ({ shared, ranks }) =>
      placements(ranks).map((placement) => [
        ...mpirun,
        '--bind-to',
        'none',
        '-np',
        ranks,
        `${peers}/ompi`,
        ...shared,
        placement,
      ]),
  },
  {
    name: 'MPICH',
    kind: 'peer',
    program: `${peers}/mpich`,
    packages: ['mpich'],
    commands: ({ shared, ranks }) => [['mpirun.mpich', '-np', ranks, `${peers}/mpich`, ...shared, 'default']],
  },
  {
    name: 'Gloo',
    kind: 'peer',
    program: `${peers}/gloo`,
    packages: ['libgloo-dev'],
    commands: ({ shared, ranks }) => [[`${peers}/gloo`, ...shared, ranks]],
  },
];

/** What was asked cannot be measured; the message says why. */
export class Refused extends Error {}

export class Contest {
  constructor(root, asked) {
    const there = (contestant) => existsSync(join(root, contestant.program));
    const taking = contestants.filter((each) => each.kind === 'ours' || asked.peers);
    this.root = root;
    this.asked = asked;
    this.present = taking.filter(there);
    this.notes = taking.filter((each) => !there(each)).map((each) => `${each.name} is not there and is left out.`);
    this.rows = new Rows();
    this.failures = [];
    this.idle = [];
  }

  async run() {
    const { asked, present } = this;
    const lists = { ranks: eachRanks(asked.ranks), collectives: asked.collective.split(',') };
    for (let round = 1; round <= Number(asked.rounds); ++round)
      for (const ranks of lists.ranks)
        for (const collective of lists.collectives) {
          const idle = await idleMachine(Number(asked['idle-seconds']));
          this.idle.push(idle);
          console.log(`round ${round}, ${inRanks(ranks)}, ${collective}; the machine is ${idle} % idle`);
          for (const contestant of present) await this.measure(contestant, collective, ranks);
        }
    return {
      machine: describeMachine(present.flatMap(({ packages = [] }) => packages)),
      asked,
      contestants: present.map(({ name, kind }) => ({ name, kind })),
      notes: this.notes,
      failures: this.failures,
      idlePercent: { least: Math.min(...this.idle), median: median(this.idle) },
      rows: this.rows.settled(),
    };
  }

  async measure(contestant, collective, ranks) {
    const { bytes, dtype, batches, 'batch-ms': batchMs } = this.asked;
    const shared = [collective, bytes.split(',').map(inBytes).join(','), batchMs, batches];
    for (const command of contestant.commands({ collective, ranks, bytes, dtype, batchMs, batches, shared })) {
      const log = 'build/logs/benchmark.log';
      const onLine = (line) => {
        if (/^[[{]/.test(line)) for (const row of [JSON.parse(line)].flat()) this.rows.add(contestant.name, row);
      };
      // By the built-in costs, whatever somebody tuned here before.
      const env = { XDG_CACHE_HOME: join(this.root, 'build/bench-cache') };
      const { code, timedOut } = await run(command.map(String), { log, env, deadline: 1200, onLine });
      if (code === 0) continue;
      // What it refuses, it refuses on all ranks.
      if (code === 2 && contestant.kind === 'ours')
        throw new Refused(readFileSync(join(this.root, log), 'utf8').trim());
      const ending = timedOut ? 'did not end in time' : `ended with ${code}`;
      this.failures.push(
        `${contestant.name}: ${collective} on ${inRanks(ranks)} ${ending}; its last words are in ${log}.`,
      );
    }
  }
}
