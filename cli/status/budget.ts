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

  /** Sets some aside for what comes last, and gives them back. @param others how many the work has at least, if there are any. */
  without<R>(count: number, others: number, work: () => Promise<R>): Promise<R> {
    const kept = Math.max(0, Math.min(count, this.left - others));
    this.left -= kept;
    return work().finally(() => (this.left += kept));
  }
}
