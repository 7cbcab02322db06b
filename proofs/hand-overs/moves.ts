import { add, handOver, rename, revert, set } from "../histories/known-parts";
import type { MachineName, Operation, Step, Strike } from "../histories/life";
import type { Edit } from "../histories/program";
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
  /** For the report. */
  readonly said: string;
  readonly steps: readonly Step[];
  readonly to: Partial<Scene>;
}

const up: Operation = { do: "up", at: "first checkout" };
const edit = (of: Edit): Step => ({ do: "edit", edit: of });
const names = ["a", "b", "c"];
const moments: readonly Strike["moment"][] = [
  "before it is carried out",
  "after it is carried out",
  "after its answer",
];
const killed = (at: number, moment: Strike["moment"]): Strike => ({
  how: "kill -9 of the engine, and its host ends with it",
  at,
  moment,
});

/** All that somebody can do next with the object, from the machine where they are. */
export function movesFrom(scene: Scene): Move[] {
  const { kind, name, left, turn, before } = scene;
  // What the state still has under a name is not handed over to that name: of that, the guide of adoption says what to do.
  const other = names.find((each) => each !== name && !left.includes(each)) ?? `name-${turn}`;
  const change = set(other, changeOf(kind, turn));
  const whole: Partial<Scene> = { name: other, left: [] };
  const partly: Partial<Scene> = { name: other, left: [...left, name] };
  const handed = (said: string, run: Operation, between: readonly Step[] = []): Move => ({
    said: `hands over ${said}`,
    steps: [handOver(name, other), ...between, run],
    to: partly,
  });
  return [
    { said: "renames", steps: [rename(name, other), up], to: { ...whole, before: name } },
    { said: "renames and changes", steps: [rename(name, other), change, up], to: whole },
    { said: "hands over", steps: [handOver(name, other), up], to: { ...whole, before: name } },
    { ...handed("alone", { ...up, target: [other] }), to: { ...partly, before: name } },
    handed("alone, with a change", { ...up, target: [other] }, [change]),
    handed("and excludes the other", { ...up, exclude: [name] }),
    ...[1, 2, 3].map((first) =>
      handed(`while reads fail from number ${first} on`, {
        ...up,
        faults: [{ method: "GET", from: first, count: 9, fate: "500-before" }],
      }),
    ),
    handed("and is killed in the middle of something else", { ...up, strike: killed(1, "after its answer") }, [
      add({ kind: "template", name: `template-${turn}`, args: { image: "registry.example.com/acme/app:1" } }),
    ]),
    ...[1, 2].flatMap((at) =>
      moments.map((moment) =>
        handed(`with a change, and is killed at change ${at}, ${moment}`, { ...up, strike: killed(at, moment) }, [
          change,
        ]),
      ),
    ),
    { said: "moves to the other form", steps: [edit({ edit: "move", name }), up], to: { left: [] } },
    {
      said: "hands over to the other form alone",
      steps: [edit({ edit: "hand over", name, to: other, moves: true }), { ...up, target: [other] }],
      to: partly,
    },
    {
      said: "takes it out of the state and adopts it again",
      steps: [
        { do: "drop from the state", of: "first checkout", name, isMeant: true },
        edit({ edit: "adopt again", name, to: other }),
        up,
      ],
      to: whole,
    },
    ...(kind === "sshKey" ? [] : [{ said: "replaces", steps: [{ ...up, replace: [name] }], to: { left: [] } }]),
    { said: "refreshes", steps: [{ do: "refresh", at: "first checkout" } as const], to: {} },
    ...backups(scene).map((back) => ({
      said: `brings the state back from ${back} operations ago`,
      steps: [{ do: "restore the state", of: "first checkout", back } as const, up],
      to: { left: [] },
    })),
    ...(before === undefined ? [] : [{ said: "goes back", steps: [revert(), up], to: { name: before, left: [] } }]),
    ...left.slice(0, 1).flatMap((first) => {
      const to = { left: left.slice(1) };
      return [
        { said: "destroys what is left", steps: [{ ...up, do: "destroy", target: [first] } as const], to },
        { said: "drops what is left", steps: [{ ...up, target: [first] }], to },
        { said: "runs up", steps: [up], to: { left: [] } },
      ];
    }),
  ];
}

/**
 * How many operations ago the state was that somebody brings back. If that was before there was an object, of which another machine has renamed the
 * resource since, only the preview warns, and only of volumes, pods and clusters; for the rest there is `compute doctor`.
 */
const backups = ({ machine, turn }: Scene): number[] => [1, 2].filter((back) => machine === "here" || back <= turn);

/** How a life may end: with what is left, or with everything. */
export function endingsFrom({ left: [first] }: Scene): Move[] {
  const destroy: Move = { said: "destroys everything", steps: [{ ...up, do: "destroy" }], to: {} };
  if (first === undefined) return [destroy];
  const only = { target: [first] };
  return [
    destroy,
    { said: "destroys what is left, and runs up", steps: [{ ...up, ...only, do: "destroy" }, up], to: {} },
    { said: "drops what is left, and runs up", steps: [{ ...up, ...only }, up], to: {} },
    { said: "runs up twice", steps: [up, { ...up, mustSucceed: true }], to: {} },
  ];
}
