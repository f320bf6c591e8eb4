/** What the rounds in Node and in browsers show, beside the same core natively, and what a trace costs. */
import { fastest } from './targets.mjs';

const KiB = 1024;
const MiB = 1024 * KiB;
const least = 0.7;
const mostTraced = 1.05;
/** Who has a target; Firefox is reported. */
const held = ['Node', 'Chromium'];

const find = (rows, contestant, place) =>
  fastest(
    rows,
    (row) =>
      row.contestant === contestant &&
      (row.auto || contestant === 'Gloo' || contestant.startsWith('post-me')) &&
      Object.entries(place).every(([name, value]) => row[name] === value),
  );

function places({ rows }) {
  const seen = new Map();
  for (const { collective, ranks, bytes } of rows)
    seen.set([collective, ranks, bytes].join(), { collective, ranks, bytes });
  return [...seen.values()].sort((a, b) => b.ranks - a.ranks || 0);
}

function line(what, place, ours, other, by, wanted, passes, needs) {
  const ratio = ours && other ? other.median_us / ours.median_us : null;
  return {
    what,
    ...place,
    wanted,
    needs,
    ours: ours?.median_us ?? null,
    other: other?.median_us ?? null,
    by: ratio === null ? null : by,
    ratio,
    passed: ratio === null ? null : passes(ratio),
  };
}

/** Lines for the table of targets; none for what was not asked for. */
export function wasmTargets({ wasm, traced = [], machine }) {
  const lines = traced.map(({ collective, ranks, bytes, untraced_us, traced_us }) => {
    const ratio = traced_us / untraced_us;
    const passed = ratio <= mostTraced;
    const place = { collective, ranks, bytes, ours: traced_us, other: untraced_us, ratio, passed };
    return { what: 'traced against untraced', ...place, by: 'untraced', wanted: `at most ${mostTraced} x` };
  });
  if (!wasm) return lines;
  for (const name of held)
    for (const place of places(wasm)) {
      const large = place.bytes === 16 * MiB || (place.bytes === MiB && place.ranks <= machine.cores);
      if (!large) continue;
      const [ours, native] = [name, 'native'].map((who) => find(wasm.rows, who, place));
      const wanted = `at least ${least} of its speed`;
      lines.push(line(`wasm in ${name} against native`, place, ours, native, 'native', wanted, (x) => x >= least));
    }
  for (const place of places(wasm)) {
    if (place.collective !== 'all_reduce' || place.bytes < 64 * KiB) continue;
    const [ours, gloo] = ['Chromium', 'Gloo'].map((who) => find(wasm.rows, who, place));
    lines.push(
      line('wasm in Chromium against native Gloo', place, ours, gloo, 'Gloo', 'faster', (x) => x > 1, '--peers'),
    );
  }
  return lines;
}

/** A row for each collective, number of ranks and size: native us, then each contestant's us and its part of native speed. */
export function besideNative({ wasm }) {
  const names = wasm.contestants.map(({ name }) => name).filter((name) => name !== 'native' && name !== 'Gloo');
  const rows = places(wasm).map((place) => {
    const native = find(wasm.rows, 'native', place);
    const others = names.map((name) => {
      const row = find(wasm.rows, name, place);
      return { us: row?.median_us ?? null, speed: row && native ? native.median_us / row.median_us : null };
    });
    return { ...place, native: native?.median_us ?? null, others };
  });
  return { names, rows };
}
