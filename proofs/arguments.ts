import { keyOfLine } from "../provider/kinds/shared/key-line";
import type { Props } from "../provider/table/props";
import { dataCenters, hardwareOf, keyLine, type LivingKind as Kind } from "./programs";
import { type Declared, type Program, resolved, without } from "./histories/program";
import { canary } from "./canaries";
import type { Chance } from "./chance";

/** The source of values: chance, with every secret one of its own. */
export interface Source {
  readonly chance: Chance;
  readonly secret: () => { readonly $secret: string };
}

export function sourceOf(chance: Chance): Source {
  let secrets = 0;
  return { chance, secret: () => ({ $secret: canary(++secrets) }) };
}

const image = ({ chance }: Source) => `registry.example.com/acme/app:${chance.int(1, 4)}`;
const maybe = ({ chance }: Source, share: number, args: () => Props): Props => (chance.next() < share ? args() : {});

function envOf({ chance, secret }: Source): Props {
  return {
    ...(chance.next() < 0.7 ? { TOKEN: chance.next() < 0.7 ? secret() : "plain-token" } : {}),
    ...(chance.next() < 0.5 ? { STAGE: chance.pick(["dev", "prod"]) } : {}),
  };
}

type Argument = (source: Source, args: Props, program: Program) => Props;

/** The arguments that programs give to one kind, and the changes that others may make to an object of it. */
interface KindArguments {
  /** Arguments of every new resource, but for its name. */
  readonly start: (source: Source) => Props;
  /** Arguments that a resource can do without, by name, each as a new value that fits the others. */
  readonly may: Readonly<Record<string, Argument>>;
  /** The share of new resources that have each of them. */
  readonly share?: number;
  /** Other values of arguments that a resource can't do without. */
  readonly must: readonly Argument[];
  /** Bodies of requests by which others change an object. */
  readonly foreign: (source: Source, args: Props) => readonly Props[];
}

const otherName: Argument = ({ chance }) => ({ name: `other-${chance.int(1, 3)}` });
const otherImage: Argument = (source) => ({ image: image(source) });

/** A resource of the program that fits, as a reference. */
function referenceTo({ chance }: Source, program: Program, isFit: (resource: Declared) => boolean): Props | undefined {
  const fitting = program.filter(isFit);
  return fitting.length > 0 ? { $id: chance.pick(fitting).name } : undefined;
}

const isA = (kind: Kind) => (resource: Declared) => resource.kind === kind;

const fromTemplate =
  (users: "pods" | "endpoints"): Argument =>
  (source, _, program) => {
    const isFit = ({ kind, args }: Declared) =>
      kind === "template" && (args.serverless === true) === (users === "endpoints");
    const templateId = referenceTo(source, program, isFit);
    return templateId ? { templateId } : {};
  };

/** Arguments of everything that has a container. */
const container: Readonly<Record<string, Argument>> = {
  env: (source) => ({ env: envOf(source) }),
  disk: ({ chance }) => ({ disk: chance.pick([20, 50, 100]) }),
  cmd: ({ chance, secret }, { entrypoint, args }) =>
    args === undefined || entrypoint !== undefined ? { cmd: chance.pick<unknown>([[], ["serve"], [secret()]]) } : {},
  registry: (source, _, program) => {
    const registry = referenceTo(source, program, isA("registryCredential"));
    return registry ? { registry } : {};
  },
};
const ports: Argument = ({ chance }) => ({ ports: chance.pick([[], ["22/tcp"], ["8888/http", "22/tcp"]]) });
const foreignContainer: readonly Props[] = [
  { image: "registry.example.com/acme/drifted:9" },
  { disk: 90 },
  { cmd: ["drifted"] },
];

const mounts: Argument = (source, { gpu, mounts: now }, program) => {
  const { chance } = source;
  const { persistent, network } = (now ?? {}) as { persistent?: Props; network?: unknown };
  if (gpu !== undefined && network === undefined && chance.next() < 0.6) {
    const disk = { size: chance.pick([10, 20, 50]), path: chance.pick(["/data", "/work"]) };
    return {
      mounts: { persistent: disk },
      ...maybe(source, 0.6, () => ({ dataLoss: chance.pick(["refuse", "refuse", "allow"]) })),
    };
  }
  const volumeId = referenceTo(source, program, isA("networkVolume"));
  return volumeId && persistent === undefined ? { mounts: { network: [{ volumeId, path: "/data" }] } } : {};
};

