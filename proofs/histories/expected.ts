import { ownMember } from "../../values/own-member";
import { storedArgs } from "../../emulator/pods/container-rules";
import { catalogFixture } from "../../emulator/catalog/fixtures/catalog";
import { publicTemplates } from "../../emulator/catalog/fixtures/templates";
import { isObject, pick, type Props, sameValue, strings, withoutUndefined } from "../../provider/table/props";
import { arnOf, canonicalArn } from "../../provider/kinds/registry-delegation/fields";
import type { Account } from "./account";
import { type Declared, type IdOf, resolved } from "./program";

/** Facts of an object beside the program. */
export interface Known {
  /** Only the program ever changed it, so omitted arguments have the contract's defaults. */
  readonly isUntouched: boolean;
  /** The object existed before the resource: unreadable values are assumed to match the program (docs/guides/adopt.md). */
  readonly isTaken: boolean;
  /** Variables that a template of the program may have given to it. */
  readonly inherited: readonly string[];
}

/** The arguments of a resource that the platform holds otherwise. */
export function differencesFrom(
  account: Account,
  { kind, args: declared, ignoreChanges = [] }: Declared,
  id: string,
  idOf: IdOf,
  { isUntouched, isTaken, inherited }: Known,
): string[] {
  const object = account.find(kind, id) as unknown as Props | undefined;
  if (!object) return ["there is no such object"];
  const args = resolved(declared, idOf) as Props;
  const held = views[kind](account, object);
  const defaults = isUntouched && args.templateId === undefined && !isTaken ? absent[kind] : {};
  const wanted = wishes({ ...defaults, ...withoutUndefined(args) });
  const ignored = ignoreChanges.map((name) => (spellingsOfCommand.includes(name) ? "command" : name));
  return Object.keys(wanted).flatMap((name) => {
    if (!(name in held) || ignored.includes(name)) return [];
    if (isTaken && unshown[kind]?.includes(name)) return [];
    // Variables of others are indistinguishable from those that a template or the cluster set before the adoption.
    if (name === "env" && isTaken && (kind === "cluster" || args.templateId !== undefined))
      held.env = pick(held.env as Props, Object.keys(wanted.env as Props));
    return isSame(name, wanted[name], held[name], inherited)
      ? []
      : [`${name} is ${show(held[name])}, not ${show(wanted[name])}`];
  });
}

/** The object's values by the names of its arguments, as far as the platform keeps them. */
export function valuesOf(account: Account, kind: Declared["kind"], id: string): Props {
  const object = account.find(kind, id) as unknown as Props | undefined;
  // Of a job nothing changes in place.
  return object ? (ownMember(views, kind)?.(account, object) ?? {}) : {};
}

/** Arguments that no read shows. */
const unshown: Readonly<Partial<Record<Declared["kind"], readonly string[]>>> = {
  pod: ["startSsh", "startJupyter"],
  registryCredential: ["username", "password"],
  accountSecret: ["value"],
};

const show = (value: unknown): string => JSON.stringify(value) ?? "absent";
const noPod = { disk: 50, env: {}, ports: [], registry: null, mounts: {}, locked: false, command: "", startSsh: false };
const absent: Readonly<Record<Declared["kind"], Props>> = {
  pod: { ...noPod, globalNetworking: false, cloud: "SECURE", startJupyter: false },
  cluster: { env: {} },
  networkVolume: {},
  registryCredential: {},
  template: {
    disk: 50,
    env: {},
    ports: [],
    registry: null,
    mounts: {},
    command: "",
    serverless: false,
    public: false,
    category: "NVIDIA",
    startSsh: true,
    startJupyter: true,
  },
  endpoint: {
    disk: 20,
    env: {},
    registry: null,
    command: "",
    dataCenterIds: [],
    networkVolumes: [],
    workers: { min: 0, max: 3 },
  },
  accountSecret: { description: null },
  registryDelegation: {},
  sshKey: {},
};

export const spellingsOfCommand = ["args", "cmd", "entrypoint"];

/** The three spellings of a command are one setting (M-4). */
function wishes(args: Props): Props {
  const { args: text, cmd, entrypoint, ...rest } = args;
  if (text === undefined && cmd === undefined && entrypoint === undefined) return rest;
  return { ...rest, command: storedArgs({ args: text, cmd, entrypoint } as Parameters<typeof storedArgs>[0], "") };
}

/** The platform also tells the members of a cluster about each other (C-31). */
const injected = [
  ...["PUBLIC_KEY", "JUPYTER_PASSWORD", "PRIMARY_ADDR", "PRIMARY_PORT", "NODE_ADDR", "NODE_RANK", "NUM_NODES"],
  ...["NUM_TRAINERS", "WORLD_SIZE"],
];
const fromTemplates = publicTemplates.flatMap(({ env }) => Object.keys(env));

type Gpu = (typeof catalogFixture)["gpus"][number];

