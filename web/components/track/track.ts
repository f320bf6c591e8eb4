/**
 * Where ranks and the messages between them lie: a track with ranks along its upper and lower side, clockwise from
 * the upper left, so that rank 0 follows the last rank; messages cross the lane between the sides.
 */

export interface Place {
  readonly row: 'upper' | 'lower';
  /** Column of `columnsOf` in which the card begins; it is two columns wide, so that odd numbers are centred. */
  readonly column: number;
}

export const columnsOf = (ranks: number): number => 2 * Math.ceil(ranks / 2);

export function placeOf(rank: number, ranks: number): Place {
  const upper = Math.floor(ranks / 2);
  const lower = ranks - upper;
  if (ranks === 1) return { row: 'upper', column: 0 };
  if (rank < upper) return { row: 'upper', column: lower - upper + 2 * rank };
  return { row: 'lower', column: 2 * (ranks - 1 - rank) };
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Curve {
  readonly from: Point;
  readonly bend: Point;
  readonly to: Point;
}

/** How far beside the middle of a card ways begin and end, as a share of its width. */
const ASIDE = 0.16;
/** How far ways across the lane bend away from the middle of the track, in pixels. */
const BULGE = 36;

/** The way from one card to another through the lane; there and back are two ways. */
export function curveBetween(a: Box, aRow: Place['row'], b: Box, bRow: Place['row'], middle: number): Curve {
  if (aRow === bRow) return alongSide(a, b, aRow);
  const downwards = aRow === 'upper';
  const shift = downwards ? 1 : -1;
  const from = { x: centreX(a) + shift * ASIDE * a.width, y: downwards ? a.y + a.height : a.y };
  const to = { x: centreX(b) + shift * ASIDE * b.width, y: downwards ? b.y : b.y + b.height };
  const x = (from.x + to.x) / 2;
  const outward = Math.sign(x - middle) * BULGE;
  return { from, to, bend: { x: x + outward, y: (from.y + to.y) / 2 } };
}

/** Cards of one side: out at one foot, a bow through the lane, in at the other foot. */
function alongSide(a: Box, b: Box, row: Place['row']): Curve {
  const upper = row === 'upper';
  const y = upper ? Math.max(a.y + a.height, b.y + b.height) : Math.min(a.y, b.y);
  const outward = centreX(b) >= centreX(a) ? 1 : -1;
  const from = { x: centreX(a) + outward * 2 * ASIDE * a.width, y: upper ? a.y + a.height : a.y };
  const to = { x: centreX(b) - outward * 2 * ASIDE * b.width, y: upper ? b.y + b.height : b.y };
  const depth = Math.min(90, 34 + 0.12 * Math.abs(to.x - from.x));
  return { from, to, bend: { x: (from.x + to.x) / 2, y: y + (upper ? depth : -depth) } };
}

const centreX = (box: Box): number => box.x + box.width / 2;

/** The point at `t` (0 to 1) of the way. */
export function pointAt({ from, bend, to }: Curve, t: number): Point {
  const at = (a: number, b: number, c: number) => (1 - t) * (1 - t) * a + 2 * t * (1 - t) * b + t * t * c;
  return { x: at(from.x, bend.x, to.x), y: at(from.y, bend.y, to.y) };
}

/** How far along its way across the lane a message lies: beyond the middle, clear of what comes the other way. */
const NEARER = 0.62;
/** From one message on the same way to the next, in pixels. */
const APART = 28;

/** Where the message lies that is `index`-th of `count` on a way; along a side they stack away from its cards. */
export function spotOn(curve: Curve, side: Place['row'] | null, index: number, count: number): Point {
  const { x, y } = pointAt(curve, side === null ? NEARER : 0.5);
  if (side === null) return { x, y: y + APART * (index - (count - 1) / 2) };
  return { x, y: y + (side === 'upper' ? APART : -APART) * index };
}
