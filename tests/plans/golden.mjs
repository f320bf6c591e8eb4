/**
 * The golden plans: what each algorithm did for few ranks when somebody last read it. `node tests/plans/golden.mjs`
 * writes them anew; read the difference before it goes into a commit.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { json, planOf } from '../cli/ringlet.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const rooted = new Set(['reduce', 'broadcast', 'gather', 'scatter']);
const exists = { any: () => true, 'power of two': (ranks) => ranks !== 3, composite: (ranks) => ranks === 4 };

/** The plan as the command gives it now; rooted ones for rank 1, so that the numbering from the root shows. */
export const planNow = (collective, algorithm, ranks) =>
  planOf(collective, algorithm, ranks, rooted.has(collective) ? ['--root', 1] : []);

/** One step a line. */
export function readable(plan) {
  const { lanes, ...head } = plan;
  const step = (each) => `        ${JSON.stringify(each)}`;
  const lane = (steps) => (steps.length === 0 ? '      []' : `      [\n${steps.map(step).join(',\n')}\n      ]`);
  const rank = (itsLanes) => `    [\n${itsLanes.map(lane).join(',\n')}\n    ]`;
  return `${JSON.stringify(head).slice(0, -1)},\n  "lanes": [\n${lanes.map(rank).join(',\n')}\n  ]\n}\n`;
}

/** What is stored: `{ name, text }` of each file. */
export const stored = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ name, path: folder + name, text: readFileSync(folder + name, 'utf8') }));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { path } of stored()) rmSync(path);
  for (const { name, algorithms } of json(['list']).collectives)
    // Those with counts have the plans of their uniform forms.
    for (const algorithm of name.endsWith('_v') ? [] : algorithms)
      for (const ranks of [3, 4].filter(exists[algorithm.ranks]))
        writeFileSync(
          `${folder}${name}-${algorithm.name}-${ranks}.json`,
          readable(planNow(name, algorithm.name, ranks)),
        );
}
