import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";
import { chanceFrom, type Chance } from "../chance";
import type { Outcome } from "../proof";

/** Something that takes bytes of strangers. */
export interface Target {
  readonly name: string;
  /** Feeds it one input; returns what became of it in a word, throws what it should not have thrown. */
  readonly feed: (chance: Chance) => Promise<string> | string;
  /** The heap that it may keep, in MB. */
  readonly mostMb: number;
}

/** An input that takes longer is a failure; one that never ends, and so keeps everything else waiting, ends the process. */
const slowMs = 5_000;
const hangMs = 60_000;

/** Feeds one target so many inputs, each from a seed of its own, so that one can be shown again by itself. */
export async function feed({ name, feed: feedOne, mostMb }: Target, size: number, seed: number): Promise<Outcome> {
  const seen: Record<string, number> = {};
  const failures: string[] = [];
  let slowest = 0;
  const rejected = (reason: unknown) => failures.push(`${name}: nobody caught ${textOf(reason)}`);
  process.on("unhandledRejection", rejected);
  const watchdog = new Watchdog(name, seed);
  const heapBefore = heapMb();
  try {
    for (let index = 0; index < size; index++) {
      watchdog.at(index);
      const before = process.cpuUsage();
      try {
        const what = await feedOne(chanceFrom(seed + index));
        seen[what] = (seen[what] ?? 0) + 1;
      } catch (error) {
        failures.push(`${name}, seed ${seed + index}: ${textOf(error)}`);
      }
      // Of the processor: how much else the machine does counts for little.
      const { user, system } = process.cpuUsage(before);
      const tookMs = (user + system) / 1_000;
      slowest = Math.max(slowest, tookMs);
      if (tookMs > slowMs) failures.push(`${name}, seed ${seed + index}: took ${Math.round(tookMs)} ms`);
    }
    // What was rejected by the last ones comes now.
    await new Promise((resolve) => setImmediate(resolve));
    const keptMb = heapMb() - heapBefore;
    if (keptMb > mostMb) failures.push(`${name}: keeps ${Math.round(keptMb)} MB, more than ${mostMb}`);
    const kinds = Object.entries(seen).map(([what, count]) => `${count.toLocaleString("en-US")} ${what}`);
    const counts = {
      [`${name}: inputs`]: size,
      [`${name}: seen`]: kinds.join(", "),
      [`${name}: slowest, heap kept`]: `${slowest.toFixed(1)} ms, ${keptMb.toFixed(1)} MB`,
    };
    return { counts, failures };
  } finally {
    process.off("unhandledRejection", rejected);
    await watchdog.stop();
  }
}

export const textOf = (error: unknown) =>
  (error instanceof Error ? (error.stack ?? error.message).split("\n").slice(0, 3).join(" | ") : String(error)).slice(
    0,
    400,
  );

/** A thread of its own sees that this one stands still, and ends the process with the reason. */
class Watchdog {
  private readonly progress = new Int32Array(new SharedArrayBuffer(4));
  private readonly worker: Worker;

  constructor(name: string, seed: number) {
    const code = `
      const { workerData: { progress, name, seed, hangMs } } = require("node:worker_threads");
      let last = -1;
      setInterval(() => {
        const now = Atomics.load(progress, 0);
        if (now === last) {
          require("node:fs").writeSync(2, "FAILED  " + name + ", seed " + (seed + now) + ": hangs\\n");
          process.kill(process.pid, "SIGKILL");
        }
        last = now;
      }, hangMs);`;
    const workerData = { progress: this.progress, name, seed, hangMs };
    this.worker = new Worker(code, { eval: true, workerData });
    this.worker.unref();
  }

  at(index: number): void {
    Atomics.store(this.progress, 0, index);
  }

  async stop(): Promise<void> {
    await this.worker.terminate();
  }
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
function heapMb(): number {
  collect();
  return process.memoryUsage().heapUsed / 1e6;
}
