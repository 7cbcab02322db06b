import type { Props } from "../provider/table/props";
import type { Chance } from "./chance";
import { argsOf, dataCenters, type Declared, hardwareOf, isNameless, type ProgramKind } from "./programs";

/** Objects that are there before any program, for pods to refer to. */
export interface Fixtures {
  readonly registryIds: readonly string[];
  /** A volume of each data center. */
  readonly volumeIds: Readonly<Record<string, string>>;
}

/** Resources with any of the arguments that can come to differ on the platform, each set or left out. */
export function driftingResources(chance: Chance, count: number, fixtures: Fixtures): Declared[] {
  return Array.from({ length: count }, (_, index) => {
    const kind = chance.pick<ProgramKind>([
      ...(["pod", "pod", "pod", "networkVolume", "cluster", "registryCredential", "template"] as const),
      ...(["accountSecret", "registryDelegation", "endpoint", "endpoint", "sshKey"] as const),
      // An account has one list.
      index === 0 ? "accountSshKeys" : "sshKey",
    ]);
    const name = chance.next() < 0.5 && !isNameless(kind) ? { name: `own-${index}` } : {};
    return { kind, logicalName: `${kind}-${index}`, args: { ...name, ...argsFor(kind, chance, fixtures) } };
  });
}

function argsFor(kind: ProgramKind, chance: Chance, fixtures: Fixtures): Props {
  switch (kind) {
    case "pod":
      return podArgs(chance, fixtures);
    case "networkVolume": {
      // A volume that somebody grew can only be had smaller by losing it.
      const type = chance.next() < 0.5 ? { type: "STANDARD" } : {};
      return { ...argsOf(chance, kind), ...type, dataLoss: "allow" };
    }
    case "endpoint":
      return endpointArgs(chance, fixtures);
    case "sshKey":
    case "accountSshKeys":
    case "cluster":
    case "registryCredential":
    case "template":
    case "accountSecret":
    case "registryDelegation":
      return argsOf(chance, kind);
  }
}

function endpointArgs(chance: Chance, { registryIds, volumeIds }: Fixtures): Props {
  const maybe = (args: Props): Props => (chance.next() < 0.5 ? args : {});
  const { type, scaling, gpu, cpu, ...rest } = argsOf(chance, "endpoint");
  const byRequests = chance.next() < 0.3 ? { type: "REQUEST_COUNT", requestCount: 2 } : scaling;
  const hasTimeout = type !== "QUEUE" || (byRequests as Props).type !== "REQUEST_COUNT";
  const cuda = chance.pick<Props>([{}, { allowedCudaVersions: ["12.8", "12.6"] }, { minCudaVersion: "12.6" }]);
  const hardware = chance.pick<Props>([
    { pools: ["ADA_24"] },
    { pools: ["ADA_24", "AMPERE_48"] },
    { pools: ["AMPERE_48", "ADA_24"] },
    { memory: 24 },
    { memory: 48 },
  ]);
  const command = chance.pick<Props>([{ cmd: ["serve", "--fast"] }, { entrypoint: ["/bin/serve"] }, { args: "serve" }]);
  return {
    ...rest,
    type,
    scaling: byRequests,
    ...(gpu ? { gpu: { ...hardware, ...maybe({ count: 2 }), ...cuda } } : { cpu }),
    ...maybe({
      workers: { ...maybe({ min: 0 }), ...maybe({ max: 2 }), ...(hasTimeout ? maybe({ idleTimeout: 20 }) : {}) },
    }),
    ...maybe({ disk: chance.int(10, 60) }),
    ...maybe({ env: chance.pick<Props>([{}, { STAGE: "dev" }, { STAGE: "dev", THREADS: "4" }]) }),
    ...maybe({ ports: chance.pick([[], ["8000/http"]]) }),
    ...maybe({ registry: chance.pick([null, registryIds[0]!]) }),
    ...maybe(command),
    ...maybe({ dataCenterIds: chance.pick([[], ["EU-XX-1"], ["US-XX-1", "EU-XX-1"]]) }),
    ...maybe({ networkVolumes: chance.pick([[], [volumeIds["EU-XX-1"]!], Object.values(volumeIds)]) }),
    ...maybe({ timeout: chance.int(60_000, 90_000) }),
    ...maybe({ flashboot: chance.pick(["OFF", "FLASHBOOT"]) }),
  };
}

function podArgs(chance: Chance, { registryIds, volumeIds }: Fixtures): Props {
  const maybe = (args: Props): Props => (chance.next() < 0.5 ? args : {});
  const isGpu = chance.next() < 0.6;
  const variables = Array.from({ length: chance.int(0, 3) }, (_, index) => [`V${index}`, `${chance.int(0, 99)}`]);
  const commands: Props[] = [
    { cmd: ["serve", "--fast"] },
    { entrypoint: ["/bin/sh", "-c"], cmd: ["sleep 5"] },
    { entrypoint: ["/bin/serve"] },
    { args: "serve --fast" },
  ];
  const dataCenter = chance.pick(dataCenters);
  const mounts: Props[] = [
    ...(isGpu ? [{ mounts: { persistent: { size: chance.int(10, 40), path: "/data" } } }] : []),
    { mounts: { network: [{ volumeId: volumeIds[dataCenter]!, path: "/data" }] } },
  ];
  const isStopped = chance.next() < 0.2;
  return {
    image: `registry.example.com/acme/app:${chance.int(1, 3)}`,
    ...(isGpu ? { gpu: { ...hardwareOf(chance), ...maybe({ count: 2 }) } } : { cpu: { id: "cpu3c", vcpuCount: 4 } }),
    ...maybe({ cloud: "SECURE" }),
    ...maybe({ disk: chance.int(10, 60) }),
    ...maybe({ env: Object.fromEntries(variables) as Props }),
    ...maybe({ ports: chance.pick([[], ["22/tcp"], ["8888/http", "22/tcp"]]) }),
    ...maybe({ registry: chance.pick([null, registryIds[0]!]) }),
    ...maybe(chance.pick(commands)),
    ...maybe({ locked: chance.next() < 0.5 }),
    ...(isGpu ? maybe({ globalNetworking: chance.next() < 0.5 }) : {}),
    ...maybe({ startSsh: true }),
    ...maybe({ startJupyter: true }),
    ...maybe(chance.pick(mounts)),
    ...(isStopped ? { desiredStatus: "EXITED" } : {}),
    waitFor: "none",
  };
}
