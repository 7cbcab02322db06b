import { kinds } from "../kinds";
import { check } from "../table/check";
import { nearest } from "../table/spelling";

/** What a fleet takes. */
export const fleetArguments = ["pod", "count", "pods", "maxUnavailable", "waitFor", "timeouts"] as const;

/** What a pod takes and the pods of a fleet do not, with what to write instead. */
export const ofTheFleet = {
  name: "remove it: the fleet names its pods",
  adopt: "declare the pod that is there as a Pod of its own",
  waitFor: "set `waitFor` of the fleet",
  rollout: "set `maxUnavailable` of the fleet",
  runToCompletion: "declare pods that end as Pods of their own",
} as const;

/** The pods of a fleet by name, each with what it has in place of what they have in common. */
export type Members<Own> = Readonly<Record<string, Own>>;

/**
 * The pods that a fleet declares.
 *
 * @param args the arguments with known values; only the members of `pod` and `pods` may be unknown.
 * @param known arguments that pods have; for any other one the table of pods is loaded.
 * @throws Error when the arguments contradict each other.
 */
export function membersOf<Own extends object>(name: string, args: object, known: readonly string[]): Members<Own> {
  const given = args as Readonly<Record<string, unknown>>;
  const { pod, count, pods, maxUnavailable } = given;
  const fail = (what: string) => new Error(`Fleet ${name}: ${what}`);
  const unknown = Object.keys(args).find((each) => !(fleetArguments as readonly string[]).includes(each));
  if (unknown !== undefined) {
    const meant = nearest(unknown, fleetArguments);
    const remedy = meant ? `did you mean \`${meant}\`?` : "what its pods have in common goes into `pod`.";
    throw fail(`a fleet has no argument \`${unknown}\`; ${remedy}`);
  }
  if (!isRecord(pod)) throw fail("`pod` is missing; set it to the arguments that all pods have in common.");
  if ((count === undefined) === (pods === undefined)) throw fail("set exactly one of `count` and `pods`.");
  if (pods !== undefined && !isRecord(pods)) throw fail("`pods` is not a map of names and arguments.");
  const declared: Readonly<Record<string, unknown>> = { pod, ...prefixed(pods ?? {}) };
  for (const [path, arguments_] of Object.entries(declared)) {
    for (const [each, remedy] of Object.entries(ofTheFleet))
      if (Object.keys(Object(arguments_) as object).some((one) => isSpelling(one, each)))
        throw fail(`\`${path}.${each}\` is not for the pods of a fleet; ${remedy}.`);
    // Each pod would say so too.
    const slip = slipIn(Object.keys(Object(arguments_) as object).filter((each) => !known.includes(each)));
    if (slip) throw fail(`\`${path}.${slip.property}\` is ${slip.reason}`);
  }
  if (count !== undefined && !isWhole(count, 0)) throw fail("`count` is not a whole number, at least 0.");
  if (maxUnavailable !== undefined && !isWhole(maxUnavailable, 1))
    throw fail("`maxUnavailable` is not a whole number, at least 1.");
  const own = pods ?? Object.fromEntries(Array.from({ length: count as number }, (_, index) => [String(index), {}]));
  return own as Members<Own>;
}

/** The first of these that is no argument of a pod, with what the pod's check says of it. */
function slipIn(names: readonly string[]) {
  if (names.length === 0) return undefined;
  const given = Object.fromEntries(names.map((each) => [each, undefined]));
  const { failures } = check(kinds.Pod.resource, {}, given, () => new Uint8Array());
  return failures.find(({ property, reason }) => names.includes(property) && reason.startsWith("not an argument"));
}

/** Whether `compute keep` may stop pods that are declared so. */
export const mayRest = ({ stopAfter, stopWhenIdle }: { stopAfter?: unknown; stopWhenIdle?: unknown }): boolean =>
  (stopAfter ?? undefined) !== undefined || (stopWhenIdle ?? undefined) !== undefined;

const prefixed = (pods: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(pods).map(([key, own]) => [`pods.${key}`, own]));
/** Pulumi's SDK for Python leaves names in snake case that its type of a pod does not have. */
const isSpelling = (one: string, name: string) => one.replaceAll("_", "").toLowerCase() === name.toLowerCase();
const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isWhole = (value: unknown, least: number): boolean => Number.isInteger(value) && (value as number) >= least;

/**
 * Why a program must not have the option `deletedWith`: with it the engine asks no provider to delete the resource, since whatever it is
 * deleted with is taken to delete it too; and on the platform nothing does.
 *
 * @param what the objects that would stay.
 */
export const deletedWithLeaves = (resource: string, what: string): string =>
  `${resource}: the option \`deletedWith\` would leave ${what} on the platform, with all that this costs: Pulumi drops the resource from ` +
  "the state without a deletion, and the platform deletes nothing together with another object. What to do: leave the option out; if " +
  "the order matters, `dependsOn` has this resource deleted before the other one. If an earlier `up` had the option, run `up` without it " +
  "before you run `destroy` or take the resource out of the program.";
