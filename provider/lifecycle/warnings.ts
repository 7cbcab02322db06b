import type { BegunElsewhere } from "../create/creates";
import { inWords, type Sighting } from "../state/sighting";

/** Said in place of a deletion, where another resource has adopted the object. */
export function takenOver(kind: string, id: string, canAdopt: boolean): string {
  const [how, again] = canAdopt ? [" by `adopt` or by an import", `adopt ${id} again`] : ["", "declare it again"];
  return (
    `${kind} ${id} was not deleted: another resource has taken it over${how}. Only this resource was dropped from the state. If no resource ` +
    `has it, which \`compute doctor\` tells (as after an import that was only previewed, or where the state comes from a backup), ${again}, or delete it on the platform.`
  );
}

/** Said where a replacement on request came to the same object. */
export const keptByAdopt = (kind: string, id: string): string =>
  `${kind} ${id} was not replaced: the program adopts it, so the resource has the same object as before. To replace it, take \`adopt\` out of ` +
  "the program and ask for the replacement again.";

/** Said in place of a deletion, where the program has gone back to the object and the engine has created another one all the same. */
export const keptForItsData = (kind: string, id: string): string =>
  `${kind} ${id} was not deleted, since its data would be lost: the program has gone back to it, but a replacement that had failed before was ` +
  `still to be made, and the resource has another ${kind} now. No resource has ${id} any more: to keep the data, adopt it with a resource of its ` +
  "own; otherwise delete it on the platform.";

/**
 * Said beside a deletion that is not sent because another resource has taken the object over, where that may have taken only
 * an object of the same id in another account.
 */
export const leftElsewhere = (kind: string, id: string, seen: Sighting, here: Sighting): string =>
  `${kind} ${id} was last seen with ${inWords(seen)}, and is now used with ${inWords(here)}. If these keys belong to ` +
  `different accounts, it is still in the first one: delete it there if it isn't needed.`;

/** Said where another process of the run has just taken over what may be this very object. */
export const deletedForBoth = (kind: string, id: string, here: Sighting): string =>
  `${kind} ${id} was deleted with ${inWords(here)}, and another resource of this program has just taken it over with another API key. If both ` +
  `API keys belong to one account, that resource has lost it: run \`up --refresh\`, which creates it again.`;

/** Said where the program adopts an object that another stack may have. */
export const inTwoStacks = (kind: string, id: string, whose: string, hasData: boolean): string =>
  `${kind} ${id} ${whose}, on this machine. If the state of that stack still has it, either stack deletes it for both` +
  `${hasData ? ", with all its data" : ""}. What to do: take it out of that stack's state with \`pulumi state delete\`, or only look it up ` +
  `here, with \`${kind}.get\` (in Go \`Get${kind}\`, in YAML \`get\`), and neither adopt nor import it.`;

/** Said where an object is imported that another resource of the project may have. */
export const inTwoResources = (kind: string, id: string, hasData: boolean): string =>
  `${kind} ${id} already belonged to another resource of this stack, or of another stack of this project. If this run drops that resource, the ${kind} stays with the new one. ` +
  `If a state keeps both, deleting either of the two deletes the ${kind} for both${hasData ? ", with all its data" : ""}. What to do: take one of them out of the state with \`pulumi state delete\`.`;

/** Said where an object is adopted or imported that an interrupted run may have made for another resource. */
export const begunForAnother = (kind: string, id: string, at: number): string =>
  `${kind} ${id} has the name of what an interrupted run began to create at ${new Date(at).toISOString()} for another resource, of this stack or of another stack of this project. ` +
  `Once this resource has it, \`up\` does not take it over for the other one, and says so: to have another one made there, run \`compute doctor\` for ` +
  "that stack, which tells how to forget the attempt.";

/** Said before a create that an interrupted run of this stack may have begun, while the stack had another name or backend. */
export function begunElsewhere({ attempt, whose }: BegunElsewhere, canAdopt: boolean): string {
  const { kind, name, made, isFree } = attempt;
  const [from, same] = beginnings[whose];
  const object = `the ${kind} named ${JSON.stringify(name)}`;
  const bills = isFree ? "" : " and bills";
  const exists =
    made === undefined ? `it may exist${bills && " and bill"}` : `${made} exists${bills}, unless somebody deleted it`;
  const id = made === undefined ? "ID" : JSON.stringify(made);
  const keep = canAdopt ? `to keep it, give the resource \`adopt: { id: ${id} }\`; ` : "";
  return (
    `An interrupted run of ${from} began to create ${object}. ${same}, ${exists}; and another one is created ` +
    `beside it. What to do in that case: ${keep}if it isn't needed, delete it on the platform.`
  );
}

const beginnings: Readonly<Record<BegunElsewhere["whose"], readonly [string, string]>> = {
  "another stack": ["another stack of this project", "If that is this stack under an earlier name"],
  "another backend": ["a stack of this name in another backend", "If the stack was moved here from there"],
  "another project": ["a stack of another project", "If that is this stack under an earlier name of its project"],
};
