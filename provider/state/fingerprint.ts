import { scryptSync } from "node:crypto";

/** Marks the form of a fingerprint. */
const form = "s1:";

const known = new Map<string, string>();

/**
 * Stands in outputs for a secret that is never stored there, so that diff can tell whether it changed.
 * Salted with the resource's id: equal secrets of two resources have different fingerprints.
 *
 * Stretched, so that whoever gets hold of one tries 100 passwords a second and not 500,000. One takes 9 ms of processor
 * time (measured), and is taken once a process for each secret argument of each credential: 18 ms a credential and run.
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
