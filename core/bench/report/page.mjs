/** The budgets of the page, and whether what was measured (core/bench/page.mjs) keeps them. */

/** `most` or `least` that is allowed; `times` what a module with nothing in it took with as many threads (core/bench/empty). */
export const budgets = {
  transfer: { what: 'transferred with brotli until it is ready', unit: 'KB', most: 120 },
  ready: { what: 'ready with 4 ranks', unit: 'ms', times: 1.6 },
  task: { what: 'longest task while 16 MiB are measured', unit: 'ms', most: 100 },
  frames: { what: 'frames while stepping 16 ranks', unit: 'per second', least: 60 },
};

/** { what, browser, value, unit, wanted, passed } for each row. */
export function verdicts(rows) {
  return rows.map(({ budget, browser, value, empty }) => {
    const { what, unit, most, least, times } = budgets[budget];
    // A frame more or less at the ends.
    if (least) return { what, browser, value, unit, wanted: `at least ${least}`, passed: Math.round(value) >= least };
    const limit = most ?? times * empty;
    const how = times ? `, ${times} times the ${empty.toFixed(0)} of an empty module` : '';
    return { what, browser, value, unit, wanted: `at most ${limit.toFixed(0)}${how}`, passed: value <= limit };
  });
}
