import { createHash } from "node:crypto";

/**
 * Which resource of which stack: the same in every run, and another for the same name below another parent or in
 * another stack. Short, since every resource's state holds it.
 */
export function shortDigest(urn: string): string {
  return createHash("sha256").update(urn).digest("base64url").slice(0, 12);
}

/** Which stack of which project, in the same form: the part that all URNs of a stack begin with. */
export function stackKeyOf(stack: string, project: string): string {
  return shortDigest(`urn:pulumi:${stack}::${project}`);
}
