import type { Listed } from "../state/identity";
import type { Attempt } from "../journal/attempt";
import { type CreateRequest, patienceMs, pause, requireEngine, type Tools } from "./request";
import { type Decision, decide } from "./decide";
import { AmbiguousCreateError, UnclearRunError, UnresolvedCreateError } from "./errors";
import { mayPass } from "../../client/errors/errors";

export interface Loss {
  readonly at: number;
  /** The platform said that it made the object, but the answer did not contain a readable id. */
  readonly mustExist: boolean;
  readonly cause: unknown;
}

/** The object of an attempt, and further objects from earlier POSTs that arrived late. */
export interface Recovered {
  readonly object: Listed;
  readonly extras: readonly Listed[];
}

/** Finds the object of an attempt whose answer was lost; undefined if none was made. */
export async function recover(
  tools: Tools,
  request: CreateRequest,
  attempt: Attempt,
  loss: Loss,
): Promise<Recovered | undefined> {
  const { clock, ownership, listLagMs } = tools;
  const { kind } = request;
  const { mustExist, cause } = loss;
  const isClaimed = (id: string) => ownership.object(kind, id).isAccountedFor === true;
  let list: { startedAt: number; objects: readonly Listed[] } | undefined;

  for (;;) {
    await requireEngine(tools, request, attempt, cause);
    const { isUnlisted = false } = request;
    const facts = { attempt, lostAt: loss.at, listLagMs, patienceMs, mustExist, isClaimed, isUnlisted };
    const decision: Decision = decide({ ...facts, ...(list && { list }) });
    switch (decision.do) {
      case "repeat":
        return undefined;
      case "leave":
        throw new UnclearRunError(kind, attempt, cause);
      case "refuse":
        throw new AmbiguousCreateError(kind, attempt.name, decision.ids, cause);
      case "keep": {
        ownership.made(kind, decision.id, request.key);
        const byId = (wanted: string) => list!.objects.find(({ id }) => id === wanted)!;
        return { object: byId(decision.id), extras: decision.extras.map(byId) };
      }
      case "give up":
        throw new UnresolvedCreateError(kind, attempt.name, "the platform, which took it, does not list it", cause);
      case "look":
        await pause(tools, request, attempt, decision.at - clock.now(), cause);
        list = await look(tools, request, attempt, loss);
    }
  }
}

async function look(tools: Tools, request: CreateRequest, attempt: Attempt, { at: lostAt, cause }: Loss) {
  const { clock, listLagMs } = tools;
  for (;;) {
    try {
      return await tools.lists.since(clock.now());
    } catch (error) {
      const isLasting = !mayPass(error) || clock.now() > lostAt + listLagMs + patienceMs;
      if (isLasting) throw new UnresolvedCreateError(request.kind, attempt.name, "listing failed too", cause);
      await pause(tools, request, attempt, 2_000, cause);
    }
  }
}
