import type { ResourceClient } from "../../client";
import { CostWatch } from "../cost/watch";
import { AccountSeen } from "./account-seen";
import { Declarations } from "./declarations";
import { NamesOfRun } from "./names-of-run";
import { Rollouts } from "./rollouts";
import type { Settings } from "./settings";

/** The shared knowledge of the resources of one run. */
export interface OfRun {
  /** Ids of pods and clusters that are being deleted: the objects that they use will soon be free. */
  readonly leaving: Set<string>;
  /** Names in the program of resources whose create failed. */
  readonly unmade: Set<string>;
  /** The rollouts, and the pods that this run changes. */
  readonly rollouts: Rollouts;
  /** The current and future holders of unique names. */
  readonly names: NamesOfRun;
  /** The program's declarations of resources to which others refer. */
  readonly declarations: Declarations;
  /** The total cost of the program's objects. */
  readonly costs: CostWatch;
  /** The account's answers to previews. */
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
  declarations: new Declarations(),
  costs: new CostWatch(settings, warn),
  account: new AccountSeen(client),
});
