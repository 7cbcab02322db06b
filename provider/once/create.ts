import type { Attempt, Listed } from "./attempt";
import { type Creation, keep, requireEngine, type Tools } from "./creation";
import { outcomeOf } from "./outcome";
import { recover } from "./recover";
import { resume } from "./resume";

/** Unknown outcomes that turned out to have made nothing, before we give up on the platform. */
const longestRun = 5;
const snapshotMaxAgeMs = 60_000;

/** Finishes what an interrupted run began for this resource, or creates the object. Never makes two. */
export async function createOnce<T extends Listed>(
  tools: Tools,
  creation: Creation<T>,
  id: string,
  earlier: readonly Attempt[],
): Promise<T> {
  for (const attempt of earlier) {
    const object = await busyWith(tools, attempt, () => resume(tools, creation, attempt));
    if (!object) continue;
    tools.owned.take(creation.kind, object.id);
    return object;
  }
  const { kind, key, name, isMarked } = creation;
  const known = isMarked ? [] : await idsOfName(tools, creation);
  await requireEngine(tools, creation);
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
  return busyWith(tools, attempt, () => send(tools, creation, attempt));
}

/** Nobody has to wait for us once we have failed. */
async function busyWith<R>({ journal }: Tools, attempt: Attempt, call: () => Promise<R>): Promise<R> {
  try {
    return await call();
  } catch (error) {
    if (await journal.reread(attempt)) await journal.own(attempt, undefined);
    throw error;
  }
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
      await requireEngine(tools, creation, attempt, error);
      await tools.journal.again(attempt, tools.clock.now());
      continue;
    }
    return keep(tools, creation, attempt, made);
  }
}
