/** What results.json is, apart from how it is shown. */

/** Whether that is what `npm run bench` writes, as far as a look tells. */
export const isResults = (json) =>
  [json?.rows, json?.contestants, json?.notes].every(Array.isArray) &&
  [json.machine?.packages, json.asked, json.idlePercent].every((each) => each && typeof each === 'object');

const momentOf = ({ commit, measured, cpu }) => ({ commit, measured, cpu });

/** Which of the parts are there: [name, { commit, measured, cpu }], the latter told by the machine where none is kept. */
export const partsOf = ({ rows, traced, wasm, page, machine, moments = {} }) =>
  Object.entries({ native: rows.length > 0, traced, wasm, page })
    .filter(([, there]) => there)
    .map(([name]) => [name, moments[name] ?? momentOf(machine)]);

/** The results of before with these parts anew, which were measured on that machine. */
export function withParts(before, parts, machine) {
  const named = { native: parts.rows, traced: parts.traced, wasm: parts.wasm, page: parts.page };
  const anew = Object.keys(named).filter((name) => named[name]);
  const moments = Object.fromEntries([...partsOf(before), ...anew.map((name) => [name, momentOf(machine)])]);
  return { ...before, ...parts, moments };
}
