import type { LiveObjects } from "../../../cli/doctor/finding";
import { kindNames } from "../../../provider/kinds/names";

/** Pieces of state files, as the CLI and the local engine write them. */
export const secretOf = (value: { plaintext: string } | { ciphertext: string }) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  ...value,
});

interface Entry {
  readonly kind: string;
  readonly name: string;
  readonly id?: string;
  readonly inputs?: Record<string, unknown>;
  readonly outputs?: Record<string, unknown>;
  readonly more?: Record<string, unknown>;
}

export const entryOf = ({ kind, name, id, inputs, outputs, more }: Entry) => ({
  urn: `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/compute:${kind}::${name}`,
  custom: true,
  ...(id === undefined ? {} : { id }),
  type: `pulumi-nodejs:dynamic/compute:${kind}`,
  inputs: inputs ?? {},
  outputs: outputs ?? {},
  ...more,
});

const stackEntry = {
  urn: "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev",
  custom: false,
  type: "pulumi:pulumi:Stack",
};

/** What `stack export` prints. */
export function exportOf(entries: readonly object[], pending: readonly object[] = []): string {
  return JSON.stringify({
    version: 3,
    deployment: { resources: [stackEntry, ...entries], ...(pending.length > 0 ? { pending_operations: pending } : {}) },
  });
}

/** A platform that has nothing, as `doctor` sees it. */
export const nothing = Object.fromEntries(kindNames.map((kind) => [kind, []])) as unknown as LiveObjects;
