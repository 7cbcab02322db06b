import { namedOf } from "../../values/many";
import { withoutMark } from "../../provider/table/names";
import { CommandFailure } from "../io";
import { namesInRuns } from "../stack/names";

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * The id of an object by its name on the platform, or by its logical name, to which the provider adds a suffix.
 *
 * @param what the plural, as in `pods`.
 * @throws CommandFailure if the name matches none or several.
 */
export async function idCalled(objects: AsyncIterable<Named>, called: string, what: string): Promise<string> {
  const exact: string[] = [];
  const names: string[] = [];
  const suffixed: string[] = [];
  for await (const { id, name } of objects) {
    names.push(withoutMark(name));
    if (name === called) exact.push(id);
    else if (withoutMark(name) === called) suffixed.push(id);
  }
  const found = exact.length > 0 ? exact : suffixed;
  if (found.length > 1)
    throw new CommandFailure(
      `${found.length} ${what} are called ${called}: ${found.join(", ")}. Give the id of one, or run this in the project of the stack ` +
        "that has it, with --stack.",
    );
  const [id] = found;
  if (id === undefined) throw new CommandFailure(noneCalled(called, what, names));
  return id;
}

/** The greatest number of listed names. */
const shownNames = 20;

function noneCalled(called: string, what: string, names: readonly string[]): string {
  const known = namesInRuns([...new Set(names)].sort());
  const list = known.length === 0 ? "The account has none." : `The account has: ${namedOf(known, shownNames)}.`;
  return `None of the account's ${what} has the id or the name ${called}. ${list}`;
}
