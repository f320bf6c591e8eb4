import type { Dtype, RunError } from '../engine/engine.ts';
import type { Localizer } from '../locales/localizer.ts';
import type { CellProblem } from '../model/state.ts';
import { isInteger, range } from '../model/values.ts';

/** The sentence beside a cell that can't be read: rank, element, what stands there and what is allowed. */
export function problemText(l: Localizer, { rank, element, text, reason }: CellProblem, dtype: Dtype): string {
  const [low, high] = range(dtype);
  return l.text('problem', { rank, element, text, reason, dtype, low, high, integer: isInteger(dtype) ? 'yes' : 'no' });
}

export function runErrorText(l: Localizer, error: RunError, deadlineMs: number): string {
  switch (error.code) {
    case 'deadline':
      return l.text('error-deadline', {
        ms: deadlineMs,
        waiting: error.waiting.map(({ rank, forRank }) => l.text('error-waits', { rank, peer: forRank })).join(', '),
        culprits:
          error.culprits.length === 0
            ? ''
            : `${l.text('error-culprits', { count: error.culprits.length, ranks: error.culprits.join(', ') })} ${l.text('error-next')}`,
      });
    case 'aborted':
      return l.text('error-aborted');
    case 'mismatch':
      return l.text('error-mismatch', { message: error.message });
    case 'invalid':
      return l.text('error-invalid', { message: error.message });
    case 'unavailable':
      return l.text('error-unavailable', { message: error.message });
  }
}

/** The name of a fragment, in the words of its collective. */
export function fragmentName(l: Localizer, collective: string, index: number, owner: number | null): string {
  if (owner === null) return l.text('fragment-whole');
  if (collective === 'reduce_scatter') return l.text('fragment-of', { rank: owner });
  if (collective === 'all_gather') return l.text('fragment-from', { rank: owner });
  return l.text('fragment-numbered', { fragment: index });
}
