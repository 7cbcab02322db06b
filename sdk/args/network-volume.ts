// Made from the declaration in provider/resources by `npm run docs`; do not edit.
import type { Input } from "@pulumi/pulumi";
import type { TimeoutsArgs } from "../values";

/** Storage in one data center that pods mount and that outlives them. Billed until it is deleted. */
export interface NetworkVolumeArgs {
  /**
   * Shown in the console; need not be unique. Left out: the logical name and a short suffix.
   *
   * Allowed: text, at least 1 character.
   * On change: update.
   * Rules: V-2, V-4.
   */
  readonly name?: Input<string>;
  /**
   * Size, in GB.
   *
   * Allowed: whole GB, 10 to 4096; grows only.
   * On change: update or replace: a volume grows in place and never shrinks.
   * Rules: V-10, V-11.
   */
  readonly size: Input<number>;
  /**
   * Where it is. Only pods in the same data center can mount it.
   *
   * Allowed: data center id of the catalog.
   * On change: replace.
   * Rules: V-2, V-12, V-14, M-32.
   */
  readonly dataCenter: Input<string>;
  /**
   * Tier of storage. Left out: the data center's first tier.
   *
   * Allowed: "STANDARD" or "HIGH_PERFORMANCE".
   * On change: replace.
   * Rules: V-2, V-12, V-15.
   */
  readonly type?: Input<"STANDARD" | "HIGH_PERFORMANCE">;
  /**
   * Whether a change that needs a new volume may destroy what is on the old one. Deleting is not affected; that is what Pulumi's `protect` is for.
   *
   * Allowed: "refuse" or "allow"; "refuse" when left out.
   * On change: none.
   */
  readonly dataLoss?: Input<"refuse" | "allow">;
  /**
   * How long to wait for create, update and delete before giving up; what was created stays in state and the next `up` goes on from there. Also taken from the option `customTimeouts`. A changed `delete` counts from the next update on.
   *
   * Allowed: seconds as a number, or text like "90s", "10m", "1h30m".
   * On change: none.
   */
  readonly timeouts?: TimeoutsArgs;
  /**
   * An existing object to take under management instead of creating one. Every declared argument is compared: what an update can change is updated, anything else is refused; what the platform never returns counts as declared. From then on it is like any other, deletion included. Without effect once the resource exists.
   *
   * Allowed: `{ id }`, or `{ name }` where one object alone bears it; null for none.
   * On change: none.
   */
  readonly adopt?: Input<{ id: string } | { name: string } | null>;
}
