import * as pulumi from "@pulumi/pulumi";
import type { PodArgs } from "../args/pod";
import type { ReadyArgs } from "../args/ready";
import { nearest } from "../../provider/table/spelling";
import { Pod } from "../pod";
import { refuseDeletedWith } from "../deleted-with";
import type { TimeoutsArgs } from "../values";
import { Ready } from "./ready";

/** What a fleet says of its pods, which serve for good. How they are named, waited for and rolled is the fleet's. */
export type FleetPodArgs = Omit<PodArgs, "name" | "adopt" | "waitFor" | "rollout" | "runToCompletion">;

export interface FleetArgs {
  /** What all pods have in common. `gpu` and `cpu` may be lists of alternatives, of which each pod takes the first that it can get. */
  readonly pod: FleetPodArgs;
  /** How many pods; they are called "0", "1", and so on. Set exactly one of `count` and `pods`. A whole number, at least 0. */
  readonly count?: number;
  /** The pods by name, each with what it has in place of what `pod` says. Set exactly one of `count` and `pods`. */
  readonly pods?: Readonly<Record<string, Partial<FleetPodArgs>>>;
  /**
   * How many pods a change may restart at a time: the next one is changed when another runs again, and none any more when so
   * many have not come back. A whole number, at least 1; all at once if omitted. New pods in place of old ones (a change that
   * replaces) do not count: the old ones go when all new ones are ready.
   */
  readonly maxUnavailable?: number;
  /** What the fleet waits for: `"running"` (default), or `"ssh"`. */
  readonly waitFor?: ReadyArgs["waitFor"];
  /** How long the fleet waits for all of its pods together. Default: 30 minutes. */
  readonly timeouts?: TimeoutsArgs;
}

type Ids = Readonly<Record<string, string>>;

/**
 * Pods from one declaration, created together and awaited by one {@link Ready}, so that none of them holds one of the engine's
 * parallel slots while it starts.
 *
 * The pod `a` of the fleet `workers` is the resource `workers-a`: another count, or another entry, touches no other pod.
 */
export class Fleet extends pulumi.ComponentResource {
  /** @internal */
  static readonly classes: { readonly Pod: typeof Pod; readonly Ready: typeof Ready } = { Pod, Ready };

  /** The pods, by name. */
  readonly pods: Readonly<Record<string, Pod>>;
  /** Their ids by name, as soon as they are made. */
  readonly ids: pulumi.Output<Ids>;
  /** Their ids by name, once all of them are ready: what takes these as an argument comes afterwards. */
  readonly ready: pulumi.Output<Ids>;
  /** What waits for them. */
  readonly readiness: Ready;

  /** @throws pulumi.RunError when the arguments contradict each other, or the options have `deletedWith`. */
  constructor(name: string, args: FleetArgs, options?: pulumi.ComponentResourceOptions) {
    const own = ownOf(name, args);
    refuseDeletedWith(`Fleet ${name}`, "the pods of the fleet", options);
    super("compute:fleet:Fleet", name, {}, options);
    const { classes } = new.target;
    const { pod, maxUnavailable, waitFor, timeouts } = args;
    const parent = { parent: this };
    const shared = {
      ...pod,
      waitFor: "none" as const,
      ...(maxUnavailable !== undefined && { rollout: { group: name, maxUnavailable } }),
    };
    this.pods = Object.fromEntries(
      Object.entries(own).map(([key, differing]) => {
        return [key, new classes.Pod(`${name}-${key}`, { ...shared, ...differing }, parent)];
      }),
    );
    this.ids = pulumi.output(Object.fromEntries(Object.entries(this.pods).map(([key, { id }]) => [key, id])));
    const awaited = {
      pods: Object.values(this.pods),
      ...(waitFor !== undefined && { waitFor }),
      ...(timeouts && { timeouts }),
      ...([pod, ...Object.values(own)].some(mayRest) && { acceptStopped: true }),
    };
    this.readiness = new classes.Ready(name, awaited, parent);
    this.ready = pulumi.all([this.ids, this.readiness.ids]).apply(([ids]) => ids);
    this.registerOutputs({ ids: this.ids, ready: this.ready });
  }
}

/** Whether `compute keep` may stop pods that are declared so. */
const mayRest = ({ stopAfter, stopWhenIdle }: Partial<FleetPodArgs>): boolean =>
  stopAfter !== undefined || stopWhenIdle !== undefined;

/** What a fleet takes. The compiler asks for each, and a program in JavaScript is told of any other. */
const known: Readonly<Record<keyof FleetArgs, true>> = {
  ...{ pod: true, count: true, pods: true },
  ...{ maxUnavailable: true, waitFor: true, timeouts: true },
};

/** What a pod takes and the pods of a fleet do not, with what to write instead. */
const ofTheFleet: Readonly<Record<Exclude<keyof PodArgs, keyof FleetPodArgs>, string>> = {
  name: "remove it: the fleet names its pods",
  adopt: "declare the pod that is there as a Pod of its own",
  waitFor: "set `waitFor` of the fleet",
  rollout: "set `maxUnavailable` of the fleet",
  runToCompletion: "declare pods that end as Pods of their own",
};

/** What each pod has of its own, by name. */
function ownOf(name: string, args: FleetArgs): Readonly<Record<string, Partial<FleetPodArgs>>> {
  const { pod, count, pods, maxUnavailable } = args;
  const fail = (what: string) => new pulumi.RunError(`Fleet ${name}: ${what}`);
  const unknown = Object.keys(args).find((each) => !(each in known));
  if (unknown !== undefined) {
    const meant = nearest(unknown, Object.keys(known));
    const remedy = meant ? `did you mean \`${meant}\`?` : "what its pods have in common goes into `pod`.";
    throw fail(`a fleet has no argument \`${unknown}\`; ${remedy}`);
  }
  if (!isRecord(pod)) throw fail("`pod` is missing; set it to the arguments that all pods have in common.");
  const declared: Readonly<Record<string, object>> = { pod, ...prefixed(pods ?? {}) };
  for (const [path, given] of Object.entries(declared))
    for (const [each, remedy] of Object.entries(ofTheFleet))
      if (each in Object(given)) throw fail(`\`${path}.${each}\` is not for the pods of a fleet; ${remedy}.`);
  if ((count === undefined) === (pods === undefined)) throw fail("set exactly one of `count` and `pods`.");
  if (count !== undefined && !isWhole(count, 0)) throw fail("`count` is not a whole number, at least 0.");
  if (maxUnavailable !== undefined && !isWhole(maxUnavailable, 1))
    throw fail("`maxUnavailable` is not a whole number, at least 1.");
  return pods ?? Object.fromEntries(Array.from({ length: count! }, (_, index) => [String(index), {}]));
}

const prefixed = (pods: Readonly<Record<string, object>>): Readonly<Record<string, object>> =>
  Object.fromEntries(Object.entries(pods).map(([key, own]) => [`pods.${key}`, own]));
const isRecord = (value: unknown): value is object => typeof value === "object" && value !== null;
const isWhole = (value: number, least: number): boolean => Number.isInteger(value) && value >= least;
