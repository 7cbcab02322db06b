import { join } from "node:path";
import type { Io } from "../io";
import type { Kind, Stack } from "../state/deployment";

/** A create that this machine began, and whose object is not yet known to be in a state. */
export interface JournalEntry {
  /** Which resource of which stack asked: a digest of its URN. */
  readonly key: string;
  readonly kind: Kind;
  /** The name asked for. */
  readonly name: string;
  /** The id that the platform gave, if an answer came. */
  readonly made?: string;
  /** A process is still busy with it. */
  readonly isBusy: boolean;
}

/** Reads the journal of creates that the provider keeps on this machine for this platform and project. Writes nothing. */
export async function readJournal(io: Io, stack: Stack, apiUrl: string): Promise<JournalEntry[]> {
  const projects = new Set([...stack.resources, ...stack.pending.map(({ resource }) => resource)].map(projectOf));
  const [{ Journal }, { fileStorage }, { journalPlace, scopeOf }, { isAlive }] = await Promise.all([
    import("../../provider/once/journal.js"),
    import("../../provider/once/storage.js"),
    import("../../provider/once/place.js"),
    import("../../provider/once/owner.js"),
  ]);
  const { root } = journalPlace(io.env);
  const found = await Promise.all(
    [...projects].map((project) => new Journal(fileStorage(join(root, scopeOf(apiUrl, project)))).unconfirmed()),
  );
  return found.flat().map(({ key, kind, name, made, owner }) => ({
    key,
    kind: kind as Kind,
    name,
    ...(made === undefined ? {} : { made }),
    isBusy: owner !== undefined && isAlive(owner),
  }));
}

const projectOf = ({ urn }: { readonly urn: string }): string => urn.split("::")[1] ?? "";
