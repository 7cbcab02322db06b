import { from } from "../histories/known-parts";
import { type Life, machineNames, type Step } from "../histories/life";
import { endingsFrom, type Move, movesFrom, type Scene } from "./moves";
import { handedKinds, type HandedKind, objects } from "./objects";

/** A life, and what was done in it, in words. */
export interface ToldLife {
  readonly number: number;
  readonly said: string;
  readonly life: Life;
}

interface Path {
  readonly said: readonly string[];
  readonly steps: readonly Step[];
  readonly scene: Scene;
}

/** All lives with so many moves at most between the first `up` and an ending, the shorter ones first, numbered from 1. */
export function* livesOfHandOvers(moves: number): Generator<ToldLife> {
  let number = 0;
  for (let depth = 0; depth <= moves; depth++)
    for (const kind of handedKinds)
      for (const path of pathsFrom(start(kind), depth))
        for (const [said, steps] of ended(path)) {
          number += 1;
          yield { number, said: [kind, ...said].join("; "), life: lifeOf(kind, number, steps) };
        }
}

const start = (kind: HandedKind): Path => ({
  said: [],
  steps: [{ do: "up", at: "first checkout" }],
  scene: { kind, machine: "here", name: "a", left: [], turn: 0 },
});

function* pathsFrom(path: Path, depth: number): Generator<Path> {
  if (depth === 0) {
    yield path;
    return;
  }
  for (const each of gone(path, movesFrom)) yield* pathsFrom(each, depth - 1);
}

function* ended(path: Path): Generator<readonly [readonly string[], readonly Step[]]> {
  for (const { said, steps } of gone(path, endingsFrom)) yield [said, steps];
}

/** From either machine, each of the moves. */
function* gone({ said, steps, scene }: Path, moves: (scene: Scene) => Move[]): Generator<Path> {
  for (const machine of machineNames) {
    const travel = machine === scene.machine ? [] : [from(machine)];
    const { before: _, ...now } = scene;
    for (const move of moves(scene))
      yield {
        said: [...said, `${machine} ${move.said}`],
        steps: [...steps, ...travel, ...move.steps],
        scene: { ...now, ...move.to, machine, turn: scene.turn + 1 },
      };
  }
}

const lifeOf = (kind: HandedKind, seed: number, steps: readonly Step[]): Life => ({
  seed,
  world: { listLagMs: 0, keyFrom: "environment" },
  program: [{ kind, name: "a", args: objects[kind] }],
  steps,
});
