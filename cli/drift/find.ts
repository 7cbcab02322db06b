import { ComputeError } from "../../client/errors/errors";
import type { Hooks } from "../../client/index";
import type { Listed } from "../../provider/state/identity";
import { kinds } from "../../provider/kinds";
import type { KindName } from "../../provider/kinds/names";
import { pluralOf } from "../stack/names";
import type { Kind } from "../../provider/kinds/operations";
import { toOutputs } from "../../provider/state/outputs";
import { fingerprints } from "../../provider/state/state";
import { CommandFailure, type Io } from "../io";
import { type Account, AccountBook, failureIn, type Shared } from "../state/accounts";
import { isCurrent, seenElsewhere, type StackResource } from "../state/deployment";
import { loadStack, type StateFlags } from "../state/load-stack";
import { type PlatformObjects, readPlatformObjects } from "../state/platform-objects";
import { compare, isIgnored } from "./compare";
import type { Drift, NotCompared } from "../documents/drift";

export interface Found {
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

export type Comparable = Awaited<ReturnType<typeof openComparable>>;

/** The accounts of a stack, to be compared with the platform. `made` includes replaced objects. @throws CommandFailure */
export async function openComparable(io: Io, flags: StateFlags, hooks: Hooks, shared?: Shared) {
  const stack = await loadStack(io, flags);
  const made = stack.resources.filter(({ id }) => id !== "");
  const current = made.filter(isCurrent);
  const { reached, ...others } = await new AccountBook(io, flags, hooks, shared).read({ ...stack, resources: current });
  const owned = new Set(made.map(({ id }) => id));
  const compareIn = (account: Account, undeclared?: boolean) =>
    findDrift(account, owned, io.signal, undeclared, shared);
  return { made, current, accounts: reached, ...others, compare: compareIn };
}

/**
 * Compares resources with the platform, with one list for each of their kinds. Changes nothing. Failed reads are reported,
 * as are objects that are invisible with the account's key, and the rest is compared.
 *
 * @param owned ids of all objects of the stack, including replaced ones: none of them has taken a resource's place.
 */
async function findDrift(
  account: Account,
  owned: ReadonlySet<string>,
  signal: AbortSignal,
  undeclared = false,
  shared?: Shared,
): Promise<Found> {
  const { client, resources, here } = account;
  const among = [...new Set(resources.map(({ kind }) => kind))];
  const failures: Failure[] = [];
  const fail = (what: string, error: Error) =>
    failures.push({ what, error: error instanceof ComputeError ? failureIn(account, error) : error });
  const unread = new Set<KindName>();
  const onFailure = (kind: KindName, error: Error) => {
    unread.add(kind);
    fail(`how its ${pluralOf(kind)} are`, error);
  };
  const platform = await readPlatformObjects(client, among, resources, signal, onFailure, shared);
  const byId = new Map(among.map((kind) => [kind, new Map(platform[kind].map((one: Listed) => [one.id, one]))]));
  const driftOf = async (resource: StackResource): Promise<Drift[]> => {
    const { kind, id, outputs } = resource;
    const { resource: declaration, operations } = kinds[kind] as Kind;
    const object = byId.get(kind)?.get(id);
    if (!object || operations.isGone?.(object, outputs)) {
      const seen = seenElsewhere(resource, here);
      if (here === undefined || seen === undefined) return [gone(resource, platform[kind], owned)];
      const { notVisible } = await import("../../provider/lifecycle/failures/errors.js");
      throw new CommandFailure(notVisible(`comparing ${kind} ${id}`, seen, here));
    }
    const whole = (await operations.inFull?.({ client }, object, { signal })) ?? object;
    const now = toOutputs(declaration, id, outputs, operations.observe(whole, outputs));
    return [...compare(resource, now, undeclared), ...(operations.endedInError?.(object) ? failed(resource) : [])];
  };
  const drift = resources.map(async (resource) => {
    const { kind, name } = resource;
    if (unread.has(kind)) return [];
    try {
      return await driftOf(resource);
    } catch (error) {
      signal.throwIfAborted();
      fail(`how ${kind} ${name} is`, error as Error);
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
