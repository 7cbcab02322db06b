import crypto, { type ScryptOptions } from "node:crypto";
import type { Mode } from "./plugin";

/** The findings of a proof. */
export interface Outcome {
  /** Counts of what was done and seen, in the order in which they are printed. */
  readonly counts: Readonly<Record<string, number | string>>;
  /** Each contradiction of the claim, with enough to find it again; none means proven. */
  readonly failures: readonly string[];
}

export interface ProofOptions {
  /** The amount of work, in the proof's own unit. */
  readonly size: number;
  readonly seed: number;
  /** The one variant that is asked for. Default: all that can be had here. */
  readonly only?: string;
  /** The way that resources come to the platform. Default: dynamic. */
  readonly mode?: Mode;
  /** Providers that nobody kills are in this process, as most tests have them. */
  readonly serves?: boolean;
  /** Says how far it has come. */
  readonly progress: (line: string) => void;
}

export interface Proof {
  readonly claim: string;
  /** The thing that `size` counts, such as `creates`. */
  readonly unit: string;
  /** The size of the full proof. */
  readonly fullSize: number;
  /** Several processes can share the proof, because its parts are independent. */
  readonly isSplittable?: boolean;
  /** It can be made of the plugin too. */
  readonly hasModes?: boolean;
  /** It makes thousands of fingerprints of secrets in passing, so they are stretched briefly. */
  readonly stretchesBriefly?: boolean;
  /** Parts that can be asked for by name. */
  readonly variants?: readonly string[];
  run(options: ProofOptions): Promise<Outcome>;
}

const shownFailures = 20;

/** The report for people and for logs: seed, counts, verdict. */
export function report(
  name: string,
  proof: Proof,
  { seed, mode }: { readonly seed: number; readonly mode: Mode },
  { counts, failures }: Outcome,
): string {
  const width = Math.max(...Object.keys(counts).map((key) => key.length), 4);
  const line = (key: string, value: number | string) =>
    `  ${key.padEnd(width)}  ${typeof value === "number" ? value.toLocaleString("en-US") : value}`;
  return [
    `${name}: ${proof.claim}`,
    line("seed", String(seed)),
    ...(proof.hasModes ? [line("provider", mode)] : []),
    ...Object.entries(counts).map(([key, value]) => line(key, value)),
    ...failures.slice(0, shownFailures).map((failure) => `  FAILED  ${failure}`),
    ...(failures.length > shownFailures ? [`  … and ${failures.length - shownFailures} more`] : []),
    `verdict: ${failures.length === 0 ? "proven" : `NOT proven, ${failures.length} failures`}`,
  ].join("\n");
}

/**
 * A fingerprint of a secret takes 9 ms by design. What makes thousands of them, and is not about how hard one is to guess, stretches
 * secrets briefly: what else there is to a fingerprint stays as it is.
 *
 * @returns what ends it.
 */
export function stretchBriefly(): () => void {
  const { scryptSync } = crypto;
  crypto.scryptSync = (password, salt, length, options?: ScryptOptions) =>
    scryptSync(password, salt, length, { ...options, N: 2 });
  return () => {
    crypto.scryptSync = scryptSync;
  };
}

/** A part of a proof. */
export type Part = { readonly counts: Record<string, number>; readonly failures: string[] };

export const atMost = (what: string, value: number, limit: number): string[] =>
  value <= limit ? [] : [`${what}: ${value}, which is more than ${limit}`];
