import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as zlib from "node:zlib";
import { ConfigurationError } from "../../client/errors/errors";
import { orElse } from "../../values/or-else";
import { kindIn, parseUrn, resourceKeyOf } from "../state/identity";
import type { HeldEntry } from "../state/holders";
import { sightingIn } from "../state/sighting";
import { keyOf } from "../state/state";
import { isObject, pick, type Props } from "../table/props";

/** An entry of a state: a resource with its object. */
export interface StateEntry extends HeldEntry {
  readonly urn: string;
  readonly isRetained?: boolean;
  /** An earlier run replaced the object but did not delete it. */
  readonly isLeftOver?: boolean;
  /** The option `protect` keeps an engine from deleting it, except for an import of another object. */
  readonly isProtected?: boolean;
  /** Which losses the program allows, by the arguments `dataLoss` and `jobLoss` of the last run. */
  readonly losses?: Props;
}

/** The entry in words: `the resource web of the stack dev (project site)`. */
export function inWords({ urn }: StateEntry): string {
  const { name, stack, project } = parseUrn(urn);
  return `the resource ${name} of the stack ${stack} (project ${project})`;
}

/** The entries of the readable states of a folder. @throws ConfigurationError for one that only a newer Node can read. */
export function entriesInFolder(folder: string): StateEntry[] {
  const names = orElse([], () => readdirSync(folder, { recursive: true, encoding: "utf8" }));
  return names.flatMap((name) => {
    const state = /\.json(\.gz|\.zst)?$/.exec(name);
    return state ? entriesOfFile(join(folder, name), unpackerOf(name, state[1])) : [];
  });
}

type Unpack = (packed: Buffer) => Buffer;

/** Node reads zstd from 22.15 on. */
function unpackerOf(name: string, packing: string | undefined): Unpack {
  if (packing === undefined) return (bytes) => bytes;
  const { gunzipSync, zstdDecompressSync } = zlib as typeof zlib & { readonly zstdDecompressSync?: Unpack };
  const unpack = packing === ".gz" ? gunzipSync : zstdDecompressSync;
  if (unpack) return unpack;
  throw new ConfigurationError(
    "PULUMI_DIY_BACKEND_ZSTD",
    `The state ${name} is compressed by zstd, which Node ${process.versions.node} can't read, so nobody knows which objects are ` +
      "its own. Use Node 22.15 or newer, or change that stack once without PULUMI_DIY_BACKEND_ZSTD and remove the file.",
  );
}

const entriesOfFile = (path: string, unpack: Unpack): StateEntry[] =>
  orElse([], () => {
    const text = unpack(readFileSync(path)).toString("utf8");
    const { checkpoint } = JSON.parse(text) as { checkpoint: { latest: unknown } };
    return entriesOf(checkpoint.latest);
  });

/** The entries of a deployment: the member of that name of an exported state, or `checkpoint.latest` of a file. */
export function entriesOf(deployment: unknown): StateEntry[] {
  const resources = isObject(deployment) ? deployment["resources"] : undefined;
  return Array.isArray(resources) ? resources.flatMap((resource: unknown) => entryOf(resource) ?? []) : [];
}

/** The entry of a resource, unless `.get` only reads it. One that waits for its replacement is deleted, unless retained. */
function entryOf(resource: unknown): StateEntry | undefined {
  if (!isObject(resource) || resource["external"] === true) return undefined;
  const { type, id, urn, outputs } = resource;
  const kind = kindIn(String(type));
  if (kind === undefined || typeof id !== "string" || id === "" || typeof urn !== "string") return undefined;
  const props = isObject(outputs) ? outputs : {};
  const isRetained = resource["retainOnDelete"] === true;
  const fate = {
    isRetained,
    isDeleted: resource["pendingReplacement"] === true && !isRetained,
    isLeftOver: resource["delete"] === true,
    isProtected: resource["protect"] === true,
  };
  const losses = pick(props, ["dataLoss", "jobLoss"]);
  return { kind, id, urn, key: resourceKeyOf(urn), storedKey: keyOf(props), seen: sightingIn(props), ...fate, losses };
}
