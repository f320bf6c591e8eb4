/** What the figures have to show, as ratios of medians, each with pass or fail. */

const KiB = 1024;
const MiB = 1024 * KiB;
const sizes = [64 * KiB, MiB, 16 * MiB];
const compared = ['all_reduce', 'reduce_scatter', 'all_gather', 'broadcast'];

export const sized = (bytes) =>
  bytes >= MiB ? `${bytes / MiB} MiB` : bytes >= KiB ? `${bytes / KiB} KiB` : `${bytes} B`;

/** The fastest of the rows that fit and are right, or undefined. */
export function fastest(rows, fits) {
  const right = rows.filter((row) => row.dtype === 'float32' && row.wrong === 0 && fits(row));
  return right.reduce((best, row) => (best && best.median_us <= row.median_us ? best : row), undefined);
}

/**
 * A line of the table. `times` is how often the other's time holds ours, or, where `most` is wanted, ours the other's.
 * Without one of the two nothing is said: `passed` is null. The others are there with `needs`.
 */
function line(what, place, ours, other, { least, above, most }) {
  const wanted = most
    ? `at most ${most} x`
    : above
      ? 'faster'
      : least > 1
        ? `at least ${least} x faster`
        : 'not slower';
  const base = {
    what,
    ...place,
    wanted,
    needs: '--peers',
    ours: ours?.median_us ?? null,
    other: other?.median_us ?? null,
  };
  if (!ours || !other) return { ...base, by: null, ratio: null, passed: null };
  const ratio = most ? ours.median_us / other.median_us : other.median_us / ours.median_us;
  const passed = most ? ratio <= most : above ? ratio > above : ratio >= least;
  return { ...base, by: `${other.contestant}, ${other.algorithm}`, ratio, passed };
}

export function targets({ rows, contestants }) {
  const kinds = Object.fromEntries(contestants.map(({ name, kind }) => [name, kind]));
  const at = ({ collective, ranks, bytes }, more) =>
    fastest(rows, (row) => row.collective === collective && row.ranks === ranks && row.bytes === bytes && more(row));
  const ours = (place) => at(place, (row) => kinds[row.contestant] === 'ours' && row.auto);
  const peer = (place) => at(place, (row) => kinds[row.contestant] === 'peer');
  const limit = (place) =>
    at(
      place,
      (row) => kinds[row.contestant] === 'limit' && (place.collective !== 'all_reduce' || row.algorithm === 'pull'),
    );
  const places = [4, 2].flatMap((ranks) => compared.map((collective) => ({ collective, ranks })));

  const lines = [];
  for (const each of places)
    for (const bytes of sizes) {
      const place = { ...each, bytes };
      const moves = each.collective === 'all_gather' || each.collective === 'broadcast';
      const least = !moves ? 2 : each.ranks === 2 && bytes === 16 * MiB ? 1 : 1.2;
      lines.push(line('against the best peer', place, ours(place), peer(place), { least }));
    }
  for (const each of places) {
    const place = { ...each, bytes: KiB };
    lines.push(line('against the best peer', place, ours(place), peer(place), { least: 1 }));
  }
  for (const each of places)
    for (const bytes of [KiB, ...sizes]) {
      const place = { ...each, bytes };
      lines.push(
        line('against the direct limit', place, ours(place), limit(place), { most: bytes === KiB ? 2 : 1.25 }),
      );
    }
  for (const bytes of [MiB, 16 * MiB]) {
    const place = { collective: 'all_reduce', ranks: 4, bytes };
    const ring = at(place, (row) => kinds[row.contestant] === 'ours' && row.algorithm === 'ring');
    const openMpi = at(place, (row) => row.contestant === 'Open MPI');
    lines.push(line('ring alone against Open MPI', place, ring, openMpi, { above: 1 }));
  }
  return lines;
}

/** Ring and trees beside each other: all_reduce of float32 on 4 ranks, and at which sizes the ring is the fastest. */
export function ringAgainstTrees({ rows }, contestant = 'Ringlet') {
  const chosen = rows.filter(
    (row) => row.contestant === contestant && row.collective === 'all_reduce' && row.ranks === 4,
  );
  const time = (bytes, algorithm) =>
    fastest(chosen, (row) => row.bytes === bytes && row.algorithm === algorithm && !row.auto)?.median_us ?? null;
  const all = [...new Set(chosen.map(({ bytes }) => bytes))].sort((a, b) => a - b);
  const lines = all.map((bytes) => ({
    bytes,
    ring: time(bytes, 'ring'),
    binomial: time(bytes, 'binomial'),
    double_tree: time(bytes, 'double_tree'),
  }));
  const complete = lines.filter((each) => each.ring && each.binomial && each.double_tree);
  const wins = (each) => each.ring < Math.min(each.binomial, each.double_tree);
  return { lines: complete, fastestAt: complete.filter(wins).map(({ bytes }) => bytes) };
}
