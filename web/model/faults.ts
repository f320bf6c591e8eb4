import type { Fault, FaultKind } from '../engine/engine.ts';
import { contractOf } from './contracts.ts';
import { integerIn } from './whole-numbers.ts';

/** How a rank can misbehave on the page, and for which calls. */

export const FAULT_KINDS: readonly FaultKind[] = [
  'absent',
  'late',
  'abort',
  'other_collective',
  'other_count',
  'other_dtype',
  'other_op',
  'other_root',
];
export const USUAL_MS = 300;
export const MAX_MS = 60_000;
/** A rank that is late by nothing is not late. */
export const leastMs = (kind: FaultKind): number => (kind === 'late' ? 1 : 0);

/** Whether it happens after a time. */
export const isTimed = (kind: FaultKind): boolean => kind === 'late' || kind === 'abort';

/** Reads the time after which it happens; null for what cannot be. */
export const readMs = (kind: FaultKind) => integerIn(leastMs(kind), MAX_MS);

/** The kinds that such a call can have: another call where there are others, another operator or root if it has one. */
export function kindsFor(collective: string, ranks: number): readonly FaultKind[] {
  const { reduces, rooted } = contractOf(collective);
  return FAULT_KINDS.filter(
    (kind) =>
      (ranks > 1 || !kind.startsWith('other_')) &&
      (kind !== 'other_op' || reduces) &&
      (kind !== 'other_root' || rooted),
  );
}

/** The fault if the call can have it, or none. */
export function fitting(fault: Fault | null, collective: string, ranks: number): Fault | null {
  const fits = fault !== null && fault.rank < ranks && kindsFor(collective, ranks).includes(fault.kind);
  return fits ? fault : null;
}

/** As links write it: the kind, the rank and, where it matters, the milliseconds, such as late.2.300. */
export const faultText = ({ kind, rank, ms }: Fault): string => [kind, rank, ...(isTimed(kind) ? [ms] : [])].join('.');

export function readFault(text: string): Fault | null {
  const [name, rank = '', ms = String(USUAL_MS), ...rest] = text.split('.');
  const kind = FAULT_KINDS.find((known) => known === name);
  if (!kind || rest.length > 0 || !/^\d{1,3}$/.test(rank)) return null;
  const after = readMs(kind)(ms);
  return after === null ? null : { kind, rank: Number(rank), ms: isTimed(kind) ? after : 0 };
}
