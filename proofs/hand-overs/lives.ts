import { from, plainWorld } from "../histories/known-parts";
import { type Life, machineNames, type Step } from "../histories/life";
import { up } from "../histories/stage";
import { endingsFrom, type Move, movesFrom, type Scene } from "./moves";
import { handedKinds, type HandedKind, objects } from "./objects";

/** What was done so far, and where that has led. */
interface Path {
  readonly steps: readonly Step[];
  readonly scene: Scene;
}

/** All lives with so many moves at most between the first `up` and an ending, the shorter ones first. The seed of each is its number, from 1. */
export function* allLives(moves: number): Generator<Life> {
  let seed = 0;
  for (let depth = 0; depth <= moves; depth++)
    for (const kind of handedKinds)
      for (const path of pathsFrom(start(kind), depth))
        for (const { steps } of gone(path, endingsFrom)) {
          seed += 1;
          yield { seed, world: plainWorld, program: [{ kind, name: first, args: objects[kind] }], steps };
        }
}

const first = "a";

const start = (kind: HandedKind): Path => ({
  steps: [up],
  scene: { kind, machine: "here", name: first, left: [], turn: 0 },
});

function* pathsFrom(path: Path, depth: number): Generator<Path> {
  if (depth === 0) {
    yield path;
    return;
  }
  for (const each of gone(path, movesFrom)) yield* pathsFrom(each, depth - 1);
}

/** From either machine, each of the moves. */
function* gone({ steps, scene }: Path, moves: (scene: Scene) => Move[]): Generator<Path> {
  const { before: _, ...now } = scene;
  for (const machine of machineNames) {
    const travel = machine === scene.machine ? [] : [from(machine)];
    for (const { steps: next, to } of moves(scene))
      yield { steps: [...steps, ...travel, ...next], scene: { ...now, ...to, machine, turn: scene.turn + 1 } };
  }
}
