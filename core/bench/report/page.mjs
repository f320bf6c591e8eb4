/** The budgets of the page, and whether what was measured (core/bench/page.mjs) keeps them. */

/** `most` or `least` that is allowed. Ready: 1.6 times what a module with nothing in it takes with four threads. */
export const budgets = {
  transfer: { what: 'transferred with brotli until it is ready', unit: 'KB', most: 120 },
  ready: { what: 'ready with 4 ranks', unit: 'ms', most: { Chromium: 1.6 * 245, Firefox: 1.6 * 395 } },
  task: { what: 'longest task while 16 MiB are measured', unit: 'ms', most: 100 },
  frames: { what: 'frames while stepping 16 ranks', unit: 'per second', least: 60 },
};

/** { what, browser, value, unit, wanted, passed } for each row. */
export function verdicts(rows) {
  return rows.map(({ budget, browser, value }) => {
    const { what, unit, most, least } = budgets[budget];
    const limit = typeof most === 'object' ? most[browser] : (most ?? least);
    // A frame more or less at the ends.
    const passed = least ? Math.round(value) >= least : value <= limit;
    return { what, browser, value, unit, wanted: `${least ? 'at least' : 'at most'} ${Math.round(limit)}`, passed };
  });
}
