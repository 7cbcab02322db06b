import { newAdoption } from "../../state/entry";
import { hidden, keyOfInputs } from "../../state/state";
import type { Props } from "../../table/props";
import { imported, requireIdForm } from "../adoption/import";
import { warnOfOtherStack } from "../adoption/other-owners";
import type { Context } from "../context";

/** Reads an object that no state knows, with the arguments that declare it. */
export async function importObject(
  context: Context,
  id: string,
  given: Props,
): Promise<{ props: Props; inputs: Props }> {
  const { session, lookup } = context;
  requireIdForm(context, id);
  const { object } = await lookup.read(id, given);
  const { importee, inputs, asked } = await imported(context, id, object);
  await warnOfOtherStack(context, importee.id, given);
  const { randomBytes, clock, books } = session;
  const by = { key: keyOfInputs(given), adoption: newAdoption(randomBytes, clock.now()) };
  await books.takes(context.object(importee.id), by, importee);
  // No call tells whether the engine stores the import or only previews it.
  await books.ownership.record(context.object(importee.id), by);
  return {
    props: context.outputs(importee, {
      ...given,
      ...asked,
      [hidden.adoption]: by.adoption,
    }),
    inputs,
  };
}
