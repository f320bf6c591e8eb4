import type { Accumulate, Catalogue, Served } from '../engine/engine.ts';
import { languageOf, LANGUAGES, type Language } from '../locales/languages.ts';
import { AUTO } from './algorithms.ts';
import { COLLECTIVES, knownCollective, operatorsOf } from './contracts.ts';
import { DEADLINE_MS, readDeadline } from './deadline.ts';
import { faultText, fitting, kindsFor, readFault } from './faults.ts';
import { escapeText, isPrimitive, rowsText, unescapeText } from './rows-text.ts';
import { countOf, defaultCount, inputLength, maxCount, MAX_ELEMENTS, MAX_RANKS } from './shape.ts';
import { OPENING, visibleTexts, withCells, withCollective, type CellEdit, type Setup } from './setup.ts';
import { MAX_TEXT, DTYPES } from './values.ts';
import { integerIn } from './whole-numbers.ts';

/**
 * The versioned form of the state: what the URL, attributes and `state` of the element hold. It may come from a
 * stranger's link, so nothing in it is trusted: what is not understood is left out, and a notice says so.
 */
export const VERSION = 1;

export type Theme = 'auto' | 'light' | 'dark';
export const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];

/** Settings outside undo: they change nothing of what is called. */
export interface View {
  readonly lang: Language | null;
  readonly theme: Theme;
  readonly deadlineMs: number;
}
export const USUAL_VIEW: View = { lang: null, theme: 'auto', deadlineMs: DEADLINE_MS.usual };

export interface Notice {
  readonly id: 'notice-parameter' | 'notice-version' | 'notice-values-size' | 'notice-values-ragged';
  readonly args: Readonly<Record<string, string | number>>;
}

export interface Decoded {
  readonly state: Setup;
  readonly view: View;
  readonly notices: readonly Notice[];
  /** Names that this version does not know: worth a line in the console, no more. */
  readonly unknown: readonly string[];
}

export type StateObject = Readonly<Record<string, unknown>>;

const ACCUMULATES: readonly Accumulate[] = ['per_hop', 'float32'];
const NAMES = [
  'v',
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
];
const MAX_VALUES_TEXT = 16 * MAX_ELEMENTS * (MAX_TEXT + 1);
const IDENTIFIER = /^[a-z][a-z0-9_]{0,31}$/;

/**
 * Reads the versioned object (values as text or as lists). What it does not name is as in `base`, and of the view as
 * usual; what cannot be stays as in `base` and `held`.
 */
