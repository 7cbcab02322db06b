import { fork } from "node:child_process";
import type { Mode } from "./plugin";
import type { Outcome, ProofOptions } from "./proof";

/**
 * Runs a proof in several processes, each with its part of the size and seeds that no other one uses, and adds up what
 * they found.
 */
export async function runInShards(name: string, shards: number, options: ProofOptions): Promise<Outcome> {
  const { size, seed, mode, only, progress } = options;
  const share = Math.ceil(size / shards);
  const parts = Array.from({ length: shards }, (_, index) =>
    runShard(name, { size: Math.min(share, size - index * share), seed: seed + index * share, mode, only }, (line) =>
      progress(`${index + 1}: ${line}`),
    ),
  );
  const outcomes = await Promise.all(parts);
  return {
    counts: total(outcomes.map(({ counts }) => counts)),
    failures: outcomes.flatMap(({ failures }) => failures),
  };
}

interface Share {
  readonly size: number;
  readonly seed: number;
  readonly mode: Mode | undefined;
  readonly only: string | undefined;
}

function runShard(name: string, share: Share, progress: (line: string) => void): Promise<Outcome> {
  const { size, seed, mode, only } = share;
  const kind = [...(mode === undefined ? [] : ["--provider", mode]), ...(only === undefined ? [] : ["--only", only])];
  const about = ["--size", String(size), "--seed", String(seed), ...kind];
  const child = fork(process.argv[1]!, [name, ...about, "--shard"]);
  return new Promise((resolve, reject) => {
    let outcome: Outcome | undefined;
    child.on("message", (message: Message) => {
      if ("line" in message) progress(message.line);
      else outcome = message.outcome;
    });
    child.once("exit", (code, signal) => {
      if (outcome) resolve(outcome);
      else reject(new Error(`the process for seed ${seed} ended without a result (${signal ?? code})`));
    });
  });
}

/** A message of a shard to the process that adds up. */
export type Message = { readonly line: string } | { readonly outcome: Outcome };

/** Numbers are added, anything else is said once. */
function total(counts: readonly Outcome["counts"][]): Outcome["counts"] {
  const sums: Record<string, number | string> = {};
  for (const [key, value] of counts.flatMap((each) => Object.entries(each))) {
    const before = sums[key];
    sums[key] = typeof value === "number" && typeof before === "number" ? before + value : value;
  }
  return sums;
}
