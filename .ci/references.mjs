/** Other libraries run the cases of tests/references, and Ringlet is compared with what they give. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { mpirun } from '../core/bench/openmpi.mjs';
import { compile } from './build.mjs';
import { root } from './process.mjs';
import { reportOf } from './task.mjs';

const folder = 'build/references';
const live = `${folder}/live`;
const report = reportOf('references');

/**
 * Without the operators for AVX, where integers of 8 and 16 bits saturate in whole vectors and wrap in what is left over
 * (open-mpi/ompi#8045).
 */
const components = ['--mca', 'op', '^avx'];

/** One library's results, as `command` writes them from the cases that it is given. */
const library = (name, command, more) => ({
  name: `reference ${name}`,
  build: true,
  cores: 2,
  deadline: 120,
  commands: () => {
    mkdirSync(join(root, live), { recursive: true });
    const cases = `${folder}/${name}.cases.json`;
    return [
      [process.execPath, 'tests/references/cases.mjs', name, cases],
      [...command, cases, `${live}/${name}.json`],
    ];
  },
  ...more,
});

const programs = {
  name: 'reference programs',
  build: true,
  cores: 2,
  commands: () => [
    ['cmake', '-B', folder, '-S', 'tests/references', '-G', 'Ninja', '-DCMAKE_BUILD_TYPE=Release'],
    ['cmake', '--build', folder],
  ],
};

const libraries = [
  library('gloo', [`${folder}/gloo`], { after: [programs.name] }),
  library('openmpi', [...mpirun, ...components, '-np', '8', `${folder}/openmpi`], { after: [programs.name] }),
  library('torch', ['/usr/bin/python3', 'tests/references/torch_gloo.py']),
];

const command = {
  name: 'build the command',
  build: true,
  cores: 2,
  deadline: 1200,
  commands: compile('native', 'ringlet'),
};

export const referenceTasks = [
  command,
  programs,
  ...libraries,
  {
    name: 'references',
    after: [command, ...libraries].map(({ name }) => name),
    cores: 2,
    commands: () => [
      [
        process.execPath,
        '--test',
        '--test-reporter=junit',
        `--test-reporter-destination=${report}`,
        'tests/references/live.test.mjs',
      ],
    ],
    report,
  },
];
