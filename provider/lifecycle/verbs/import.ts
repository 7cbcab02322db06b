import type { Identified } from "../../kinds/operations";
import { newAdoption, newDatedAdoption } from "../../state/entry";
import { hidden, keyOf } from "../../state/state";
import type { Props } from "../../table/props";
import { imported, requireIdForm } from "../adoption/import";
import { warnOfOtherOwner } from "../adoption/other-owners";
import type { VerbContext } from "../context";

/** An object that no state knows, with the arguments by which a program would declare it. */
export async function importObject<T extends Identified>(
  context: VerbContext<T>,
  id: string,
  given: Props,
): Promise<{ props: Props; inputs: Props }> {
  const { session, lookup } = context;
  requireIdForm(context, id);
  const { object } = await lookup.read(id, given);
  const { importee, inputs, asked } = await imported(context, id, object);
  await warnOfOtherOwner(context, importee, given);
  const { randomBytes, clock, books } = session;
  const adoption = lookup.isInAnyAccount ? newDatedAdoption(randomBytes, clock.now()) : newAdoption(randomBytes);
  await books.ownership.earlier.noteImport(context.object(importee.id), keyOf(given), adoption);
  return { props: context.outputs(importee, { ...given, ...asked, [hidden.adoption]: adoption }), inputs };
}
