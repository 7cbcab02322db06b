/**
 * Points in time at which something may happen, soonest first. An alarm that turns out to be pointless does no harm:
 * what happens is decided by looking at the state, not at the alarm.
 */
export class Alarms {
  private readonly times: number[] = [];

  add(at: number): void {
    if (!Number.isFinite(at)) return;
    let low = 0;
    let high = this.times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.times[middle] as number) > at) low = middle + 1;
      else high = middle;
    }
    // Kept in descending order, so that taking the soonest is a pop.
    if (this.times[low] !== at) this.times.splice(low, 0, at);
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
