import type { Attempt, Believed, Listed } from "./journal/attempt";
import { type Creation, keep, type Made, requireEngine, type Tools } from "./creation";
import { digestsOf } from "./earlier";
import { outcomeOf } from "./outcome";
import { recover } from "./recover";
import { resume } from "./resume";

/** Unknown outcomes that turned out to have made nothing, before we give up on the platform. */
const longestRun = 5;

/** Finishes what an interrupted run began for this resource, or creates the object. Never makes two. */
export async function createOnce<T extends Listed>(
  tools: Tools,
  creation: Creation<T>,
  id: string,
  interrupted: readonly Believed[],
): Promise<Made<T>> {
  for (const attempt of interrupted) {
    const made = await busyWith(tools, attempt, () => resume(tools, creation, attempt));
    if (!made) continue;
    tools.claims.take(creation.kind, made.object.id);
    return made;
  }
  const { kind, key, stack, name, wanted, isMarked, isFree, asked, plain, lists } = creation;
  await creation.look?.();
  await requireEngine(tools, creation);
  const attempt: Attempt = {
    id,
    kind,
    key,
    ...(stack !== undefined && { stack }),
    backend: tools.backend,
    address: tools.address,
    name,
    wanted,
    isMarked,
    ...(isFree && { isFree }),
    ...digestsOf(tools.journal.sealOf(id), asked, plain),
    startedAt: tools.clock.now(),
    ...(lists.newestCreatedAt !== undefined && { since: lists.newestCreatedAt }),
    owner: tools.process,
  };
  await tools.journal.begin(attempt);
  return { object: await busyWith(tools, attempt, () => send(tools, creation, attempt)) };
}

/** Nobody has to wait for us once we have failed. */
async function busyWith<R>({ journal }: Tools, attempt: Attempt, call: () => Promise<R>): Promise<R> {
  try {
    return await call();
  } catch (error) {
    if (await journal.reread(attempt)) await journal.busyWith(attempt, undefined);
    throw error;
  }
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
        // Both are of this call, the first of them late: nothing knows of the others, and they would bill.
        for (const { id } of found?.extras ?? []) await creation.remove(id);
        if (found) return await keep(tools, creation, attempt, found.object);
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
