/** Rows of several rounds, gathered so that the median round's figures count. */
export class Rows {
  #known = new Map();

  add(contestant, row) {
    const { algorithm, collective, ranks, bytes, dtype } = row;
    const key = [contestant, algorithm, row.auto ?? false, collective, ranks, bytes, dtype, row.in_place].join();
    const known = this.#known.get(key) ?? { contestant, ...row, rounds_us: [], min_us: Infinity, wrong: 0 };
    known.rounds_us.push(row.median_us);
    known.min_us = Math.min(known.min_us, row.min_us);
    known.wrong += row.wrong;
    this.#known.set(key, known);
  }

  settled() {
    return [...this.#known.values()].map(settled);
  }
}

/** A row whose figures are those of the median round. */
export function settled(row) {
  const median_us = median(row.rounds_us);
  const scale = row.bytes / median_us / 1000;
  const busbw = row.busbw_GBps === null ? null : (row.busbw_GBps / row.algbw_GBps) * scale;
  return { ...row, median_us, algbw_GBps: scale, busbw_GBps: busbw };
}

/** The middle one, or the mean of the middle two. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}
