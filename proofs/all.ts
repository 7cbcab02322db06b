import { engines } from "./both-engines";
import { calls } from "./calls";
import { creates } from "./creates";
import { drift } from "./drift";
import { handOvers } from "./hand-overs";
import { histories } from "./histories";
import { keep } from "./keep";
import { kill } from "./kill";
import { page } from "./page";
import { secrets } from "./secrets";
import { hostile } from "./hostile";
import type { Proof } from "./proof";

/** Every proof by the name under which it is run. */
export const proofs: Readonly<Record<string, Proof>> = {
  creates,
  kill,
  drift,
  histories,
  "hand-overs": handOvers,
  secrets,
  calls,
  hostile,
  page,
  engines,
  keep,
};
