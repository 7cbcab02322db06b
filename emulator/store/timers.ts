import { firstIndexWhere } from "../../values/many";

interface Timer {
  readonly deadline: number;
  readonly callback: () => void;
}

/** Callbacks by the moment at which they are due, ties in the order they were set. */
export class Timers {
  private readonly sorted: Timer[] = [];

  get next(): number | undefined {
    return this.sorted[0]?.deadline;
  }

  /** @returns how to call it off. */
  add(deadline: number, callback: () => void): () => void {
    const timer = { deadline, callback };
    const later = firstIndexWhere(this.sorted, (other) => other.deadline > deadline);
    this.sorted.splice(later, 0, timer);
    return () => {
      const index = this.sorted.indexOf(timer);
      if (index >= 0) this.sorted.splice(index, 1);
    };
  }

  /** Calls back all that are due by then, those that are set meanwhile included. */
  fire(now: number): void {
    for (let next = this.sorted[0]; next && next.deadline <= now; next = this.sorted[0]) {
      this.sorted.shift();
      next.callback();
    }
  }

  clear(): void {
    this.sorted.length = 0;
  }
}

/** Points in time at which something may happen, soonest first. A needless one does no harm: the state decides. */
export class Alarms {
  private readonly times: number[] = [];

  add(at: number): void {
    if (!Number.isFinite(at)) return;
    // Kept in descending order, so that taking the soonest is a pop.
    const place = firstIndexWhere(this.times, (time) => time <= at);
    if (this.times[place] !== at) this.times.splice(place, 0, at);
  }

  /** The soonest one, if it is not after `now`; it is taken out. */
  due(now: number): number | undefined {
    const next = this.next();
    return next !== undefined && next <= now ? this.times.pop() : undefined;
  }

  next(): number | undefined {
    return this.times.at(-1);
  }
}
