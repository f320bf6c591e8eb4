/** What was interrupted is mended by calling the command again. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compile } from '../../.ci/build.mjs';
import { freePort } from '../../web/tools/ports.mjs';

const project = fileURLToPath(new URL('../..', import.meta.url));

test('a build folder whose configuration was interrupted is configured from nothing', () => {
  const preset = 'interrupted';
  const folder = join(project, 'build', preset);
  mkdirSync(join(folder, 'CMakeFiles'), { recursive: true });
  writeFileSync(join(folder, 'CMakeCache.txt'), 'CMAKE_CXX_COMPILER:FILEPATH=/nowhere/c++\n');
  try {
    const [first] = compile(preset, 'all')();
    assert.deepEqual(first, ['cmake', '--preset', preset]);
    assert.deepEqual(
      [existsSync(join(folder, 'CMakeCache.txt')), existsSync(join(folder, 'CMakeFiles'))],
      [false, false],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** An apt-get that refuses, as the real one does, until dpkg has ended what was interrupted. */
const programs = {
  'dpkg-query': 'exit 1',
  'apt-cache': 'echo "  Candidate: 1.0"',
  dpkg: 'echo dpkg "$@" >> $SAID; : > $MENDED',
  'apt-get': 'echo apt-get "$@" >> $SAID; [ -e $MENDED ]',
  sudo: '[ "$1" = -n ] && shift; exec "$@"',
};

test('an installation of packages that was interrupted is ended before the next one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringlet-apt-'));
  try {
    for (const [name, script] of Object.entries(programs))
      writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    for (const name of ['sh', 'env']) symlinkSync(`/usr/bin/${name}`, join(folder, name));
    const said = join(folder, 'said');
    const { status, stderr } = spawnSync(process.execPath, [join(project, '.ci/setup.mjs'), 'build'], {
      encoding: 'utf8',
      env: { PATH: folder, SAID: said, MENDED: join(folder, 'mended') },
    });
    assert.equal(status, 0, stderr);
    const steps = readFileSync(said, 'utf8').match(/configure -a|-q .* (install|update)\b/g);
    assert.deepEqual(
      steps.map((step) => step.split(' ').at(-1)),
      ['install', '-a', 'update', 'install'],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a port that is taken is told of before anything else', async () => {
  const port = await freePort(18080);
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  const start = spawn(process.execPath, ['.ci/start.mjs'], { cwd: project, env: { ...process.env, PORT: `${port}` } });
  try {
    const [line] = await once(createInterface({ input: start.stdout }), 'line');
    assert.match(line, new RegExp(`^Port ${port} is taken, so the page will be on \\d+\\.$`));
  } finally {
    start.kill();
    other.close();
  }
});
