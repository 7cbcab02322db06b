import { add, handOver, handOverByImport, rename, revert, set, toOtherForm } from "../histories/known-parts";
import { type MachineName, moments, type Operation, type Step } from "../histories/life";
import { endedBy, up } from "../histories/stage";
import { changeOf, type HandedKind } from "./objects";

/** Where a life has come to: one object, the resource of the program that has it, and what a run with targets has left in the state. */
export interface Scene {
  readonly kind: HandedKind;
  readonly machine: MachineName;
  /** Logical name of the resource that the program has. */
  readonly name: string;
  /** Logical names of resources that the state still has with the same object, and the program does not. */
  readonly left: readonly string[];
  /** How many moves there were. */
  readonly turn: number;
  /** Which resource the program had before its last edit, if somebody may go back on that. */
  readonly before?: string;
}

/** What somebody does next, and where that leads. */
export interface Move {
  readonly steps: readonly Step[];
  readonly to: Partial<Scene>;
}

const names = ["a", "b", "c"];
const killed = "kill -9 of the engine, and its host ends with it";

/** All that somebody can do next with the object, from the machine where they are. */
export function movesFrom(scene: Scene): Move[] {
  const { kind, name, left, turn, before } = scene;
  // What the state still has under a name is not handed over to that name: of that, the guide of adoption says what to do.
  const other = names.find((each) => each !== name && !left.includes(each)) ?? `name-${turn}`;
  const change = set(other, changeOf(kind, turn));
  const whole: Partial<Scene> = { name: other, left: [] };
  const partly: Partial<Scene> = { name: other, left: [...left, name] };
  const goingBy =
    (edit: typeof handOver) =>
    (run: Operation, ...between: Step[]): Move => ({ steps: [edit(name, other), ...between, run], to: partly });
  const handed = goingBy(handOver);
  const imported = goingBy(handOverByImport);
  const readsFail = (from: number): Operation => ({
    ...up,
    faults: [{ method: "GET", from, count: 9, fate: "500-before" }],
  });
  const something = add({
    kind: "template",
    name: `template-${turn}`,
    args: { image: "registry.example.com/acme/app:1" },
  });
  return [
    { steps: [rename(name, other), up], to: { ...whole, before: name } },
    { steps: [rename(name, other), change, up], to: whole },
    { steps: [handOver(name, other), up], to: { ...whole, before: name } },
    { ...handed({ ...up, target: [other] }), to: { ...partly, before: name } },
    handed({ ...up, target: [other] }, change),
    handed({ ...up, exclude: [name] }),
    { ...imported(up), to: { ...whole, before: name } },
    { ...imported({ ...up, target: [other] }), to: { ...partly, before: name } },
    imported({ ...up, exclude: [name] }),
    imported({ ...up, strike: endedBy(killed) }, something),
    { steps: [handOverByImport(name, other), { ...up, do: "preview" }, revert()], to: {} },
    ...[1, 2, 3].map((from) => handed(readsFail(from))),
    handed({ ...up, strike: endedBy(killed) }, something),
    ...[1, 2].flatMap((at) => moments.map((moment) => handed({ ...up, strike: endedBy(killed, at, moment) }, change))),
    { steps: [{ do: "edit", edit: { edit: "move", name } }, up], to: { left: [] } },
    { steps: [toOtherForm(name, other), { ...up, target: [other] }], to: partly },
    { steps: takenOutAndAdopted(name, other), to: whole },
    ...(kind === "sshKey" ? [] : [{ steps: [{ ...up, replace: [name] }], to: { left: [] } }]),
    { steps: [{ do: "refresh", at: "first checkout" }], to: {} },
    ...backups(scene).map((back): Move => ({ steps: [restored(back), up], to: { left: [] } })),
    ...(before === undefined ? [] : [{ steps: [revert(), up], to: { name: before, left: [] } }]),
    ...left.slice(0, 1).flatMap((first): Move[] => [
      { steps: [{ ...up, do: "destroy", target: [first] }], to: { left: left.slice(1) } },
      { steps: [{ ...up, target: [first] }], to: { left: left.slice(1) } },
      { steps: [up], to: { left: [] } },
    ]),
  ];
}

const takenOutAndAdopted = (name: string, to: string): Step[] => [
  { do: "drop from the state", of: "first checkout", name, isMeant: true },
  { do: "edit", edit: { edit: "adopt again", name, to } },
  up,
];

const restored = (back: number): Step => ({ do: "restore the state", of: "first checkout", back });

/**
 * How many operations ago the state was that somebody brings back. If that was before there was an object, of which another machine has renamed the
 * resource since, only the preview warns, and only of volumes, pods and clusters; for the rest there is `compute doctor`.
 */
const backups = ({ machine, turn }: Scene): number[] => [1, 2].filter((back) => machine === "here" || back <= turn);

/** How a life may end: with what is left, also after the platform got another address in the settings, or with everything. */
export function endingsFrom({ left }: Scene): Move[] {
  const destroy: Operation = { ...up, do: "destroy" };
  const endings: Step[][] = [[destroy]];
  if (left.length > 0) {
    const target = left.slice(0, 1);
    endings.push([{ ...destroy, target }, up], [{ ...up, target }, up], [up, { ...up, mustSucceed: true }]);
    endings.push([{ do: "change the address" }, { ...destroy, target }, up]);
  }
  return endings.map((steps) => ({ steps, to: {} }));
}
