import { type MachineName, moments, type Operation, type Step } from "../histories/life";
import {
  add,
  adoptAgain,
  destroy,
  drop,
  faulted,
  handOver,
  handOverByImport,
  inOrder,
  killed,
} from "../histories/steps";
import {
  endedBy,
  move,
  only,
  preview,
  refresh,
  rename,
  restore,
  revert,
  set,
  toOtherForm,
  up,
} from "../histories/steps";
import { changeOf, type HandedKind } from "./objects";

/** The state of a life: one object, and the resource of the program that has it. */
export interface Scene {
  readonly kind: HandedKind;
  readonly machine: MachineName;
  /** Logical name of the resource that the program has. */
  readonly name: string;
  /** Logical names of resources that the state still has with the same object, and the program does not. */
  readonly left: readonly string[];
  /** How many moves there were. */
  readonly turn: number;
  /** The resource before the last edit, for somebody who takes the edit back. */
  readonly before?: string;
}

/** The next thing that somebody does, and the state that it leads to. */
export interface Move {
  readonly steps: readonly Step[];
  readonly to: Partial<Scene>;
  /** One of the few of which lives have two. */
  readonly isCommon?: boolean;
}

const names = ["a", "b", "c"];

/** All that somebody can do next with the object, from the machine where they are. */
export function movesFrom(scene: Scene): Move[] {
  const { kind, name, left, turn, before } = scene;
  // The object is not handed to a name under which the state still has it (docs/guides/adopt.md).
  const other = names.find((each) => each !== name && !left.includes(each)) ?? `name-${turn}`;
  const change = set(other, changeOf(kind, turn));
  const whole: Partial<Scene> = { name: other, left: [] };
  const partly: Partial<Scene> = { name: other, left: [...left, name] };
  const goingBy =
    (edit: typeof handOver) =>
    (run: Operation, ...between: Step[]): Move => ({ steps: [edit(name, other), ...between, run], to: partly });
  const handed = goingBy(handOver);
  const imported = goingBy(handOverByImport);
  const something = add({ kind: "template", name: `template-${turn}`, args: { image: "a:1" } });
  const kill = "kill -9 of the engine, and its host ends with it";
  return [
    { steps: [rename(name, other), up], to: { ...whole, before: name } },
    { steps: [rename(name, other), change, up], to: whole, isCommon: true },
    { steps: [handOver(name, other), up], to: { ...whole, before: name } },
    { ...handed(only(up, other)), to: { ...partly, before: name }, isCommon: true },
    handed(only(up, other), change),
    handed({ ...up, exclude: [name] }),
    { ...imported(up), to: { ...whole, before: name } },
    { ...imported(only(up, other)), to: { ...partly, before: name } },
    imported({ ...up, exclude: [name] }),
    imported(killed(), something),
    { steps: [handOverByImport(name, other), preview, revert()], to: {} },
    ...[1, 2, 3].map((from) => handed(faulted("GET", "500-before", { from }))),
    handed(killed(), something),
    ...[1, 2].flatMap((nth) => moments.map((moment) => handed(endedBy(kill, up, nth, moment), change))),
    { steps: [move(name), up], to: { left: [] } },
    { steps: [toOtherForm(name, other), only(up, other)], to: partly },
    { steps: [drop(name), adoptAgain(name, other), up], to: whole },
    ...(kind === "sshKey" ? [] : [{ steps: [{ ...up, replace: [name] }], to: { left: [] } }]),
    { steps: [refresh], to: {} },
    ...backups(scene).map((back): Move => ({ steps: [restore(back), up], to: { left: [] } })),
    ...(before === undefined ? [] : [{ steps: [revert(), up], to: { name: before, left: [] }, isCommon: true }]),
    ...(before === undefined || left.length === 0
      ? []
      : [{ steps: [revert(), preview, revert()], to: {}, isCommon: true }]),
    ...left.slice(0, 1).flatMap((first): Move[] => [
      { steps: [only(destroy, first)], to: { left: left.slice(1) }, isCommon: true },
      { steps: [only(up, first)], to: { left: left.slice(1) } },
      { steps: [up], to: { left: [] } },
    ]),
  ];
}

/**
 * How many operations old the backups are that somebody brings back. One from before the object was made is left out on a machine that has
 * not made it: the next `up` makes a second object, and `compute doctor` lists the first (docs/proofs.md).
 */
const backups = ({ machine, turn }: Scene): number[] => [1, 2].filter((back) => machine === "here" || back <= turn);

/** How a life may end: with the resources that are left, also after the settings got another address, or with everything. */
export function endingsFrom({ left: [first] }: Scene): Move[] {
  const endings: Step[][] = [[inOrder(destroy)]];
  if (first !== undefined) {
    endings.push([only(destroy, first), up], [only(up, first), up], [up, inOrder(up)]);
    endings.push([{ do: "change the address" }, only(destroy, first), up]);
  }
  return endings.map((steps) => ({ steps, to: {} }));
}
