/**
 * Watches this thread until the returned function is called, which tells how long it was busy at a stretch, in ms: by
 * the browser's own long tasks (those over 50 ms; otherwise 0), or where it has none by the gaps between short timers.
 */
export function watchMainThread(): () => number {
  return PerformanceObserver.supportedEntryTypes.includes('longtask') ? observe() : listen();
}

function observe(): () => number {
  let longest = 0;
  const note = (entries: PerformanceEntryList) => {
    for (const { duration } of entries) longest = Math.max(longest, duration);
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'longtask' });
  return () => {
    note(observer.takeRecords());
    observer.disconnect();
    return longest;
  };
}

function listen(): () => number {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 4);
  return () => {
    clearInterval(timer);
    return longest;
  };
}
