import { mayBeToDelete } from "../create/journal/open-attempts";
import type { ForgottenObject } from "./forgotten";

const isMoved = (id: string): string =>
  `If the resource was moved to another stack with \`pulumi state move\`, that stack has ${id}: take the resource out of this program, and ` +
  `leave ${id} alone. If this stack has got the name of one that was renamed with \`pulumi stack rename\`, that one has ${id}: leave it alone.`;

/**
 * Said at the end of a run, where nothing has named the object as one of the state, which may have another one for the resource. The
 * engine names what it deletes only when it comes to that: where that may be why, nobody is told that the state has lost it.
 */
export function warningAtEnd(object: ForgottenObject): string {
  const { id, facts } = object;
  if (object.isOfNew && !object.isRenamed && !object.isRetired && !object.isUnseen) return warningBeforeCreate(object);
  const keep = facts.canAdopt
    ? `; to keep it in this stack, take what the state has for the resource out of it with \`pulumi state delete\`, and then give the resource ` +
      `\`adopt: { id: "${id}" }\`.`
    : ".";
  const inWhichState = whereItMayBe(object);
  if (inWhichState !== undefined) {
    return (
      `${inWhichState} What to do: run \`compute doctor\`, which looks through the states. If one of them has ${id}, leave it alone. If none has ` +
      `and nobody needs it, delete it on the platform${keep}`
    );
  }
  if (object.successor !== undefined) {
    const data = facts.hasData ? " with all its data" : "";
    return (
      `${madeBefore(object)}, and the state has ${object.successor} for it now. ` +
      `${mayBeToDelete(id, data)} any more: if nobody needs it, delete it on the ` +
      `platform${keep}`
    );
  }
  return (
    `${madeBefore(object)}, and the state does not have it any more. ${isMoved(id)} Otherwise the state was brought back from a backup, or the ` +
    `resource was taken out of it: if nobody needs ${id}, delete it on the platform${keep}`
  );
}

/** Why a state may have the object though this run was not told. */
function whereItMayBe(object: ForgottenObject): string | undefined {
  if (object.isRenamed)
    return `${madeBeforeRename(object)}. The state of this stack or of another one may have it, maybe under another name.`;
  if (object.isRetired)
    return `${madeBefore(object)}, and a later run put another one in its place. The state may still have it, for a later run to delete.`;
  if (object.isLater) return `${madeBefore(object)}, after what this run was about. The state may have it now.`;
  // With the settings of this run the resource may have been renamed elsewhere, which the journal of this address does not tell.
  if (object.isUnseen)
    return `${madeBefore(object)}, and this run can't see it. The state of this stack or of another one may have it under another name.`;
  return undefined;
}

/**
 * Said before another object is made for the resource. An engine that was asked for a replacement, by `--replace` or a taint, or
 * that makes it because of another one, checks the new inputs as those of a new resource, and names the object only when it
 * deletes it: so nothing tells yet whether the object is forgotten or replaced.
 */
export function warningBeforeCreate(object: ForgottenObject): string {
  const { id, facts } = object;
  if (object.isRetired) return warningAtEnd(object);
  const data = facts.hasData ? " with all its data" : "";
  const regardless = facts.hasData ? ", and `dataLoss` does not stop that" : "";
  const keep = facts.canAdopt ? `to keep ${id}, give the resource \`adopt: { id: "${id}" }\`; ` : "";
  return (
    `${madeBefore(object)}. What becomes of it depends on why this run makes another one. If the preview shows a replacement, ${id} is ` +
    `deleted${data}${regardless}. If it shows the resource as new and ${id} as deleted${data}, the resource had another name or parent before: ` +
    `give it ${alias}. If it shows the resource as new and deletes nothing, ${id} stays beside the new one: ` +
    `${keep}if nobody needs it, delete it on the platform. ${isMoved(id)}`
  );
}

