import type { ProgramKind } from "./programs";
import type { PodUpdate } from "../api/pods";
import type { TemplateUpdate } from "../api/templates";
import type { Client } from "../client";
import type { Store } from "../emulator/store/store";
import { fingerprintOfLine } from "../provider/kinds/shared/key-line";
import { isObject, type Props } from "../provider/table/props";
import type { Fixtures } from "./drifting-programs";
import { endpointDrifts } from "./endpoint-drifts";
import { accountSshKeysDrifts, changeKeys, sshKeyDrifts } from "./key-drifts";

/** The origin of changes: somebody with the same rights, or the platform itself. */
export interface Elsewhere {
  readonly client: Client;
  readonly store: Store;
  readonly fixtures: Fixtures;
}

/** One thing changed behind our back. */
export interface Drift {
  /** The thing that changes: only one change of a thing is made at a time. */
  readonly about: string;
  readonly name: string;
  /** The path at which a refresh has to show it; absent if the program does not set the field. */
  readonly path: string | undefined;
  readonly make: (elsewhere: Elsewhere, id: string) => unknown;
}

/** All that can come to differ about a resource with these inputs: of every field that the platform reports. */
export function driftsOf(kind: ProgramKind, inputs: Props): Drift[] {
  const drifts = {
    pod: podDrifts,
    cluster: clusterDrifts,
    networkVolume: volumeDrifts,
    registryCredential: () => [],
    template: templateDrifts,
    accountSecret: secretDrifts,
    registryDelegation: () => [],
    endpoint: endpointDrifts,
    sshKey: sshKeyDrifts,
    accountSshKeys: accountSshKeysDrifts,
  };
  return drifts[kind](inputs);
}

/** The object is deleted behind our back, which no other change goes with. An account always has its list of keys. */
export const deletion: Readonly<Record<ProgramKind, Drift["make"] | undefined>> = {
  pod: ({ client }, id) => client.pods.delete(id),
  cluster: ({ client }, id) => client.clusters.delete(id),
  networkVolume: ({ client }, id) => client.networkVolumes.delete(id),
  registryCredential: ({ client }, id) => client.registries.delete(id),
  template: ({ client }, id) => client.templates.delete(id),
  accountSecret: ({ client }, id) => client.account.secrets.delete(id),
  registryDelegation: ({ client }, id) => client.registries.delegations.delete(id),
  endpoint: ({ client }, id) => client.serverless.delete(id),
  sshKey: ({ client }, id) => changeKeys(client, (lines) => lines.filter((line) => fingerprintOfLine(line) !== id)),
  accountSshKeys: undefined,
};

/** Changes a field that no request changes (C-20, V-12, P-21), because a platform may still come to tell otherwise. */
function retold(collection: "pods" | "clusters" | "volumes", change: (now: Props) => Props): Drift["make"] {
  return ({ store }, id) => {
    const now = store[collection].get(id) as unknown as Props;
    Object.assign(now, change(now));
  };
}

function clusterDrifts(): Drift[] {
  const compute = (change: Props) =>
    retold("clusters", (now) => ({ compute: { ...(now.compute as Props), ...change } }));
  const otherCompute = retold("clusters", ({ compute: now }) => ({ compute: otherType(now, "gpuTypeId") }));
  const rename: Drift["make"] = ({ client }, id) => client.clusters.update(id, { name: "drifted" });
  return [
    { about: "name", name: "renamed", path: "name", make: rename },
    { about: "type", name: "of another type", path: "type", make: retold("clusters", () => ({ type: "APPLICATION" })) },
    { about: "gpu", name: "other GPUs", path: "compute.gpuTypeId", make: otherCompute },
    { about: "count", name: "more GPUs", path: "compute.gpuCountPerPod", make: compute({ gpuCountPerPod: 2 }) },
    { about: "pods", name: "more pods", path: "compute.podCount", make: compute({ podCount: 3 }) },
  ];
}

function volumeDrifts({ size, type, dataCenter }: Props): Drift[] {
  const update =
    (body: { name?: string; size?: number }): Drift["make"] =>
    ({ client }, id) =>
      client.networkVolumes.update(id, body);
  const elsewhere = dataCenter === "EU-XX-1" ? "US-XX-1" : "EU-XX-1";
  return [
    { about: "name", name: "renamed", path: "name", make: update({ name: "drifted" }) },
    { about: "size", name: "grown", path: "size", make: update({ size: Number(size) + 7 }) },
    {
      about: "type",
      name: "of another tier",
      path: type === undefined ? undefined : "type",
      make: retold("volumes", () => ({ type: "HIGH_PERFORMANCE" })),
    },
    { about: "place", name: "moved", path: "dataCenter", make: retold("volumes", () => ({ dataCenter: elsewhere })) },
  ];
}

