/** Remembers the last result, for as long as the arguments are the very same ones. */
export function memo<A extends readonly unknown[], R>(compute: (...args: A) => R): (...args: A) => R {
  let last: { readonly args: A; readonly result: R } | null = null;
  return (...args) => {
    const known = last;
    if (known && args.length === known.args.length && args.every((arg, i) => Object.is(arg, known.args[i]))) {
      return known.result;
    }
    const result = compute(...args);
    last = { args, result };
    return result;
  };
}