export function decode(object: StateObject, base: Setup = OPENING, held: View = USUAL_VIEW): Decoded {
  const notices: Notice[] = [];
  const take = <T>(
    name: string,
    allowed: string,
    read: (text: string) => T | null,
    instead: T | null = null,
  ): T | null => {
    const given = object[name];
    if (given === undefined || given === null || given === '') return null;
    const value = isPrimitive(given) ? read(String(given)) : null;
    if (value === null) notices.push({ id: 'notice-parameter', args: { name, value: shorten(given), allowed } });
    return value ?? instead;
  };
  const identifier = (text: string) => (IDENTIFIER.test(text) ? text : null);

  const version = object['v'];
  if (version !== undefined && !(isPrimitive(version) && String(version) === String(VERSION))) {
    notices.push({ id: 'notice-version', args: { value: shorten(version), allowed: String(VERSION) } });
  }

  const rows = readRows(object['values'], notices);
  const collective = take('collective', COLLECTIVES.join(', '), (text) => (knownCollective(text) ? text : null));
  const start = collective === null || collective === base.collective ? base : withCollective(base, collective);
  const ranks = take('ranks', `1–${MAX_RANKS}`, integerIn(1, MAX_RANKS)) ?? clamp(rows?.length ?? start.ranks);
  const longest = Math.max(0, ...(rows ?? []).map((row) => row.length));
  const fallback = rows ? countOf(start.collective, ranks, longest) : keepCount(start, ranks);
  const limit = maxCount(start.collective, ranks);
  const count = take('count', `0–${limit}`, integerIn(0, limit)) ?? fallback;
  const op = take('op', 'sum, prod, min, max, avg, …', identifier) ?? start.op;
  const dtype = take('dtype', DTYPES.join(', '), (text) => DTYPES.find((d) => d === text) ?? null) ?? start.dtype;
  const accumulate =
    take('accumulate', ACCUMULATES.join(', '), (text) => ACCUMULATES.find((a) => a === text) ?? null) ??
    start.accumulate;
  const algorithm = take('algorithm', 'ring, direct, …, auto', identifier) ?? start.algorithm;
  const root = take('root', `0–${ranks - 1}`, integerIn(0, ranks - 1)) ?? Math.min(start.root, ranks - 1);
  const kinds = kindsFor(start.collective, ranks);
  const fault =
    take('fault', `${kinds.join(', ')} + .0–${ranks - 1} (+ .ms)`, (text) =>
      fitting(readFault(text), start.collective, ranks),
    ) ?? fitting(start.fault, start.collective, ranks);
  const lang = take('lang', LANGUAGES.join(', '), languageOf, held.lang);
  const knownTheme = (text: string) => THEMES.find((t) => t === text) ?? null;
  const theme = take('theme', THEMES.join(', '), knownTheme, held.theme) ?? USUAL_VIEW.theme;
  const { min, max } = DEADLINE_MS;
  const deadlineMs = take('deadline', `${min}–${max} ms`, readDeadline, held.deadlineMs) ?? USUAL_VIEW.deadlineMs;

  const sized: Setup = { ...start, ranks, count, op, dtype, accumulate, algorithm, root, fault };
  return {
    state: rows ? withRows({ ...sized, values: [] }, rows, notices) : sized,
    view: { lang, theme, deadlineMs },
    notices,
    unknown: Object.keys(object).filter((name) => !NAMES.includes(name)),
  };
}

const keepCount = (start: Setup, ranks: number): number =>
  start.count === defaultCount(start.collective, start.ranks)
    ? defaultCount(start.collective, ranks)
    : Math.min(start.count, maxCount(start.collective, ranks));

/** Both separators of ranks are understood, and lists as JSON writes them; `_` is written, because a URL leaves it alone. */
function readRows(given: unknown, notices: Notice[]): string[][] | null {
  if (given === undefined || given === null || given === '') return null;
  const rows = Array.isArray(given) ? given.map(readRow) : splitRows(given);
  const tooLarge =
    rows === null ||
    rows.length > MAX_RANKS ||
    rows.some((row) => row === null || row.length > MAX_ELEMENTS || row.some((text) => text.length > MAX_TEXT));
  if (!tooLarge) return rows as string[][];
  const args = { value: shorten(given), ranks: MAX_RANKS, elements: MAX_ELEMENTS, characters: MAX_TEXT };
  notices.push({ id: 'notice-values-size', args });
  return null;
}

const readRow = (row: unknown): string[] | null =>
  Array.isArray(row) ? row.map((cell) => (isPrimitive(cell) ? String(cell) : '')) : null;

function splitRows(given: unknown): string[][] | null {
  if (typeof given !== 'string' || given.length > MAX_VALUES_TEXT) return null;
  const lists = /^\s*\[\s*\[(.*)\]\s*\]\s*$/s.exec(given)?.[1];
  if (lists !== undefined) return lists.split(/\]\s*,\s*\[/).map((row) => row.split(',').map(unquoted));
  return given.split(/[_;]/).map((row) => row.split(',').map(unescapeText));
}

/** As it is written: a number may have more digits than JSON.parse would keep. */
const unquoted = (cell: string): string => cell.trim().replace(/^"(.*)"$/, '$1');

