import { toQuery, type StateObject, type View } from '../../model/parameters.ts';
import type { Setup } from '../../model/setup.ts';

/** The address bar holds the whole state: read when the page opens, written whenever the state changes. */
export const stateInUrl = (): StateObject => Object.fromEntries(new URLSearchParams(location.search));

export function writeUrl(state: Setup, view: View): void {
  const query = toQuery(state, view);
  history.replaceState(history.state, '', query ? `?${query}` : location.pathname);
}
