import type { Mode } from "./plugin";

/** The findings of a proof. */
export interface Outcome {
  /** Counts of what was done and seen, in the order in which they are printed. */
  readonly counts: Readonly<Record<string, number | string>>;
  /** Each contradiction of the claim, with enough to find it again; none means proven. */
  readonly failures: readonly string[];
}

export interface ProofOptions {
  /** How much to do; the meaning is the proof's. */
  readonly size: number;
  readonly seed: number;
  /** The one variant that is asked for. Default: all that can be had here. */
  readonly only?: string;
  /** How resources come to the platform. Default: as dynamic ones. */
  readonly mode?: Mode;
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
  /** It makes thousands of fingerprints of secrets, and is not about them: see `brief-stretching.ts`. */
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
