import { kinds } from "../kinds";
import { check } from "../table/check";
import { isObject, type Props } from "../table/props";
import { nearest } from "../table/spelling";

export const fleetArguments = ["pod", "count", "pods", "maxUnavailable", "waitFor", "timeouts"] as const;

/** Arguments of a pod that the pods of a fleet don't accept, with the alternative. */
export const ofTheFleet = {
  name: "remove it: the fleet names its pods",
  adopt: "declare the pod that is there as a Pod of its own",
  waitFor: "set `waitFor` of the fleet",
  rollout: "set `maxUnavailable` of the fleet",
  runToCompletion: "declare pods that end as Pods of their own",
} as const;

/** The pods of a fleet by name, each with the arguments that override the common ones. */
export type Members<Own> = Readonly<Record<string, Own>>;

/**
 * The pods that a fleet declares.
 *
 * @param args the arguments with known values; only the members of `pod` and `pods` may be unknown.
 * @param known arguments of pods; for any other one the table of pods is loaded.
 * @throws Error if the arguments contradict each other.
 */
export function membersOf<Own extends object>(name: string, args: object, known: readonly string[]): Members<Own> {
  const { pod, count, pods } = args as Props;
  const faults = Object.keys(args).flatMap((each) => {
    if ((fleetArguments as readonly string[]).includes(each)) return [];
    const meant = nearest(each, fleetArguments);
    const remedy = meant ? `did you mean \`${meant}\`?` : "what its pods have in common goes into `pod`.";
    return [`a fleet has no argument \`${each}\`; ${remedy}`];
  });
  // A missing argument may be the one that a misspelled name meant.
  if (faults.length === 0) {
    if (!isObject(pod)) faults.push("`pod` is missing; set it to the arguments that all pods have in common.");
    if ((count === undefined) === (pods === undefined)) faults.push("set exactly one of `count` and `pods`.");
  }
  if (pods !== undefined && !isObject(pods)) faults.push("`pods` is not a map of names and arguments.");
  const declared: Props = { ...(isObject(pod) && { pod }), ...(isObject(pods) && prefixed(pods)) };
  for (const [path, arguments_] of Object.entries(declared)) {
    const names = Object.keys(Object(arguments_) as object).map(asInTable);
    for (const [each, remedy] of Object.entries(ofTheFleet))
      if (names.includes(each)) faults.push(`\`${path}.${each}\` is not for the pods of a fleet; ${remedy}.`);
    for (const { property, reason } of slipsIn(names.filter((each) => !known.includes(each))))
      faults.push(`\`${path}.${property}\` is ${reason}`);
  }
  for (const [each, least] of [["count", 0] as const, ["maxUnavailable", 1] as const]) {
    const given = (args as Props)[each] ?? least;
    if (!Number.isInteger(given) || Number(given) < least)
      faults.push(`\`${each}\` is not a whole number, at least ${least}.`);
  }
  if (faults.length > 0) throw new Error(`Fleet ${name}: ${faults.join("\n")}`);
  const own = pods ?? Object.fromEntries(Array.from({ length: count as number }, (_, index) => [String(index), {}]));
  return own as Members<Own>;
}

/** The names among these that are not arguments of a pod, with the pod's check failures. */
function slipsIn(names: readonly string[]) {
  if (names.length === 0) return [];
  const given = Object.fromEntries(names.map((each) => [each, undefined]));
  const { failures } = check(kinds.Pod.resource, {}, given, () => new Uint8Array());
  return failures.filter(({ property, reason }) => names.includes(property) && reason.startsWith("not an argument"));
}

/** Tells whether `compute keep` may stop pods with these arguments. */
export const mayRest = ({ stopAfter, stopWhenIdle }: { stopAfter?: unknown; stopWhenIdle?: unknown }): boolean =>
  (stopAfter ?? undefined) !== undefined || (stopWhenIdle ?? undefined) !== undefined;

const prefixed = (pods: Props): Props =>
  Object.fromEntries(Object.entries(pods).map(([key, own]) => [`pods.${key}`, own]));
/** Converts snake case: Pulumi's SDK for Python does not translate names that its type of a pod lacks. */
const asInTable = (one: string): string =>
  Object.keys(ofTheFleet).find((each) => each.toLowerCase() === one.replaceAll("_", "").toLowerCase()) ?? one;

/** Why to refuse `deletedWith`: Pulumi then drops the resource without a deletion, and `what` stays on the platform. */
export const deletedWithLeaves = (resource: string, what: string): string =>
  `${resource}: the option \`deletedWith\` would leave ${what} on the platform, with all that this costs: Pulumi drops the resource from ` +
  "the state without a deletion, and the platform deletes nothing together with another object. What to do: leave the option out; if " +
  "the order matters, `dependsOn` has this resource deleted before the other one. If an earlier `up` had the option, run `up` without it " +
  "before you run `destroy` or take the resource out of the program.";