const scaling: Argument = ({ chance }) => ({
  scaling:
    chance.next() < 0.7
      ? { type: "QUEUE_DELAY", queueDelay: chance.int(1, 6) }
      : { type: "REQUEST_COUNT", requestCount: chance.int(1, 6) },
});
const description: Argument = ({ chance }) => ({ description: `for team ${chance.int(1, 3)}` });
const repository: Argument = ({ chance }) => ({
  resource: `arn:aws:ecr:eu-central-1:123456789012:repository/app-${chance.int(1, 9)}${chance.pick(["", ":v2"])}`,
});
const dataLoss: Argument = ({ chance }) => ({ dataLoss: chance.pick(["refuse", "allow"]) });
const waitFor: Argument = () => ({ waitFor: "none" });
const compute: Argument = ({ chance }) => ({
  compute: { ...hardwareOf(chance, "gpuTypeId"), gpuCountPerPod: 1, podCount: chance.int(2, 3) },
});

const tables: Readonly<Record<Kind, KindArguments>> = {
  pod: {
    start: (source) => ({
      image: image(source),
      ...(source.chance.next() < 0.6
        ? { gpu: { ...hardwareOf(source.chance), count: 1 } }
        : { cpu: { id: "cpu3c", vcpuCount: 4 } }),
      ...maybe(source, 0.6, () => ({ waitFor: "none" })),
    }),
    share: 0.25,
    may: {
      ...container,
      ports,
      mounts,
      startSsh: ({ chance }) => ({ startSsh: chance.next() < 0.6 }),
      templateId: (source, { cpu }, program) =>
        cpu !== undefined && source.chance.next() < 0.5
          ? { templateId: "t2verified" }
          : fromTemplate("pods")(source, {}, program),
      locked: ({ chance }, { desiredStatus }) => (desiredStatus === "EXITED" ? {} : { locked: chance.next() < 0.5 }),
      desiredStatus: (_, { locked }) => (locked === true ? {} : { desiredStatus: "EXITED" }),
      stopAfter: ({ chance }) => ({ stopAfter: chance.pick(["5m", "1h"]) }),
      stopWhenIdle: ({ chance }, { gpu }) => ({
        stopWhenIdle: { after: chance.pick(["5m", "1h"]), [gpu ? "gpuBelow" : "cpuBelow"]: chance.pick([5, 20, 80]) },
      }),
      waitFor,
      dataLoss: () => ({}),
    },
    must: [
      ...[otherImage, otherImage, otherImage, otherName],
      ({ chance }, { gpu }) => (gpu === undefined ? {} : { gpu: { ...hardwareOf(chance), count: chance.int(1, 2) } }),
    ],
    foreign: (_, { mounts: now }) => {
      const { persistent } = (now ?? {}) as { persistent?: Props };
      const grown = persistent ? [{ mounts: { persistent: { ...persistent, size: 100 } } }] : [];
      return [...foreignContainer, { ports: ["9999/tcp"] }, { name: "drifted" }, ...grown];
    },
  },
  cluster: {
    start: (source) => ({ type: "TRAINING", image: image(source), ...compute(source, {}, []) }),
    share: 0.5,
    may: { env: container.env!, waitFor },
    must: [otherName, otherName, otherImage, compute],
    foreign: () => [{ name: "drifted" }],
  },
  networkVolume: {
    start: ({ chance }) => ({ size: chance.pick([10, 20, 50]), dataCenter: chance.pick(dataCenters) }),
    share: 0.2,
    may: { dataLoss },
    must: [
      ({ chance }) => ({ size: chance.pick([10, 20, 50, 60]) }),
      ({ chance }) => ({ size: chance.pick([50, 60]) }),
      otherName,
      ({ chance }) => ({ dataCenter: chance.pick(dataCenters) }),
    ],
    foreign: () => [{ size: 100 }, { size: 100 }, { name: "drifted" }],
  },
  registryCredential: {
    start: (source) => ({ username: source.secret(), password: source.secret() }),
    may: {},
    must: [(source) => ({ password: source.secret() }), (source) => ({ username: source.secret() })],
    foreign: () => [],
  },
  template: {
    start: (source) => ({ image: image(source), ...maybe(source, 0.35, () => ({ serverless: true })) }),
    may: {
      ...container,
      ports,
      category: ({ chance }) => ({ category: chance.pick(["CPU", "AMD"]) }),
      startSsh: ({ chance }) => ({ startSsh: chance.next() < 0.5 }),
      mounts: ({ chance }, { mounts: now }) =>
        now === undefined ? { mounts: { persistent: { size: chance.pick([10, 20]), path: "/data" } } } : {},
    },
    must: [otherImage, otherImage, otherName],
    foreign: ({ chance }) => [
      ...foreignContainer,
      { name: `drifted-${chance.int(1, 9)}` },
      { category: "CPU" },
      { startSsh: chance.next() < 0.5 },
    ],
  },
  endpoint: {
    start: (source) => ({
      type: "QUEUE",
      image: image(source),
      ...scaling(source, {}, []),
      jobLoss: "allow",
      ...(source.chance.next() < 0.6 ? { gpu: { pools: ["ADA_24"] } } : { cpu: [{ id: "cpu3c", vcpuCount: 2 }] }),
      ...maybe(source, 0.6, () => ({ waitFor: "none" })),
    }),
    may: {
      ...container,
      workers: ({ chance }) => ({ workers: chance.pick<Props>([{ min: 0, max: 2 }, { min: 1, max: 2 }, { max: 3 }]) }),
      timeout: ({ chance }) => ({ timeout: chance.int(60_000, 90_000) }),
      flashboot: ({ chance }) => ({ flashboot: chance.pick(["OFF", "FLASHBOOT"]) }),
      dataCenterIds: ({ chance }) => ({ dataCenterIds: chance.pick([[], ["EU-XX-1"], ["US-XX-1", "EU-XX-1"]]) }),
      networkVolumes: (source, _, program) => {
        const volume = referenceTo(source, program, isA("networkVolume"));
        return volume ? { networkVolumes: [volume] } : {};
      },
      templateId: fromTemplate("endpoints"),
      waitFor,
    },
    must: [
      ...[otherImage, otherImage, otherName, scaling],
      ({ chance }) => ({ type: chance.pick(["QUEUE", "LOAD_BALANCER"]) }),
      (_, { gpu }) => (gpu === undefined ? {} : { gpu: { pools: ["ADA_24", "AMPERE_48"] } }),
    ],
    foreign: ({ chance }) => [
      ...foreignContainer,
      { name: `drifted-${chance.int(1, 9)}` },
      ...[{ timeout: 123_456 }, { workers: { max: 5 } }, { flashboot: "OFF" }],
    ],
  },
  accountSecret: {
    start: (source) => ({ value: source.secret() }),
    share: 0.4,
    may: { description },
    must: [(source) => ({ value: source.secret() }), (source) => ({ value: source.secret() }), otherName],
    foreign: () => [{ value: "drifted" }, { description: "drifted" }],
  },
  registryDelegation: {
    start: (source) => repository(source, {}, []),
    may: {},
    must: [repository, repository, repository, otherName],
    foreign: () => [],
  },
  sshKey: {
    start: ({ chance }) => ({ publicKey: keyLine(chance) }),
    may: {},
    must: [
      ({ chance }) => ({ publicKey: keyLine(chance) }),
      ({ chance }, args) => ({ publicKey: commented(args, `team-${chance.int(1, 3)}`) }),
    ],
    foreign: (_, args) => [{ publicKey: commented(args, "drifted") }],
  },
};

