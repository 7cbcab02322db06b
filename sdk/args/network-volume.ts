// Made from the declarations in provider/kinds by `npm run docs`; do not edit.
import type { Input } from "@pulumi/pulumi";
import type { DataCenterId } from "./ids";
import type { AdoptableArgs } from "./shared";

/** Storage in one data center that pods can mount and that outlives them. Billed until it is deleted. */
export interface NetworkVolumeArgs extends AdoptableArgs {
  /**
   * Name shown in the console. Need not be unique. Default: the resource's name in the program and a short suffix.
   *
   * Allowed: string, at least 1 character.
   * On change: update.
   * When a program no longer sets it: it keeps the name that it has.
   */
  readonly name?: Input<string>;
  /**
   * Size, in GB.
   *
   * Allowed: whole number of GB from 10 to 4096; can only grow.
   * On change: update or replace: a volume can grow in place but never shrink.
   */
  readonly size: Input<number>;
  /**
   * Data center of the volume. Only pods in the same data center can mount it.
   *
   * Allowed: data center id from the catalog.
   * On change: replace.
   */
  readonly dataCenter: Input<DataCenterId>;
  /**
   * Storage tier. Default: the first tier of the data center.
   *
   * Allowed: "STANDARD" or "HIGH_PERFORMANCE".
   * On change: replace.
   * When a program no longer sets it: nothing changes.
   */
  readonly type?: Input<"STANDARD" | "HIGH_PERFORMANCE">;
  /**
   * Whether a change that replaces the volume may destroy the data on the old one. Deleting the resource is not affected: use Pulumi's `protect` to prevent that.
   *
   * Allowed: "refuse" or "allow"; default "refuse".
   * On change: none.
   * When a program no longer sets it: the default applies from then on; nothing else changes.
   */
  readonly dataLoss?: Input<"refuse" | "allow">;
}
