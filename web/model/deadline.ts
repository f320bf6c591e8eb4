export const DEADLINE_MS = { min: 50, max: 60_000, usual: 5000 } as const;

/** What was typed, or stands in an address, in milliseconds; null where that is no deadline. */
export function readDeadline(text: string): number | null {
  const ms = /^\d{1,8}$/.test(text) ? Number(text) : NaN;
  return ms >= DEADLINE_MS.min && ms <= DEADLINE_MS.max ? ms : null;
}
