import { type Ambient, systemAmbient } from "../engine/ambient";

/** An engine asks for as many bytes as these for the salt of a stack that is new, and for nothing else. */
const salt = Buffer.from("salt of ", "latin1");

/**
 * The system's, but that all new stacks have one salt. Deriving the key of a salt takes 0.2 s by design, and those who run tests in one
 * process keep the keys that they have derived (`scripts/jest-environment.cjs`).
 */
export const ambientHere: Ambient = {
  ...systemAmbient,
  bytes: (count) => (count === salt.length ? Buffer.from(salt) : systemAmbient.bytes(count)),
};
