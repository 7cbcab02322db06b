import type { localContender } from "../engine/contenders";
import type { BenchProject } from "../engine/project";

export type Open = typeof localContender;

const operations = ["up", "preview", "refresh", "destroy"] as const;

export interface Measured {
  readonly name: string;
  /** By operation. */
  readonly ms: readonly number[];
  readonly bytes: number;
}

export const quickest = (before: Measured | undefined, now: Measured): Measured =>
  before ? { ...now, ms: now.ms.map((ms, index) => Math.min(ms, before.ms[index]!)) } : now;

export async function measure(open: Open, project: BenchProject): Promise<Measured | undefined> {
  try {
    const contender = await open(project);
    if (!contender) return undefined;
    const ms: number[] = [];
    let bytes = 0;
    for (const operation of operations) {
      const start = performance.now();
      await contender[operation]();
      ms.push(performance.now() - start);
      if (operation === "up") bytes = project.stateBytes();
    }
    return { name: contender.name, ms, bytes };
  } finally {
    project.remove();
  }
}
