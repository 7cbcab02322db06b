import { type Attempt, type Believed, isOfOtherKey, isOfThisKey, type Listed } from "./journal/attempt";
import { isLeftTo } from "./journal/holders";
import { misfit } from "./possible-results";
import { type CreateRequest, keep, type Made, type Tools } from "./request";
import { earlierOf } from "./earlier";
import { AttemptMisfitError, AttemptNotVisibleError } from "./errors";
import { recover, type Recovered } from "./recover";
import { waitForProcess } from "./wait-for-process";

/**
 * Takes up an attempt of an earlier run: its object as it is, whatever the program asks for by now, or undefined when
 * there is none. Removes nothing and changes nothing on the platform.
 */
export async function resume<T extends Listed>(
  tools: Tools<T>,
  request: CreateRequest<T>,
  interrupted: Believed,
): Promise<Made<T> | undefined> {
  const { journal, ownership } = tools;
  const attempt = await waitForProcess(tools, request, interrupted);
  if (!attempt || (attempt.made !== undefined && ownership.isKnown(request.kind, attempt.made))) return undefined;
  await journal.busyWith(attempt, tools.process);
  if (isSuperseded(tools, request, attempt)) {
    await journal.drop(attempt);
    return undefined;
  }

  const found = await find(tools, request, attempt);
  if (!found) {
    // Under another key "not found" may mean "not yours": the entry stays for the key that made it.
    if (isOfThisKey(attempt) || request.view.isMissingAccepted) await journal.drop(attempt);
    else if (attempt.made !== undefined && isOfOtherKey(attempt))
      throw new AttemptNotVisibleError(attempt, attempt.made, request.view.here);
    else await journal.busyWith(attempt, undefined);
    return undefined;
  }
  const { object, extras } = found;
  const why = misfit(attempt, object) ?? (await taken(tools, attempt, object));
  if (why !== undefined)
    throw new AttemptMisfitError(request.kind, object.id, attempt.id, why, request.canAdopt ?? false);
  for (const extra of extras) await remember(tools, attempt, extra);
  await keep(tools, request, attempt, object);
  return {
    object,
    earlier: earlierOf(attempt, journal.sealOf(attempt.id), request.asked),
  };
}

/** What no list shows is asked for once for its arguments: with others it is asked for anew, whatever became of it. */
function isSuperseded<T extends Listed>({ journal }: Tools<T>, request: CreateRequest<T>, attempt: Believed): boolean {
  if (!request.isUnlisted || attempt.made !== undefined) return false;
  const earlier = earlierOf(attempt, journal.sealOf(attempt.id), request.asked);
  return [...(earlier.declared ?? []), ...Object.keys(request.asked)].some((name) => earlier.differs(name));
}

async function find<T extends Listed>(
  tools: Tools<T>,
  request: CreateRequest<T>,
  attempt: Attempt,
): Promise<Recovered<T> | undefined> {
  if (attempt.made === undefined) {
    const loss = {
      at: lossOf(attempt, tools.clock.now()),
      mustExist: false,
      cause: undefined,
    };
    return recover(tools, request, attempt, loss);
  }
  const object = await request.get(attempt.made);
  return object && { object, extras: [] };
}

async function taken<T extends Listed>({ ownership }: Tools<T>, { kind, key }: Attempt, { id }: Listed) {
  const isTaken = isLeftTo(await ownership.holderOf({ kind, id }), { key });
  return isTaken ? "another resource has taken it over since, by an import or by `adopt`" : undefined;
}

/** An object too many gets an entry of its own, so that every operation names it until somebody ends it. */
async function remember<T extends Listed>(
  { journal, newId }: Tools<T>,
  attempt: Believed,
  extra: Listed,
): Promise<void> {
  const { trust: _, owner: __, asked: ___, variables: ____, ...same } = attempt;
  await journal.begin({ ...same, id: newId(), made: extra.id, isHanded: undefined });
}

/** A call may queue for its turn under the rate limit, and an hour is the longest such queue that we allow for. */
const longestInFlightMs = 60 * 60_000;

/** When the answer to a dead process's attempt was lost at the latest. */
function lossOf({ startedAt }: Attempt, now: number): number {
  return startedAt < now - longestInFlightMs ? startedAt : now;
}
