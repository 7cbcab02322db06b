import type { Attempt, Listed } from "./attempt";
import { type Creation, keep, type Tools } from "./creation";
import { LeftoverError } from "./errors";
import { recover } from "./recover";
import { settled } from "./settled";

/** Takes up an attempt of an earlier run: its object as the program wants it now, or undefined when there is none. */
export async function resume<T extends Listed>(
  tools: Tools,
  creation: Creation<T>,
  earlier: Attempt,
): Promise<T | undefined> {
  const { journal, clock } = tools;
  const attempt = await settled(tools, creation, earlier);
  if (!attempt) return undefined;
  await journal.own(attempt, tools.process);
  if (attempt.made !== undefined && tools.owned.has(creation.kind, attempt.made)) return undefined;

  const isCertain = attempt.made !== undefined || attempt.isMarked;
  const object =
    attempt.made === undefined
      ? await recover(tools, creation, attempt, {
          at: lossOf(attempt, clock.now()),
          mustExist: false,
          cause: undefined,
        })
      : await creation.get(attempt.made);
  if (!object) {
    // Under another key "not found" may mean "not yours": the entry stays for the key that made it.
    if (attempt.account === tools.account) await journal.drop(attempt);
    return undefined;
  }
  await keep(tools, creation, attempt, object);
  const differing = creation.differing(object);
  if (differing.length === 0 && object.name === creation.name) return object;
  const mended = await creation.mend(object);
  if (mended) return mended;
  if (!isCertain) throw new LeftoverError(creation.kind, attempt.name, object.id, differing);
  await creation.remove(object.id);
  await journal.drop(attempt);
  return undefined;
}

/** A call may queue for its turn under the rate limit, and an hour is the longest such queue that we allow for. */
const longestInFlightMs = 60 * 60_000;

/** When the answer to a dead process's attempt was lost at the latest. */
function lossOf({ startedAt }: Attempt, now: number): number {
  return startedAt < now - longestInFlightMs ? startedAt : now;
}
