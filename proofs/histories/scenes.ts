import type { Props } from "../../provider/table/props";
import { canary } from "../canaries";
import type { Fate } from "../direct-dispatcher";
import type { LivingKind as Kind } from "../programs";
import { changedArgs } from "./arguments";
import type { Fault, Step, StrikeKind } from "./life";
import {
  adoptedAgain,
  handedOver,
  handedOverAndKilled,
  keysChangePlaces,
  partedFrom,
  renamedThereAndBack,
} from "./hand-over-scenes";
import type { Declared } from "./program";
import type { Source } from "./source";
import { endedBy, here, look, set, type Stage, up, upAgain } from "./stage";

/**
 * Steps that people take in a row, each with a choice of its own. By chance alone they meet too seldom: whoever declares
 * what is there already, reverts what failed, or drops a secret does the next step because of the one before.
 */
const scenes: readonly ((stage: Stage) => Step[])[] = [
  declaredAsItIs,
  changedAndReverted,
  membersFinished,
  secretDropped,
  handedOver,
  grownMeanwhile,
  sameNameElsewhere,
  flagOfTemplate,
  editedAndReverted,
  lostFromState,
  madeFromTemplate,
  renamedThereAndBack,
  adoptedAgain,
  remadeInPart,
  partedFrom,
  keysChangePlaces,
  handedOverAndKilled,
];

export const sceneOn = (stage: Stage): Step[] => stage.source.chance.pick(scenes)(stage);

/** A value is declared that the object has anyhow; then somebody else changes it. */
function declaredAsItIs(stage: Stage): Step[] {
  const { chance } = stage.source;
  const { before, resource } = here(
    stage,
    "pod",
    ({ args }) => args.env === undefined && args.templateId === undefined,
  );
  const { name } = resource;
  const mayHaveCommand = ["args", "cmd", "entrypoint"].every((each) => resource.args[each] === undefined);
  if (mayHaveCommand && chance.next() < 0.5)
    return [
      ...before,
      set(stage, name, { cmd: [] }),
      up,
      { do: "drift", drift: { what: "change", name, body: { cmd: ["drifted"] } } },
      look(stage),
    ];
  const value = canary(9_000 + chance.int(0, 99));
  return [
    ...before,
    set(stage, name, { env: {} }),
    up,
    { do: "drift", drift: { what: "add a variable", name, variable: "FOREIGN", value } },
    look(stage),
  ];
}

/** A change is sent and its answer lost; whoever sees it fail goes back to the program of before. */
function changedAndReverted(stage: Stage): Step[] {
  const { chance } = stage.source;
  const { before, resource } = here(stage, chance.pick<Kind>(["pod", "pod", "template", "endpoint"]), () => true);
  const fate = chance.pick<Fate>(["lost-after", "hang-after", "502-after", "504-after", "late", "garbled"]);
  const count = chance.pick([1, 2, 9]);
  return [
    ...before,
    set(stage, resource.name, { image: `registry.example.com/acme/app:${chance.int(5, 9)}` }),
    { ...up, faults: [{ method: "PATCH", from: 1, count, fate }] },
    stage.apply({ edit: "revert", back: 1 }),
    chance.next() < 0.5 ? up : { do: "preview", at: "first checkout" },
  ];
}

/** A create is interrupted; the program is edited, brought about in vain, and brought back to what it was. */
function editedAndReverted(stage: Stage): Step[] {
  const { chance } = stage.source;
  const added = stage.resource(
    chance.pick<Kind>([
      ...(["registryCredential", "pod", "cluster", "networkVolume"] as const),
      ...(["template", "endpoint", "accountSecret", "registryDelegation"] as const),
    ]),
  );
  const how = chance.pick<StrikeKind>(["Ctrl-C twice", "kill -9 of the host"]);
  return [
    stage.apply({ edit: "add", resource: added }),
    { ...up, strike: { how, at: 1, moment: chance.pick(["after it is carried out", "after its answer"]) } },
    set(stage, added.name, changedArgs(stage.source, added, stage.program())),
    up,
    stage.apply({ edit: "revert", back: 1 }),
    upAgain(stage),
  ];
}

