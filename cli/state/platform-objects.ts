import type { Listed } from "../../provider/state/identity";
import { unlessAbsent } from "../../client/errors/api-errors";
import type { Client } from "../../client/index";
import { kinds as allKinds, type ObjectOf } from "../../provider/kinds";
import { kindNames, type KindName } from "../../provider/kinds/names";
import type { Operations } from "../../provider/kinds/operations";
import { Shared } from "./accounts";

export type PlatformObjects = { readonly [K in KindName]: readonly ObjectOf<K>[] };

/**
 * Reads the platform: one list for each of these kinds, which the stacks of a pass share, and a read by id for each known
 * object that is missing from the list, because only a 404 means gone.
 *
 * @param onFailure receives each kind that could not be read and counts as empty; without it, the first failure is thrown.
 */
export async function readPlatformObjects(
  client: Client,
  kinds: readonly KindName[],
  known: readonly { readonly kind: KindName; readonly id: string }[],
  signal: AbortSignal,
  onFailure?: (kind: KindName, error: Error) => void,
  shared = new Shared(),
): Promise<PlatformObjects> {
  const reading = { client };
  const options = { signal };
  const read = async (kind: KindName): Promise<Listed[]> => {
    const operations: Operations<Listed> = allKinds[kind].operations;
    const listed = await shared.once(client, `list of ${kind}`, () => operations.list(reading, options));
    const ids = new Set(listed.map(({ id }) => id));
    const absent = known.filter((one) => one.kind === kind && one.id !== "" && !ids.has(one.id));
    const found = await Promise.all(absent.map(({ id }) => unlessAbsent(operations.get(reading, id, options))));
    return [...listed, ...found.filter((object) => object !== undefined)];
  };
  const tell = (kind: KindName, error: unknown): Listed[] => {
    signal.throwIfAborted();
    if (onFailure === undefined || !(error instanceof Error)) throw error;
    onFailure(kind, error);
    return [];
  };
  const objects = kindNames.map(async (kind) => {
    const found = kinds.includes(kind) ? await read(kind).catch((error: unknown) => tell(kind, error)) : [];
    return [kind, found] as const;
  });
  return Object.fromEntries(await Promise.all(objects)) as unknown as PlatformObjects;
}
