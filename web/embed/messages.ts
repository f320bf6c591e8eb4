/**
 * What crosses between the element on somebody's page and our frame. Neither side trusts the other with more than
 * this: named messages of plain data over one port, so no objects whose methods could be called from outside.
 */

import { isPrimitive, rowsText } from '../model/rows-text.ts';

/** Attributes of the element, parameters of the frame's address, properties of the app: one list of names. */
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
  'deadline',
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

/** What the frame says when its script begins; when it can be told and asked; and the answer that carries the port. */
export const coming = 'ringlet:coming';
export const hello = 'ringlet:hello';
export const connect = 'ringlet:connect';

export type Changes = Readonly<Partial<Record<Parameter, string | null>>>;

/** What the attribute of a parameter says where the state holds that value; null where it has none. */
export function attributeText(value: unknown): string | null {
  if (Array.isArray(value)) return rowsText(value.map((row: unknown) => (Array.isArray(row) ? row.map(cellText) : [])));
  return isPrimitive(value) ? String(value) : null;
}

const cellText = (cell: unknown): string => (isPrimitive(cell) ? String(cell) : '');

export type ToFrame =
  | { readonly kind: 'call'; readonly id: number; readonly method: Method }
  /** What has been set together is taken together, since values, counts and ranks depend on each other. */
  | { readonly kind: 'set'; readonly changes: Changes }
  | { readonly kind: 'state'; readonly state: State };

export type FromFrame =
  | { readonly kind: 'done'; readonly id: number; readonly error: string | null }
  | { readonly kind: 'height'; readonly height: number }
  /** What was asked for of `name` does not go, and `value` holds instead. */
  | {
      readonly kind: 'refused';
      readonly name: Parameter;
      readonly asked: string;
      readonly value: string | null;
      readonly state: State;
    }
  | { readonly kind: 'event'; readonly name: EventName; readonly detail: unknown; readonly state: State };
