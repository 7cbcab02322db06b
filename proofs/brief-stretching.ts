import crypto, { type ScryptOptions } from "node:crypto";

/**
 * A fingerprint of a secret takes 9 ms by design. What makes thousands of them, and is not about how hard one is to guess, stretches
 * secrets briefly: what else there is to a fingerprint stays as it is.
 *
 * @returns what ends it.
 */
export function stretchBriefly(): () => void {
  const { scryptSync } = crypto;
  crypto.scryptSync = (password, salt, length, options?: ScryptOptions) =>
    scryptSync(password, salt, length, { ...options, N: 2 });
  return () => {
    crypto.scryptSync = scryptSync;
  };
}
