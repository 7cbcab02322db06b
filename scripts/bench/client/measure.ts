import { performance } from "node:perf_hooks";

/** The results of one contender in one turn. */
export interface Sample {
  readonly perSecond: number;
  /** Processor time of this process in ms for each call, which a busy machine does not change. */
  readonly cpuMs: number;
  /** Milliseconds of each call, sorted. */
  readonly times: readonly number[];
}

/** Calls for this time, with this number of calls in parallel and no pause. */
export async function measure(call: () => Promise<unknown>, forMs: number, atATime: number): Promise<Sample> {
  const times: number[] = [];
  const startedAt = performance.now();
  const usedBefore = process.cpuUsage();
  const worker = async () => {
    for (let now = performance.now(); now - startedAt < forMs; ) {
      await call();
      const after = performance.now();
      times.push(after - now);
      now = after;
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  const perSecond = (times.length * 1_000) / (performance.now() - startedAt);
  const { user, system } = process.cpuUsage(usedBefore);
  return { perSecond, cpuMs: (user + system) / 1_000 / times.length, times: times.sort((a, b) => a - b) };
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const quantile = ({ times }: Sample, q: number) => times[Math.min(times.length - 1, Math.floor(times.length * q))] ?? 0;

/** Medians over all rounds; ratios: time and processor time of contender `i` in times of contender `base`. */
export function summary(table: readonly (readonly Sample[])[], i: number, base: number) {
  const column = table.map((row) => row[i] as Sample);
  return {
    perSecond: median(column.map(({ perSecond }) => perSecond)),
    p50: median(column.map((sample) => quantile(sample, 0.5))),
    p99: median(column.map((sample) => quantile(sample, 0.99))),
    cpuMs: median(column.map(({ cpuMs }) => cpuMs)),
    timeRatio: median(table.map((row) => (row[base] as Sample).perSecond / (row[i] as Sample).perSecond)),
    cpuRatio: median(table.map((row) => (row[i] as Sample).cpuMs / (row[base] as Sample).cpuMs)),
  };
}
