import type { Plan, Slot, Space, Step, TraceEvent, Values } from '../engine/engine.ts';

/**
 * What ranks hold and what is on its way after the first `moment` events of a run: a fold over the trace. Values come
 * from the trace alone; nothing is added up here.
 */

export interface Cell {
  readonly chunk: number;
  readonly space: Space;
  readonly values: Values;
  /** Ranks whose input is in it. */
  readonly contributors: readonly number[];
  /** Index of the event that wrote it; -1 for a rank's own input. */
  readonly writtenBy: number;
  /** It has been sent since it was written. */
  readonly sent: boolean;
}

export interface Message {
  readonly from: number;
  readonly to: number;
  readonly lane: number;
  readonly chunk: number;
  readonly values: Values;
  readonly bytes: number;
  readonly contributors: readonly number[];
  /** Index of the event that sent it. */
  readonly sentBy: number;
}

export type RankStatus =
  { readonly kind: 'done' } | { readonly kind: 'ready' } | { readonly kind: 'waits'; readonly peer: number };

export interface RankView {
  /** By slot; null where nothing has been written yet. */
  readonly input: readonly Cell[];
  readonly output: readonly (Cell | null)[];
  readonly scratch: readonly (Cell | null)[];
  /** The newest cell of each chunk, wherever it lies. */
  readonly holding: readonly (Cell | null)[];
  readonly bytesSent: number;
  readonly bytesReceived: number;
  readonly stepsDone: number;
  readonly stepsTotal: number;
  readonly status: RankStatus;
}

export interface RunView {
  readonly moment: number;
  readonly ranks: readonly RankView[];
  /** Oldest first. */
  readonly inFlight: readonly Message[];
  /** Bytes received over each edge: `edges[source][destination]`. */
  readonly edges: readonly (readonly number[])[];
}

interface RankDraft {
  spaces: Record<Space, (Cell | null)[]>;
  holding: (Cell | null)[];
  bytesSent: number;
  bytesReceived: number;
  done: number[];
}

export function stepOf(plan: Plan, event: TraceEvent): Step {
  const step = plan.lanes[event.rank]?.[event.lane]?.[event.step];
  if (!step) throw new RangeError(`event ${event.sequence} names a step that the plan does not have`);
  return step;
}

export function runView(
  plan: Plan,
  inputs: readonly Values[],
  events: readonly TraceEvent[],
  moment = events.length,
): RunView {
  const drafts = inputs.map((values, rank) => draftRank(plan, rank, values));
  const inFlight: Message[] = [];
  const edges = drafts.map(() => drafts.map(() => 0));

  for (const [index, event] of events.slice(0, moment).entries()) {
    const step = stepOf(plan, event);
    const draft = drafts[event.rank];
    if (!draft) continue;
    draft.done[event.lane] = event.step + 1;
    if (step.kind === 'send') {
      draft.bytesSent += event.bytes;
      markSent(draft, step);
      inFlight.push(messageOf(event, step, index));
      continue;
    }
    if (step.kind === 'recv') {
      draft.bytesReceived += event.bytes;
      takeMessage(inFlight, step.peer, event.rank, event.lane);
      const row = edges[step.peer];
      if (row) row[event.rank] = (row[event.rank] ?? 0) + event.bytes;
    }
    if (step.dst) write(draft, step.dst, cellOf(event, step, step.dst[0], index));
  }

  return {
    moment,
    ranks: drafts.map((draft, rank) => finishRank(plan, draft, rank, inFlight)),
    inFlight,
    edges,
  };
}

/** The same view with what an earlier moment of the same run had where that has not changed: ranks, or their output. */
export function withUnchanged(view: RunView, before: RunView): RunView {
  const ranks = view.ranks.map((rank, r) => {
    const earlier = before.ranks[r];
    if (!earlier) return rank;
    if (rank.stepsDone === earlier.stepsDone && sameRankStatus(rank.status, earlier.status)) return earlier;
    return sameCells(rank.output, earlier.output) ? { ...rank, output: earlier.output } : rank;
  });
  return { ...view, ranks };
}

const sameCells = (a: RankView['output'], b: RankView['output']): boolean =>
  a.length === b.length && a.every((cell, slot) => cell?.writtenBy === b[slot]?.writtenBy);

