import { type Life, machineNames, type Step } from "../histories/life";
import { from, life, up } from "../histories/steps";
import { endingsFrom, type Move, movesFrom, type Scene } from "./moves";
import { handedKinds, type HandedKind, objects } from "./objects";

/** The steps so far, and the state that they have led to. */
interface Path {
  readonly steps: readonly Step[];
  readonly scene: Scene;
}

const first = "a";

/**
 * All lives with one move at most between the first `up` and an ending, of the kinds that hold data or have one id in all accounts; of the
 * other kinds those with a common move; and of a volume those with two. The seed of each is its number, from 1.
 */
export function* allLives(): Generator<Life> {
  let seed = 0;
  for (const { kind, path } of paths())
    for (const { steps } of gone(path, endingsFrom)) {
      seed += 1;
      yield { ...life([{ kind, name: first, args: objects[kind] }], ...steps), seed };
    }
}

function* paths(): Generator<{ readonly kind: HandedKind; readonly path: Path }> {
  const common = (scene: Scene) => movesFrom(scene).filter(({ isCommon }) => isCommon);
  for (const kind of handedKinds) yield { kind, path: start(kind) };
  for (const kind of handedKinds) {
    const isWhole = kind === "networkVolume" || kind === "sshKey";
    for (const path of gone(start(kind), isWhole ? movesFrom : common)) yield { kind, path };
  }
  const kind = "networkVolume";
  for (const once of gone(start(kind), common)) for (const path of gone(once, common)) yield { kind, path };
}

const start = (kind: HandedKind): Path => ({
  steps: [up],
  scene: { kind, machine: "here", name: first, left: [], turn: 0 },
});

/** Each of the moves, from either machine. */
function* gone({ steps, scene }: Path, moves: (scene: Scene) => Move[]): Generator<Path> {
  const { before: _, ...now } = scene;
  for (const machine of machineNames) {
    const travel = machine === scene.machine ? [] : [from(machine)];
    for (const { steps: next, to } of moves(scene))
      yield { steps: [...steps, ...travel, ...next], scene: { ...now, ...to, machine, turn: scene.turn + 1 } };
  }
}
