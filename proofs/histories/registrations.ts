import { Halted } from "../../engine/errors";
import { bareGoal, type Goal } from "../../engine/plan/goal";
import type { Monitor, Registered } from "../../engine/protocol/monitor-server";
import { makeUrn, stackType } from "../../engine/protocol/urn";
import { hasSecret, Secret, unknown, type Value } from "../../engine/protocol/values";
import { groupedBy } from "../../values/many";
import { kinds } from "../../provider/kinds";
import { shortDigest, stackKeyOf } from "../../provider/state/identity";
import { storedProvider } from "../../provider/state/stored-provider";
import type { Resource } from "../../provider/table/resource";
import { type Mode, modes } from "../plugin";
import type { LivingKind as Kind } from "../programs";
import { nameOfKind, typeOfKind } from "./host";
import { fleetType, localFleetType } from "../../plugin/names";
import { mayRest } from "../../provider/fleet/members";
import { type Declared, mapped, type Program, referencesIn } from "./program";

export const project = "lives";
export const stackName = "dev";
export const stackUrn = makeUrn(stackName, project, undefined, stackType, `${project}-${stackName}`);

type Known = Pick<Declared, "kind" | "name" | "isOfOtherForm" | "fleet">;

export const urnOf = (declared: Known, mode: Mode): string => urnIn(declared, modeOf(declared, mode));

const urnIn = ({ kind, name, fleet }: Pick<Declared, "kind" | "name" | "fleet">, mode: Mode): string =>
  makeUrn(stackName, project, fleet === undefined ? stackUrn : fleetUrn(fleet, mode), typeOfKind(kind, mode), name);

const fleetTypes: Readonly<Record<Mode, string>> = { dynamic: localFleetType, plugin: fleetType };
const fleetUrn = (name: string, mode: Mode): string => makeUrn(stackName, project, stackUrn, fleetTypes[mode], name);

const other = { dynamic: "plugin", plugin: "dynamic" } as const satisfies Record<Mode, Mode>;

const modeOf = ({ isOfOtherForm = false }: Pick<Declared, "isOfOtherForm">, mode: Mode): Mode =>
  isOfOtherForm ? other[mode] : mode;

/** The arguments and outputs of a kind that its class of `sdk/` makes secret. */
function secretsOf(kind: Kind): { readonly args: ReadonlySet<string>; readonly outputs: readonly string[] } {
  const { inputs, outputs }: Resource = kinds[nameOfKind(kind)].resource;
  const secretIn = (fields: Readonly<Record<string, { readonly secret?: boolean }>>) =>
    Object.keys(fields).filter((name) => fields[name]!.secret === true);
  return { args: new Set(secretIn(inputs)), outputs: secretIn(outputs) };
}

/** A resource of the program that another one refers to. */
interface Other {
  readonly urn: string;
  readonly id: string;
  /** It is a pod that is to be stopped, so that no fleet waits for it. */
  readonly isStopped: boolean;
}

/** Registers a program as the SDK does: each resource as soon as what it refers to is there. */
export async function runProgram(mode: Mode, program: Program, monitor: Monitor, dryRun: boolean): Promise<void> {
  const stack = await guarded(monitor, goalOf(stackType, `${project}-${stackName}`, { custom: false }));
  const running = new Map<string, Promise<Other>>();
  const fleets = new Map<string, Promise<string>>();
  const component = (name: string, own: Mode): Promise<string> => {
    const known = fleets.get(name) ?? guarded(monitor, fleetGoal(own, name, stack.urn)).then(({ urn }) => urn);
    fleets.set(name, known);
    return known;
  };
  const start = (resource: Declared): Promise<Other> => {
    const known = running.get(resource.name);
    if (known) return known;
    const registering = (async () => {
      const others = new Map<string, Other>();
      const parent = resource.fleet === undefined ? stack.urn : await component(resource.fleet, modeOf(resource, mode));
      for (const name of new Set(referencesIn(resource.args))) {
        const other = program.find((each) => each.name === name);
        if (other) others.set(name, await start(other));
      }
      const { urn, id, outputs, failed } = await guarded(monitor, goalFor(mode, resource, parent, others, dryRun));
      if (failed) throw new Halted();
      return { urn, id: id === "" && dryRun ? unknown : id, isStopped: outputs["desiredStatus"] === "EXITED" };
    })();
    running.set(resource.name, registering);
    return registering;
  };
  const ended = await Promise.allSettled([...program, ...companionsOf(program)].map(start));
  for (const each of ended) if (each.status === "rejected") throw each.reason;
  await monitor.registerOutputs(stack.urn, {});
}

