import type { Props } from "../provider/table/props";
import { collections, keysIn, plainObject, type PlatformObject, type StoredKind } from "./platform-objects";
import { type Declared, isNameless } from "./programs";
import type { VirtualPlatform } from "./virtual-platform";

/** An entry of the engine's state file. */
export interface Entry {
  readonly id: string;
  readonly inputs: Props;
  readonly outputs: Props;
  /** Its arguments are unknown, and its name is that of the run that made it, until the next `up` changes it. */
  readonly isTakenOver?: true;
}

/** Objects of a kind as the emulator keeps them. */
function objectsOf(
  store: VirtualPlatform["store"],
  kind: StoredKind | "endpoint" | "sshKey",
): readonly PlatformObject[] {
  if (kind === "sshKey") return keysIn(store);
  if (kind !== "endpoint") return store[collections[kind]].newestFirst().map(plainObject);
  const { endpoints } = store.dump() as { endpoints: readonly { id: string; settings: { name: string } }[] };
  return endpoints.map(({ id, settings }) => ({ id, name: settings.name }));
}

const storedKinds = [...(Object.keys(collections) as StoredKind[]), "endpoint", "sshKey"] as const;

/** The ids of all objects on the platform. */
export const idsOn = ({ store }: VirtualPlatform): Set<string> =>
  new Set(storedKinds.flatMap((kind) => objectsOf(store, kind).map(({ id }) => id)));

/** What speaks against each resource having exactly one object of its own, and others keeping theirs. */
export function differencesFrom(
  { store }: VirtualPlatform,
  program: readonly Declared[],
  state: ReadonlyMap<string, Entry>,
  theirs: ReadonlySet<string>,
): string[] {
  const found: string[] = [];
  const left = new Set<string>();
  for (const kind of storedKinds) {
    const objects = objectsOf(store, kind);
    const there = new Map(
      objects
        .filter((object) => !object.cluster && (object.owner ?? "self") === "self")
        .map((object) => [object.id, object]),
    );
    for (const { logicalName, args } of program.filter((declared) => declared.kind === kind)) {
      const entry = state.get(logicalName);
      const object = entry && there.get(entry.id);
      if (!object) found.push(`${logicalName} has no object of its own`);
      else if (!isNameless(kind) && !entry.isTakenOver && object.name !== (args.name ?? entry.inputs.name))
        found.push(`${logicalName} is named ${object.name}`);
      if (entry) there.delete(entry.id);
    }
    for (const { id, name } of there.values()) if (!theirs.has(id)) found.push(`orphan: ${kind} ${id}, named ${name}`);
    for (const { id } of objects) if (theirs.has(id)) left.add(id);
  }
  for (const id of theirs) if (!left.has(id)) found.push(`${id} of somebody else is gone`);
  for (const [logicalName, { id }] of state)
    if (theirs.has(id)) found.push(`${logicalName} took ${id} of somebody else`);
  return found;
}
