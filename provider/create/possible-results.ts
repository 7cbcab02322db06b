import type { Attempt, Listed } from "./journal/attempt";

/** How far two machines of the platform may disagree about the time. */
const platformSkewMs = 10_000;

/** The listed objects that this attempt may have made: they bear its name, belong to no resource, and are not older. */
export function possibleResults<T extends Listed>(
  { name, since }: Pick<Attempt, "name" | "since">,
  listed: readonly T[],
  isClaimed: (id: string) => boolean,
): T[] {
  return listed.filter((object) => object.name === name && !isClaimed(object.id) && !isOlder(object.createdAt, since));
}

/**
 * Why the object that an attempt names cannot be the one that it made, or undefined where it can: it has another name
 * than the attempt gave it, or another creation time.
 */
export function misfit({ name, wanted, since, madeAt }: Attempt, object: Listed): string | undefined {
  if (object.name !== name && object.name !== wanted)
    return `that one is named ${JSON.stringify(object.name)}, and not ${JSON.stringify(wanted ?? name)}`;
  const isAnother = madeAt !== undefined && object.createdAt !== undefined && !isSameTime(madeAt, object.createdAt);
  return isAnother || isOlder(object.createdAt, since) ? `that one was created at ${object.createdAt}` : undefined;
}

const isSameTime = (a: string, b: string): boolean => Date.parse(a) === Date.parse(b);

/** Times are compared with times of the same clock only, the platform's: ours may be off by any amount. */
function isOlder(createdAt: string | undefined, since: string | undefined): boolean {
  if (createdAt === undefined || since === undefined) return false;
  return Date.parse(createdAt) < Date.parse(since) - platformSkewMs;
}
