import * as pulumi from "@pulumi/pulumi";
import type { PodArgs } from "../args/pod";
import type { ReadyArgs } from "../args/ready";
import { mayRest, type Members, membersOf, type ofTheFleet } from "../../provider/fleet/members";
import { podKind } from "../classes/pod";
import { Pod } from "../pod";
import { refuseDeletedWith } from "../refused-options";
import type { TimeoutsArgs } from "../values";
import { Ready } from "./ready";

/** What a fleet says of its pods, which serve for good. How they are named, waited for and rolled is the fleet's. */
export type FleetPodArgs = Omit<PodArgs, keyof typeof ofTheFleet>;

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
    // A stack may come from a program in another language, where the plugin makes it.
    super(
      "compute:fleet:Fleet",
      name,
      {},
      pulumi.mergeOptions({ aliases: [{ type: "compute:index:Fleet" }] }, options),
    );
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
    this.readiness = new classes.Ready(name, awaited, {
      ...parent,
      ...(options?.customTimeouts && { customTimeouts: options.customTimeouts }),
    });
    this.ready = pulumi.all([this.ids, this.readiness.ids]).apply(([ids]) => ids);
    this.registerOutputs({ ids: this.ids, ready: this.ready });
  }
}

/** What each pod has of its own, by name. */
function ownOf(name: string, args: FleetArgs): Members<Partial<FleetPodArgs>> {
  try {
    return membersOf(name, args, podKind.outputs);
  } catch (error) {
    throw new pulumi.RunError(error instanceof Error ? error.message : String(error));
  }
}
