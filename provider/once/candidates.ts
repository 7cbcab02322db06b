import type { Attempt, Listed } from "./attempt";

/** How far two machines of the platform may disagree about the time. */
const platformSkewMs = 10_000;

/**
 * The listed objects that this attempt may have made: they bear the asked name, were not there before, belong to no
 * resource, and are not older than the attempt.
 *
 * Times are compared with times of the same clock only, the platform's: ours may be off by any amount.
 */
export function candidates<T extends Listed>(
  attempt: Pick<Attempt, "name" | "known" | "since">,
  listed: readonly T[],
  isOwned: (id: string) => boolean,
): T[] {
  return listed.filter(
    (object) =>
      object.name === attempt.name &&
      !attempt.known.includes(object.id) &&
      !isOwned(object.id) &&
      !isOlder(object.createdAt, attempt.since),
  );
}

function isOlder(createdAt: string | undefined, since: string | undefined): boolean {
  if (createdAt === undefined || since === undefined) return false;
  return Date.parse(createdAt) < Date.parse(since) - platformSkewMs;
}
