interface Timer {
  readonly deadline: number;
  readonly callback: () => void;
}

/** Callbacks by the moment at which they are due, ties in the order they were set. */
export class Timers {
  private readonly sorted: Timer[] = [];

  /** When the next one is due; undefined when there is none. */
  get next(): number | undefined {
    return this.sorted[0]?.deadline;
  }

  /** @returns how to call it off. */
  add(deadline: number, callback: () => void): () => void {
    const timer = { deadline, callback };
    let low = 0;
    let high = this.sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.sorted[middle] as Timer).deadline <= deadline) low = middle + 1;
      else high = middle;
    }
    this.sorted.splice(low, 0, timer);
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
