import type { Believed, Listed } from "./journal/attempt";
import { type CreateRequest, patienceMs, pause, type Tools } from "./request";
import { UnresolvedCreateError } from "./errors";
import { isSameProcess } from "./journal/process-identity";

const pollMs = 1_000;

/** Waits while a process that lost its engine is still busy with the attempt. */
export async function waitForProcess<T extends Listed>(
  tools: Tools<T>,
  request: CreateRequest<T>,
  attempt: Believed,
): Promise<Believed | undefined> {
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
