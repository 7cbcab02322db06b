import type { ForgottenObject } from "./forgotten";

const why =
  "it was brought back from a backup, or the resource was taken out of it, or moved to another stack with `pulumi state move`";

/** The other stack would lose an object that is deleted here, or have one together with this stack. */
const isMoved =
  "if the resource was moved, the other stack has the object: take the resource out of this program, and leave the object alone";

/** Said at the end of a run, where the state does not have the object, and may have another one for the resource. */
export function warningAtEnd(object: ForgottenObject): string {
  const { id, facts } = object;
  const what = object.isRenamed
    ? `${madeBefore(object)}, which a later run renamed. Unless the state has it under the later name, no state has it.`
    : `${madeBefore(object)}, and the state does not have it any more: ${why}.`;
  const keep = facts.canAdopt
    ? `; to keep it in this stack, give the resource \`adopt: { id: "${id}" }\`, and take what the state has for the resource out of it ` +
      "before that, with `pulumi state delete`."
    : ".";
  return `${what} What to do: ${isMoved}; if nobody needs it, delete it on the platform${keep}`;
}

/**
 * Said before another object is made for the resource. An engine that was asked for a replacement, by `--replace` or a taint, or
 * that makes it because of another one, checks the new inputs as those of a new resource, and names the object only when it
 * deletes it: so nothing tells yet whether the object is forgotten or replaced.
 */
export function warningBeforeCreate(object: ForgottenObject): string {
  const { kind, id, facts } = object;
  const keep = facts.canAdopt ? `to keep ${id} in this stack, give the resource \`adopt: { id: "${id}" }\`; ` : "";
  const replaced = facts.hasData
    ? `If this resource is being replaced, ${kind} ${id} is deleted with all its data, and \`dataLoss\` does not stop that. ${madeBefore(object)}.`
    : `${madeBefore(object)}. If this resource is being replaced, ${id} is deleted.`;
  return (
    `${replaced} If it is shown as new, the state has lost ${id}: ${why}. Then another one is created beside it. What to do in that ` +
    `case: ${isMoved}; ${keep}if nobody needs it, delete it on the platform.`
  );
}

function madeBefore({ kind, id, name, resource, isUnseen, facts }: ForgottenObject): string {
  const exists = isUnseen ? "exists, unless somebody deleted it," : "exists";
  const isThere = facts.isFree ? exists.replace(/,$/, "") : `${exists} and is billed`;
  const told = name === id ? "" : `, under the name ${JSON.stringify(name)}`;
  const whose = resource === undefined ? `this resource${told}` : JSON.stringify(resource);
  return `${kind} ${id} ${isThere}. An earlier run of this stack made it for ${whose}`;
}
