/** A moving picture of one reduce-scatter by a ring, as SVG that needs no script and stands still where motion is not wanted. */

/**
 * @typedef {[string, number] | null} Slot
 * @typedef {{ kind: string, peer: number, chunk: number, src: Slot, dst: Slot, acc: Slot, round: number }} Step
 * @typedef {{ rank: number, peer: number, chunk: number, step: number }} Send
 * @typedef {{ input: number[][], outputs: number[][], lanes: Step[][][], sends: Send[] }} Run
 * @typedef {{ from: number, to: number, chunk: number, round: number, carries: number[], sum: number[], of: number[], adds: number[] }} Message
 */

const HUES = ['#e69f00', '#0072b2', '#009e73', '#cc79a7', '#d55e00', '#56b4e9', '#d9c800', '#6b7580'];
const TILE = { width: 132, height: 38, left: 104, top: 66, column: 172, row: 72 };
const SECONDS = { read: 1.6, travel: 1.5, rest: 1.1, end: 3 };

const ranksText = (/** @type {number[]} */ ranks) =>
  ranks.length > 1 ? `of ranks ${ranks.join(' + ')}` : `of rank ${ranks[0]}`;
const sameNumbers = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
  a.length === b.length && a.every((x, k) => x === b[k]);

/**
 * What each message carried and what its receiver then held, by the plan, in the order of the rounds.
 * @param {Run} run @returns {Message[]}
 */
export function messagesOf({ input, outputs, lanes, sends }) {
  const ranks = input.length;
  const part = input[0].length / ranks;
  const held = input.map((row) =>
    row.map((_, k) => k).flatMap((k) => (k % part === 0 ? [row.slice(k, k + part)] : [])),
  );
  const from = input.map((_, rank) => Array.from({ length: ranks }, () => [rank]));
  const rounds = Math.max(...lanes.flat(2).map((step) => step.round)) + 1;
  const messages = [];
  for (let round = 0; round < rounds; round++) {
    const now = sends.filter(({ rank, step }) => lanes[rank][0][step].round === round).sort((a, b) => a.rank - b.rank);
    const carried = now.map(({ rank, chunk }) => ({ values: held[rank][chunk], of: from[rank][chunk] }));
    now.forEach(({ rank, peer, chunk }, k) => {
      const { values, of } = carried[k];
      const sum = held[peer][chunk].map((x, j) => x + values[j]);
      messages.push({
        from: rank,
        to: peer,
        chunk,
        round,
        carries: values,
        sum,
        of,
        adds: [...of, ...from[peer][chunk]].sort(),
      });
    });
    for (const { to, chunk, sum, adds } of messages.filter((message) => message.round === round)) {
      held[to][chunk] = sum;
      from[to][chunk] = adds;
    }
  }
  outputs.forEach((output, rank) => {
    if (!sameNumbers(held[rank][rank], output))
      throw new Error(`rank ${rank} ended with ${output}, its messages say ${held[rank][rank]}`);
  });
  return messages;
}

