/** Reads a whole number within these bounds; null for any other text. */
export const integerIn =
  (low: number, high: number) =>
  (text: string): number | null => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
    return value >= low && value <= high ? value : null;
  };
