import type { ResourceClient } from "../../client";
import { CostWatch } from "../cost/watch";
import { AccountSeen } from "./account-seen";
import { Declarations } from "./declarations";
import { NamesOfRun } from "./names-of-run";
import { Rollouts } from "./rollouts";
import type { Settings } from "./settings";

/** Ids of objects that are being deleted: what they use will soon be free. */
export class Leaving extends Set<string> {
  async during(id: string, remove: () => Promise<void>): Promise<void> {
    this.add(id);
    try {
      await remove();
    } finally {
      this.delete(id);
    }
  }
}

/** The shared knowledge of the resources of one run. */
export interface OfRun {
  readonly leaving: Leaving;
  /** Names in the program of resources whose create failed. */
  readonly unmade: Set<string>;
  /** The rollouts, and the pods that this run changes. */
  readonly rollouts: Rollouts;
  readonly names: NamesOfRun;
  /** The program's declarations of resources to which others refer. */
  readonly declarations: Declarations;
  readonly costs: CostWatch;
  readonly account: AccountSeen;
}

export const beginRun = (
  client: ResourceClient,
  settings: Settings,
  warn: (message: string) => Promise<void>,
): OfRun => ({
  leaving: new Leaving(),
  unmade: new Set(),
  rollouts: new Rollouts(),
  names: new NamesOfRun(),
  declarations: new Declarations(),
  costs: new CostWatch(settings, warn),
  account: new AccountSeen(client),
});
