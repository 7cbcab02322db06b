import type { Props } from "../../provider/table/props";
import { dataCenters, gpus, type LivingKind as Kind } from "../programs";
import type { Declared, Program } from "./program";
import { envOf, image, maybe, type Source } from "./source";
import { changedService, foreignChangeOfService, fromTemplate, newService, optionalOfServices } from "./services";

/** What a new resource of a kind is declared with. */
export function newArgs(source: Source, kind: Kind, name: string, program: Program): Props {
  const { chance } = source;
  const own = maybe(source, 0.6, () => ({ name: `own-${name}` }));
  switch (kind) {
    case "pod": {
      const isGpu = chance.next() < 0.6;
      const hardware = isGpu ? { gpu: { id: chance.pick(gpus), count: 1 } } : { cpu: { id: "cpu3c", vcpuCount: 4 } };
      const start: Props = { ...own, image: image(source), ...hardware };
      const waits = chance.next() < 0.6 ? { waitFor: "none" } : {};
      const extras = podArguments.filter(() => chance.next() < 0.25);
      return extras.reduce((args, extra) => ({ ...args, ...extra(source, args, program) }), { ...start, ...waits });
    }
    case "cluster":
      return {
        ...own,
        type: "TRAINING",
        image: image(source),
        compute: { gpuTypeId: chance.pick(gpus), gpuCountPerPod: 1, podCount: 2 },
        ...maybe(source, 0.4, () => ({ env: envOf(source) })),
        ...maybe(source, 0.6, () => ({ waitFor: "none" })),
      };
    case "networkVolume":
      return {
        ...own,
        size: chance.pick([10, 20, 50]),
        dataCenter: chance.pick(dataCenters),
        ...maybe(source, 0.2, () => ({ dataLoss: chance.pick(["refuse", "allow"]) })),
      };
    case "registryCredential":
      return { ...own, username: source.secret(), password: source.secret() };
    case "sshKey":
      return newService(source, kind, program);
    default:
      return { ...own, ...newService(source, kind, program) };
  }
}

type Argument = (source: Source, args: Props, program: Program) => Props;

const podArguments: readonly Argument[] = [
  (source) => ({ env: envOf(source) }),
  (source) => ({ env: envOf(source) }),
  ({ chance }) => ({ disk: chance.pick([20, 50, 100]) }),
  ({ chance }) => ({ ports: chance.pick([[], ["22/tcp"], ["8888/http", "22/tcp"]]) }),
  ({ chance, secret }, { entrypoint, args }) =>
    args === undefined || entrypoint !== undefined ? { cmd: chance.pick<unknown>([[], ["serve"], [secret()]]) } : {},
  ({ chance }, { gpu, mounts }) =>
    gpu !== undefined && (mounts as Props | undefined)?.network === undefined
      ? {
          mounts: { persistent: { size: chance.pick([10, 20, 50]), path: chance.pick(["/data", "/work"]) } },
          ...(chance.next() < 0.6 ? { dataLoss: chance.pick(["refuse", "refuse", "allow"]) } : {}),
        }
      : {},
  ({ chance }, { mounts }, program) => {
    const volumes = program.filter(({ kind }) => kind === "networkVolume");
    if (volumes.length === 0 || (mounts as Props | undefined)?.persistent !== undefined) return {};
    return { mounts: { network: [{ volumeId: { $id: chance.pick(volumes).name }, path: "/data" }] } };
  },
  ({ chance }, _, program) => {
    const credentials = program.filter(({ kind }) => kind === "registryCredential");
    return credentials.length > 0 ? { registry: { $id: chance.pick(credentials).name } } : {};
  },
  ({ chance }) => ({ startSsh: chance.next() < 0.6 }),
  ({ chance }, { cpu }) =>
    cpu === undefined
      ? {}
      : { templateId: "t2verified", ...(chance.next() < 0.6 ? { startSsh: chance.next() < 0.5 } : {}) },
  (source, _, program) => fromTemplate(source, program, "pods"),
  ({ chance }, { desiredStatus }) => (desiredStatus === "EXITED" ? {} : { locked: chance.next() < 0.5 }),
  (_, { locked }) => (locked === true ? {} : { desiredStatus: "EXITED" }),
];

/** Other values for some argument of a resource that is there. */
export function changedArgs(source: Source, { kind, args }: Declared, program: Program): Props {
  const { chance } = source;
  switch (kind) {
    case "pod": {
      if (chance.next() < 0.2) return { image: image(source) };
      if (chance.next() < 0.12) return { env: chance.pick<Props>([{}, envOf(source)]) };
      if (chance.next() < 0.12 && args.gpu !== undefined)
        return { gpu: { id: chance.pick(gpus), count: chance.int(1, 2) } };
      if (chance.next() < 0.1) return { name: `other-${chance.int(1, 3)}` };
      return chance.pick(podArguments)(source, args, program);
    }
    case "cluster":
      return chance.pick<() => Props>([
        () => ({ name: `other-${chance.int(1, 3)}` }),
        () => ({ name: `other-${chance.int(1, 3)}` }),
        () => ({ image: image(source) }),
        () => ({ env: envOf(source) }),
        () => ({ compute: { gpuTypeId: chance.pick(gpus), gpuCountPerPod: 1, podCount: chance.int(2, 3) } }),
      ])();
    case "networkVolume":
      return chance.pick<() => Props>([
        () => ({ size: chance.pick([10, 20, 50, 60]) }),
        () => ({ size: chance.pick([50, 60]) }),
        () => ({ name: `other-${chance.int(1, 3)}` }),
        () => ({ dataCenter: chance.pick(dataCenters) }),
        () => ({ dataLoss: chance.pick(["refuse", "allow"]) }),
      ])();
    case "registryCredential":
      return chance.pick<() => Props>([() => ({ password: source.secret() }), () => ({ username: source.secret() })])();
    default:
      return changedService(source, kind, args, program);
  }
}

/** Arguments that a resource can do without. */
export const optional: Readonly<Record<Kind, readonly string[]>> = {
  pod: [
    "disk",
    "env",
    "ports",
    "cmd",
    "mounts",
    "registry",
    "startSsh",
    "locked",
    "desiredStatus",
    "waitFor",
    "dataLoss",
    "templateId",
  ],
  cluster: ["waitFor", "env"],
  networkVolume: ["dataLoss"],
  registryCredential: [],
  ...optionalOfServices,
};

/** What others can change about an object, with the API alone. */
export function foreignChange(source: Source, { kind, args }: Declared): Props | undefined {
  const { chance } = source;
  switch (kind) {
    case "pod": {
      const { persistent } = (args.mounts ?? {}) as { persistent?: Props };
      const bodies: Props[] = [
        { image: "registry.example.com/acme/drifted:9" },
        { disk: 90 },
        { ports: ["9999/tcp"] },
        { cmd: ["drifted"] },
        { name: "drifted" },
        ...(persistent ? [{ mounts: { persistent: { ...persistent, size: 100 } } }] : []),
      ];
      return chance.pick(bodies);
    }
    case "cluster":
      return { name: "drifted" };
    case "networkVolume":
      return chance.pick([{ size: 100 }, { size: 100 }, { name: "drifted" }]);
    case "registryCredential":
      return undefined;
    default:
      return foreignChangeOfService(source, kind, args);
  }
}
