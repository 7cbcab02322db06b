import type { Store } from "../emulator/store/store";
import { type Entry, logicalNameOf } from "./workbench";

/** Members that differ between two runs of one program: identities, times, the state of a machine. */
const passing = new Set([
  ...["id", "seq", "createdAt", "since", "startedAt", "boots", "polls", "bootEnv", "isPlaced", "stockId", "networkIp"],
  ...["cluster", "podIds", "network", "createdAtMs", "valueLastUpdatedAt"],
]);
/** Names of ours end in chance, and a cluster's network is the platform's choice. */
const chosenByUs = /-c[a-z2-7]{8}[2-7][a-z2-7]{2}$/;
const address = /^10(\.\d+){3}$/;
/** A machine on its way there counts as arrived. */
const starting = new Set(["PROVISIONING", "STARTING"]);

/**
 * The objects of the platform, each under the name of the resource that owns it, with all that a program can ask of
 * it and nothing that depends on when it was made: two runs of one program leave equal shapes.
 */
export function shapeOf(store: Store, entries: readonly Entry[]): Map<string, string> {
  const owners = new Map(entries.map((entry) => [entry.id, logicalNameOf(entry)]));
  const shape = new Map<string, string>();
  const text = (record: unknown) =>
    JSON.stringify(record, (key, value: unknown) => {
      if (passing.has(key)) return undefined;
      if (key === "status" && starting.has(String(value))) return "RUNNING";
      if (typeof value !== "string") return value;
      if (key === "name") return value.replace(chosenByUs, "-…");
      return owners.has(value) ? `the id of ${owners.get(value)}` : value.replace(address, "an address");
    });
  const add = (kind: string, record: { readonly id: string; readonly name: string }, rest: string) => {
    const owner = owners.get(record.id);
    const key = owner ?? `nobody's ${kind} ${record.id}, named ${record.name}`;
    shape.set(key, `${kind} ${text(record)}${rest}`);
  };
  for (const pod of store.pods.values()) if (!pod.cluster) add("pod", pod, "");
  for (const volume of store.volumes.values()) add("volume", volume, "");
  for (const registry of store.registries.values()) add("credential", registry, "");
  for (const template of store.templates.values()) if (template.owner === "self") add("template", template, "");
  for (const secret of store.secrets.values()) add("secret", { ...secret, name: secret.record.name }, "");
  for (const delegation of store.delegations.values())
    add("delegation", { ...delegation, name: delegation.record.name ?? "" }, "");
  const { endpoints } = store.dump() as { endpoints?: readonly { id: string; settings: { name: string } }[] };
  for (const { id, settings } of endpoints ?? []) add("endpoint", { id, ...settings }, "");
  if (store.sshKeys.length > 0) shape.set("the SSH keys", [...store.sshKeys].sort().join(", "));
  for (const cluster of store.clusters.values()) {
    const members = cluster.podIds.map((id) => store.pods.get(id));
    const images = members.map((pod) => (pod ? `${pod.image} ${text(pod.env)}` : "gone"));
    add("cluster", cluster, ` with ${images.join(", ")}`);
  }
  return shape;
}

/** The differences between the shape that must be there and the one that is. */
export function differencesBetween(wanted: ReadonlyMap<string, string>, there: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  for (const [name, text] of wanted) {
    const other = there.get(name);
    if (other === undefined) found.push(`${name} has no object`);
    else if (other !== text) found.push(`${name} is ${other} and not ${text}`);
  }
  for (const [name, text] of there) if (!wanted.has(name)) found.push(`too much: ${name}, ${text}`);
  return found;
}