/** The members of a need that a GPU meets. */
const demands: Readonly<Record<string, (gpu: Gpu, need: Props) => boolean>> = {
  memory: (gpu, { memory }) => gpu.memory >= Number(memory),
  manufacturer: (gpu, { manufacturer }) => gpu.manufacturer === manufacturer,
  excluding: ({ id }, { excluding }) => !strings(excluding).includes(id),
};

/** Tells whether the hardware of a pod or a cluster, or all of an endpoint, meets a member of a need. */
function isMet(held: Props, key: string, need: Props): boolean {
  const { id, gpuTypeId = id, pools, excludedTypes, vcpuCount } = held;
  const cpu = catalogFixture.cpus.find((each) => each.id === id);
  if (cpu) return cpu.ramGbPerVcpu * Number(vcpuCount) >= Number(need.memory);
  const isIn = (gpu: Gpu) => strings(pools).includes(String(gpu.pool)) && !strings(excludedTypes).includes(gpu.id);
  const gpus = catalogFixture.gpus.filter((gpu) => (pools === undefined ? gpu.id === gpuTypeId : isIn(gpu)));
  return gpus.length > 0 && gpus.every((gpu) => demands[key]!(gpu, need));
}

/** No pod shows with which filters it was placed (M-56), nor at which price. */
const filters = ["allowedCudaVersions", "minCudaVersion", "minRamPerGpu", "minVcpuCountPerGpu", "maxHourlyCost"];

function isSame(name: string, wanted: unknown, held: unknown, inherited: readonly string[]): boolean {
  switch (name) {
    case "gpu":
    case "cpu":
    case "compute":
    case "workers":
    case "scaling":
      return (
        isObject(held) &&
        [wanted].flat().some(
          (one) =>
            isObject(one) &&
            Object.keys(one)
              .filter((key) => !filters.includes(key))
              .every((key) => (Object.hasOwn(demands, key) ? isMet(held, key, one) : sameValue(one[key], held[key]))),
        )
      );
    case "ports":
      return sameValue([...(wanted as string[])].sort(), [...(held as string[])].sort());
    case "env": {
      const known = (of: Props) =>
        Object.fromEntries(
          Object.entries(of).filter(([key]) => !injected.includes(key) && !fromTemplates.includes(key)),
        );
      const isLeft = (key: string) => inherited.includes(key) && !(key in (wanted as Props));
      const told = Object.fromEntries(Object.entries(held as Props).filter(([key]) => !isLeft(key)));
      return sameValue(known(wanted as Props), known(told));
    }
    case "resource":
      return sameValue(canonicalArn(wanted), canonicalArn(held));
    case "description":
      return (wanted ?? "") === (held ?? "");
    case "mounts":
      return sameValue(mountsOf(wanted), mountsOf(held));
    default:
      return sameValue(wanted, held);
  }
}

function mountsOf(value: unknown): unknown {
  const { persistent, network } = (isObject(value) ? value : {}) as { persistent?: unknown; network?: unknown[] };
  return { persistent: persistent ?? null, network: network?.[0] ?? null };
}

const views: Readonly<Record<Declared["kind"], (account: Account, object: Props) => Props>> = {
  pod: (_, pod) => podView(pod),
  cluster: ({ store }, cluster) => {
    const members = (cluster.podIds as readonly string[]).map((id) => store.pods.get(id));
    const first = members.find((member) => member !== undefined) as Props | undefined;
    return { name: cluster.name, type: cluster.type, compute: cluster.compute, ...(first && container(first)) };
  },
  networkVolume: (_, { name, size, dataCenter, type }) => ({ name, size, dataCenter, type }),
  registryCredential: (_, { username, password }) => ({ username, password }),
  template: (_, template) => ({
    ...container(template),
    ...pick(template, ["name", "registry", "mounts", "serverless", "public", "category", "startSsh", "startJupyter"]),
  }),
  endpoint: (_, endpoint) => ({
    ...container(endpoint),
    ...pick(endpoint, ["name", "type", "registry", "gpu", "workers", "scaling", "dataCenterIds", "networkVolumes"]),
    ...pick(endpoint, ["timeout", "flashboot"]),
  }),
  accountSecret: (_, secret) => pick(secret, ["name", "value", "description"]),
  registryDelegation: (_, delegation) => ({ name: delegation.name, resource: arnOf(delegation as never) }),
  sshKey: (_, { publicKey }) => ({ publicKey }),
};

const container = ({ image, args, disk, env, ports }: Props): Props => ({ image, command: args, disk, env, ports });

function podView(pod: Props): Props {
  const { name, registry, mounts, cloud, gpu, cpu, locked, globalNetworking, status } = pod;
  const env = pod.env as Props;
  return {
    ...container(pod),
    name,
    registry,
    mounts,
    cloud,
    gpu,
    cpu,
    locked,
    globalNetworking,
    startSsh: "PUBLIC_KEY" in env,
    startJupyter: "JUPYTER_PASSWORD" in env,
    desiredStatus: status === "EXITED" || status === "ERROR" ? "EXITED" : "RUNNING",
  };
}
