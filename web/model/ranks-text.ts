/** A set of ranks in the notation of the page: {0,2} or, where four or more follow each other, {0–3,7}. */
export function rankSet(ranks: readonly number[]): string {
  const parts: string[] = [];
  for (let start = 0; start < ranks.length;) {
    let end = start;
    while (end + 1 < ranks.length && ranks[end + 1] === (ranks[end] ?? 0) + 1) end++;
    if (end - start >= 3) parts.push(`${ranks[start]}–${ranks[end]}`);
    else parts.push(...ranks.slice(start, end + 1).map(String));
    start = end + 1;
  }
  return `{${parts.join(',')}}`;
}

/** Subscript digits, as in |c₁₂|. */
export const subscript = (n: number): string =>
  String(n).replace(/\d/g, (digit) => String.fromCharCode(0x2080 + Number(digit)));
