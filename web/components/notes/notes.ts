/** What is worth knowing about each collective: a heading and a text of the locales. */
export interface Note {
  readonly title: string;
  readonly text: string;
}

const note = (title: string, text: string): Note => ({ title, text });

const avg = note('notes-avg', 'notes-avg-text');
const zero = note('notes-zero', 'notes-zero-text');
const layout = note('notes-layout', 'notes-layout-text');
const order = note('notes-order', 'notes-order-text');
const share = note('notes-share', 'notes-share-text');
const inPlace = note('notes-in-place', 'notes-in-place-text');
const atRoot = note('notes-at-root', 'notes-at-root-text');
const begin = note('notes-begin', 'notes-begin-text');
const buffers = note('notes-buffers', 'notes-buffers-text');
const apart = note('notes-apart', 'notes-apart-text');
const since = note('notes-since', 'notes-since-text');
const experts = note('notes-experts', 'notes-experts-text');
const block = note('notes-block', 'notes-block-text');
const offsets = note('notes-offsets', 'notes-offsets-text');
const first = note('notes-first', 'notes-first-text');
const mpiOnly = note('notes-mpi-only', 'notes-mpi-only-text');

const NOTES: Readonly<Record<string, readonly Note[]>> = {
  reduce_scatter: [avg, zero, layout],
  all_gather: [zero, share, inPlace],
  all_reduce: [avg, order, zero],
  reduce: [avg, order, atRoot],
  broadcast: [begin, buffers, apart],
  gather: [share, atRoot, since],
  scatter: [share, apart, since],
  all_to_all: [experts, block, since],
  scan: [offsets, first, mpiOnly],
  exscan: [offsets, first, mpiOnly],
};

export const notesOf = (collective: string): readonly Note[] => NOTES[collective] ?? [];