function withRows(state: Setup, rows: readonly string[][], notices: Notice[]): Setup {
  const edits: CellEdit[] = [];
  for (let rank = 0; rank < Math.max(state.ranks, rows.length); rank++) {
    const row = rows[rank] ?? [];
    const allowed = inputLength(state, rank);
    const given = allowed === 0 && row.length === 1 && row[0] === '' ? 0 : row.length;
    if (given !== allowed) {
      notices.push({ id: 'notice-values-ragged', args: { rank, given, allowed } });
    }
    for (let element = 0; element < Math.max(allowed, given); element++) {
      edits.push({ rank, element, text: row[element] ?? '' });
    }
  }
  const read = withCells(state, edits);
  return read.values.flat().some((text) => text !== null) ? read : state;
}

/** The whole state as a versioned object of plain data. */
export function whole(state: Setup, view: View): StateObject {
  const { collective, algorithm, op, dtype, accumulate, ranks, count, root, fault } = state;
  return {
    v: VERSION,
    ...{ collective, algorithm, op, dtype, accumulate, ranks, count, root },
    ...(fault && { fault: faultText(fault) }),
    values: visibleTexts(state),
    deadline: view.deadlineMs,
    ...(view.lang && { lang: view.lang }),
    theme: view.theme,
  };
}

/** What links hold of it: what is as usual is left out, and of the opening state everything. */
export function encode(state: Setup, view: View): StateObject {
  const usual: StateObject = {
    ...whole(OPENING, USUAL_VIEW),
    count: defaultCount(state.collective, state.ranks),
    values: undefined,
  };
  const { values, ...rest } = whole(state, view);
  const typed = visibleTexts(state).some((row, rank) => row.some((_, i) => (state.values[rank]?.[i] ?? null) !== null));
  const named = Object.entries(typed ? { ...rest, values } : rest).filter(([name, value]) => value !== usual[name]);
  return named.length > 0 ? { v: VERSION, ...Object.fromEntries(named) } : {};
}

/** The query string of a state, without its question mark; empty for the opening state. */
export function toQuery(state: Setup, view: View): string {
  const valuesText = rowsText(visibleTexts(state), escapeForUrl);
  return Object.entries(encode(state, view))
    .map(([name, value]) => `${name}=${name === 'values' ? valuesText : encodeURIComponent(String(value))}`)
    .join('&');
}

/** Separators inside typed text are escaped once for the list and once, with the rest, for the URL. */
const escapeForUrl = (text: string): string => encodeURIComponent(escapeText(text));

/** Replaces names that the core does not have by those `held` or others that it has, and says so of what was `named`. */
export function reconcile(
  state: Setup,
  catalogue: Catalogue,
  named: { readonly algorithm: boolean } = { algorithm: true },
  held = state,
): { state: Setup; notices: readonly Notice[] } {
  const notices: Notice[] = [];
  const among = (name: 'algorithm' | 'op', value: string, known: readonly string[]): string => {
    if (known.includes(value)) return value;
    if (name === 'op' || named.algorithm)
      notices.push({ id: 'notice-parameter', args: { name, value: shorten(value), allowed: known.join(', ') } });
    return known.includes(held[name]) ? held[name] : (known[0] ?? value);
  };
  const algorithms = algorithmsOf(catalogue, state.collective).filter((a) => existsFor(a, state.ranks));
  const algorithm = among('algorithm', state.algorithm, [...algorithms.map((a) => a.name), AUTO]);
  const op = among('op', state.op, operatorsOf(state.collective, state.dtype, catalogue.operators));
  const fits = algorithm === state.algorithm && op === state.op;
  return { state: fits ? state : { ...state, algorithm, op }, notices };
}

export const algorithmsOf = (catalogue: Catalogue, collective: string): readonly Served[] =>
  catalogue.collectives.find((c) => c.name === collective)?.algorithms ?? [];

export const existsFor = ({ exists }: Served, ranks: number): boolean => exists[ranks - 1] ?? false;

const clamp = (ranks: number): number => Math.min(MAX_RANKS, Math.max(1, ranks));

function shorten(given: unknown): string {
  const text = isPrimitive(given) ? String(given) : inWords(given);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
}

/** A page's script may hand over what JSON cannot say: circles, or big integers within. */
function inWords(given: unknown): string {
  try {
    return JSON.stringify(given) ?? typeof given;
  } catch {
    return typeof given;
  }
}
