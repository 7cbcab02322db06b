import { afterAll, beforeAll } from "@jest/globals";
import crypto, { type ScryptOptions } from "node:crypto";

/**
 * A fingerprint of a secret takes 9 ms by design. In a file whose tests take thousands of them, and whose subject is not how
 * hard one is to guess, stretching is made short: what else there is to a fingerprint stays as it is.
 */
export function quickScrypt(): void {
  const { scryptSync } = crypto;
  beforeAll(() => {
    crypto.scryptSync = (password, salt, length, options?: ScryptOptions) =>
      scryptSync(password, salt, length, { ...options, N: 2 });
  });
  afterAll(() => {
    crypto.scryptSync = scryptSync;
  });
}
