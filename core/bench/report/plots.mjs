/** Time over size, both axes logarithmic: a plot for each collective and number of ranks, as static SVG. */
import * as Plot from '@observablehq/plot';
import { inRanks } from '../ranks.mjs';
import { fastest, sized } from './targets.mjs';

/** Peers and the limit stand out from Ringlet's own algorithms by dashes. */
const styles = {
  'direct limit': { color: '#000000', dash: '2 3' },
  'Open MPI': { color: '#d62728', dash: '7 3' },
  MPICH: { color: '#8c564b', dash: '7 3' },
  Gloo: { color: '#e377c2', dash: '7 3' },
};
const palette = [
  ...['#4269d0', '#efb118', '#3ca951', '#6cc5b0', '#00876c', '#17becf', '#a463f2', '#97bbf5', '#9c6b4e', '#ff8ab7'],
  ...['#2f4b7c', '#bcbd22', '#7f7f7f'],
];

/** Ringlet by algorithm; of the others the fastest that each has at that size. */
function seriesOf(rows, contestants) {
  const points = [];
  for (const { name, kind } of contestants) {
    const own = rows.filter((row) => row.contestant === name && !row.auto);
    const sizes = [...new Set(own.map(({ bytes }) => bytes))];
    const labels = kind === 'ours' ? [...new Set(own.map(({ algorithm }) => algorithm))] : [name];
    for (const label of labels)
      for (const bytes of sizes) {
        const row = fastest(own, (each) => each.bytes === bytes && (kind !== 'ours' || each.algorithm === label));
        if (row) points.push({ series: label, bytes, us: row.median_us, by: row.algorithm });
      }
  }
  return points;
}

export function colors(results) {
  const algorithms = new Set(results.rows.filter((row) => row.contestant === 'Ringlet').map((row) => row.algorithm));
  const own = [...algorithms].sort().map((name, index) => [name, palette[index % palette.length]]);
  const others = results.contestants.filter(({ name }) => name in styles).map(({ name }) => [name, styles[name].color]);
  return new Map([...own, ...others]);
}

function scale(points, palettes) {
  const domain = [...palettes.keys()].filter((name) => points.some(({ series }) => series === name));
  return { domain, range: domain.map((name) => palettes.get(name)), legend: true };
}

const micro = { type: 'log', label: 'time per call (us)', grid: true, tickFormat: '~g' };

function overBytes(document, points, palettes) {
  const line = (dash, part) =>
    Plot.line(part, { x: 'bytes', y: 'us', stroke: 'series', strokeWidth: 1.6, strokeDasharray: dash });
  const dashes = [...new Set(points.map(({ series }) => styles[series]?.dash))];
  return Plot.plot({
    document,
    width: 620,
    height: 400,
    x: {
      type: 'log',
      base: 2,
      label: 'size of the longest buffer',
      ticks: [...new Set(points.map(({ bytes }) => bytes))],
      tickFormat: sized,
    },
    y: micro,
    color: scale(points, palettes),
    marks: [
      ...dashes.map((dash) =>
        line(
          dash,
          points.filter(({ series }) => styles[series]?.dash === dash),
        ),
      ),
      Plot.dot(points, {
        x: 'bytes',
        y: 'us',
        fill: 'series',
        r: 2.5,
        title: ({ series, bytes, us, by }) =>
          `${series === by ? series : `${series}, ${by}`}: ${sized(bytes)}, ${us.toFixed(2)} us`,
      }),
    ],
  });
}

/** A barrier has no size: a dot for each contestant. */
function withoutBytes(document, points, palettes) {
  return Plot.plot({
    document,
    width: 620,
    marginLeft: 140,
    x: micro,
    y: { label: null },
    color: { ...scale(points, palettes), legend: false },
    marks: [
      Plot.dot(points, {
        x: 'us',
        y: 'series',
        fill: 'series',
        r: 4,
        sort: { y: 'x' },
        title: ({ series, us }) => `${series}: ${us.toFixed(2)} us`,
      }),
    ],
  });
}

/** [{ title, figure }] for all collectives, types and numbers of ranks that were measured. */
export function plots(document, results) {
  const palettes = colors(results);
  const kinds = new Map();
  for (const row of results.rows) {
    const title = `${row.collective}, ${inRanks(row.ranks)}${row.dtype === 'float32' ? '' : `, ${row.dtype}`}`;
    kinds.set(title, [...(kinds.get(title) ?? []), row]);
  }
  return [...kinds].map(([title, rows]) => {
    // Types are apart already.
    const points = seriesOf(
      rows.map((row) => ({ ...row, dtype: 'float32' })),
      results.contestants,
    );
    const draw = rows[0].collective === 'barrier' ? withoutBytes : overBytes;
    return { title, figure: draw(document, points, palettes) };
  });
}