/** The state does not have any more what an up made: it is brought back from a backup, or somebody takes it out. */
function lostFromState(stage: Stage): Step[] {
  const { chance } = stage.source;
  const added = stage.resource(chance.pick<Kind>(["registryCredential", "pod", "networkVolume"]));
  const of = "first checkout";
  const lost: Step =
    chance.next() < 0.5
      ? { do: "restore the state", of, back: 1 }
      : { do: "drop from the state", of, name: added.name };
  return [up, stage.apply({ edit: "add", resource: added }), up, lost, up];
}

/** The training of a cluster has finished, and the cluster is given another name. */
function membersFinished(stage: Stage): Step[] {
  const { before, resource } = here(stage, "cluster", () => true);
  return [
    ...before,
    { do: "drift", drift: { what: "end its members", name: resource.name } },
    set(stage, resource.name, { name: `other-${stage.source.chance.int(1, 3)}` }),
    up,
    // What others have deleted, and the rest of the program refers to, is seen to be gone by a refresh alone.
    { do: "up --refresh", at: "first checkout", mustSucceed: true },
  ];
}

/** A secret variable is made plain, in an update that ends half way. */
function secretDropped(stage: Stage): Step[] {
  const { chance, secret } = stage.source;
  const isFit = ({ args: { env, locked, templateId } }: Declared) =>
    typeof (env as Props | undefined)?.TOKEN === "object" && locked !== true && templateId === undefined;
  const { before, resource } = here(stage, "pod", isFit, { env: { TOKEN: secret() } });
  const method = chance.pick<Fault["method"]>(["PATCH", "PATCH", "POST"]);
  const faults: Fault[] = [
    { method, from: 1, count: 9, fate: chance.pick<Fate>(["500-before", "lost-before", "lost-after"]) },
  ];
  const env = chance.pick<Props>([{ TOKEN: "plain-token" }, {}]);
  return [
    ...before,
    set(stage, resource.name, { env, desiredStatus: "EXITED" }),
    { ...up, faults },
    { do: "refresh", at: "first checkout" },
  ];
}

/** Others grow a disk, and the program grows it too, to less. */
function grownMeanwhile(stage: Stage): Step[] {
  const { chance } = stage.source;
  const grown = (size: number, path: unknown) => ({ mounts: { persistent: { size, path } } });
  const isSmall = (size: unknown) => typeof size === "number" && size < 50;
  const diskOf = ({ args: { mounts } }: Declared) => (mounts as { persistent?: Props } | undefined)?.persistent;
  if (chance.next() < 0.5) {
    const { before, resource } = here(stage, "pod", (each) => isSmall(diskOf(each)?.size), {
      gpu: { id: "NVIDIA L40S", count: 1 },
      cpu: undefined,
      ...grown(20, "/data"),
    });
    const { name } = resource;
    const path = diskOf(resource)?.path;
    return [
      ...before,
      { do: "drift", drift: { what: "change", name, body: grown(100, path) } },
      set(stage, name, grown(50, path)),
      up,
    ];
  }
  const { before, resource } = here(stage, "networkVolume", ({ args: { size } }) => isSmall(size), { size: 20 });
  const { name } = resource;
  return [
    ...before,
    { do: "drift", drift: { what: "change", name, body: { size: 100 } } },
    set(stage, name, { size: 50 }),
    up,
  ];
}

/** A pod has a flag of its template, and the program declares it as it is, or otherwise. */
function flagOfTemplate(stage: Stage): Step[] {
  const { chance } = stage.source;
  const isFit = ({ args }: Declared) => args.templateId !== undefined && args.startSsh === undefined;
  const cpu = { id: "cpu3c", vcpuCount: 4 };
  const { before, resource } = here(stage, "pod", isFit, {
    ...{ cpu, gpu: undefined, mounts: undefined },
    ...{ templateId: "t2verified", startSsh: undefined },
  });
  return [...before, set(stage, resource.name, { startSsh: chance.next() < 0.5 }), up];
}

