import { ownMember } from "../../values/own-member";
import { visible, visibleInLine } from "../../client/errors/visible";
import type { CheckFailure } from "../table/check";
import { notSet } from "../table/wrong-value";
import type { Context } from "./context";

/**
 * A failure as engines print it. They print the value of the property that it names too, of a secret as well, and in the
 * clear (docs/reference/pulumi-engine.md, section 8): so a failure inside anything that may hold a secret, or in which the
 * program has one, names no property and says in words where it is. Engines print words as they are, so nothing in them may
 * steer a terminal or speak to a CI system: they quote arguments, and names that the platform gave.
 */
export function wordedFailure(
  { property, reason }: CheckFailure,
  { resource, marked, session: { unmade } }: Context,
  secrets: readonly string[],
  spelled = (path: string) => path,
): CheckFailure {
  const name = property.split(/[.[]/, 1)[0]!;
  const field = Object.hasOwn(resource.inputs, name) ? ownMember(resource.inputs, name) : undefined;
  const isPrintable = field && !field.secret && !field.sensitive && !secrets.includes(name);
  // What comes from a resource that this run could not make, as with `--continue-on-error`, is not set.
  const sources = reason.startsWith(notSet) ? [...unmade].join(" or ") : "";
  const source = sources && `. If it comes from ${sources}, which could not be made, mend that first`;
  const [path, words] = [visibleInLine(spelled(property)), visible(marked.hide(reason + source))];
  if (isPrintable) return { property: path, reason: words };
  return { property: "", reason: path === "" ? words : `${marked.hide(path)}: ${words}` };
}
