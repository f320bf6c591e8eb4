/** Values as text, as attributes and links have them. */
export const rowsText = (rows: readonly (readonly string[])[], escape = escapeText): string =>
  rows.map((row) => row.map(escape).join(',')).join('_');

export const escapeText = (text: string): string =>
  text.replace(/[%_,;]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
export const unescapeText = (text: string): string =>
  text.replace(/%(25|5F|2C|3B)/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

export const isPrimitive = (cell: unknown): cell is string | number | bigint =>
  typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'bigint';
