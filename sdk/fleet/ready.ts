import * as pulumi from "@pulumi/pulumi";
import type { ReadyArgs } from "../args/ready";
import { readyKind, ReadyOutputs } from "../classes/ready";
import { Pod } from "../pod";

type Awaited = pulumi.Input<Pod | string>;

/**
 * Waits until pods run, all of them with one poll and within one timeout. Give the pods `waitFor: "none"`, and let
 * what needs them depend on this.
 *
 * The `up` fails with `NotReadyError` (code `pods_not_ready`), which names each pod that is not ready and why; the next `up`
 * mends those and waits again. Pods that the program wants stopped (`desiredStatus: "EXITED"`) are not waited for.
 *
 * @example
 * ```ts
 * import * as compute from "pulumi-compute-platform";
 *
 * const pods = ["a", "b", "c"].map(
 *   (name) =>
 *     new compute.Pod(`worker-${name}`, {
 *       image: "registry.example.com/public/worker:1.0",
 *       cpu: { id: "cpu3c", vcpuCount: 2 },
 *       waitFor: "none",
 *     }),
 * );
 * const workers = new compute.Ready("workers", { pods, timeouts: { create: "10m" } });
 *
 * export const ids = workers.ids;
 * ```
 */
export class Ready extends ReadyOutputs {
  constructor(name: string, args: ReadyArgs, options?: pulumi.CustomResourceOptions) {
    super(readyKind, name, withoutStopped(args), options);
  }
}

/** Its arguments, with the ids of those pods that the program wants to run. */
const withoutStopped = (args: ReadyArgs): ReadyArgs => ({ ...args, pods: runningOf(args.pods) });

/** No pod is made the value of an Output: the SDK looks through all that one leads to, which in a fleet is every other pod. */
function runningOf(pods: ReadyArgs["pods"]): pulumi.Output<string[]> {
  const idsOf = (all: readonly Awaited[]): pulumi.Output<string[]> =>
    pulumi.all(all.map(idUnlessStopped)).apply((ids) => ids.filter((id): id is string => id !== undefined));
  return Array.isArray(pods)
    ? idsOf(pods)
    : pulumi.output(pods as pulumi.Input<Awaited[]>).apply((all) => idsOf(all as unknown as readonly Awaited[]));
}

const idUnlessStopped = (pod: Awaited): pulumi.Output<string | undefined> =>
  pod instanceof Pod
    ? pulumi.all([pod.id, pod.desiredStatus]).apply(([id, wanted]) => (wanted === "EXITED" ? undefined : id))
    : pulumi.output(pod).apply((one) => (one instanceof Pod ? idUnlessStopped(one) : pulumi.output(one)));
