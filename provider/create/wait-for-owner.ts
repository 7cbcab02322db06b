import type { Believed, Listed } from "./journal/attempt";
import { type Creation, patienceMs, pause, type Tools } from "./creation";
import { UnresolvedCreateError } from "./errors";
import type { Owner } from "./journal/owner";

const ownerPollMs = 1_000;

/** Waits while a process that lost its engine is still busy with the attempt. */
export async function waitForOwner<T extends Listed>(
  tools: Tools,
  creation: Creation<T>,
  attempt: Believed,
): Promise<Believed | undefined> {
  const deadline = tools.clock.now() + tools.listLagMs + patienceMs;
  for (;;) {
    const current = await tools.journal.reread(attempt);
    const owner = current?.owner;
    if (!owner || current.made !== undefined || isOurs(tools, owner) || !tools.isAlive(owner)) return current;
    if (tools.clock.now() > deadline) {
      const why = `process ${owner.pid} of an earlier run is still busy with it`;
      throw new UnresolvedCreateError(creation.kind, attempt.name, why, undefined);
    }
    await pause(tools, creation, attempt, ownerPollMs, undefined);
  }
}

function isOurs({ process }: Tools, owner: Owner): boolean {
  return owner.pid === process.pid && owner.startedAt === process.startedAt;
}
