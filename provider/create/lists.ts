import type { Listed } from "./journal/attempt";
import type { Clock } from "../../client/clock";

export interface List {
  /** Our clock, just before the request. What was visible then is in it. */
  readonly startedAt: number;
  readonly objects: readonly Listed[];
}

/** One list of a kind for any number of creates that need one at about the same time. */
export class Lists {
  private latest: { readonly startedAt: number; readonly answer: Promise<List> } | undefined;

  constructor(
    private readonly read: () => Promise<readonly Listed[]>,
    private readonly clock: Clock,
  ) {}

  /** A list that began at this time or later, ours or another's. */
  async since(notBefore: number): Promise<List> {
    if (this.latest && this.latest.startedAt >= notBefore) return this.latest.answer;
    const startedAt = this.clock.now();
    const answer = this.read().then((objects) => ({ startedAt, objects }));
    const latest = { startedAt, answer };
    this.latest = latest;
    answer.catch(() => {
      if (this.latest === latest) this.latest = undefined;
    });
    return answer;
  }
}
