import { type Props, withoutUndefined } from "../../provider/table/props";
import type { Chance } from "../chance";
import type { Fate } from "../direct-dispatcher";
import { dataCenters, gpus, type LivingKind as Kind } from "../programs";
import { changedArgs, type Source } from "../arguments";
import type { Fault, Operation, Step, StrikeKind } from "./life";
import { type Declared, type Program, without } from "./program";
import * as steps from "./steps";
import {
  add,
  destroy,
  drift,
  endedBy,
  faulted,
  handOver,
  only,
  part,
  refresh,
  remove,
  rename,
  revert,
  set,
  unset,
  up,
  upRefresh,
} from "./steps";

/** The life that a scene is part of. */
export interface Stage {
  readonly source: Source;
  readonly program: Program;
  /** A new resource of a kind. */
  readonly resource: (kind: Kind) => Declared;
}

/**
 * Steps that people take in a row, each with a choice of its own. By chance alone they meet too seldom: whoever declares what is there
 * already, reverts what failed, or drops a secret does the next step because of the one before.
 */
const scenes: readonly ((stage: Stage) => Step[])[] = [
  changedAndReverted,
  secretDropped,
  sameNameElsewhere,
  editedAndReverted,
  lostFromState,
  madeFromTemplate,
  remadeInPart,
  triggersChanged,
  adoptedAgain,
  partedFrom,
  keysChangePlaces,
  handedOverAndKilled,
];

export const sceneOn = (stage: Stage): Step[] => stage.source.chance.pick(scenes)(stage);

/** A resource of the program that fits, or a new one with the steps that bring it about. */
function here(
  { program, resource }: Stage,
  kind: Kind,
  isFit: (resource: Declared) => boolean = () => true,
  args: Props = {},
): Declared & { readonly before: Step[] } {
  const known = program.find((each) => each.kind === kind && isFit(each));
  if (known) return { before: [], ...known };
  const { name, args: some } = resource(kind);
  const given = withoutUndefined({ ...without(some, ["env", "locked", "templateId", "desiredStatus"]), ...args });
  return { before: [add({ kind, name, args: given }), up], kind, name, args: given };
}

const look = ({ source: { chance } }: Stage): Step => chance.pick([refresh, refresh, upRefresh]);
const upAgain = ({ source: { chance } }: Stage): Operation => chance.pick([up, upRefresh]);
const interruptions = ["Ctrl-C", "Ctrl-C twice", "kill -9 of the host"] as const satisfies StrikeKind[];

/** The program is brought about, now and then by a run that is interrupted, and then once more. */
function broughtAbout(stage: Stage): Step[] {
  const { chance } = stage.source;
  return [chance.next() < 0.7 ? up : endedBy(chance.pick(interruptions)), upAgain(stage)];
}

/** A change is sent and its answer lost; whoever sees it fail goes back to the program of before. */
function changedAndReverted(stage: Stage): Step[] {
  const { chance } = stage.source;
  const { before, name } = here(stage, chance.pick<Kind>(["pod", "pod", "template", "endpoint"]));
  const fate = chance.pick<Fate>(["lost-after", "hang-after", "502-after", "504-after", "late", "garbled"]);
  return [
    ...before,
    set(name, { image: `registry.example.com/acme/app:${chance.int(5, 9)}` }),
    faulted("PATCH", fate, { count: chance.pick([1, 2, 9]) }),
    revert(),
    chance.pick([up, steps.preview]),
  ];
}

/** A create is interrupted; the program is edited, brought about in vain, and brought back to what it was. */
function editedAndReverted(stage: Stage): Step[] {
  const { chance } = stage.source;
  const kinds = ["registryCredential", "pod", "cluster", "networkVolume"] as const;
  const others = ["template", "endpoint", "accountSecret", "registryDelegation"] as const;
  const added = stage.resource(chance.pick<Kind>([...kinds, ...others]));
  const how = chance.pick<StrikeKind>(["Ctrl-C twice", "kill -9 of the host"]);
  return [
    add(added),
    endedBy(how, up, 1, chance.pick(["after it is carried out", "after its answer"] as const)),
    set(added.name, changedArgs(stage.source, added, stage.program)),
    up,
    revert(),
    upAgain(stage),
  ];
}

/** The state lacks what an up made: it is brought back from a backup, or somebody takes it out. */
function lostFromState(stage: Stage): Step[] {
  const { chance } = stage.source;
  const added = stage.resource(chance.pick<Kind>(["registryCredential", "pod", "networkVolume"]));
  return [up, add(added), up, chance.next() < 0.5 ? steps.restore() : steps.drop(added.name), up];
}

