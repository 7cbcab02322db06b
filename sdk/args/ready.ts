// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type { Input } from "@pulumi/pulumi";
import type { Pod } from "../classes";
import type { TimedArgs } from "./shared";
import type { IdOf } from "../values";

/** Waits until pods run, all of them together, with one poll and within one timeout. Give those pods `waitFor: "none"`, so that creating them holds none of the engine's parallel slots, and make resources that need the pods depend on the `Ready`. It names each pod that failed, and why; the next `up` mends those pods and waits again. It exists only in the state. */
export interface ReadyArgs extends TimedArgs {
  /**
   * The pods to wait for. A pod that is to be stopped (`desiredStatus: EXITED`) and a job that ends (`runToCompletion`) do not stay ready, so leave them out.
   *
   * Allowed: pods, or their ids.
   * On change: update.
   */
  readonly pods: Input<Input<IdOf<Pod>>[]>;
  /**
   * What to wait for: the containers to run, or SSH to be reachable as well (directly if `22/tcp` is in a pod's `ports`).
   *
   * Allowed: "running" (default) or "ssh".
   * On change: update.
   * When a program no longer sets it: it goes back to its default, "running".
   */
  readonly waitFor?: Input<"running" | "ssh">;
  /**
   * Whether a pod that ran and was stopped counts as ready, for pods with `stopAfter` or `stopWhenIdle`. A pod that ends before the first wait is over has failed all the same.
   *
   * Allowed: true or false (default).
   * On change: update.
   * When a program no longer sets it: it goes back to its default, false.
   */
  readonly acceptStopped?: Input<boolean>;
}
