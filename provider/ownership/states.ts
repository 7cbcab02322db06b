import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { kindIn, parseUrn, resourceKeyOf } from "../state/identity";
import { type Sighting, sightingIn } from "../state/sighting";
import { keyOf } from "../state/state";
import { isObject } from "../table/props";

/** A resource with its object, as a state has it. */
export interface StateEntry {
  readonly kind: string;
  readonly id: string;
  readonly urn: string;
  /** Of the resource, as its outputs have it. */
  readonly key: string;
  /** Where the object was last seen. */
  readonly seen: Sighting | undefined;
}

/** The entry in words: `the resource web of the stack dev (project site)`. */
export function inWords({ urn }: StateEntry): string {
  const { name, stack, project } = parseUrn(urn);
  return `the resource ${name} of the stack ${stack} (project ${project})`;
}

/** What all states of a folder have. A state that can't be read has nothing, nor do operations that were interrupted. */
export function entriesInFolder(folder: string): StateEntry[] {
  const names = orElse([], () => readdirSync(folder, { recursive: true, encoding: "utf8" }));
  return names.filter((name) => /\.json(\.gz)?$/.test(name)).flatMap((name) => entriesOfFile(join(folder, name)));
}

const entriesOfFile = (path: string): StateEntry[] =>
  orElse([], () => {
    const bytes = readFileSync(path);
    const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
    const { checkpoint } = JSON.parse(text) as { checkpoint: { latest: unknown } };
    return entriesOf(checkpoint.latest);
  });

/** What a deployment has: the member of that name of an exported state, or `checkpoint.latest` of a file. */
export function entriesOf(deployment: unknown): StateEntry[] {
  const resources = isObject(deployment) ? deployment["resources"] : undefined;
  return Array.isArray(resources) ? resources.flatMap((resource: unknown) => entryOf(resource) ?? []) : [];
}

/** What is only read, by `.get`, belongs to whoever manages it; what waits for its replacement is deleted already. */
function entryOf(resource: unknown): StateEntry | undefined {
  if (!isObject(resource) || resource["external"] === true || resource["pendingReplacement"] === true) return undefined;
  const { type, id, urn, outputs } = resource;
  const kind = kindIn(String(type));
  if (kind === undefined || typeof id !== "string" || id === "" || typeof urn !== "string") return undefined;
  const props = isObject(outputs) ? outputs : {};
  return { kind, id, urn, key: keyOf(props) ?? resourceKeyOf(urn), seen: sightingIn(props) };
}

function orElse<T>(otherwise: T, call: () => T): T {
  try {
    return call();
  } catch {
    return otherwise;
  }
}
