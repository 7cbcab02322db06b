import type { Clock } from "../../client/clock";
import type { Attempt, Listed } from "./attempt";
import { type Decision, decide } from "./decide";
import { AmbiguousCreateError, LeftoverError, UnresolvedCreateError } from "./errors";
import type { Digest } from "./digest";
import type { Journal } from "./journal";
import type { Lists } from "./lists";
import { isTransient, outcomeOf } from "./outcome";
import type { Owned } from "./owned";
import type { Owner } from "./owner";

/** What creating exactly once needs from its surroundings, for one account of one platform. */
export interface Tools {
  readonly journal: Journal;
  readonly owned: Owned;
  readonly clock: Clock;
  readonly digest: Digest;
  /** Keyed digest of the API key. */
  readonly account: string;
  readonly newId: () => string;
  readonly process: Owner;
  readonly isAlive: (owner: Owner) => boolean;
  /** How long a new object may be missing from lists. */
  readonly settleMs: number;
  readonly signal?: AbortSignal;
}

/** One resource to be created, in terms that are the same for every kind. */
export interface Creation<T extends Listed> {
  readonly kind: string;
  /** Which resource of which stack, the same in every run. */
  readonly key: string;
  readonly name: string;
  /** Nobody else makes an object of this name, see `Attempt.isMarked`. */
  readonly isMarked: boolean;
  /** The request without its name. */
  readonly body: unknown;
  readonly lists: Lists<T>;
  /** Sends the request once. */
  post(): Promise<T>;
  /** Undefined when there is none. */
  get(id: string): Promise<T | undefined>;
  remove(id: string): Promise<void>;
  /** Declared fields in which the object is not as asked. */
  differing(object: T): string[];
  /** Makes the object as asked, or says with undefined that only another object can be. */
  mend(object: T): Promise<T | undefined>;
}

/** Unknown outcomes that turned out to have made nothing, before we give up on the platform. */
const longestRun = 5;
/** How long the list may fail, after the window, before the outcome stays open. */
const patienceMs = 5 * 60_000;
const snapshotMaxAgeMs = 60_000;
const ownerPollMs = 1_000;

/** Finishes what an interrupted run began for this resource, or creates the object. Never makes two. */
export async function createOnce<T extends Listed>(
  tools: Tools,
  creation: Creation<T>,
  id: string,
  earlier: readonly Attempt[],
): Promise<T> {
  for (const attempt of earlier) {
    const object = await resume(tools, creation, attempt);
    if (object) return object;
  }
  const { kind, key, name, isMarked } = creation;
  const known = isMarked ? [] : await idsOfName(tools, creation);
  const attempt: Attempt = {
    id,
    kind,
    key,
    name,
    isMarked,
    fingerprint: tools.digest(creation.body),
    account: tools.account,
    startedAt: tools.clock.now(),
    known,
    ...(creation.lists.newestCreatedAt !== undefined && { since: creation.lists.newestCreatedAt }),
    owner: tools.process,
  };
  await tools.journal.begin(attempt);
  return send(tools, creation, attempt);
}

async function idsOfName<T extends Listed>({ clock }: Tools, { lists, name }: Creation<T>): Promise<string[]> {
  const { objects } = await lists.since(clock.now() - snapshotMaxAgeMs);
  return objects.filter((object) => object.name === name).map(({ id }) => id);
}

async function send<T extends Listed>(tools: Tools, creation: Creation<T>, attempt: Attempt): Promise<T> {
  for (let posts = 1; ; posts++) {
    let made: T;
    try {
      made = await creation.post();
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome === undefined) throw error;
      const isNothing = outcome === "refused" || outcome === "not-sent";
      // After an earlier loss even a plain refusal, such as "name taken", may be the echo of our own success.
      if (!isNothing || posts > 1) {
        const loss = { at: tools.clock.now(), mustExist: outcome === "done", cause: error };
        const found = await recover(tools, creation, attempt, loss);
        if (found) return await keep(tools, creation, attempt, found);
      }
      if (isNothing || posts === longestRun) {
        await tools.journal.drop(attempt);
        throw error;
      }
      await tools.journal.again(attempt, tools.clock.now());
      continue;
    }
    return keep(tools, creation, attempt, made);
  }
}

async function keep<T extends Listed>(tools: Tools, creation: Creation<T>, attempt: Attempt, object: T): Promise<T> {
  tools.owned.claim(creation.kind, object.id);
  creation.lists.saw(object);
  // A full disk must not cost the id: without this line the entry is still enough to find the object by name.
  await tools.journal.made(attempt, object.id).catch(() => undefined);
  return object;
}

/** How the answer to an attempt was lost. */
interface Loss {
  /** Our clock, when we knew. */
  readonly at: number;
  /** The platform said that it made the object, and not in a way to learn its id. */
  readonly mustExist: boolean;
  readonly cause: unknown;
}

