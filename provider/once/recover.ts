import type { Attempt, Listed } from "./attempt";
import { type Creation, patienceMs, pause, requireEngine, type Tools } from "./creation";
import { type Decision, decide } from "./decide";
import { AmbiguousCreateError, UnresolvedCreateError } from "./errors";
import { isTransient } from "./outcome";
import { settled } from "./settled";

/** How the answer to an attempt was lost. */
export interface Loss {
  /** Our clock, when we knew. */
  readonly at: number;
  /** The platform said that it made the object, and not in a way to learn its id. */
  readonly mustExist: boolean;
  readonly cause: unknown;
}

/** Finds out what became of an attempt whose answer was lost: its object, or undefined when none was made. */
export async function recover<T extends Listed>(
  tools: Tools,
  creation: Creation<T>,
  attempt: Attempt,
  loss: Loss,
): Promise<T | undefined> {
  const { clock, owned, settleMs } = tools;
  const { kind } = creation;
  const { mustExist, cause } = loss;
  const isSameBody = attempt.fingerprint === tools.digest(creation.body);
  const isExactly = (object: T) => creation.isExactly?.(object) ?? creation.differing(object).length === 0;
  const isAsAsked = (object: T) => !isSameBody || isExactly(object);
  const rest = attempt.isMarked ? nobody : await othersOf(tools, creation, attempt);
  const isOwned = (id: string) => owned.has(kind, id) || rest.ids.has(id);
  let list: { startedAt: number; objects: readonly T[] } | undefined;

  for (;;) {
    await requireEngine(tools, creation, attempt, cause);
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

async function othersOf<T extends Listed>(tools: Tools, creation: Creation<T>, attempt: Attempt): Promise<Others> {
  const { journal } = tools;
  const { id, kind, key, name, fingerprint } = attempt;
  // What another process is just making under the same name could be taken for ours.
  for (const other of await journal.unconfirmedNow()) {
    if (other.kind === kind && other.name === name && other.id !== id) await settled(tools, creation, other);
  }
  const attempts = (await journal.unconfirmedNow()).filter((other) => other.kind === kind && other.id !== id);
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
