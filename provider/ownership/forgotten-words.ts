import type { ForgottenObject } from "./forgotten";

/** What people are told of an object that an earlier run made, and that the state does not have. */
export function forgotten({ kind, id, resource, isUnseen, isRenamed, facts }: ForgottenObject): string {
  const exists = isUnseen ? "exists, unless somebody deleted it," : "exists";
  const isThere = facts.isFree ? exists.replace(/,$/, "") : `${exists} and is billed`;
  const whose = resource === undefined ? "this resource" : JSON.stringify(resource);
  if (isRenamed)
    return (
      `${kind} ${id} ${isThere}. An earlier run of this stack made it for ${whose}, which a later run renamed. Unless the state has it ` +
      "under the later name, no state has it."
    );
  return (
    `${kind} ${id} ${isThere}. An earlier run of this stack made it for ${whose}, and the state does not have it any more: the ` +
    "state was brought back from a backup, or the resource was taken out of it."
  );
}

/** Said before another one is made. */
export const another = ({ id, facts }: ForgottenObject): string =>
  "A new one is created beside it. What to do: " +
  (facts.canAdopt
    ? `to keep it, give the resource \`adopt: { id: "${id}" }\`; if it isn't needed, delete it on the platform.`
    : "if it isn't needed, delete it on the platform.");

/** Said at the end of a run, where the state may have another object for the resource. */
export const left = ({ id, facts }: ForgottenObject): string =>
  "What to do: if it isn't needed, delete it on the platform" +
  (facts.canAdopt
    ? `; to keep it, give the resource \`adopt: { id: "${id}" }\`, and take what the state has for the resource out of it ` +
      "before that, with `pulumi state delete`."
    : ".");
