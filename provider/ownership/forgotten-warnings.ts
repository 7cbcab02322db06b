import type { ForgottenObject } from "./forgotten";

const why = "it was brought back from a backup, or the resource was taken out of it";

/** Said at the end of a run, where the state does not have the object, and may have another one for the resource. */
export function warningAtEnd(object: ForgottenObject): string {
  const { id, facts } = object;
  const what = object.isRenamed
    ? `${madeBefore(object)}, which a later run renamed. Unless the state has it under the later name, no state has it.`
    : `${madeBefore(object)}, and the state does not have it any more: ${why}.`;
  const keep = facts.canAdopt
    ? `; to keep it, give the resource \`adopt: { id: "${id}" }\`, and take what the state has for the resource out of it ` +
      "before that, with `pulumi state delete`."
    : ".";
  return `${what} What to do: if it isn't needed, delete it on the platform${keep}`;
}

/**
 * Said before another object is made for the resource. An engine that was asked for a replacement, by `--replace` or a taint, or
 * that makes it because of another one, checks the new inputs as those of a new resource, and names the object only when it
 * deletes it: so nothing tells yet whether the object is forgotten or replaced.
 */
export function warningBeforeCreate(object: ForgottenObject): string {
  const { id, facts } = object;
  const keep = facts.canAdopt ? `to keep ${id}, give the resource \`adopt: { id: "${id}" }\`; ` : "";
  return (
    `${madeBefore(object)}. If this resource is being replaced, ${id} is deleted${facts.hasData ? " with all its data" : ""}. If it is shown ` +
    `as new, the state has lost ${id}: ${why}. Then another one is created beside it. What to do in that case: ${keep}if it isn't ` +
    "needed, delete it on the platform."
  );
}

function madeBefore({ kind, id, name, resource, isUnseen, facts }: ForgottenObject): string {
  const exists = isUnseen ? "exists, unless somebody deleted it," : "exists";
  const isThere = facts.isFree ? exists.replace(/,$/, "") : `${exists} and is billed`;
  const told = name === id ? "" : `, under the name ${JSON.stringify(name)}`;
  const whose = resource === undefined ? `this resource${told}` : JSON.stringify(resource);
  return `${kind} ${id} ${isThere}. An earlier run of this stack made it for ${whose}`;
}
