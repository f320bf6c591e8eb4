/** results.json as a page with plots and as a README: `node core/bench/report/report.mjs RESULTS.json FOLDER`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { plots } from './plots.mjs';
import { verdicts } from './page.mjs';
import { isResults, partsOf } from './results.mjs';
import { ringAgainstTrees, sized, targets } from './targets.mjs';
import { besideNative, wasmTargets } from './wasm.mjs';

const us = (value) => (value === null ? '' : value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0));
const verdict = (passed) => (passed ? 'pass' : 'fail');

const idleNote = ({ median, least }) =>
  median === null ? '' : `Idle before each measurement: ${median} % in the median, ${least} % at least. `;

function ringTable(title, measured, contestant) {
  const { lines, fastestAt } = ringAgainstTrees(measured, contestant);
  return {
    title,
    note:
      'all_reduce of float32 on 4 ranks, us. The ring is the fastest at ' +
      `${fastestAt.length > 0 ? fastestAt.map(sized).join(', ') : 'no size'}.`,
    head: ['size', 'ring', 'binomial', 'double_tree'],
    rows: lines.map((each) => [sized(each.bytes), us(each.ring), us(each.binomial), us(each.double_tree)]),
  };
}

function wasmTables(results) {
  if (!results.wasm) return [];
  const { names, rows } = besideNative(results);
  const versions = Object.entries(results.wasm.versions).map(([name, version]) => `${name} ${version}`);
  return [
    {
      title: 'WebAssembly beside native',
      note:
        'us, and in brackets the part of native speed, in rounds in which all took turns; float32, Ringlet as it chooses by ' +
        'itself. post-me: workers that post messages by that library, with trees as in @post-me/mpi, which is not itself measured. ' +
        `${versions.join(', ')}; at least ${results.wasm.idlePercent} % idle before each measurement.`,
      head: ['collective', 'ranks', 'size', 'native', ...names],
      rows: rows.map(({ collective, ranks, bytes, native, others }) => [
        collective,
        ranks,
        sized(bytes),
        us(native),
        ...others.map((each) => (each.speed === null ? us(each.us) : `${us(each.us)} (${each.speed.toFixed(2)})`)),
      ]),
    },
    ringTable('Ring against trees in Chromium', results.wasm, 'Chromium'),
  ];
}

function pageTables({ page }) {
  if (!page) return [];
  return [
    {
      title: 'Page',
      note: 'The built page in a browser without a cache.',
      head: ['', 'browser', 'measured', 'wanted', ''],
      rows: verdicts(page).map(({ what, browser, value, unit, wanted, passed }) => [
        what,
        browser,
        `${value.toFixed(0)} ${unit}`,
        wanted,
        verdict(passed),
      ]),
    },
  ];
}

/** Which commit was measured, when and on what: of each part where they differ. */
function moments(results) {
  const parts = partsOf(results);
  if (new Set(parts.map(([, moment]) => JSON.stringify(moment))).size > 1)
    return {
      commits: parts.map(([name, { commit, measured, cpu }]) => [
        `Ringlet, ${name}`,
        `${commit}, measured ${measured} on ${cpu}`,
      ]),
      days: [],
    };
  const [, { commit, measured }] = parts[0] ?? [null, results.machine];
  return { commits: [['Ringlet', commit]], days: [['measured', measured]] };
}

/** The lines that were measured, then of each kind one for all that were not. */
function targetRows(lines, contestants) {
  const alone = contestants.every(({ kind }) => kind === 'ours');
  const rows = lines
    .filter((each) => each.passed !== null)
    .map((each) => [
      each.what,
      each.collective,
      each.ranks,
      sized(each.bytes),
      us(each.ours),
      us(each.other),
      each.by,
      `${each.ratio.toFixed(2)} x`,
      each.wanted,
      verdict(each.passed),
    ]);
  for (const what of new Set(lines.map((each) => each.what))) {
    const left = lines.filter((each) => each.what === what && each.passed === null);
    if (left.length === 0) continue;
    const [needs] = left.filter((each) => each.other === null && each.needs).map((each) => each.needs);
    const hint = alone && needs ? ` (run with ${needs})` : '';
    rows.push([what, ...Array(8).fill(''), `not measured: ${left.length}${hint}`]);
  }
  return rows;
}

/** The tables of both documents: { title, head, rows, note }. */
export function tables(results) {
  const { machine } = results;
  const packages = Object.entries(machine.packages).map(([name, version]) => [name, version]);
  const wrong = results.rows.filter((row) => row.wrong > 0);
  const all = [...targets(results), ...wasmTargets(results)];
  const { commits, days } = moments(results);
  const passed = all.filter((each) => each.passed).length;
  const failed = all.filter((each) => each.passed === false).length;
  return [
    {
      title: 'Targets',
      note:
        `${passed} pass, ${failed} fail, ${all.length - passed - failed} not measured. Medians in us, float32; Ringlet as it ` +
        'chooses by itself; broadcast in place, as MPI has it, everything else out of place.',
      head: ['', 'collective', 'ranks', 'size', 'Ringlet', 'other', 'which is', 'ratio', 'wanted', ''],
      rows: targetRows(all, results.contestants),
    },
    ringTable('Ring against trees', results),
    ...wasmTables(results),
    ...pageTables(results),
    {
      title: 'Wrong results',
      note: wrong.length > 0 ? 'Rows with wrong elements; they are compared with nothing.' : 'None.',
      head: ['', 'algorithm', 'collective', 'ranks', 'size', 'wrong elements'],
      rows: wrong.map((row) => [row.contestant, row.algorithm, row.collective, row.ranks, sized(row.bytes), row.wrong]),
    },
    {
      title: 'Machine',
      note:
        idleNote(results.idlePercent) +
        `${results.asked.rounds} ${results.asked.rounds === '1' ? 'round' : 'rounds'} of ${results.asked.batches} batches of ` +
        `${results.asked['batch-ms']} ms.`,
      head: ['', ''],
      rows: [
        ['processor', machine.cpu],
        ['cores', machine.cores],
        ['memory', `${machine.memory_GiB} GiB`],
        ['system', `${machine.system}, kernel ${machine.kernel}`],
        ['compiler', machine.compiler],
        ['Node', machine.node],
        ...commits,
        ...packages,
        ...days,
      ],
    },
  ];
}

