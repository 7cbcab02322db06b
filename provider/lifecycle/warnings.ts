import { inWords, type Sighting } from "../state/sighting";

/** The message instead of a deletion, if another resource owns the object. */
export const keptBy = (kind: string, id: string, keeper: string): string =>
  `${kind} ${id} was not deleted: ${keeper} has it too. Only this resource was taken out of the state.`;

/** The message if a requested replacement resulted in the same object. */
export const keptByAdopt = (kind: string, id: string): string =>
  `${kind} ${id} was not replaced: the program adopts it, so the resource has the same object as before. To replace it, take \`adopt\` out of ` +
  "the program and ask for the replacement again.";

/** The message if a create with another API key resulted in an object with the same id, which may be in another account. */
export const leftWhereSeen = (kind: string, id: string, seen: Sighting): string =>
  `${kind} ${id} was last seen with ${inWords(seen)}, and was now made with another key or address. If that is another account, it stays authorised there, ` +
  "and no state has it: take it out with the key of that account.";
