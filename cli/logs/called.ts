import { CommandFailure } from "../io";

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * The id of what a person calls by its name on the platform, or else by its logical name in a program, to which the provider
 * adds a suffix. Undefined where nothing is called so.
 *
 * @param what the plural, as in `pods`. @throws CommandFailure when a name fits several.
 */
export async function idCalled(
  objects: AsyncIterable<Named>,
  called: string,
  what: string,
): Promise<string | undefined> {
  const exact: string[] = [];
  const suffixed: string[] = [];
  for await (const { id, name } of objects) {
    if (name === called) exact.push(id);
    else if (name.startsWith(`${called}-`) && /^[0-9a-f]{7}$/.test(name.slice(called.length + 1))) suffixed.push(id);
  }
  const found = exact.length > 0 ? exact : suffixed;
  if (found.length > 1)
    throw new CommandFailure(
      `${found.length} ${what} are called ${called}: ${found.join(", ")}. Give the id of one, or run this in the project of the stack ` +
        "that has it, with --stack.",
    );
  return found[0];
}