/** @param {Run} run */
export function drawRun(run) {
  const messages = messagesOf(run);
  const ranks = run.input.length;
  const part = run.input[0].length / ranks;
  const rounds = Math.max(...messages.map((message) => message.round)) + 1;
  const length = SECONDS.read + rounds * (SECONDS.travel + SECONDS.rest) + SECONDS.end;
  const departs = (/** @type {number} */ round) => SECONDS.read + round * (SECONDS.travel + SECONDS.rest);
  const arrives = (/** @type {number} */ round) => departs(round) + SECONDS.travel;
  const done = arrives(rounds - 1);
  const percent = (/** @type {number} */ seconds) => `${((100 * seconds) / length).toFixed(2)}%`;
  const x = (/** @type {number} */ chunk) => TILE.left + chunk * TILE.column;
  const y = (/** @type {number} */ rank) => TILE.top + rank * TILE.row;

  /** @type {string[]} */
  const rules = [];
  /** Shows something from one time to another; what is there at the end is there where nothing moves. */
  const shown = (/** @type {number} */ begin, /** @type {number} */ end) => {
    const name = `s${rules.length}`;
    const off = end >= length ? '' : `${percent(end)}{opacity:1}${percent(end + 0.01)},100%{opacity:0}`;
    const on = begin <= 0 ? '0%{opacity:1}' : `0%,${percent(begin - 0.01)}{opacity:0}${percent(begin)}{opacity:1}`;
    rules.push(`@keyframes ${name}{${on}${off}}.${name}{opacity:${end >= length ? 1 : 0};animation-name:${name}}`);
    return name;
  };
  const travelling = (/** @type {Message} */ { from, to, round }) => {
    const name = `m${rules.length}`;
    const way = `translate(0,${y(to) - y(from)}px)`;
    const begin = departs(round);
    rules.push(
      `@keyframes ${name}{0%,${percent(begin)}{opacity:0;transform:none}${percent(begin + 0.01)}{opacity:1;transform:none}` +
        `${percent(arrives(round))}{opacity:1;transform:${way}}${percent(arrives(round) + 0.01)},100%{opacity:0;transform:${way}}}` +
        `.${name}{opacity:0;animation-name:${name}}`,
    );
    return name;
  };

  const tile = (/** @type {number} */ chunk, /** @type {number[]} */ values, /** @type {string} */ below, kind = '') =>
    `<rect class="tile ${kind}" width="${TILE.width}" height="${TILE.height}" rx="6" style="--hue:${HUES[chunk % HUES.length]}"/>` +
    `<text class="values" x="${TILE.width / 2}" y="19">${values.join('  ')}</text>` +
    `<text class="of" x="${TILE.width / 2}" y="32">${below}</text>`;
  const at = (/** @type {number} */ rank, /** @type {number} */ chunk, /** @type {string} */ inside, name = '') =>
    `<g transform="translate(${x(chunk)} ${y(rank)})"><g class="${name}">${inside}</g></g>`;

  const cells = [];
  for (let rank = 0; rank < ranks; rank++) {
    for (let chunk = 0; chunk < ranks; chunk++) {
      const changes = messages.filter((message) => message.to === rank && message.chunk === chunk);
      const states = [
        { since: 0, values: run.input[rank].slice(chunk * part, (chunk + 1) * part), of: [rank] },
        ...changes.map(({ round, sum, adds }) => ({ since: arrives(round), values: sum, of: adds })),
      ];
      states.forEach(({ since, values, of }, k) => {
        const until = states[k + 1]?.since ?? (rank === chunk ? length : done);
        const kind = of.length === ranks ? 'whole' : '';
        cells.push(at(rank, chunk, tile(chunk, values, ranksText(of), kind), `moves ${shown(since, until)}`));
      });
      if (rank !== chunk) {
        const { values, of } = states[states.length - 1];
        cells.push(at(rank, chunk, tile(chunk, values, ranksText(of), 'spent'), `moves spent ${shown(done, length)}`));
      }
    }
  }
  const flights = messages.map((message) =>
    at(
      message.from,
      message.chunk,
      tile(message.chunk, message.carries, ranksText(message.of), 'flying'),
      `moves ${travelling(message)}`,
    ),
  );
  const sayings = [
    { text: 'Three ranks hold six numbers each.', from: 0, to: departs(0) },
    ...Array.from({ length: rounds }, (_, round) => ({
      text: `Step ${round + 1} of ${rounds}: each rank sends a fragment on, and the next rank adds it.`,
      from: departs(round),
      to: round + 1 < rounds ? departs(round + 1) : done,
    })),
    { text: 'Each rank has the full sum of its own fragment.', from: done, to: length },
  ].map(({ text, from, to }) => `<text class="saying moves ${shown(from, to)}" x="16" y="24">${text}</text>`);

  const width = TILE.left + (ranks - 1) * TILE.column + TILE.width + 20;
  const height = TILE.top + (ranks - 1) * TILE.row + TILE.height + 20;
  const titles = run.input.map(
    (_, k) => `<text class="title" x="${x(k) + TILE.width / 2}" y="${TILE.top - 12}">rank ${k}’s fragment</text>`,
  );
  const names = run.input.map((_, rank) => `<text class="name" x="16" y="${y(rank) + 24}">rank ${rank}</text>`);
  const final = run.outputs.map((output, rank) => `rank ${rank} gets ${output.join(' and ')}`).join(', ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>Reduce-scatter of three ranks by a ring: ${final}.</title>
<style>
svg{--paper:#fff;--ink:#14181c;--soft:#535b63;font:15px system-ui,sans-serif}
@media (prefers-color-scheme:dark){svg{--paper:#181b1f;--ink:#eceff1;--soft:#a7afb7}}
.page{fill:var(--paper)}text{fill:var(--ink)}.saying{font-weight:600;font-size:14px}.title,.of{fill:var(--soft);font-size:12px}.of{font-size:9.5px}
.title,.values,.of{text-anchor:middle}.values{font:600 15px ui-monospace,monospace;white-space:pre}.name{font-weight:600}
.tile{fill:color-mix(in srgb,var(--hue) 14%,var(--paper));stroke:var(--hue);stroke-width:1.5}
.whole{fill:color-mix(in srgb,var(--hue) 38%,var(--paper));stroke-width:3}.flying{stroke-dasharray:5 3}
.spent .tile,.spent text{opacity:.3}.moves{animation-duration:${length}s;animation-iteration-count:infinite;animation-timing-function:ease-in-out}
@media (prefers-reduced-motion:reduce){.moves{animation:none}}
${rules.join('\n')}
</style>
<rect class="page" width="${width}" height="${height}" rx="10"/>
${[...titles, ...names, ...cells, ...flights, ...sayings].join('\n')}
</svg>
`;
}
