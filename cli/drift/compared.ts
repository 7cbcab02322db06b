import type { Hooks } from "../../client/index";
import { type Io, CommandFailure } from "../io";
import { type Account, AccountBook, inAccount, refuseSealed } from "../state/accounts";
import { isCurrent, type StackResource } from "../state/deployment";
import { loadStack, type StateFlags } from "../state/load-stack";
import { findDrift, type Found } from "./find";

/** A stack that can be compared with the platform. */
export interface Comparable {
  /** All that the stack has, also what was replaced. */
  readonly made: readonly StackResource[];
  readonly current: readonly StackResource[];
  readonly accounts: readonly Account[];
  /** @throws CommandFailure where an object of this account is not to be seen from here. */
  compare(account: Account, undeclared?: boolean): Promise<Found>;
}

/** @throws CommandFailure where an account can't be reached. */
export async function openComparable(io: Io, flags: StateFlags, hooks: Hooks): Promise<Comparable> {
  const stack = await loadStack(io, flags);
  const made = stack.resources.filter(({ id }) => id !== "");
  const current = made.filter(isCurrent);
  const accounts = await new AccountBook(io, flags, hooks).read({ ...stack, resources: current });
  refuseSealed(accounts);
  const owned = new Set(made.map(({ id }) => id));
  return {
    made,
    current,
    accounts: accounts.reached,
    compare: async (account, undeclared) => {
      const { client, resources } = account;
      const found = await inAccount(account, findDrift(client, resources, owned, io.signal, undeclared));
      await refuseUnseen(found, account);
      return found;
    },
  };
}

/** @throws CommandFailure where what seems to be gone was last seen with another key or at another address. */
async function refuseUnseen({ drift }: Found, { resources, here }: Account): Promise<void> {
  const gone = new Set(
    drift.filter((one) => one.class === "terminated" || one.class === "replaced").map(({ urn }) => urn),
  );
  if (gone.size === 0 || here === undefined) return;
  const [{ seenElsewhere }, { notVisible }] = await Promise.all([
    import("../state/sightings.js"),
    import("../../provider/lifecycle/errors.js"),
  ]);
  for (const resource of resources) {
    const seen = gone.has(resource.urn) ? seenElsewhere(resource, here) : undefined;
    if (seen !== undefined)
      throw new CommandFailure(notVisible(`comparing ${resource.kind} ${resource.id}`, seen, here));
  }
}
