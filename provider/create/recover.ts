import type { Listed } from "../state/identity";
import { patienceMs, pause, requireEngine, unresolved, type Work } from "./request";
import { decide } from "./decide";
import { AmbiguousCreateError, UnclearRunError } from "./errors";
import type { List } from "./lists";
import { mayPass } from "../../client/errors/errors";

export interface Loss {
  readonly at: number;
  /** The platform said that it made the object, but the answer did not contain a readable id. */
  readonly mustExist: boolean;
  readonly cause: unknown;
}

/** Finds the object of an attempt whose answer was lost, and the extras of late POSTs; undefined if none was made. */
export async function recover(work: Work, loss: Loss): Promise<{ object: Listed; extras: Listed[] } | undefined> {
  const { clock, ownership, listLagMs, request, attempt } = work;
  const { kind, isUnlisted } = request;
  const { at: lostAt, mustExist, cause } = loss;
  const isClaimed = (id: string) => ownership.object(kind, id).isAccountedFor === true;
  let list: List | undefined;

  for (;;) {
    await requireEngine(work, cause);
    const decision = decide({ attempt, lostAt, listLagMs, patienceMs, mustExist, isClaimed, isUnlisted, list });
    switch (decision.do) {
      case "repeat":
        return undefined;
      case "leave":
        throw new UnclearRunError(kind, attempt, cause);
      case "refuse":
        throw new AmbiguousCreateError(kind, attempt.name, decision.ids, cause);
      case "keep": {
        ownership.note(kind, decision.id, { isAccountedFor: true, program: request.key });
        const byId = (wanted: string) => list!.objects.find(({ id }) => id === wanted)!;
        return { object: byId(decision.id), extras: decision.extras.map(byId) };
      }
      case "give up":
        throw unresolved(work, "the platform, which took it, does not list it", cause);
      case "look":
        await pause(work, decision.at - clock.now(), cause);
        list = await look(work, loss);
    }
  }
}

async function look(work: Work, { at: lostAt, cause }: Loss): Promise<List> {
  const { clock, lists, listLagMs } = work;
  for (;;) {
    try {
      return await lists.since(clock.now());
    } catch (error) {
      const isLasting = !mayPass(error) || clock.now() > lostAt + listLagMs + patienceMs;
      if (isLasting) throw unresolved(work, "listing failed too", cause);
      await pause(work, 2_000, cause);
    }
  }
}
