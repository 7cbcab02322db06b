import type { Props } from "../../provider/table/props";
import { keyOfLine } from "../../provider/kinds/shared/key-line";
import { keyLine, type LivingKind } from "../programs";
import type { Declared, Program } from "./program";
import { envOf, image, maybe, type Source } from "./source";

/** Kinds that are neither machines nor disks: what others are made from, and what the account has. */
export type ServiceKind = Extract<
  LivingKind,
  "template" | "endpoint" | "accountSecret" | "registryDelegation" | "sshKey"
>;

const repository = ({ chance }: Source) =>
  `arn:aws:ecr:eu-central-1:123456789012:repository/app-${chance.int(1, 9)}${chance.pick(["", ":v2"])}`;

/** What a new one is declared with, but for its name. */
export function newService(source: Source, kind: ServiceKind, program: Program): Props {
  const { chance } = source;
  switch (kind) {
    case "template":
      return withSome(
        source,
        { image: image(source), ...maybe(source, 0.35, () => ({ serverless: true })) },
        templateArguments,
        program,
      );
    case "endpoint": {
      const start: Props = {
        ...{ type: "QUEUE", image: image(source), scaling: scaling(source), jobLoss: "allow" },
        ...(chance.next() < 0.6 ? { gpu: { pools: ["ADA_24"] } } : { cpu: [{ id: "cpu3c", vcpuCount: 2 }] }),
        ...maybe(source, 0.6, () => ({ waitFor: "none" })),
      };
      return withSome(source, start, endpointArguments, program);
    }
    case "accountSecret":
      return { value: source.secret(), ...maybe(source, 0.4, () => ({ description: description(source) })) };
    case "registryDelegation":
      return { resource: repository(source) };
    case "sshKey":
      return { publicKey: keyLine(chance) };
  }
}

type Argument = (source: Source, args: Props, program: Program) => Props;

const withSome = (source: Source, start: Props, given: readonly Argument[], program: Program): Props =>
  given
    .filter(() => source.chance.next() < 0.3)
    .reduce((args, extra) => ({ ...args, ...extra(source, args, program) }), start);

const scaling = ({ chance }: Source): Props =>
  chance.next() < 0.7
    ? { type: "QUEUE_DELAY", queueDelay: chance.int(1, 6) }
    : { type: "REQUEST_COUNT", requestCount: chance.int(1, 6) };
const description = ({ chance }: Source): string => `for team ${chance.int(1, 3)}`;

/** A template of the program, for pods or for endpoints. */
export function fromTemplate({ chance }: Source, program: Program, users: "pods" | "endpoints"): Props {
  const isFit = ({ kind, args }: Declared) =>
    kind === "template" && (args.serverless === true) === (users === "endpoints");
  const templates = program.filter(isFit);
  return templates.length > 0 ? { templateId: { $id: chance.pick(templates).name } } : {};
}

const registry: Argument = ({ chance }, _, program) => {
  const credentials = program.filter(({ kind }) => kind === "registryCredential");
  return credentials.length > 0 ? { registry: { $id: chance.pick(credentials).name } } : {};
};

const shared: readonly Argument[] = [
  (source) => ({ env: envOf(source) }),
  (source) => ({ env: envOf(source) }),
  ({ chance }) => ({ disk: chance.pick([20, 50, 100]) }),
  ({ chance, secret }) => ({ cmd: chance.pick<unknown>([[], ["serve"], [secret()]]) }),
  registry,
];

const templateArguments: readonly Argument[] = [
  ...shared,
  ({ chance }) => ({ ports: chance.pick([[], ["22/tcp"], ["8888/http", "22/tcp"]]) }),
  ({ chance }) => ({ category: chance.pick(["CPU", "AMD"]) }),
  ({ chance }) => ({ startSsh: chance.next() < 0.5 }),
  ({ chance }, { mounts }) =>
    mounts === undefined ? { mounts: { persistent: { size: chance.pick([10, 20]), path: "/data" } } } : {},
];

