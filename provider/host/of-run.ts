import type { ResourceClient } from "../../client";
import { CostWatch } from "../cost/watch";
import { AccountSeen } from "./account-seen";
import { Declared } from "./declared";
import { NamesOfRun } from "./names-of-run";
import { Rollouts } from "./rollouts";
import type { Settings } from "./settings";

/** What the resources of one run have to know of each other. */
export interface OfRun {
  /** Ids of pods and clusters whose deletion is under way: what they use will soon be free. */
  readonly leaving: Set<string>;
  /** What the program calls resources whose create has failed. */
  readonly unmade: Set<string>;
  /** What is changed only so many at a time, and what this run changes. */
  readonly rollouts: Rollouts;
  /** Who has which unique name, and who is to get it. */
  readonly names: NamesOfRun;
  /** What the program says of what others of its resources refer to. */
  readonly declared: Declared;
  /** What the program's objects cost together. */
  readonly costs: CostWatch;
  /** What previews have asked of the account. */
  readonly account: AccountSeen;
}

export const beginRun = (
  client: ResourceClient,
  settings: Settings,
  warn: (message: string) => Promise<void>,
): OfRun => ({
  leaving: new Set(),
  unmade: new Set(),
  rollouts: new Rollouts(),
  names: new NamesOfRun(),
  declared: new Declared(),
  costs: new CostWatch(settings, warn),
  account: new AccountSeen(client),
});
