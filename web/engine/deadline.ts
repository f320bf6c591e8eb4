const slices = 4;

/**
 * Rejects when `promise` takes longer than `ms`. The time is counted in slices, so that a tab that was frozen, or a
 * computer that slept, uses up one slice at most and an answer that is already there still gets its turn.
 */
export function within<T>(promise: Promise<T>, ms: number, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    let left = slices;
    let timer = setTimeout(tick, ms / slices);
    function tick() {
      left -= 1;
      if (left === 0) reject(new Error(`${what} took longer than ${ms / 1000} s.`));
      else timer = setTimeout(tick, ms / slices);
    }
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
