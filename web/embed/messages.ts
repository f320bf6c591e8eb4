/**
 * What crosses between the element on somebody's page and our frame. Neither side trusts the other with more than
 * this: named messages of plain data over one port, so no objects whose methods could be called from outside.
 */

/** Attributes of the element, parameters of the frame's address, properties of the lab: one list of names. */
export const parameters = [
  'collective',
  'algorithm',
  'op',
  'dtype',
  'accumulate',
  'ranks',
  'count',
  'root',
  'fault',
  'values',
  'lang',
  'theme',
  'readonly',
] as const;
export type Parameter = (typeof parameters)[number];

export const methods = ['run', 'step', 'pause', 'reset'] as const;
export type Method = (typeof methods)[number];

export const eventNames = [
  'ringlet-ready',
  'ringlet-change',
  'ringlet-step',
  'ringlet-result',
  'ringlet-error',
] as const;
export type EventName = (typeof eventNames)[number];

export type State = Readonly<Record<string, unknown>>;

/** The frame's first word, and the answer that carries the port. */
export const hello = 'ringlet:hello';
export const connect = 'ringlet:connect';

export type ToFrame =
  | { readonly kind: 'call'; readonly id: number; readonly method: Method }
  | { readonly kind: 'set'; readonly name: Parameter; readonly value: string | null }
  | { readonly kind: 'state'; readonly state: State };

export type FromFrame =
  | { readonly kind: 'done'; readonly id: number; readonly error: string | null }
  | { readonly kind: 'height'; readonly height: number }
  /** What was asked for of `name` does not go, and `value` holds instead. */
  | { readonly kind: 'refused'; readonly name: Parameter; readonly asked: string; readonly value: string | null }
  | { readonly kind: 'event'; readonly name: EventName; readonly detail: unknown; readonly state: State };