/** Said of a new resource, where an earlier run made an object of its name for another one: the program may have moved that one. */
export function warningOfMove(object: ForgottenObject): string {
  const { kind, id, name, resource = "this resource", isRenamed, isAdopted } = object;
  if (isAdopted) return warningOfAdopted(object);
  const made = isRenamed
    ? `${madeBeforeRename(object)}. If another stack has ${id} now, all is well: \`compute doctor\` tells. `
    : `An earlier run of this stack made ${kind} ${id}, under the name ${JSON.stringify(name)}, for a resource that has another parent or ` +
      `another name than ${JSON.stringify(resource)}, which is new. If the program still has that resource too, all is well. `;
  return (
    `${made}If the resource was renamed or moved to another parent, this run deletes ${id} with all its data, and makes an empty one. What to ` +
    `do in that case: give the resource ${alias}; the preview then shows neither a new resource nor a deletion.`
  );
}

/** Said of a resource whose object gets the name of one that an earlier run made for another resource, as when a list of names gets shorter. */
export function warningOfTakenName({ kind, id, name }: ForgottenObject, own: string, resource: string): string {
  return (
    `${kind} ${own} of ${JSON.stringify(resource)} gets the name ${JSON.stringify(name)}, which ${kind} ${id} of another resource of this stack has. If the ` +
    `program still has that resource too, all is well. If it is no longer in the program, this run deletes ${id} with all its data, and the data of ${own} goes on ` +
    `under the name ${JSON.stringify(name)}. What to do if ${id} has the data that is to stay: go back to the program of before, and name each resource after ` +
    "what it is and not after its place in a list."
  );
}

/** Said of a new resource whose object another one has adopted: the program may be an earlier one again, without the other. */
function warningOfAdopted(object: ForgottenObject): string {
  const { id } = object;
  return (
    `${madeBefore(object)}, and since then another resource has adopted it. If the program still has that one, all is well. If not, this run ` +
    `deletes ${id} with all its data, and makes an empty one. To keep it, give the resource \`adopt: { id: "${id}" }\`.`
  );
}

/** Said at the end of a preview, of an object that nobody spoke of and that has the arguments of a new resource. */
export function warningOfLikelyMove({ kind, id, name, resource }: ForgottenObject): string {
  const its = resource === undefined ? "the new resource" : JSON.stringify(resource);
  return (
    `An earlier run of this stack made ${kind} ${id}, under the name ${JSON.stringify(name)}. It has the arguments of ` +
    `${its}, which is new, and the program has not named the resource that has ${id}. If this preview shows that resource as deleted, and ${its} ` +
    `is the same one under another name or parent, an \`up\` deletes ${id} with all its data, and makes an empty one. What to do in that case: ` +
    `give ${its} ${alias}; the preview then shows neither a new resource nor a deletion. If this preview shows no deletion, all is well, ` +
    `unless the state was brought back from a backup that does not have ${id}: \`compute doctor\` tells.`
  );
}

/** A name or a parent would do in some languages only, and not where the program was in another form of the package before. */
const alias =
  "the option `aliases` with its earlier URN, which every language takes and `pulumi stack --show-urns` prints";

const madeBeforeRename = (object: ForgottenObject): string =>
  `${exists(object)}. An earlier run of a stack of this name made it for ${whose(object)}, and since then this resource or its stack was renamed, or it was moved to another stack`;

const madeBefore = (object: ForgottenObject): string =>
  `${exists(object)}. An earlier run of this stack made it for ${whose(object)}`;

function exists({ kind, id, isUnseen, facts }: ForgottenObject): string {
  const isThere = isUnseen ? "exists, unless somebody deleted it," : "exists";
  return `${kind} ${id} ${facts.isFree ? isThere.replace(/,$/, "") : `${isThere} and is billed`}`;
}

function whose({ id, name, resource }: ForgottenObject): string {
  if (resource !== undefined) return JSON.stringify(resource);
  return name === id ? "this resource" : `this resource, under the name ${JSON.stringify(name)}`;
}