/** The same key under another label. */
const commented = ({ publicKey }: Props, comment: string): string => `${keyOfLine(String(publicKey))} ${comment}`;

/** The arguments of a new resource. */
export function newArgs(source: Source, kind: Kind, name: string, program: Program): Props {
  const { start, may, share = 0.3 } = tables[kind];
  const own = kind === "sshKey" ? {} : maybe(source, 0.6, () => ({ name: `own-${name}` }));
  return Object.values(may)
    .filter(() => source.chance.next() < share)
    .reduce((args, more) => ({ ...args, ...more(source, args, program) }), { ...own, ...start(source) });
}

/** Other values for some argument of a resource. */
export function changedArgs(source: Source, { kind, args }: Declared, program: Program): Props {
  const { may, must } = tables[kind];
  const isMust = Object.keys(may).length === 0 || source.chance.next() < 0.4;
  return source.chance.pick(isMust ? must : Object.values(may))(source, args, program);
}

/** Arguments that a resource can do without. */
export const optional = Object.fromEntries(
  Object.entries(tables).map(([kind, { may }]) => [kind, Object.keys(may)]),
) as Record<Kind, string[]>;

/** The body of a request by which somebody else changes the object, if one can. */
export function foreignChange(source: Source, { kind, args }: Declared): Props | undefined {
  const bodies = tables[kind].foreign(source, args);
  return bodies.length > 0 ? source.chance.pick(bodies) : undefined;
}

/** Arguments that a create request lacks, and references to other objects. */
const neverFound = [
  ...["desiredStatus", "locked", "startSsh", "startJupyter", "templateId", "registry", "networkVolumes"],
  ...["stopAfter", "stopWhenIdle"],
];
const ofTheProvider = ["waitFor", "dataLoss", "jobLoss"];

/** An object that somebody made at the console: the request, and the arguments by which a program declares the object as it is. */
export function foundObject(source: Source, kind: Kind, name: string): { readonly args: Props; readonly body: Props } {
  const { name: _, ...all } = newArgs(source, kind, name, []);
  const args = { ...without(all, neverFound), ...(kind !== "sshKey" && { name: `found-${name}` }) };
  return { args, body: resolved(without(args, ofTheProvider), () => undefined) as Props };
}
