import type { Props } from "../../provider/table/props";
import type { LivingKind } from "../programs";

/** Kinds of which an object is handed over here: with data, with a container, with a unique name, with a secret, and one whose id is its key. */
export const handedKinds = [
  "networkVolume",
  "pod",
  "template",
  "accountSecret",
  "sshKey",
] as const satisfies LivingKind[];
export type HandedKind = (typeof handedKinds)[number];

const key = "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs00000001";

/** The arguments of each kind at first. */
export const objects: Readonly<Record<HandedKind, Props>> = {
  networkVolume: { size: 100, dataCenter: "EU-XX-1" },
  pod: { image: "registry.example.com/acme/app:1", cpu: { id: "cpu3c", vcpuCount: 4 }, waitFor: "none" },
  template: { image: "registry.example.com/acme/app:1", disk: 100 },
  accountSecret: { value: "a-value-of-the-account" },
  sshKey: { publicKey: `${key} ada@example.org` },
};

/** Arguments that an update changes, others in each turn. */
export function changeOf(kind: HandedKind, turn: number): Props {
  switch (kind) {
    case "networkVolume":
      return { size: 110 + 10 * turn };
    case "pod":
      return { env: { TURN: String(turn) } };
    case "template":
      return { disk: 110 + turn };
    case "accountSecret":
      return { description: `as of turn ${turn}` };
    case "sshKey":
      return { publicKey: `${key} ada-${turn}@example.org` };
  }
}