/** What waits for the pods of each fleet, and the jobs of endpoints: nothing of the former is on the platform, and nobody edits them. */
function companionsOf(program: Program): Declared[] {
  const fleets = groupedBy(program.filter(isOfFleet), ({ fleet }) => fleet);
  const waits = [...fleets].map(([fleet, pods]): Declared => {
    const args = {
      pods: pods.map(({ name }) => ({ $id: name })),
      ...(pods.some((each) => mayRest(each.args)) && { acceptStopped: true }),
    };
    return { kind: "ready" as Kind, name: fleet, fleet, args, isOfOtherForm: pods[0]!.isOfOtherForm };
  });
  const jobs = program.flatMap(({ name, job, isOfOtherForm, args }): Declared[] => {
    if (job === undefined || !findsWorkers(args)) return [];
    const input = job === "endless" ? { $emulate: { hang: true } } : { nth: job };
    const asked = { endpointId: { $id: name }, input };
    return [{ kind: "jobRun" as Kind, name: `${name}-job`, args: asked, isOfOtherForm }];
  });
  return [...waits, ...jobs];
}

/** Its jobs run: it is no load balancer, and no volume or list holds it where no machine of its pool is. */
const findsWorkers = ({ type, networkVolumes, dataCenterIds }: Declared["args"]): boolean =>
  type === "QUEUE" && networkVolumes === undefined && dataCenterIds === undefined;

const isOfFleet = (resource: Declared): resource is Declared & { readonly fleet: string } =>
  resource.fleet !== undefined;

const fleetGoal = (mode: Mode, name: string, parent: string): Goal =>
  goalOf(fleetTypes[mode], name, { custom: false, parent, aliases: [fleetUrn(name, other[mode])] });

/** A registration that fails ends the operation; the program only learns that the engine is shutting down. */
async function guarded(monitor: Monitor, goal: Goal): Promise<Registered> {
  try {
    return await monitor.register(goal);
  } catch (error) {
    if (!(error instanceof Halted)) monitor.fail(error);
    throw new Halted();
  }
}

function goalFor(
  most: Mode,
  resource: Declared,
  parent: string,
  others: ReadonlyMap<string, Other>,
  dryRun: boolean,
): Goal {
  const { kind, name, importId, aliases = [] } = resource;
  const mode = modeOf(resource, most);
  const isAdopted = importId !== undefined && mode === "dynamic" && kind !== "sshKey";
  const args = isAdopted ? { ...resource.args, adopt: { id: importId } } : resource.args;
  const secrets = secretsOf(kind);
  // The SDK leaves out what is undefined.
  const said = Object.entries(args).filter(([, value]) => value !== undefined);
  const given = said.map(([argument, value]) => {
    const wired = toValue(withoutStopped(value, others), (other) => others.get(other)?.id);
    return [argument, secrets.args.has(argument) && !(wired instanceof Secret) ? new Secret(wired) : wired] as const;
  });
  const withSecrets = given
    .filter(([argument, value]) => hasSecret(value) && !secrets.args.has(argument))
    .map(([argument]) => argument);
  const dependencies = [...others.values()].map(({ urn }) => urn).sort();
  const propertyDependencies = Object.fromEntries(
    Object.entries(args).map(([argument, value]) => [
      argument,
      referencesIn(value).flatMap((other) => others.get(other)?.urn ?? []),
    ]),
  );
  return goalOf(typeOfKind(kind, mode), name, {
    custom: true,
    parent,
    inputs: {
      ...Object.fromEntries(given),
      ...(mode === "dynamic" && {
        __provider: storedProvider(nameOfKind(kind)),
        __logicalName: name,
        __key: shortDigest(urnIn(resource, mode)),
        __urn: urnIn(resource, mode),
        ...(resource.replaceOnChanges && { __replaceOnChanges: [...resource.replaceOnChanges] }),
        ...(dryRun && { __preview: true }),
        __stack: stackKeyOf(stackName, project),
      }),
    },
    dependencies,
    propertyDependencies,
    deleteBeforeReplace: resource.deleteBeforeReplace,
    retainOnDelete: resource.retainOnDelete,
    protect: resource.protect,
    ignoreChanges: resource.ignoreChanges ?? [],
    replaceOnChanges: resource.replaceOnChanges ?? [],
    importId: mode === "plugin" ? resource.importId : undefined,
    // The plugin says it itself.
    additionalSecretOutputs: mode === "plugin" ? [] : [...secrets.outputs, ...withSecrets],
    // The classes know each resource by the type of the other form too.
    aliases: [
      urnIn(resource, other[mode]),
      ...aliases.flatMap((alias) => modes.map((each) => urnIn({ ...resource, name: alias }, each))),
    ],
  });
}

function goalOf(type: string, name: string, given: Partial<Goal>): Goal {
  return { ...bareGoal, type, name, inputs: {}, ...given };
}

const withoutStopped = (value: unknown, others: ReadonlyMap<string, Other>): unknown =>
  Array.isArray(value) ? value.filter((each) => !others.get(referencesIn(each)[0] ?? "")?.isStopped) : value;

const toValue = (value: unknown, idOf: (name: string) => string | undefined): Value =>
  mapped(
    value,
    (name) => idOf(name) ?? `nothing called ${name}`,
    (text) => new Secret(text),
  ) as Value;