/** Changes of an account secret. Another value shows at an output, which is no argument. */
function secretDrifts({ description }: Props): Drift[] {
  const update =
    (body: { value?: string; description?: string }): Drift["make"] =>
    ({ client }, id) =>
      client.account.secrets.update(id, body);
  const path = description === undefined ? undefined : "description";
  return [
    { about: "value", name: "given another value", path: undefined, make: update({ value: "drifted" }) },
    { about: "description", name: "described otherwise", path, make: update({ description: "drifted" }) },
  ];
}

function templateDrifts(inputs: Props): Drift[] {
  const patch = (name: string, field: string, body: TemplateUpdate): Drift => ({
    about: field,
    name,
    path: inputs[field] === undefined ? undefined : field,
    make: ({ client }, id) => client.templates.update(id, body),
  });
  return [
    {
      ...patch("renamed", "name", {}),
      make: ({ client }, id) => client.templates.update(id, { name: `drifted-${id}` }),
    },
    patch("another image", "image", { image: "registry.example.com/acme/drifted:9" }),
    {
      ...patch("another variable", "env", { env: { STAGE: "drifted" } }),
      path: inputs.env === undefined ? undefined : "env.STAGE",
    },
    patch("for pods", "serverless", { serverless: inputs.serverless !== true }),
    patch("in another category", "category", { category: "CPU" }),
  ];
}

const otherGpu = retold("pods", ({ gpu }) => ({ gpu: otherType(gpu, "id") }));

/** The same hardware of another type, whichever a need has got. */
function otherType(now: unknown, member: "id" | "gpuTypeId"): Props {
  const { [member]: id, ...size } = now as Props;
  return { ...size, [member]: id === "NVIDIA A40" ? "NVIDIA RTX A6000" : "NVIDIA A40" };
}

function podDrifts(inputs: Props): Drift[] {
  const patch = (name: string, field: string, body: PodUpdate, about = field): Drift => ({
    about,
    name,
    path: inputs[field] === undefined ? undefined : field,
    make: ({ client }, id) => client.pods.update(id, body),
  });
  const { gpu, cpu } = inputs;
  const isKeptStopped = inputs.desiredStatus === "EXITED" && inputs.locked === undefined;
  return [
    patch("renamed", "name", { name: "drifted" }),
    patch("another image", "image", { image: "registry.example.com/acme/drifted:9" }),
    patch("a larger disk", "disk", { disk: 90 }),
    patch("another port", "ports", { ports: ["9999/tcp"] }),
    ...commandDrifts(inputs),
    ...envDrifts(inputs),
    ...mountDrifts(inputs),
    {
      about: "registry",
      name: "another credential",
      path: inputs.registry === undefined ? undefined : "registry",
      make: ({ client, fixtures }, id) => client.pods.update(id, { registry: fixtures.registryIds[1]! }),
    },
    {
      about: "cloud",
      name: "in the other cloud",
      path: inputs.cloud === undefined ? undefined : "cloud",
      make: retold("pods", () => ({ cloud: "COMMUNITY" })),
    },
    ...(isObject(gpu)
      ? [
          { about: "gpu", name: "other GPUs", path: "gpu.id", make: otherGpu },
          { about: "count", name: "more GPUs", path: "gpu.count", ...hardware("gpu", { count: 4 }) },
        ]
      : []),
    ...(isObject(cpu)
      ? [
          { about: "cpu", name: "another flavor", path: "cpu.id", ...hardware("cpu", { id: "cpu5c" }) },
          { about: "count", name: "more vCPUs", path: "cpu.vcpuCount", ...hardware("cpu", { vcpuCount: 8 }) },
        ]
      : []),
    ...statusDrifts(inputs),
    // Last, since a locked pod can't be stopped (P-46). Neither could an up stop one that the program does not unlock.
    patch("locked or not", "locked", { locked: inputs.locked !== true }, isKeptStopped ? "status" : "locked"),
  ];
}

/** A request never changes it (P-21). */
const hardware = (name: "gpu" | "cpu", change: Props) => ({
  make: retold("pods", (now) => ({ [name]: { ...(now[name] as Props), ...change } })),
});

