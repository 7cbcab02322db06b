/** The request limit of one look at an account, a tenth of the platform's limit for a minute. */
const mostRequests = 6;

export class Budget {
  constructor(private left = mostRequests) {}

  /** Takes one request. @returns whether there was one. */
  take(): boolean {
    if (this.left === 0) return false;
    this.left -= 1;
    return true;
  }

  /** Reserves some requests during the work. @param others the minimum that the work may use, if available. */
  without<R>(count: number, others: number, work: () => Promise<R>): Promise<R> {
    const kept = Math.max(0, Math.min(count, this.left - others));
    this.left -= kept;
    return work().finally(() => (this.left += kept));
  }
}
