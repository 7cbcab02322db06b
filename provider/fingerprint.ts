import { createHmac } from "node:crypto";

/**
 * Stands in outputs for a secret that is never stored there, so that diff can tell whether it changed.
 * Salted with the resource's id: equal secrets of two resources have different fingerprints.
 */
export function fingerprint(id: string, name: string, secret: string): string {
  return createHmac("sha256", `compute:${id}:${name}`).update(secret).digest("base64url");
}
