/** What a failed build's log says first, in a few lines: the compilers repeat it with all their flags. */
const most = 5;
const widest = 160;

const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
/** As g++, clang++, em++, the linkers, CMake, Ninja, Vite and TypeScript begin it. */
const begins =
  /\berror: |: undefined reference|^CMake Error|^ninja: (error|fatal)|^Error: |\berror TS\d+|^\[[\w:-]+\] \S/;
const ends = /^(ninja: build stopped|FAILED: |collect2: |em\+\+: |-- |\s+at |\d+ errors? generated)/;

/**
 * @param {string} log
 * @returns {string} the first error and what explains it, or else the log's last lines
 */
export function firstError(log) {
  const lines = log
    .replace(colours, '')
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => (line.length > widest ? `${line.slice(0, widest)}…` : line));
  const first = lines.findIndex((line) => begins.test(line));
  if (first < 0) return lines.slice(-most).join('\n');
  const rest = lines.slice(first + 1, first + most);
  const end = rest.findIndex((line) => ends.test(line) || begins.test(line));
  return [lines[first], ...(end < 0 ? rest : rest.slice(0, end))].join('\n');
}
