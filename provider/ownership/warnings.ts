/** An object that an earlier run of this stack made on this machine. */
interface Earlier {
  readonly kind: string;
  readonly id: string;
  /** Under which it was made. */
  readonly name: string;
  /** ` with` what goes with it, if it is deleted. */
  readonly data: string;
}

/** What a warning may advise for an object of this kind, and whether it is billed. */
export interface KindFacts {
  readonly canAdopt: boolean;
  readonly isFree: boolean;
  /** The object has the name that the resource asks for, and names of the kind are unique. */
  readonly hasName: boolean;
}

/** Said before a create for a resource for which an earlier run made an object that is still there. */
export function warningBeforeCreate(
  { kind, id, name, data }: Earlier,
  resource: string | undefined,
  { canAdopt, isFree, hasName }: KindFacts,
  isTakenOver: boolean,
): string {
  const whose =
    resource === undefined ? `this resource, under the name ${JSON.stringify(name)}` : JSON.stringify(resource);
  const exists = `${kind} ${id} exists${isFree ? "" : " and is billed"}. An earlier run of this stack made it for ${whose}`;
  if (isTakenOver)
    return `${exists}, and no run has found it in the state since: \`up\` takes it over, and makes no other.`;
  const unstopped = data && `${data}, which \`dataLoss\` does not stop`;
  const beside = hasName
    ? `As names are unique, \`up\` can make no other of this name, and replaces it only with the option \`deleteBeforeReplace: true\``
    : `If the resource is new, ${id} stays beside the one that \`up\` makes`;
  const keep = canAdopt ? `; to keep it, give the resource \`adopt: { id: "${id}" }\`` : "";
  return `${exists}. If this run replaces the resource, ${id} is deleted${unstopped}. ${beside}${keep}. \`compute doctor\` tells whether a state has it.`;
}

/** Said at the end of a preview, of an object that nobody named, while a new resource is like the one that it was made for. */
export function warningOfLikelyMove({ kind, id, name, data }: Earlier, resource: string | undefined): string {
  const its = resource === undefined ? "the new resource" : JSON.stringify(resource);
  return (
    `An earlier run of this stack made ${kind} ${id}, under the name ${JSON.stringify(name)}, and the program has not named the resource that has ` +
    `it. ${its} is new, and has the same name or arguments. If it is that resource under another name or parent, an \`up\` deletes ` +
    `${id}${data}, and makes another one. What to do in that case: give ${its} the option \`aliases\` with its earlier URN, which every ` +
    "language takes and `pulumi stack --show-urns` prints; the preview then shows neither a new resource nor a deletion."
  );
}

/** The same of a resource whose object gets the name of that one, as when a list of names gets shorter. */
export function warningOfTakenName({ kind, id, name, data }: Earlier, own: string, resource?: string): string {
  return (
    `${kind} ${own} of ${resource === undefined ? "a resource" : JSON.stringify(resource)} gets the name ${JSON.stringify(name)}, under which an earlier ` +
    `run made ${id} for another resource, which the program has not named. If the program no longer has that one, an \`up\` deletes ` +
    `${id}${data}, and ${own} goes on under the name ${JSON.stringify(name)}. What to do if ${id} is the one that is to stay: go back to the ` +
    "program of before, and name each resource after what it is and not after its place in a list."
  );
}
