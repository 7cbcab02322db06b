import type { Listed } from "../state/identity";
import { CallError, ComputeError, type Outcome } from "../../client/errors/errors";
import { type Attempt, attemptAt, type Noted } from "../journal/attempt";
import { type CreateRequest, type Made, noteMade, requireEngine, type Tools, type Work } from "./request";
import { digestsOf } from "./earlier";
import { EngineGoneError, NotMadeError } from "./errors";
import { recover } from "./recover";
import { resume } from "./resume";

/** The maximum number of POSTs for one create. A repeat follows only after a lost answer turned out to mean that nothing was made. */
const mostPosts = 5;

/** Finishes the create that an interrupted run began for this resource, or creates the object. Never creates two. */
export async function createOnce(
  tools: Tools,
  request: CreateRequest,
  id: string,
  interrupted: readonly Noted[],
): Promise<Made> {
  for (const attempt of interrupted) {
    const made = await busyWith(tools, attempt, () => resume({ ...tools, request, attempt }));
    if (!made) continue;
    tools.ownership.take(request.kind, made.object.id, request.key);
    return made;
  }
  await request.look?.();
  if (!(await tools.isEngineThere())) throw new EngineGoneError(`the ${request.kind} was not created`);
  const { journal, backend, process: owner, clock } = tools;
  const digests = digestsOf(journal.sealOf(id), request.asked);
  const attempt = { ...attemptAt(request, { id, backend, owner, startedAt: clock.now() }), ...digests };
  await journal.begin(attempt);
  return { object: await busyWith(tools, attempt, () => send({ ...tools, request, attempt })) };
}

async function busyWith<R>({ journal }: Tools, attempt: Attempt, call: () => Promise<R>): Promise<R> {
  try {
    return await call();
  } catch (error) {
    if (await journal.reread(attempt)) await journal.busyWith(attempt, undefined);
    throw error;
  }
}

/** Sends the create, and repeats it while the outcome is that nothing was made. */
async function send(work: Work): Promise<Listed> {
  const { journal, clock, request, attempt } = work;
  for (let posts = 1; ; posts++) {
    let made: Listed;
    try {
      made = await request.post();
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome === undefined) throw error;
      const isNothing = outcome === "refused" || outcome === "not-sent";
      // After an earlier lost answer even a plain refusal, such as "name taken", may be caused by our own success.
      if (!isNothing || posts > 1) {
        const loss = { at: clock.now(), mustExist: outcome === "done", cause: error };
        const found = await recover(work, loss);
        // The extras are from earlier POSTs of this call that arrived late. Nothing else knows of them, and they would be
        // billed.
        for (const { id } of found?.extras ?? []) await request.deleteSurplus(id);
        if (found) return await noteMade(work, found.object);
      }
      if (isNothing || posts === mostPosts) {
        await journal.drop(attempt);
        throw isNothing ? error : new NotMadeError(request.kind, attempt.name, posts, error);
      }
      await requireEngine(work, error);
      await journal.again(attempt, clock.now());
      continue;
    }
    return noteMade(work, made);
  }
}

/** What a failed create, or the error that explains one, did on the platform; undefined of any other failure. */
export function outcomeOf(error: unknown): Outcome | undefined {
  if (error instanceof CallError) return error.request.startsWith("GET ") ? undefined : error.outcome;
  return error instanceof ComputeError && error.cause !== undefined ? outcomeOf(error.cause) : undefined;
}