/** A secret variable is made plain, in an update that ends half way. */
function secretDropped(stage: Stage): Step[] {
  const { chance, secret } = stage.source;
  const isFit = ({ args: { env, locked, templateId } }: Declared) =>
    typeof (env as Props | undefined)?.TOKEN === "object" && locked !== true && templateId === undefined;
  const { before, name } = here(stage, "pod", isFit, { env: { TOKEN: secret() } });
  const env = chance.pick<Props>([{ TOKEN: "plain-token" }, {}]);
  const method = chance.pick<Fault["method"]>(["PATCH", "PATCH", "POST"]);
  const fate = chance.pick<Fate>(["500-before", "lost-before", "lost-after"]);
  return [...before, set(name, { env, desiredStatus: "EXITED" }), faulted(method, fate), refresh];
}

/** A pod or an endpoint is made from a template of the program, and then that template is not what it was. */
function madeFromTemplate(stage: Stage): Step[] {
  const { source, program, resource } = stage;
  const { chance } = source;
  const kind = chance.pick<Kind>(["pod", "pod", "endpoint"]);
  const newTemplate = (): Declared => {
    const { name, args } = resource("template");
    const forEndpoints = kind === "endpoint" && { serverless: true };
    return { kind: "template", name, args: { ...without(args, ["serverless"]), ...forEndpoints } };
  };
  const [template, other] = [newTemplate(), newTemplate()];
  const { name, args } = resource(kind);
  const kept = chance.next() < 0.5 ? args : without(args, ["env"]);
  const made: Declared = { kind, name, args: { ...kept, templateId: { $id: template.name } } };
  const lost = faulted(chance.pick(["POST", "PATCH"] as const), chance.pick(["lost-after", "hang-after", "garbled"]), {
    from: chance.int(1, 2),
    count: 1,
  });
  const then = chance.pick<Step[]>([
    [set(template.name, changedArgs(source, template, program)), up],
    [remove(template.name), up],
    [add(other), set(name, { templateId: { $id: other.name } }), up],
    [drift({ what: "delete", name: template.name }), look(stage), up],
    [set(name, changedArgs(source, made, program)), up],
    [unset(name, "templateId"), up],
  ]);
  return [add(template), add(made), chance.next() < 0.4 ? lost : up, ...then, look(stage)];
}

/** Two machines make an object of the same name, and one of them never hears of it. */
function sameNameElsewhere(stage: Stage): Step[] {
  const { chance } = stage.source;
  const kind = chance.pick<Kind>(["networkVolume", "pod", "template", "endpoint", "registryDelegation"]);
  const { name, args } = stage.resource(kind);
  const fate = chance.pick<Fate>(["lost-before", "hang-before", "lost-after"]);
  const there = faulted("POST", fate, { operation: steps.at("second machine", up), count: chance.pick([1, 9]) });
  return [add({ kind, name, args: { ...args, name: `own-${name}` } }), up, there];
}

/** An object is gone, and the run that makes it anew ends before it has dropped the entry of what was there. */
function remadeInPart(stage: Stage): Step[] {
  const { chance } = stage.source;
  const { before, ...resource } = here(stage, chance.pick<Kind>(["sshKey", "sshKey", "networkVolume", "pod"]));
  const { name } = resource;
  const gone: Step =
    chance.next() < 0.5 ? drift({ what: "delete", name }) : endedBy("kill -9 of the host", only(destroy, name));
  const changed = set(name, changedArgs(stage.source, resource, stage.program));
  const reverted = chance.next() < 0.5 ? [revert()] : [];
  return [...before, gone, changed, endedBy(chance.pick(interruptions)), ...reverted, up];
}

/** Passes of a keeper, now and then so close to each other that a pod of the program has idled or worked through all of them. */
export function kept(chance: Chance, program: Program): Step[] {
  const pods = program.filter(({ kind }) => kind === "pod");
  const limits = pods.flatMap(({ name, args: { gpu, locked } }): Step[] => {
    const idle = { after: "5m", [gpu ? "gpuBelow" : "cpuBelow"]: chance.pick([5, 30]) };
    return locked ? [] : [set(name, chance.pick<Props>([{}, { stopAfter: "5m" }, { stopWhenIdle: idle }]))];
  });
  const loads = pods.map(({ name }): Step => drift({ what: "load", name, percent: chance.pick([0, 0, 10, 50, 100]) }));
  const minutes = chance.pick([[1], [10], [120], [1, 4, 4], [1, 4, 4], [1, 40, 40]]);
  return [...limits, up, ...loads, ...minutes.flatMap((each): Step[] => [steps.wait(each), { do: "keep" }])];
}