/** `args`, `cmd` and `entrypoint` are one setting (M-4): whichever the program uses shows the change. */
function commandDrifts({ args, cmd, entrypoint }: Props): Drift[] {
  const make =
    (body: PodUpdate): Drift["make"] =>
    ({ client }, id) =>
      client.pods.update(id, body);
  const about = "command";
  if (args !== undefined) return [{ about, name: "another command", path: "args", make: make({ args: "drifted" }) }];
  return [
    { about, name: "another cmd", path: cmd && "cmd", make: make({ cmd: ["drifted"] }) },
    { about, name: "another entrypoint", path: entrypoint && "entrypoint", make: make({ entrypoint: ["/drifted"] }) },
  ] as Drift[];
}

function envDrifts({ env }: Props): Drift[] {
  const declared = isObject(env) ? env : undefined;
  const [first] = Object.keys(declared ?? {});
  const withEnv = (
    name: string,
    path: string,
    change: (now: Record<string, string>) => Record<string, string>,
  ): Drift => ({
    about: "env",
    name,
    path: declared && path,
    make: async ({ client: { pods } }, id) => pods.update(id, { env: change((await pods.get(id)).env) }),
  });
  const without = ({ [first!]: _, ...rest }: Record<string, string>) => rest;
  return [
    withEnv("a variable added", "env.FOREIGN", (now) => ({ ...now, FOREIGN: "1" })),
    ...(first === undefined
      ? []
      : [
          withEnv("a variable changed", `env.${first}`, (now) => ({ ...now, [first]: "drifted" })),
          withEnv("a variable removed", `env.${first}`, without),
        ]),
  ];
}

function mountDrifts({ mounts }: Props): Drift[] {
  const { persistent, network } = (isObject(mounts) ? mounts : {}) as {
    persistent?: { size: number; path: string };
    network?: { volumeId: string; path: string }[];
  };
  const update =
    (body: PodUpdate["mounts"]): Drift["make"] =>
    ({ client }, id) =>
      client.pods.update(id, { mounts: body });
  const about = "mounts";
  if (network) {
    const elsewhere = network.map((mount) => ({ ...mount, path: "/drifted" }));
    return [
      { about, name: "a volume mounted elsewhere", path: "mounts.network", make: update({ network: elsewhere }) },
    ];
  }
  if (!persistent) return [];
  const { size, path } = persistent;
  const [moved, grown] = [
    { size, path: `${path}/drifted` },
    { size: size + 5, path },
  ];
  return [
    { about, name: "a disk mounted elsewhere", path: "mounts.persistent.path", make: update({ persistent: moved }) },
    { about, name: "a disk grown", path: "mounts.persistent.size", make: update({ persistent: grown }) },
  ];
}

/** A locked pod can't be stopped (P-46), so that nothing of the kind happens to it. */
function statusDrifts({ desiredStatus, locked, globalNetworking }: Props): Drift[] {
  if (locked === true) return [];
  const about = "status";
  const failed: Drift = {
    about,
    name: "failed",
    path: desiredStatus === "EXITED" ? undefined : "desiredStatus",
    make: retold("pods", () => ({ status: "ERROR" })),
  };
  if (desiredStatus === "EXITED") {
    const start = unlocked(({ pods }, id) => pods.start(id));
    return [failed, { about, name: "started", path: "desiredStatus", make: start }];
  }
  return [
    failed,
    { about, name: "stopped", path: "desiredStatus", make: unlocked(({ pods }, id) => pods.stop(id)) },
    // Ports, times and figures change with it, none of which is drift.
    { about, name: "restarted", path: undefined, make: unlocked(({ pods }, id) => pods.restart(id)) },
    ...(globalNetworking === undefined
      ? []
      : [
          {
            about,
            name: "networked or not",
            path: "globalNetworking",
            // It takes effect at the next start (P-51).
            make: unlocked(async ({ pods }, id) => {
              await pods.update(id, { globalNetworking: globalNetworking !== true });
              await pods.restart(id);
            }),
          },
        ]),
  ];
}

/** Unlocks the pod first, in case an earlier drift has locked it. */
function unlocked(act: (client: Client, id: string) => Promise<unknown>): Drift["make"] {
  return async ({ client }, id) => {
    if ((await client.pods.get(id)).locked) await client.pods.update(id, { locked: false });
    await act(client, id);
  };
}
