import { getOrMake } from "../../values/many";
import type { Listed } from "../../provider/state/identity";
import type { Client } from "../../client/index";
import { kinds } from "../../provider/kinds";
import type { KindName } from "../../provider/kinds/names";
import { pluralOf } from "../stack/names";
import type { Kind } from "../../provider/kinds/operations";
import { toOutputs } from "../../provider/state/outputs";
import { fingerprints } from "../../provider/state/state";
import type { Shared } from "../state/accounts";
import type { StackResource } from "../state/deployment";
import { type PlatformObjects, readPlatformObjects } from "../state/platform-objects";
import { compare, isIgnored } from "./compare";
import type { Drift, NotCompared } from "../documents/drift";

export interface Found {
  /** The platform's objects in the comparison. */
  readonly platform: PlatformObjects;
  /** `drift` has the differences that count, `ignored` those that `ignoreChanges` covers. */
  readonly ignored: readonly Drift[];
  readonly drift: readonly Drift[];
  readonly notCompared: readonly NotCompared[];
  readonly failures: readonly Failure[];
}

export interface Failure {
  /** A noun phrase: `the NetworkVolumes of the stack`. */
  readonly what: string;
  readonly error: Error;
}

/**
 * Compares resources with the platform, with one list for each of their kinds. Changes nothing. Failed reads are reported,
 * and the rest is compared.
 *
 * @param owned ids of all objects of the stack, including replaced ones: none of them has taken a resource's place.
 */
export async function findDrift(
  client: Client,
  resources: readonly StackResource[],
  owned: ReadonlySet<string>,
  signal: AbortSignal,
  undeclared = false,
  shared?: Shared,
): Promise<Found> {
  const among = [...new Set(resources.map(({ kind }) => kind))];
  const failures: Failure[] = [];
  const unread = new Set<KindName>();
  const onFailure = (kind: KindName, error: Error) => {
    unread.add(kind);
    failures.push({ what: `how its ${pluralOf(kind)} are`, error });
  };
  const platform = await readPlatformObjects(client, among, resources, signal, onFailure, shared);
  const driftOf = async (resource: StackResource): Promise<Drift[]> => {
    const { kind, id, outputs } = resource;
    const { resource: declaration, operations } = kinds[kind] as Kind;
    const objects: readonly Listed[] = platform[kind];
    const object = byId(objects).get(id);
    if (!object || operations.isGone?.(object, outputs)) return [gone(resource, objects, owned)];
    const whole = (await operations.inFull?.({ client }, object, { signal })) ?? object;
    const now = toOutputs(declaration, id, outputs, operations.observe(whole, outputs));
    return [
      ...compare(declaration, resource, outputs, now, undeclared),
      ...(operations.endedInError?.(object) ? failed(resource) : []),
    ];
  };
  const drift = resources.map(async (resource) => {
    const { kind, name } = resource;
    if (unread.has(kind)) return [];
    try {
      return await driftOf(resource);
    } catch (error) {
      signal.throwIfAborted();
      failures.push({ what: `how ${kind} ${name} is`, error: error as Error });
      return [];
    }
  });
  const all = (await Promise.all(drift)).flat();
  return {
    platform,
    failures,
    drift: all.filter(({ ignored }) => !ignored),
    ignored: all.filter(({ ignored }) => ignored),
    notCompared: resources.flatMap(sealedProperties),
  };
}

const indexes = new WeakMap<readonly Listed[], ReadonlyMap<string, Listed>>();

/** An index of a list by id, made once for all look-ups. */
const byId = (objects: readonly Listed[]): ReadonlyMap<string, Listed> =>
  getOrMake(indexes, objects, () => new Map(objects.map((one) => [one.id, one])));

/** The drift of a pod that was already in ERROR when its create ended: the state agrees with the platform, but the program does not. */
function failed({ urn, name, kind, id, inputs, outputs, ignoreChanges }: StackResource): Drift[] {
  const wanted = inputs["desiredStatus"] ?? "RUNNING";
  if (wanted !== "RUNNING" || outputs["desiredStatus"] === "RUNNING") return [];
  const ignored = isIgnored("desiredStatus", ignoreChanges) && { ignored: true };
  return [{ urn, name, kind, id, class: "stopped", path: "desiredStatus", old: wanted, new: "ERROR", ...ignored }];
}

function gone(
  { urn, name, kind, id, inputs, outputs }: StackResource,
  objects: readonly Listed[],
  owned: ReadonlySet<string>,
): Drift {
  const called = outputs["platformName"] ?? outputs["name"] ?? inputs["name"];
  const successor = objects.find((one) => one.name === called && !owned.has(one.id));
  const base = { urn, name, kind, id, path: "", old: id };
  if (!successor) return { ...base, class: "terminated" };
  const { createdAt } = successor;
  return { ...base, class: "replaced", new: successor.id, ...(createdAt === undefined ? {} : { since: createdAt }) };
}

const sealedProperties = ({ urn, name, kind, sealedOutputs }: StackResource): NotCompared[] =>
  sealedOutputs
    // Fingerprints of secrets and generated passwords are never compared with the platform.
    .filter((path) => path !== fingerprints && path !== "jupyterPassword" && !path.startsWith("__"))
    .map((path) => ({ urn, name, kind, path, reason: "encrypted in the state, and no passphrase is set" }));
