import type { KindName } from "../provider/kinds/names";
import { isObject, type Props } from "../provider/table/props";
import type { Chance } from "./chance";

/** Kinds that need no other resource: `Ready` waits for pods, and a `JobRun` needs an endpoint, of the same program. */
export type ProgramKind = Exclude<Uncapitalize<KindName>, "ready" | "jobRun">;

/** Kinds of which `prove -- histories` tells whole lives. An account has one list of keys, which two stacks can't share. */
export type LivingKind = Exclude<ProgramKind, "accountSshKeys">;

/** A resource as a program declares it. */
export interface Declared {
  readonly kind: ProgramKind;
  readonly logicalName: string;
  readonly args: Props;
}

export const gpus = ["NVIDIA L40S", "NVIDIA H200"];
/** GPUs by their id or, in a third of cases, by what they need. */
export const hardwareOf = (chance: Chance, member: "id" | "gpuTypeId" = "id"): Props => {
  const byId = gpus.map((id) => ({ [member]: id }));
  return chance.pick<Props>([...byId, ...byId, ...byId, { memory: 24 }, { memory: 48 }, { memory: 80 }]);
};

/** Arguments as people ask the platform, which takes hardware by its id alone. */
export function byIds({ gpu, compute, ...args }: Props): Props {
  const named = (asked: unknown, member: "id" | "gpuTypeId") => {
    const { memory, ...rest } = asked as Props;
    return memory === undefined ? asked : { [member]: gpus[1], ...rest };
  };
  return {
    ...args,
    ...(isObject(gpu) && { gpu: named(gpu, "id") }),
    ...(isObject(compute) && { compute: named(compute, "gpuTypeId") }),
  };
}

export const dataCenters = ["EU-XX-1", "US-XX-1"];

/**
 * Resources of all kinds but `AccountSshKeys`, the one list of an account. A third of them are named by the program, some
 * alike; kinds with unique names, and those that can't be marked, get names of their own.
 */
export function randomResources(chance: Chance, count: number): Declared[] {
  return Array.from({ length: count }, (_, index) => {
    const kind = chance.pick<ProgramKind>([
      ...(["pod", "pod", "pod", "pod", "networkVolume", "networkVolume"] as const),
      ...(["registryCredential", "cluster", "template", "accountSecret", "registryDelegation"] as const),
      ...(["endpoint", "endpoint", "sshKey"] as const),
    ]);
    const logicalName = `${kind}-${index}`;
    return { kind, logicalName, args: { ...named(chance, kind, index), ...argsOf(chance, kind) } };
  });
}

function named(chance: Chance, kind: ProgramKind, index: number): Props {
  if (chance.next() > 0.33 || isNameless(kind)) return {};
  const isShared = !hasOwnName(kind) && chance.next() < 0.3;
  return { name: isShared ? `shared-${chance.int(1, 3)}` : `own-${index}` };
}

/** Keys are told by what they are. */
export const isNameless = (kind: ProgramKind): boolean => kind === "sshKey" || kind === "accountSshKeys";

/** Any of a hundred million keys, so that two of a program are not the same. */
export const keyLine = (chance: Chance): string =>
  `ssh-ed25519 AAAAC3Nza1made2up3key4for5docs${String(chance.int(0, 99_999_999)).padStart(8, "0")} ${chance.pick(["ada", "bo"])}@example.org`;

/** Names of these are unique (R-15, T-24, U-11) or tell nothing of who made the object: nobody else may use one. */
export const hasOwnName = (kind: ProgramKind): boolean => kind === "template" || isNeverMarked(kind);

/** Kinds that can't be renamed: an object is known by the program's name alone. */
export const isNeverMarked = (kind: ProgramKind): boolean =>
  kind === "registryCredential" || kind === "accountSecret" || kind === "registryDelegation";

export function argsOf(chance: Chance, kind: ProgramKind): Props {
  switch (kind) {
    case "pod":
      return {
        image: `registry.example.com/acme/app:${chance.int(1, 3)}`,
        ...(chance.next() < 0.5
          ? { cpu: { id: "cpu3c", vcpuCount: 4 } }
          : { gpu: { ...hardwareOf(chance), count: 1 } }),
        ...(chance.next() < 0.3 ? { env: { STAGE: "dev" }, ports: ["22/tcp"] } : {}),
        ...(chance.next() < 0.1 ? {} : { waitFor: "none" }),
      };
    case "cluster":
      return {
        type: "TRAINING",
        image: "registry.example.com/acme/dist:1",
        compute: { ...hardwareOf(chance, "gpuTypeId"), gpuCountPerPod: 1, podCount: 2 },
        waitFor: "none",
      };
    case "networkVolume":
      return { size: chance.int(10, 12), dataCenter: chance.pick(dataCenters) };
    case "registryCredential":
      return { username: "puller", password: `example-${chance.int(1, 9)}` };
    case "accountSecret":
      return {
        value: `example-${chance.int(1, 9)}`,
        ...(chance.next() < 0.5 ? { description: `for team ${chance.int(1, 3)}` } : {}),
      };
    case "registryDelegation":
      return { resource: `arn:aws:ecr:eu-central-1:123456789012:repository/app-${chance.int(1, 3)}` };
    case "endpoint":
      return {
        image: `registry.example.com/acme/worker:${chance.int(1, 3)}`,
        ...(chance.next() < 0.5
          ? { type: "QUEUE", scaling: { type: "QUEUE_DELAY", queueDelay: chance.int(1, 4) } }
          : { type: "LOAD_BALANCER", scaling: { type: "REQUEST_COUNT", requestCount: chance.int(1, 4) } }),
        ...(chance.next() < 0.5 ? { gpu: { pools: ["ADA_24"] } } : { cpu: [{ id: "cpu3c", vcpuCount: 2 }] }),
        ...(chance.next() < 0.3 ? { env: { STAGE: "dev" } } : {}),
        waitFor: "none",
        jobLoss: "allow",
      };
    case "sshKey":
      return { publicKey: keyLine(chance) };
    case "accountSshKeys":
      return { keys: Array.from({ length: chance.int(1, 3) }, () => keyLine(chance)), lockout: "allow" };
    case "template":
      return {
        image: `registry.example.com/acme/app:${chance.int(1, 3)}`,
        ...(chance.next() < 0.5 ? { env: { STAGE: "dev" }, serverless: true } : { category: "AMD" }),
      };
  }
}
