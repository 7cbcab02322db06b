import type { Attempt, Noted } from "../journal/attempt";
import { isSameProcess } from "../journal/process-identity";
import { type CreateRequest, type Made, noteMade, patienceMs, pause, type Tools } from "./request";
import { begunAs, lossOf, whyNot } from "./outlook";
import { UnresolvedCreateError } from "./errors";
import { recover, type Recovered } from "./recover";

/**
 * Resumes an attempt of an earlier run: returns its object unchanged, whatever the program asks for now, or undefined if
 * there is none. Changes and removes nothing on the platform.
 */
export async function resume(tools: Tools, request: CreateRequest, interrupted: Noted): Promise<Made | undefined> {
  const { journal, ownership } = tools;
  const attempt = await waitForProcess(tools, request, interrupted);
  if (!attempt || (attempt.made !== undefined && ownership.object(request.kind, attempt.made).isAccountedFor))
    return undefined;
  await journal.busyWith(attempt, tools.process);
  const { earlier, isSuperseded } = begunAs(tools, request, attempt);
  const found = isSuperseded ? undefined : await find(tools, request, attempt);
  if (!found) {
    await journal.drop(attempt);
    return undefined;
  }
  // Other objects of that name come from earlier POSTs that arrived late. They bear the mark too, so they count as left.
  const { object } = found;
  const refusal = await whyNot(request, attempt, object);
  if (refusal) throw refusal;
  await noteMade(tools, request, attempt, object);
  return { object, earlier };
}

const pollMs = 1_000;

/** Waits while a process that lost its engine is still working on the attempt. */
async function waitForProcess(tools: Tools, request: CreateRequest, attempt: Noted): Promise<Noted | undefined> {
  const deadline = tools.clock.now() + tools.listLagMs + patienceMs;
  for (;;) {
    const current = await tools.journal.reread(attempt);
    const busy = current?.owner;
    if (!busy || current.made !== undefined || isSameProcess(busy, tools.process) || !tools.isAlive(busy))
      return current;
    if (tools.clock.now() > deadline) {
      const why = `process ${busy.pid} of an earlier run is still busy with it`;
      throw new UnresolvedCreateError(request.kind, attempt.name, why, undefined);
    }
    await pause(tools, request, attempt, pollMs, undefined);
  }
}

async function find(
  tools: Tools,
  request: CreateRequest,
  attempt: Attempt,
): Promise<Pick<Recovered, "object"> | undefined> {
  if (attempt.made === undefined) {
    const at = lossOf(attempt, tools.clock.now());
    return recover(tools, request, attempt, { at, mustExist: false, cause: undefined });
  }
  const object = await request.get(attempt.made);
  return object && { object };
}
