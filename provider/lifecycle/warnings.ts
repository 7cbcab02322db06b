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

/** Said where a replacement on request came to what the last run made, which no run had found in the state since. */
export const keptByTakingUp = (kind: string, id: string): string =>
  `${kind} ${id} was not replaced: no run had found it in the state since it was made, so this one took it over. It is in the state: to replace ` +
  "it, ask for the replacement again.";

/** Said where a create with another API key came to an object of the same id, which may be in another account. */
export const leftWhereSeen = (kind: string, id: string, seen: Sighting): string =>
  `${kind} ${id} was last seen with ${inWords(seen)}, and was now made with another key or address. If that is another account, it stays authorised there, ` +
  "and no state has it: take it out with the key of that account.";

/** Said of an import of what another resource got before. */
export const handedBefore = (kind: string, id: string): string =>
  `Another resource got ${kind} ${id} before, on this machine. If a state still has that one, whichever of the two is deleted may delete ` +
  `the ${kind} for both. What to do: take one of them out of its state with \`pulumi state delete\`, which leaves the ${kind} alone.`;

/** Said where the program adopts an object that another stack may have. */
export const inTwoStacks = (kind: string, id: string, whose: string, data: string): string =>
  `${kind} ${id} was created by ${whose}, on this machine. If the state of that stack still has it, deleting it here deletes it for both` +
  `${data}. What to do: take it out of that stack's state with \`pulumi state delete\`, or only look it up ` +
  `here, with \`${kind}.get\` (in Go \`Get${kind}\`, in YAML \`get\`), and neither adopt nor import it.`;
