import { allLives } from "./hand-overs/lives";
import { playAll } from "./histories";
import type { Life } from "./histories/life";
import type { Proof } from "./proof";

/**
 * Plays every life of a small world, where `histories` draws lives by chance: one object, which goes from resource to resource, and two
 * machines with one backend. The seed of a life is its number.
 */
export const handOvers: Proof = {
  claim:
    "however an object goes from resource to resource on two machines, nobody deletes it for the one that has it, and nobody loses it",
  unit: "lives",
  fullSize: 998,
  isSplittable: true,
  hasModes: true,
  stretchesBriefly: true,
  run: ({ size, seed, ...options }) => playAll(numbered(seed, size), options),
};

function* numbered(first: number, size: number): Generator<Life> {
  for (const life of allLives()) {
    if (life.seed >= first + size) return;
    if (life.seed >= first) yield life;
  }
}