/** A job or a server is started anew by its triggers, in runs that are interrupted, after its container has ended or was stopped. */
function triggersChanged(stage: Stage): Step[] {
  const { chance } = stage.source;
  const { name } = stage.resource("pod");
  const [job, idle] = [{ runToCompletion: true }, { stopWhenIdle: { after: "5m" } }];
  const rests = chance.pick<Props>([job, job, idle, { stopAfter: "5m" }, {}]);
  const made: Declared = {
    kind: "pod",
    name,
    args: { image: "a:1", cpu: { id: "cpu3c", vcpuCount: 4 }, restartTriggers: ["0"], ...rests },
  };
  const ends = chance.pick<Step[]>([
    [drift({ what: "end", name })],
    kept(chance, [made]).slice(2),
    [drift({ what: "end", name }), refresh],
    [],
  ]);
  const method = chance.pick<Fault["method"]>(["POST", "POST", "PATCH", "GET"]);
  const fate = chance.pick<Fate>(["lost-after", "hang-after", "502-after", "504-after", "500-before", "lost-before"]);
  const kills = [...interruptions, "kill -9 of the engine, and its host ends with it"] as const;
  const moment = chance.pick(["before it is carried out", "after it is carried out", "after its answer"] as const);
  const run = () =>
    chance.pick<Operation>([up, endedBy(chance.pick(kills), up, 1, moment), faulted(method, fate, { count: 1 })]);
  const round = (nth: number) => [...ends, set(name, { restartTriggers: [String(nth)] }), run(), run(), up];
  return [add(made), up, ...round(1), ...round(2)];
}

/** The state has a resource no more, and its object stays: then a resource of this name, or of another one, adopts it. */
function adoptedAgain(stage: Stage): Step[] {
  const { chance } = stage.source;
  const kinds = ["networkVolume", "pod", "template", "endpoint", "accountSecret", "registryCredential"] as const;
  const { before, name, kind } = here(stage, chance.pick<Kind>(kinds));
  const { name: other } = stage.resource(kind);
  const isRenamed = chance.next() < 0.3;
  const now = isRenamed ? other : name;
  return [
    ...before,
    ...(isRenamed ? [rename(name, now), up] : []),
    ...(chance.next() < 0.5 ? [steps.drop(now)] : [steps.retain(now), up, remove(now), up]),
    steps.adoptAgain(now, chance.pick([name, other])),
    ...broughtAbout(stage),
    ...(chance.next() < 0.5 ? [revert(chance.int(1, 2)), upAgain(stage)] : []),
  ];
}

/** A resource takes over what another one had, and that one gets a new object in the same run. */
function partedFrom(stage: Stage): Step[] {
  const { chance } = stage.source;
  const isPlain = ({ args: { gpu, locked, templateId } }: Declared) => gpu && locked !== true && !templateId;
  const gpu = { id: gpus[0], count: 1 };
  const { before, name, kind, args } =
    chance.next() < 0.5
      ? here(stage, "networkVolume")
      : here(stage, "pod", (pod) => Boolean(isPlain(pod)), { gpu, cpu: undefined });
  const other = (all: readonly string[], one: unknown) => chance.pick(all.filter((each) => each !== one));
  const elsewhere =
    kind === "pod"
      ? { gpu: { id: other(gpus, (args.gpu as Props).id), count: 1 } }
      : { dataCenter: other(dataCenters, args.dataCenter) };
  return [
    ...before,
    part(name, stage.resource(kind).name, { ...elsewhere, dataLoss: "allow" }),
    ...broughtAbout(stage),
  ];
}

/** Keys change places among resources of one form, as in a list that names them by place; the last place goes, or a new one comes. */
function keysChangePlaces(stage: Stage): Step[] {
  const { chance } = stage.source;
  const { before, ...first } = here(stage, "sshKey");
  const next = (): Declared => ({ ...stage.resource("sshKey"), isOfOtherForm: first.isOfOtherForm });
  const [added, ...others] = Array.from({ length: chance.int(2, 3) }, next) as [Declared, ...Declared[]];
  const listed = [first, ...others];
  const lines = listed.map(({ args: { publicKey } }) => publicKey);
  const shifted = listed.map(({ name }, place) => set(name, { publicKey: lines[(place + 1) % lines.length] }));
  const inserted = [
    ...listed.map(({ name }, place) => set(name, { publicKey: [added.args.publicKey, ...lines][place] })),
    add({ ...added, args: { publicKey: lines.at(-1) } }),
  ];
  const changed = chance.pick([shifted, [...shifted, remove(listed.at(-1)!.name)], inserted]);
  return [...before, ...others.map(add), up, ...changed, ...broughtAbout(stage)];
}

/** The run that hands an object over is killed in the middle of something else, and somebody goes on with either of the two resources. */
function handedOverAndKilled(stage: Stage): Step[] {
  const { chance } = stage.source;
  const kinds = ["networkVolume", "pod", "template", "accountSecret", "sshKey", "registryDelegation"] as const;
  const kind = chance.pick<Kind>(kinds);
  const { before, name } = here(stage, kind);
  const { name: heir } = stage.resource(kind);
  const kills = [
    "kill -9 of the engine, and its host ends with it",
    "kill -9 of the engine, and its host goes on",
  ] as const;
  const some = (target: string) => only(chance.pick([destroy, up]), target);
  const then = chance.pick<Step[]>([[some(name)], [some(heir)], [destroy], [revert(), upAgain(stage)], []]);
  return [
    ...before,
    add(stage.resource(chance.pick<Kind>(["cluster", "template", "networkVolume"]))),
    handOver(name, heir),
    endedBy(chance.pick<StrikeKind>([...kills, "Ctrl-C twice"])),
    ...then,
    upAgain(stage),
  ];
}
