import { afterAll, beforeAll } from "@jest/globals";
import { stretchBriefly } from "../../proofs/proof";

/** For a file whose tests take thousands of fingerprints of secrets. */
export function quickScrypt(): void {
  let end: (() => void) | undefined;
  beforeAll(() => {
    end = stretchBriefly();
  });
  afterAll(() => end?.());
}
