import { scryptSync } from "node:crypto";

/** The version prefix of a fingerprint. */
const form = "s1:";

const known = new Map<string, string>();

/**
 * The digest in outputs of a secret that is never stored, by which diff detects a change. It is salted with the resource's
 * id, so equal secrets of two resources have different fingerprints. It is stretched, so that an attacker tries 100
 * passwords a second instead of 500,000. One takes 9 ms of processor time (measured), once in a process for each secret
 * argument of each credential: 18 ms for each credential and run.
 */
export function fingerprint(id: string, name: string, secret: string): string {
  const place = JSON.stringify([id, name, secret]);
  let print = known.get(place);
  if (print === undefined) {
    const stretched = scryptSync(secret, `compute:${id}:${name}`, 16, { N: 4_096, r: 8, p: 1 });
    print = form + stretched.toString("base64url");
    known.set(place, print);
  }
  return print;
}