/** A pod or an endpoint is made from a template of the program, and then that template is not what it was. */
function madeFromTemplate(stage: Stage): Step[] {
  const { source, apply, resource, program } = stage;
  const { chance } = source;
  const kind = chance.pick<Kind>(["pod", "pod", "endpoint"]);
  const newTemplate = (): Declared => {
    const {
      name,
      args: { serverless: _, ...rest },
    } = resource("template");
    return { kind: "template", name, args: { ...rest, ...(kind === "endpoint" && { serverless: true }) } };
  };
  const template = newTemplate();
  const { name, args } = resource(kind);
  const { env: _, ...others } = args;
  const kept = chance.next() < 0.5 ? args : others;
  const made: Declared = { kind, name, args: { ...kept, templateId: { $id: template.name } } };
  const before: Step[] = [
    apply({ edit: "add", resource: template }),
    apply({ edit: "add", resource: made }),
    { ...up, ...(chance.next() < 0.4 && { faults: [lostAnswer(chance)] }) },
  ];
  const then = chance.pick<() => Step[]>([
    () => [set(stage, template.name, changedArgs(source, template, program())), up],
    () => [apply({ edit: "remove", name: template.name }), up],
    () => {
      const other = newTemplate();
      return [apply({ edit: "add", resource: other }), set(stage, name, { templateId: { $id: other.name } }), up];
    },
    () => [{ do: "drift", drift: { what: "delete", name: template.name } }, look(stage), up],
    () => [set(stage, name, changedArgs(source, made, program())), up],
    () => [apply({ edit: "unset", name, args: ["templateId"] }), up],
  ]);
  return [...before, ...then(), look(stage)];
}

const lostAnswer = (chance: Source["chance"]): Fault => ({
  ...{ method: chance.pick<Fault["method"]>(["POST", "PATCH"]), from: chance.int(1, 2), count: 1 },
  fate: chance.pick<Fate>(["lost-after", "hang-after", "502-after", "garbled"]),
});

/** Two machines make an object of the same name, and one of them never hears of it. */
function sameNameElsewhere(stage: Stage): Step[] {
  const { chance } = stage.source;
  const kind = chance.pick<Kind>(["networkVolume", "pod", "template", "endpoint", "registryDelegation"]);
  const { name, args } = stage.resource(kind);
  const fate = chance.pick<Fate>(["lost-before", "hang-before", "lost-after"]);
  return [
    stage.apply({ edit: "add", resource: { kind, name, args: { ...args, name: `own-${name}` } } }),
    up,
    { do: "up", at: "second machine", faults: [{ method: "POST", from: 1, count: chance.pick([1, 9]), fate }] },
  ];
}

/** An object is gone, and the run that makes it anew ends before it has dropped the entry of what was there. */
function remadeInPart(stage: Stage): Step[] {
  const { chance } = stage.source;
  const { before, resource } = here(stage, chance.pick<Kind>(["sshKey", "sshKey", "networkVolume", "pod"]), () => true);
  const { name } = resource;
  const gone: Step[] =
    chance.next() < 0.5
      ? [{ do: "drift", drift: { what: "delete", name } }]
      : [{ do: "destroy", at: "first checkout", target: [name], strike: endedBy("kill -9 of the host") }];
  return [
    ...before,
    ...gone,
    set(stage, name, changedArgs(stage.source, resource, stage.program())),
    { ...up, strike: endedBy(chance.pick(["Ctrl-C", "Ctrl-C twice", "kill -9 of the host"])) },
    ...(chance.next() < 0.5 ? [stage.apply({ edit: "revert", back: 1 })] : []),
    up,
  ];
}
