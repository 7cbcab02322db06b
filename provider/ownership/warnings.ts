/** An object that an earlier run of this stack made on this machine. */
interface Earlier {
  readonly kind: string;
  readonly id: string;
  /** Under which it was made. */
  readonly name: string;
}

/** What a warning may advise for an object of this kind, and whether it is billed or holds data. */
export interface KindFacts {
  readonly canAdopt: boolean;
  /** What is in it goes with it. */
  readonly hasData: boolean;
  readonly isFree: boolean;
}

/** Said before a create for a resource for which an earlier run made an object that is still there. */
export function warningBeforeCreate(
  { kind, id, name }: Earlier,
  resource: string | undefined,
  { canAdopt, hasData, isFree }: KindFacts,
  isTakenOver: boolean,
): string {
  const whose =
    resource === undefined ? `this resource, under the name ${JSON.stringify(name)}` : JSON.stringify(resource);
  const exists = `${kind} ${id} exists${isFree ? "" : " and is billed"}. An earlier run of this stack made it for ${whose}`;
  if (isTakenOver)
    return `${exists}, and no run has found it in the state since: \`up\` takes it over, and makes no other.`;
  const data = hasData ? " with all its data, which `dataLoss` does not stop" : "";
  const keep = canAdopt ? `; to keep it, give the resource \`adopt: { id: "${id}" }\`` : "";
  return (
    `${exists}. If this run replaces the resource, ${id} is deleted${data}. If the resource is new, ${id} stays beside the one that \`up\` makes` +
    `${keep}. \`compute doctor\` tells whether a state has it.`
  );
}

/** Said at the end of a preview, of an object with data that nobody named, while a new resource is like the one that it was made for. */
export function warningOfLikelyMove({ kind, id, name }: Earlier, resource: string | undefined): string {
  const its = resource === undefined ? "the new resource" : JSON.stringify(resource);
  return (
    `An earlier run of this stack made ${kind} ${id}, under the name ${JSON.stringify(name)}, and the program has not named the resource that has ` +
    `it. ${its} is new, and has the same name or arguments. If it is that resource under another name or parent, an \`up\` deletes ${id} with ` +
    `all its data, and makes an empty one. What to do in that case: give ${its} the option \`aliases\` with its earlier URN, which every ` +
    "language takes and `pulumi stack --show-urns` prints; the preview then shows neither a new resource nor a deletion."
  );
}

/** The same of a resource whose object gets the name of that one, as when a list of names gets shorter. */
export function warningOfTakenName({ kind, id, name }: Earlier, own: string, resource: string | undefined): string {
  return (
    `${kind} ${own} of ${resource === undefined ? "a resource" : JSON.stringify(resource)} gets the name ${JSON.stringify(name)}, under which an earlier ` +
    `run made ${id} for another resource, which the program has not named. If the program no longer has that one, an \`up\` deletes ${id} with all its ` +
    `data, and the data of ${own} goes on under the name ${JSON.stringify(name)}. What to do if ${id} has the data that is to stay: go back to the ` +
    "program of before, and name each resource after what it is and not after its place in a list."
  );
}
