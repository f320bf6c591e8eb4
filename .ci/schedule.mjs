/**
 * Runs tasks, each as soon as those named in `after` have ended and `cores` of them are free, in the order given.
 * `work(task, failedBefore)` does one; it resolves to whether the task went well.
 */
export async function schedule(tasks, cores, work) {
  const waiting = [...tasks];
  const ended = new Map();
  const active = new Set();
  let free = cores;

  const ready = (task) => task.cores <= free && (task.after ?? []).every((name) => ended.has(name));
  const start = (task) => {
    waiting.splice(waiting.indexOf(task), 1);
    free -= task.cores;
    const failedBefore = (task.after ?? []).filter((name) => !ended.get(name));
    const done = work(task, failedBefore).then((good) => {
      ended.set(task.name, good);
      free += task.cores;
      active.delete(done);
    });
    active.add(done);
  };

  while (waiting.length > 0 || active.size > 0) {
    for (let next; (next = waiting.find(ready));) start(next);
    if (active.size === 0)
      throw new Error(`nothing can start any more: ${waiting.map((task) => task.name).join(', ')}`);
    await Promise.race(active);
  }
}
