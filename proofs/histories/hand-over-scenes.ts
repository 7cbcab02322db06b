import type { Props } from "../../provider/table/props";
import { dataCenters, gpus, type LivingKind as Kind } from "../programs";
import type { Fault, Operation, Step, StrikeKind } from "./life";
import type { Declared } from "./program";
import { endedBy, here, set, type Stage, up, upAgain } from "./stage";

/** The object is handed over to another resource, which alone is brought about; the state keeps the one that had it. */
export function handedOver(stage: Stage): Step[] {
  const { chance } = stage.source;
  const { before, resource } = here(
    stage,
    chance.pick<Kind>(["networkVolume", "pod", "template", "endpoint", "accountSecret", "sshKey"]),
    () => true,
  );
  const { name, kind } = stage.resource(resource.kind);
  const first: Pick<Operation, "at" | "target"> = { at: "first checkout", target: [resource.name] };
  return [
    ...before,
    stage.apply({ edit: "hand over", name: resource.name, to: name }),
    { ...up, target: [name] },
    ...(chance.next() < 0.3 ? [stage.apply({ edit: "rename", name, to: `${kind}-again-${name}` })] : []),
    chance.pick<Operation>([{ do: "destroy", ...first }, { do: "up", ...first }, { do: "up --refresh", ...first }, up]),
  ];
}

/** The run that hands an object over is killed in the middle of something else, and somebody goes on with either of the two resources. */
export function handedOverAndKilled(stage: Stage): Step[] {
  const { chance } = stage.source;
  const kind = chance.pick<Kind>(["networkVolume", "pod", "template", "accountSecret", "sshKey", "registryDelegation"]);
  const { before, resource } = here(stage, kind, () => true);
  const { name } = stage.resource(kind);
  const killing = chance.pick<StrikeKind>([
    "kill -9 of the engine, and its host ends with it",
    "kill -9 of the engine, and its host goes on",
    "Ctrl-C twice",
  ]);
  const only = (target: string): Operation => ({
    ...up,
    do: chance.pick(["destroy", "up"] as const),
    target: [target],
  });
  return [
    ...before,
    stage.apply({ edit: "add", resource: stage.resource(chance.pick<Kind>(["cluster", "template", "networkVolume"])) }),
    stage.apply({ edit: "hand over", name: resource.name, to: name }),
    { ...up, strike: endedBy(killing) },
    ...chance.pick<() => Step[]>([
      () => [only(resource.name)],
      () => [only(name)],
      () => [{ ...up, do: "destroy" }],
      () => [stage.apply({ edit: "revert", back: 1 }), upAgain(stage)],
      () => [],
    ])(),
    upAgain(stage),
  ];
}

/**
 * A resource is renamed, gets its first name back by `adopt` in a run that does not drop the other entry, and is renamed again; or the other
 * entry is dropped.
 */
export function renamedThereAndBack(stage: Stage): Step[] {
  const { chance } = stage.source;
  const kind = chance.pick<Kind>(["networkVolume", "pod", "template", "accountSecret", "sshKey", "registryCredential"]);
  const { before, resource } = here(stage, kind, () => true);
  const { name } = resource;
  const { name: later } = stage.resource(kind);
  const method = chance.pick<Fault["method"]>(["GET", "PATCH"]);
  const faults: Fault[] = [{ method, from: chance.int(1, 4), count: chance.int(1, 9), fate: "500-before" }];
  return [
    ...before,
    stage.apply({ edit: "rename", name, to: later }),
    up,
    stage.apply({ edit: "hand over", name: later, to: name }),
    chance.next() < 0.6 ? { ...up, target: [name] } : { ...up, faults },
    ...(chance.next() < 0.3 ? [{ ...up, do: chance.pick(["destroy", "up"] as const), target: [later] }] : []),
    stage.apply(chance.next() < 0.5 ? { edit: "revert", back: 1 } : { edit: "rename", name, to: later }),
    chance.pick<Operation>([up, up, { do: "up --refresh", at: "first checkout" }]),
  ];
}

