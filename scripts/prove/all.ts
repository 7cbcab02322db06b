import { calls } from "./calls";
import { creates } from "./creates";
import { kill } from "./kill";
import type { Proof } from "./proof";

/** Every proof by the name under which it is run. */
export const proofs: Readonly<Record<string, Proof>> = { creates, kill, calls };
