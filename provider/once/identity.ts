import { createHash } from "node:crypto";

/**
 * Which resource of which stack: the same in every run, and another for the same name below another parent or in
 * another stack. Short, since every resource's state holds it.
 */
export function keyOf(urn: string): string {
  return createHash("sha256").update(urn).digest("base64url").slice(0, 12);
}