/** The state has a resource no more, and its object stays: then a resource of this name, or of another one, adopts it. */
export function adoptedAgain(stage: Stage): Step[] {
  const { chance } = stage.source;
  const kind = chance.pick<Kind>([
    "networkVolume",
    "pod",
    "template",
    "endpoint",
    "accountSecret",
    "registryCredential",
  ]);
  const { before, resource } = here(stage, kind, () => true);
  const { name } = resource;
  const { name: other } = stage.resource(kind);
  const to = chance.next() < 0.5 ? name : other;
  const isRenamed = chance.next() < 0.3;
  const now = isRenamed ? other : name;
  return [
    ...before,
    ...(isRenamed ? [stage.apply({ edit: "rename", name, to: now }), up] : []),
    ...(chance.next() < 0.5
      ? [{ do: "drop from the state", of: "first checkout", name: now, isMeant: true } as const]
      : [stage.apply({ edit: "retain", name: now }), up, stage.apply({ edit: "remove", name: now }), up]),
    stage.apply({ edit: "adopt again", name: now, to }),
    ...broughtAbout(stage),
    ...(chance.next() < 0.5 ? [stage.apply({ edit: "revert", back: chance.int(1, 2) }), upAgain(stage)] : []),
  ];
}

/** The program is brought about, now and then by a run that is interrupted, and then once more. */
function broughtAbout(stage: Stage): Step[] {
  const { chance } = stage.source;
  const how = (): StrikeKind => chance.pick(["Ctrl-C", "Ctrl-C twice", "kill -9 of the host"]);
  return [chance.next() < 0.7 ? up : { ...up, strike: endedBy(how()) }, upAgain(stage)];
}

/** One resource takes over what another one had, and that one gets a new object in the same run. */
export function partedFrom(stage: Stage): Step[] {
  const { chance } = stage.source;
  const isPlain = ({ args: { gpu, locked, templateId } }: Declared) =>
    gpu !== undefined && locked !== true && templateId === undefined;
  const { before, resource } =
    chance.next() < 0.5
      ? here(stage, "networkVolume", () => true)
      : here(stage, "pod", isPlain, { gpu: { id: gpus[0], count: 1 }, cpu: undefined });
  const other = (all: readonly string[], one: unknown) => chance.pick(all.filter((each) => each !== one));
  const { gpu, dataCenter } = resource.args as { gpu?: Props; dataCenter?: unknown };
  const elsewhere =
    resource.kind === "pod"
      ? { gpu: { id: other(gpus, gpu?.id), count: 1 } }
      : { dataCenter: other(dataCenters, dataCenter) };
  return [
    ...before,
    stage.apply({
      edit: "part",
      name: resource.name,
      to: stage.resource(resource.kind).name,
      args: { ...elsewhere, dataLoss: "allow" },
    }),
    ...broughtAbout(stage),
  ];
}

/** Keys change places among their resources, as in a list whose resources are named by their places; the last place goes, or a new one comes. */
export function keysChangePlaces(stage: Stage): Step[] {
  const { chance } = stage.source;
  const { before, resource } = here(stage, "sshKey", () => true);
  const others = Array.from({ length: chance.int(1, 2) }, () => stage.resource("sshKey"));
  const listed = [resource, ...others];
  const lines = listed.map(({ args: { publicKey } }) => publicKey);
  const last = others.at(-1)!;
  const removed = () => [stage.apply({ edit: "remove", name: last.name })];
  const inserted = () => {
    const { args, ...added } = stage.resource("sshKey");
    return [
      ...listed.map(({ name }, place) => set(stage, name, { publicKey: [args.publicKey, ...lines][place] })),
      stage.apply({ edit: "add", resource: { ...added, args: { publicKey: lines.at(-1) } } }),
    ];
  };
  const shifted = () =>
    listed.map(({ name }, place) => set(stage, name, { publicKey: lines[(place + 1) % lines.length] }));
  return [
    ...before,
    ...others.map((other) => stage.apply({ edit: "add", resource: other })),
    up,
    ...chance.pick([shifted, () => [...shifted(), ...removed()], inserted])(),
    ...broughtAbout(stage),
  ];
}
