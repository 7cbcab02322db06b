import { visible, visibleInLine } from "../../../client/errors/visible";
import { ownMember } from "../../../values/own-member";
import type { CheckFailure } from "../../table/check";
import { notSet } from "../../table/wrong-value";
import type { Context } from "../context";

/**
 * A failure of `check` for the engine. Engines print the value of the named property in plain text, even of a secret
 * (docs/reference/pulumi-engine.md, section 8). A failure in a value that contains or may contain a secret therefore names
 * no property and says in words where it is. Engines print the words unchanged, so control characters and CI commands are
 * made visible: the words quote arguments and names from the platform.
 */
export function wordedFailure(
  { property, reason }: CheckFailure,
  { resource, session: { knownSecrets, unmade } }: Context,
  secrets: readonly string[],
  spelled = (path: string) => path,
): CheckFailure {
  const name = property.split(/[.[]/, 1)[0]!;
  const field = Object.hasOwn(resource.inputs, name) ? ownMember(resource.inputs, name) : undefined;
  const isPrintable = field && !field.secret && !field.sensitive && !secrets.includes(name);
  // A value from a resource that this run could not create, as with `--continue-on-error`, is not set.
  const sources = reason.startsWith(notSet) ? [...unmade].join(" or ") : "";
  const source = sources && `. If it comes from ${sources}, which could not be created, fix that first`;
  const [path, words] = [visibleInLine(spelled(property)), visible(knownSecrets.hide(reason + source))];
  if (isPrintable) return { property: path, reason: words };
  return { property: "", reason: path === "" ? words : `${knownSecrets.hide(path)}: ${words}` };
}
