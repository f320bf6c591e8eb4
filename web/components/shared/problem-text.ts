import type { Dtype, RunError } from '../../engine/engine.ts';
import { contractOf } from '../../model/contracts.ts';
import type { Fragment } from '../../model/fragments.ts';
import type { Localizer } from '../../locales/localizer.ts';
import type { CellProblem } from '../../model/setup.ts';
import { isInteger, range } from '../../model/values.ts';

/** The sentence beside a cell that can't be read: rank, element, what stands there and what is allowed. */
export function problemText(l: Localizer, { rank, element, text, reason }: CellProblem, dtype: Dtype): string {
  const [low, high] = range(dtype);
  return l.text('problem', { rank, element, text, reason, dtype, low, high, integer: isInteger(dtype) ? 'yes' : 'no' });
}

/** Why a run failed; `cause` is what was asked for that may have brought it about. */
export function runErrorText(l: Localizer, error: RunError, deadlineMs: number, cause: 'fault' | 'held'): string {
  const culprits = { count: error.culprits.length, ranks: error.culprits.join(', ') };
  switch (error.code) {
    case 'deadline':
      return l.text('error-deadline', {
        ms: deadlineMs,
        waiting: error.waiting.map(({ rank, forRank }) => l.text('error-waits', { rank, peer: forRank })).join(', '),
        culprits:
          error.culprits.length === 0 ? '' : `${l.text('error-culprits', culprits)} ${l.text('error-next', { cause })}`,
      });
    case 'aborted':
      return l.text('error-aborted', culprits);
    case 'mismatch':
      return l.text('error-mismatch', { ...culprits, message: error.message });
    case 'invalid':
      return l.text('error-invalid', { message: error.message });
    case 'unavailable':
      return l.text('error-unavailable', { message: error.message });
  }
}

/** The name of a fragment, in the words of its collective. */
export function fragmentName(l: Localizer, collective: string, { index, owner, source }: Fragment): string {
  if (owner === null) return l.text('fragment-whole');
  if (source !== null) return l.text('fragment-pair', { from: source, to: owner });
  const { parts, output } = contractOf(collective);
  if (parts === 'one') return l.text('fragment-numbered', { fragment: index });
  return l.text(output.holds === 'own' ? 'fragment-of' : 'fragment-from', { rank: owner });
}

/** What a column holds, where each rank has other fragments in it. */
export const blockName = (l: Localizer, { owner }: Fragment): string => l.text('fragment-block', { rank: owner ?? 0 });
