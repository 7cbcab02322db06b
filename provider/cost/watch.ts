import { getOrMake } from "../../values/many";
import { exactUsd, totalUsd } from "./money";

export interface Limits {
  readonly maxHourlyCost?: number;
  readonly maxDailyCost?: number;
  /** The place where a person set them. */
  readonly setIn?: "stack" | "provider" | undefined;
}

const hoursPerDay = 24;

/** Adds up list prices, and reports once for each limit that they exceed it. */
export class CostWatch {
  /** USD per hour, by kind and then by the key of a resource. */
  private readonly prices = new Map<string, Map<string, number>>();
  private readonly passed = new Set<string>();

  constructor(
    private readonly limits: Limits,
    private readonly warn: (message: string) => Promise<void>,
  ) {}

  get isSet(): boolean {
    return this.limits.maxHourlyCost !== undefined || this.limits.maxDailyCost !== undefined;
  }

  begin(kind: string): void {
    this.prices.delete(kind);
    this.passed.clear();
  }

  async add(kind: string, key: string, perHour: number): Promise<void> {
    getOrMake(this.prices, kind, () => new Map<string, number>()).set(key, perHour);
    const hourly = totalUsd([...this.prices.values()].flatMap((each) => [...each.values()]));
    const { maxHourlyCost: anHour = Infinity, maxDailyCost: aDay = Infinity, setIn } = this.limits;
    const space = setIn === "provider" ? "" : "compute:";
    if (hourly > anHour)
      await this.pass(
        "maxHourlyCost",
        `Estimated cost of at least ${exactUsd(hourly)} USD/h exceeds ${space}maxHourlyCost (${exactUsd(anHour)} USD/h).`,
      );
    if (hourly * hoursPerDay > aDay)
      await this.pass(
        "maxDailyCost",
        `Estimated cost of at least ${exactUsd(hourly * hoursPerDay)} USD a day, at ${exactUsd(hourly)} USD/h around the clock, exceeds ` +
          `${space}maxDailyCost (${exactUsd(aDay)} USD).`,
      );
  }

  private async pass(limit: string, sentence: string): Promise<void> {
    if (this.passed.has(limit)) return;
    this.passed.add(limit);
    await this.warn(
      `${sentence} List prices, storage not included. This is only a warning; \`compute cost\` shows each resource's share.`,
    );
  }
}
