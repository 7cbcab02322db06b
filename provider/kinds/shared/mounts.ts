import type * as z from "zod";
import { Mounts, type MountsResponse } from "../../../api/mounts";
import { isObject, pick, type Props } from "../../table/props";
import { condition, type ChangeEffect, field, type FieldFacts } from "../../table/resource";

/** Mounts in their compared form (M-34): `{}`, `network: []` and an omitted value mean none. */
export function canonicalMounts(value: unknown): unknown {
  if (!isObject(value)) return value ?? { kind: "none" };
  const network: unknown = Array.isArray(value.network) ? value.network[0] : value.network;
  if (network !== undefined) return isObject(network) ? { kind: "network", ...network } : { kind: "network", network };
  if (value.persistent === undefined) return { kind: "none" };
  return isObject(value.persistent)
    ? { kind: "persistent", ...value.persistent }
    : { kind: "persistent", persistent: value.persistent };
}

export function volumeOf(mounts: unknown): string | undefined {
  const mount = canonicalMounts(mounts);
  return isObject(mount) && mount.kind === "network" && typeof mount.volumeId === "string" ? mount.volumeId : undefined;
}

/** The effect of a changed mount on a pod (M-27 to M-30). An unknown size counts as growth. */
function mountEffect(old: unknown, next: unknown): "update" | "replace" {
  const a: Props = isObject(old) ? old : {};
  const b: Props = isObject(next) ? next : {};
  if (a.kind !== b.kind || a.volumeId !== b.volumeId) return "replace";
  if (a.persistent !== b.persistent || a.network !== b.network) return "replace";
  return typeof a.size === "number" && typeof b.size === "number" && b.size < a.size ? "replace" : "update";
}

export const podMountChange = condition({
  when: mountEffect,
  effects: ["update", "replace"],
  because:
    "the path can change and `persistent.size` can grow in place; a different kind of mount, a different volume or a smaller size replaces the pod",
});

function mountedVolumes(value: unknown): string[] {
  const network: unknown[] = isObject(value) && Array.isArray(value.network) ? value.network : [];
  return network.flatMap((one) => (isObject(one) && typeof one.volumeId === "string" ? [one.volumeId] : []));
}

/** A template never adds a network mount (M-40), so removing one replaces the pod. */
export const goesWithPod = (before: unknown): ChangeEffect =>
  isObject(before) && before.kind === "network" ? "replace" : "none";

/** The reported mounts in the form of a request: a new member of the platform's answers is not drift. */
export function observeMounts({ persistent, network }: z.infer<typeof MountsResponse>): Props {
  return {
    ...(persistent && { persistent: pick(persistent, ["size", "path"]) }),
    ...(network && { network: network.map((mount) => pick(mount, ["volumeId", "path"])) }),
  };
}

/** Tells whether the pod has a disk on its host, lost with the pod (M-31), unless a template may add one (P-32, C-21). */
export function hasDisk({ cpu, mounts }: Props): boolean | undefined {
  if (isObject(mounts)) return mounts.persistent !== undefined;
  return cpu ? false : undefined; // M-22
}

type Facts = Pick<FieldFacts, "change" | "excludedBy" | "fromTemplate" | "leftToTemplate" | "restarts" | "whenLeftOut">;

export function mountsField<const F extends Facts>(facts: F) {
  return field(Mounts.optional() as z.ZodType<z.infer<typeof Mounts> | undefined>, {
    ...facts,
    doc: "Storage besides the container disk: `persistent`, a disk on the pod's host that is deleted with the pod, or `network`, a network volume that outlives it. At most one of the two.",
    limits:
      "`persistent: { size, path }` with a whole number of GB, at least 10, that can only grow; or `network: [{ volumeId, path }]` with one entry, where `volumeId` is a NetworkVolume or its id",
    rules: ["M-20", "M-21", "M-22", "M-24", "M-27", "M-28", "M-29", "M-30", "M-31", "M-33"],
    refersTo: "NetworkVolume",
    isLookedFor: true,
    volumesIn: mountedVolumes,
    canonical: canonicalMounts,
    absent: {},
  });
}