const endpointArguments: readonly Argument[] = [
  ...shared,
  ({ chance }) => ({ workers: chance.pick<Props>([{ min: 0, max: 2 }, { min: 1, max: 2 }, { max: 3 }]) }),
  ({ chance }) => ({ timeout: chance.int(60_000, 90_000) }),
  ({ chance }) => ({ flashboot: chance.pick(["OFF", "FLASHBOOT"]) }),
  ({ chance }) => ({ dataCenterIds: chance.pick([[], ["EU-XX-1"], ["US-XX-1", "EU-XX-1"]]) }),
  ({ chance }, _, program) => {
    const volumes = program.filter(({ kind }) => kind === "networkVolume");
    return volumes.length > 0 ? { networkVolumes: [{ $id: chance.pick(volumes).name }] } : {};
  },
  (source, _, program) => fromTemplate(source, program, "endpoints"),
];

const otherName = ({ chance }: Source): Props => ({ name: `other-${chance.int(1, 3)}` });

/** Other values for some argument of one that is there. */
export function changedService(source: Source, kind: ServiceKind, args: Props, program: Program): Props {
  const { chance } = source;
  switch (kind) {
    case "template":
      if (chance.next() < 0.2) return { image: image(source) };
      if (chance.next() < 0.1) return otherName(source);
      return chance.pick(templateArguments)(source, args, program);
    case "endpoint":
      if (chance.next() < 0.2) return { image: image(source) };
      if (chance.next() < 0.1) return otherName(source);
      if (chance.next() < 0.15) return { scaling: scaling(source) };
      if (chance.next() < 0.1 && args.gpu !== undefined) return { gpu: { pools: ["ADA_24", "AMPERE_48"] } };
      if (chance.next() < 0.1) return { type: chance.pick(["QUEUE", "LOAD_BALANCER"]) };
      return chance.pick(endpointArguments)(source, args, program);
    case "accountSecret":
      if (chance.next() < 0.1) return otherName(source);
      return chance.next() < 0.6 ? { value: source.secret() } : { description: description(source) };
    case "registryDelegation":
      return chance.next() < 0.2 ? otherName(source) : { resource: repository(source) };
    case "sshKey":
      return { publicKey: chance.next() < 0.5 ? keyLine(chance) : commented(args, `team-${chance.int(1, 3)}`) };
  }
}

/** The same key under another label. */
const commented = ({ publicKey }: Props, comment: string): string => `${keyOfLine(String(publicKey))} ${comment}`;

/** Arguments that one can do without. */
export const optionalOfServices: Readonly<Record<ServiceKind, readonly string[]>> = {
  template: ["env", "disk", "cmd", "registry", "ports", "category", "startSsh", "mounts"],
  endpoint: [
    ...["env", "disk", "cmd", "registry", "workers", "timeout", "flashboot", "dataCenterIds", "networkVolumes"],
    ...["waitFor", "templateId"],
  ],
  accountSecret: ["description"],
  registryDelegation: [],
  sshKey: [],
};

/** What others can change about one, with the API alone. */
export function foreignChangeOfService(source: Source, kind: ServiceKind, args: Props): Props | undefined {
  const { chance } = source;
  const container: Props[] = [
    { image: "registry.example.com/acme/drifted:9" },
    { disk: 90 },
    { cmd: ["drifted"] },
    { name: `drifted-${chance.int(1, 9)}` },
  ];
  switch (kind) {
    case "template":
      return chance.pick([...container, { category: "CPU" }, { startSsh: chance.next() < 0.5 }]);
    case "endpoint":
      return chance.pick([...container, { timeout: 123_456 }, { workers: { max: 5 } }, { flashboot: "OFF" }]);
    case "accountSecret":
      return chance.pick<Props>([{ value: "drifted" }, { description: "drifted" }]);
    case "registryDelegation":
      return undefined;
    case "sshKey":
      return { publicKey: commented(args, "drifted") };
  }
}
