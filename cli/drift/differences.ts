import type { Hooks } from "../../client/index";
import type { Settings } from "../../client/settings/settings";
import { type Io, CommandFailure } from "../io";
import { ComputeError } from "../../client/errors/errors";
import { type Account, AccountBook, failureIn, type Shared } from "../state/accounts";
import { isCurrent, seenElsewhere, type StackResource } from "../state/deployment";
import { loadStack, type StateFlags } from "../state/load-stack";
import { type Failure, findDrift, type Found } from "./find";

/** A stack that can be compared with the platform. */
export interface Comparable {
  /** All objects of the stack, including replaced ones. */
  readonly made: readonly StackResource[];
  readonly current: readonly StackResource[];
  readonly accounts: readonly Account[];
  /** Resources out of reach because the key of their provider is encrypted. */
  readonly sealed: readonly StackResource[];
  /** The stack's own settings, whether or not a resource uses them. */
  readonly own: Settings;
  /** Compares the resources of an account. Objects that are invisible with its key count as not compared. */
  compare(account: Account, undeclared?: boolean): Promise<Found>;
}

/** @throws CommandFailure for invalid settings of an account. */
export async function openComparable(io: Io, flags: StateFlags, hooks: Hooks, shared?: Shared): Promise<Comparable> {
  const stack = await loadStack(io, flags);
  const made = stack.resources.filter(({ id }) => id !== "");
  const current = made.filter(isCurrent);
  const accounts = await new AccountBook(io, flags, hooks, shared).read({ ...stack, resources: current });
  const owned = new Set(made.map(({ id }) => id));
  return {
    made,
    current,
    accounts: accounts.reached,
    sealed: accounts.sealed,
    own: accounts.own,
    compare: async (account, undeclared) => {
      const { client, resources } = account;
      const found = await findDrift(client, resources, owned, io.signal, undeclared, shared);
      const { drift, failures } = await withoutUnseen(found, account);
      const named = failures.map(({ what, error }) => ({
        what,
        error: error instanceof ComputeError ? failureIn(account, error) : error,
      }));
      return { ...found, drift, failures: named };
    },
  };
}

/** Removes findings about objects that seem gone but were last seen with another key or address. */
async function withoutUnseen(found: Found, { resources, here }: Account): Promise<Pick<Found, "drift" | "failures">> {
  const { drift, failures } = found;
  const gone = new Set(
    drift.filter((one) => one.class === "terminated" || one.class === "replaced").map(({ urn }) => urn),
  );
  if (gone.size === 0 || here === undefined) return { drift, failures };
  const { notVisible } = await import("../../provider/lifecycle/failures/errors.js");
  const unseen = new Map<string, Failure>();
  for (const resource of resources) {
    const { kind, name, id, urn } = resource;
    const seen = gone.has(urn) ? seenElsewhere(resource, here) : undefined;
    if (seen === undefined) continue;
    const error = new CommandFailure(notVisible(`comparing ${kind} ${id}`, seen, here));
    unseen.set(urn, { what: `how ${kind} ${name} is`, error });
  }
  return { drift: drift.filter(({ urn }) => !unseen.has(urn)), failures: [...failures, ...unseen.values()] };
}