const sameRankStatus = (a: RankStatus, b: RankStatus): boolean =>
  a.kind === 'waits' && b.kind === 'waits' ? a.peer === b.peer : a.kind === b.kind;

function draftRank(plan: Plan, rank: number, values: Values): RankDraft {
  const extents = plan.extents[rank] ?? { input: [], output: [] };
  const holding: (Cell | null)[] = Array.from({ length: plan.chunks }, () => null);
  const input = extents.input.map(({ chunk, offset, length }): Cell => {
    const cell: Cell = {
      chunk,
      space: 'input',
      values: values.slice(offset, offset + length),
      contributors: [rank],
      writtenBy: -1,
      sent: false,
    };
    holding[chunk] = cell;
    return cell;
  });
  return {
    spaces: { input, output: extents.output.map(() => null), scratch: [] },
    holding,
    bytesSent: 0,
    bytesReceived: 0,
    done: (plan.lanes[rank] ?? []).map(() => 0),
  };
}

const cellOf = (event: TraceEvent, step: Step, space: Space, index: number): Cell => ({
  chunk: step.chunk,
  space,
  values: event.values,
  contributors: step.contributors,
  writtenBy: index,
  sent: false,
});

const messageOf = (event: TraceEvent, step: Step, index: number): Message => ({
  from: event.rank,
  to: step.peer,
  lane: event.lane,
  chunk: step.chunk,
  values: event.values,
  bytes: event.bytes,
  contributors: step.contributors,
  sentBy: index,
});

function write(draft: RankDraft, [space, slot]: Slot, cell: Cell): void {
  draft.spaces[space][slot] = cell;
  draft.holding[cell.chunk] = cell;
}

function markSent(draft: RankDraft, step: Step): void {
  const held = draft.holding[step.chunk];
  if (held) draft.holding[step.chunk] = { ...held, sent: true };
}

/** The k-th receive of a connection takes its k-th send. */
function takeMessage(inFlight: Message[], from: number, to: number, lane: number): void {
  const index = inFlight.findIndex((m) => m.from === from && m.to === to && m.lane === lane);
  if (index >= 0) inFlight.splice(index, 1);
}

function finishRank(plan: Plan, draft: RankDraft, rank: number, inFlight: readonly Message[]): RankView {
  const lanes = plan.lanes[rank] ?? [];
  return {
    input: draft.spaces.input.filter((cell) => cell !== null),
    output: draft.spaces.output,
    scratch: Array.from(draft.spaces.scratch, (cell) => cell ?? null),
    holding: draft.holding,
    bytesSent: draft.bytesSent,
    bytesReceived: draft.bytesReceived,
    stepsDone: draft.done.reduce((sum, n) => sum + n, 0),
    stepsTotal: lanes.reduce((sum, lane) => sum + lane.length, 0),
    status: rankStatusOf(lanes, draft, rank, inFlight),
  };
}

/** A rank waits when none of its lanes can go on, because each wants a message that nobody has sent yet. */
function rankStatusOf(
  lanes: readonly (readonly Step[])[],
  draft: RankDraft,
  rank: number,
  inFlight: readonly Message[],
): RankStatus {
  const next = lanes.flatMap((lane, index) => {
    const step = lane[draft.done[index] ?? 0];
    return step ? [{ step, lane: index }] : [];
  });
  const [first] = next;
  if (!first) return { kind: 'done' };
  const waits = next.every(
    ({ step, lane }) =>
      step.kind === 'recv' && !inFlight.some((m) => m.from === step.peer && m.to === rank && m.lane === lane),
  );
  return waits ? { kind: 'waits', peer: first.step.peer } : { kind: 'ready' };
}

/** Directed edges over which the plan sends. */
export function edgesOf(plan: Plan): readonly (readonly [number, number])[] {
  const seen = new Set<string>();
  return plan.lanes.flatMap((lanes, rank) =>
    lanes.flat().flatMap((step): (readonly [number, number])[] => {
      const key = `${rank} ${step.peer}`;
      if (step.kind !== 'send' || seen.has(key)) return [];
      seen.add(key);
      return [[rank, step.peer]];
    }),
  );
}
