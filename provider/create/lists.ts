import type { Listed } from "../state/identity";
import type { Clock } from "../../client/clock";

export interface List {
  /** The time just before the request, by our clock. The list contains everything that was visible then. */
  readonly startedAt: number;
  readonly objects: readonly Listed[];
}

/** Shares one list of a kind among all creates that need one at about the same time. */
export class Lists {
  private latest: { readonly startedAt: number; readonly answer: Promise<List> } | undefined;

  constructor(
    private readonly read: () => Promise<readonly Listed[]>,
    private readonly clock: Clock,
  ) {}

  /** A list that began at this time or later, possibly for another caller. */
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
