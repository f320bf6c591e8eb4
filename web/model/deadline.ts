import { integerIn } from './whole-numbers.ts';

export const DEADLINE_MS = { min: 50, max: 60_000, usual: 5000 } as const;

/** What was typed, or stands in an address, in milliseconds; null where that is no deadline. */
export const readDeadline = integerIn(DEADLINE_MS.min, DEADLINE_MS.max);