/** Finds out what became of an attempt whose answer was lost: its object, or undefined when none was made. */
async function recover<T extends Listed>(
  tools: Tools,
  creation: Creation<T>,
  attempt: Attempt,
  loss: Loss,
): Promise<T | undefined> {
  const { clock, owned, settleMs } = tools;
  const { kind } = creation;
  const { mustExist, cause } = loss;
  const isSameBody = attempt.fingerprint === tools.digest(creation.body);
  const isAsAsked = (object: T) => !isSameBody || creation.differing(object).length === 0;
  const rest = attempt.isMarked ? nobody : await othersOf(tools, attempt);
  const isOwned = (id: string) => owned.has(kind, id) || rest.ids.has(id);
  let list: { startedAt: number; objects: readonly T[] } | undefined;

  for (;;) {
    const decision: Decision = decide({
      attempt,
      lostAt: loss.at,
      settleMs,
      patienceMs,
      mustExist,
      twins: rest.twins,
      isOwned,
      isAsAsked,
      ...(list && { list }),
    });
    switch (decision.do) {
      case "repeat":
        return undefined;
      case "refuse":
        throw new AmbiguousCreateError(kind, attempt.name, decision.ids, cause);
      case "adopt": {
        owned.claim(kind, decision.id);
        for (const id of decision.extras) await creation.remove(id);
        return list!.objects.find(({ id }) => id === decision.id);
      }
      case "give up":
        throw new UnresolvedCreateError(kind, attempt.name, "the platform, which took it, does not list it", cause);
      case "look":
        await pause(tools, creation, attempt, decision.at - clock.now(), cause);
        list = await look(tools, creation, attempt, loss);
    }
  }
}

interface Others {
  /** Objects of other resources of this machine, whether or not the engine has named them yet. */
  readonly ids: ReadonlySet<string>;
  readonly twins: number;
}
const nobody: Others = { ids: new Set(), twins: 0 };

async function othersOf({ journal }: Tools, { id, kind, key, name, fingerprint }: Attempt): Promise<Others> {
  const attempts = (await journal.unconfirmed()).filter((other) => other.kind === kind && other.id !== id);
  const made = attempts.filter((other) => other.key !== key).flatMap((other) => other.made ?? []);
  const twins = attempts.filter(
    (other) => other.made === undefined && other.name === name && other.fingerprint === fingerprint,
  );
  return { ids: new Set([...made, ...(await journal.ownedIds(kind))]), twins: twins.length };
}

async function look<T extends Listed>(
  tools: Tools,
  creation: Creation<T>,
  attempt: Attempt,
  { at: lostAt, cause }: Loss,
) {
  const { clock, settleMs } = tools;
  for (;;) {
    try {
      return await creation.lists.since(clock.now());
    } catch (error) {
      const isLasting = !isTransient(error) || clock.now() > lostAt + settleMs + patienceMs;
      if (isLasting) throw new UnresolvedCreateError(creation.kind, attempt.name, "listing failed too", cause);
      await pause(tools, creation, attempt, 2_000, cause);
    }
  }
}

async function pause<T extends Listed>(
  { clock, signal }: Tools,
  { kind }: Creation<T>,
  { name }: Attempt,
  ms: number,
  cause: unknown,
): Promise<void> {
  try {
    signal?.throwIfAborted();
    if (ms > 0) await clock.sleep(ms, signal);
  } catch {
    throw new UnresolvedCreateError(kind, name, "the run was interrupted before that was clear", cause);
  }
}

/** Takes up an attempt of an earlier run: its object as the program wants it now, or undefined when there is none. */
async function resume<T extends Listed>(tools: Tools, creation: Creation<T>, earlier: Attempt): Promise<T | undefined> {
  const { journal, clock } = tools;
  const attempt = await settled(tools, creation, earlier);
  if (!attempt) return undefined;
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

function isOurs({ process }: Tools, { owner }: Attempt): boolean {
  return owner.pid === process.pid && owner.startedAt === process.startedAt;
}

/** Waits while a process that lost its engine is still busy with the attempt. */
async function settled<T extends Listed>(
  tools: Tools,
  creation: Creation<T>,
  attempt: Attempt,
): Promise<Attempt | undefined> {
  const deadline = tools.clock.now() + tools.settleMs + patienceMs;
  for (;;) {
    const current = await tools.journal.reread(attempt);
    if (!current || current.made !== undefined || isOurs(tools, current) || !tools.isAlive(current.owner))
      return current;
    if (tools.clock.now() > deadline) {
      const why = `process ${current.owner.pid} of an earlier run is still busy with it`;
      throw new UnresolvedCreateError(creation.kind, attempt.name, why, undefined);
    }
    await pause(tools, creation, attempt, ownerPollMs, undefined);
  }
}
