/** Requests that one look at an account may send, a tenth of what the platform takes in a minute. */
const mostRequests = 6;

/** What is left of the requests of one look. */
export class Budget {
  constructor(private left = mostRequests) {}

  /** Whether there is one left, which is taken then. */
  take(): boolean {
    if (this.left === 0) return false;
    this.left -= 1;
    return true;
  }

  /** Sets some aside for what comes last, and gives them back. */
  without<R>(count: number, work: () => Promise<R>): Promise<R> {
    const kept = Math.min(count, this.left);
    this.left -= kept;
    return work().finally(() => (this.left += kept));
  }
}
