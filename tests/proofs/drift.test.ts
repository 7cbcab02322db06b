import { expect, it } from "@jest/globals";
import { cluster } from "../../provider/kinds/cluster/fields";
import { networkVolume } from "../../provider/kinds/network-volume/fields";
import { pod } from "../../provider/kinds/pod/fields";
import type { Resource } from "../../provider/table/resource";
import { drift } from "../../proofs/drift";
import { quickScrypt } from "../support/quick-scrypt";

quickScrypt();

/** Arguments of a cluster that only its pods tell (C-6), which no request changes. */
const ofMembers = new Set(
  ["image", "args", "cmd", "entrypoint", "disk", "env", "ports", "templateId", "mounts"].map(
    (name) => `cluster.${name}`,
  ),
);

/** What the platform reports of each kind, and the program asks for. */
const reported = Object.entries({ pod, cluster, networkVolume }).flatMap(([kind, { inputs }]: [string, Resource]) =>
  Object.entries(inputs).flatMap(([name, field]) =>
    field.local || field.writeOnly || field.secret ? [] : [`${kind}.${name}`],
  ),
);

it("A-80: of 150 programs no up leaves drift, and what is changed behind our back shows at its path and is mended", async () => {
  const { counts, failures } = await drift.run({ size: 150, seed: 1, progress: () => undefined });
  expect(failures).toEqual([]);
  expect(counts).toMatchObject({ programs: 150 });
  const seen = Object.keys(counts);
  expect(seen).toEqual(expect.arrayContaining(["endpoint.image", "sshKey.publicKey", "accountSshKeys.keys"]));
  expect(Number(counts.drifts)).toBeGreaterThan(300);
  const changeable = reported.filter((field) => !ofMembers.has(field));
  expect(changeable.filter((field) => !seen.some((path) => `${path}.`.startsWith(`${field}.`)))).toEqual([]);
  for (const kind of ["pod", "cluster", "networkVolume", "registryCredential", "endpoint", "sshKey", "template"])
    expect(seen).toContain(`${kind} deleted`);
}, 120_000);
