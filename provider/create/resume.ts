import type { Listed } from "../state/identity";
import type { Noted } from "../journal/attempt";
import { isBusyElsewhere } from "../journal/process-identity";
import { type Made, noteMade, patienceMs, pause, unresolved, type Work } from "./request";
import { begunAs, lossOf, whyNot } from "./outlook";
import { recover } from "./recover";

/** Resumes an earlier run's attempt: returns its object unchanged, if there is one. Changes nothing on the platform. */
export async function resume(interrupted: Work): Promise<Made | undefined> {
  const { journal, ownership, request } = interrupted;
  const attempt = await waitForProcess(interrupted);
  if (!attempt || (attempt.made !== undefined && ownership.object(request.kind, attempt.made).isAccountedFor))
    return undefined;
  const work = { ...interrupted, attempt };
  await journal.busyWith(attempt, work.process);
  const { earlier, isSuperseded } = begunAs(work, request, attempt);
  const object = isSuperseded ? undefined : await find(work);
  if (!object) {
    await journal.drop(attempt);
    return undefined;
  }
  // Other objects of that name come from earlier POSTs that arrived late. They bear the mark too, so they count as left.
  const refusal = await whyNot(request, attempt, object);
  if (refusal) throw refusal;
  await noteMade(work, object);
  return { object, earlier };
}

const pollMs = 1_000;

/** Waits while a process that lost its engine is still working on the attempt. */
async function waitForProcess(work: Work): Promise<Noted | undefined> {
  const { clock, journal, listLagMs, process, isAlive } = work;
  const deadline = clock.now() + listLagMs + patienceMs;
  for (;;) {
    const current = await journal.reread(work.attempt);
    if (current?.made !== undefined || !isBusyElsewhere(current ?? {}, process, isAlive)) return current;
    if (clock.now() > deadline)
      throw unresolved(work, `process ${current?.owner?.pid} of an earlier run is still busy with it`, undefined);
    await pause(work, pollMs);
  }
}

async function find(work: Work): Promise<Listed | undefined> {
  const { request, attempt, clock } = work;
  if (attempt.made !== undefined) return request.get(attempt.made);
  const found = await recover(work, { at: lossOf(attempt, clock.now()), mustExist: false, cause: undefined });
  return found?.object;
}
