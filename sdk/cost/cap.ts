import * as pulumi from "@pulumi/pulumi";
import { isHourly, priceOf } from "../../provider/kinds/prices";
import type { Catalog } from "../../provider/cost/pricing";
import type { Resource } from "../../provider/table/resource";
import { getCpuTypes, getGpuTypes } from "../data-sources/catalog";
import { perRun } from "../run";
import { knownValue } from "../known-value";

/** Adds up list prices, and says once that they pass a limit. USD per hour. */
export class CostWatch {
  private total = 0;
  private hasWarned = false;

  constructor(
    private readonly limit: number,
    private readonly warn: (message: string) => unknown,
  ) {}

  add(kind: Resource["kind"], inputs: Readonly<Record<string, unknown>>, catalog: Catalog): void {
    this.total += priceOf(kind, inputs, catalog).perHour ?? 0;
    if (this.hasWarned || this.total <= this.limit) return;
    this.hasWarned = true;
    this.warn(
      `Estimated cost of at least ${usd(this.total)} USD/h exceeds compute:maxHourlyCost (${usd(this.limit)} USD/h). ` +
        "List prices, storage not included. This is only a warning; `compute cost` shows each resource's share.",
    );
  }
}

const usd = (amount: number): string => String(Math.round(amount * 1e4) / 1e4);

/** One limit a run. */
const watches = perRun(() => new Map<number, CostWatch>());

function watchOf(limit: number): CostWatch {
  const known = watches().get(limit) ?? new CostWatch(limit, (message) => pulumi.log.warn(message));
  watches().set(limit, known);
  return known;
}

/**
 * Warns, in previews too, when the program's pods and clusters cost more than `compute:maxHourlyCost`. Where that is set, a
 * run asks the platform for its two price lists; where it is not, for nothing.
 */
export function watchCost(kind: Resource["kind"], args: Readonly<Record<string, unknown>>): void {
  const limit = Number(pulumi.runtime.getConfig("compute:maxHourlyCost") || Number.NaN);
  if (Number.isNaN(limit) || !isHourly(kind)) return;
  const watch = watchOf(limit);
  const { gpu, cpu, cloud, compute, desiredStatus } = args;
  const done = pulumi.runtime.rpcKeepAlive();
  void knownValue(pulumi.output({ gpu, cpu, cloud, compute, desiredStatus }))
    .then(async (inputs) => {
      const [gpus, cpus] = await Promise.all([getGpuTypes(), getCpuTypes()]);
      if (inputs) watch.add(kind, inputs, { gpus, cpus });
    })
    // A price that cannot be had is no reason to fail a deployment.
    .catch((error: unknown) => pulumi.log.debug(`no prices for compute:maxHourlyCost: ${String(error)}`))
    .finally(done);
}