const cell = (value) => String(value ?? '').replaceAll('|', '\\|');
const markdownRow = (cells) => `| ${cells.map(cell).join(' | ')} |`;

/** The commands that measure the same again and that write only the two documents again. */
const again = ({ asked: { options, out = 'build/bench' } }) => [
  `npm run bench -- ${options}`,
  `node core/bench/report/report.mjs ${out}/results.json ${out}`,
];

export function readme(results) {
  const [measure, write] = again(results);
  const parts = tables(results).map(({ title, note, head, rows }) => {
    const table = [markdownRow(head), `|${head.map(() => '---|').join('')}`, ...rows.map(markdownRow)];
    return `## ${title}\n\n${note}\n${rows.length > 0 ? `\n${table.join('\n')}\n` : ''}`;
  });
  const notes = results.notes.map((note) => `${note}\n`).join('');
  return `# Ringlet beside other libraries

Generated from [results.json](results.json), as is [index.html](index.html), which has the plots. To measure again, on a
machine with nothing else to do: \`${measure}\`; to write only the two documents again: \`${write}\`.

${notes}${notes ? '\n' : ''}${parts.join('\n')}`;
}

const style = `
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 80rem; margin: 2rem auto; padding: 0 1rem; color: #1b1e23; background: #fff }
  table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; display: block; overflow-x: auto }
  th, td { padding: 0.2rem 0.8rem 0.2rem 0; text-align: left; border-bottom: 1px solid #d8dbe0 }
  .fail { color: #b3261e; font-weight: 600 }
  .pass { color: #1b6e3c }
  .plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 36rem), 1fr)); gap: 2rem }
  h3 { margin-bottom: 0.3rem }
  figure { margin: 0; overflow-x: auto }
`;

export function page(results) {
  const { document } = parseHTML('<!doctype html><html lang="en"><head></head><body></body></html>');
  const add = (parent, tag, text) => {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = String(text ?? '');
    parent.append(element);
    return element;
  };
  add(document.head, 'meta').setAttribute('charset', 'utf-8');
  const viewport = add(document.head, 'meta');
  viewport.setAttribute('name', 'viewport');
  viewport.setAttribute('content', 'width=device-width');
  add(document.head, 'title', 'Ringlet beside other libraries');
  add(document.head, 'style', style);
  add(document.body, 'h1', 'Ringlet beside other libraries');
  for (const note of results.notes) add(document.body, 'p', note);
  for (const { title, note, head, rows } of tables(results)) {
    add(document.body, 'h2', title);
    add(document.body, 'p', note);
    if (rows.length === 0) continue;
    const table = add(document.body, 'table');
    const line = (cells, tag) => {
      const row = add(table, 'tr');
      for (const text of cells) {
        const made = add(row, tag, text);
        if (text === 'pass' || text === 'fail') made.className = text;
      }
    };
    if (head.some(Boolean)) line(head, 'th');
    for (const cells of rows) line(cells, 'td');
  }
  add(document.body, 'h2', 'Time over size');
  add(
    document.body,
    'p',
    'Both axes are logarithmic. Solid: Ringlet, by algorithm. Dashed: of each library the fastest that it has. Dotted: the limit.',
  );
  const grid = add(document.body, 'div');
  grid.className = 'plots';
  for (const { title, figure } of plots(document, results)) {
    const section = add(grid, 'section');
    add(section, 'h3', title);
    section.append(figure);
  }
  return `${document.toString()}\n`;
}

/** Writes both documents, after both are made. */
export function writeReport(results, folder) {
  const documents = { 'index.html': page(results), 'README.md': readme(results) };
  for (const [name, text] of Object.entries(documents)) writeFileSync(join(folder, name), text);
}

/** Why there is no report, in a sentence; null where it is written. */
function refusedReport([file, folder]) {
  if (!file || !folder) return 'the arguments are RESULTS.json and the FOLDER to write to';
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return `RESULTS.json is '${file}', which cannot be read (${error.code})`;
  }
  const none = `RESULTS.json is '${file}', which holds no results of npm run bench`;
  try {
    const results = JSON.parse(text);
    if (!isResults(results)) return none;
    writeReport(results, folder);
  } catch (error) {
    if (error.syscall) return `FOLDER is '${folder}', which is no folder that can be written (${error.code})`;
    return error instanceof SyntaxError ? none : `${none} (${error.message})`;
  }
  return null;
}

if (process.argv[1] === import.meta.filename) {
  const sentence = refusedReport(process.argv.slice(2));
  if (sentence) {
    console.error(`report: ${sentence}.`);
    process.exitCode = 2;
  }
}
