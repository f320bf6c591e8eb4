/** Tells what is going on: a line when a task begins and ends, and a sign of life from a long one. */
const everySeconds = 15;

export class Progress {
  #active = new Map();
  #timer = setInterval(() => this.#signOfLife(), everySeconds * 1000);

  begin(name) {
    this.#active.set(name, { since: performance.now(), last: '' });
    console.log(`  ... ${name}`);
  }

  /** The newest line of a task's own output, for the next sign of life; of Ninja's how far it is. */
  hear(name, line) {
    const steps = line.match(/^\[(\d+)\/(\d+)\]/);
    if (line.trim()) this.#active.get(name).last = steps ? `${steps[1]} of ${steps[2]}` : line.trim().slice(0, 80);
  }

  end(name, good, words) {
    this.#active.delete(name);
    console.log(`${good ? '  ok ' : ' BAD '} ${name.padEnd(34)} ${words}`);
  }

  stop() {
    clearInterval(this.#timer);
  }

  #signOfLife() {
    for (const [name, { since, last }] of this.#active) {
      const seconds = (performance.now() - since) / 1000;
      if (seconds > everySeconds) console.log(`  ... ${name}, ${seconds.toFixed(0)} s${last && `: ${last}`}`);
    }
  }
}

export const inSeconds = (seconds) => `${seconds.toFixed(1).padStart(6)} s`;
