import { ownMember } from "../../values/own-member";
import * as z from "zod";
import { StreamChunk } from "../../api/queue";
import { Duration, many, Text } from "../kernel/bounds";
import { defaultExecutionMs } from "./limits";

/** How a job ended: a result, or the detail of a failure. */
export type Outcome = { readonly output: unknown } | { readonly error: unknown };

/** One thing a worker does on its way, this long after it started. */
const PlanStep = z.union([
  z.object({ afterMs: Duration, chunk: StreamChunk }),
  z.object({ afterMs: Duration, log: Text }),
  z.object({ afterMs: Duration, progress: z.unknown() }),
]);
export type PlanStep = z.infer<typeof PlanStep>;

/** Everything the default worker will do with one job, decided when it starts. Data, so that it survives a restart. */
export const Plan = z.object({
  steps: many(PlanStep),
  /** Unset for a job that never answers by itself. */
  end: z
    .object({ afterMs: Duration, outcome: z.custom<Outcome>((value) => typeof value === "object" && value !== null) })
    .optional(),
});
export type Plan = z.infer<typeof Plan>;

/** What `input.$emulate` may ask of the default worker. Members of another type are ignored. */
export interface Emulate {
  /** How long it works, in ms. */
  readonly delayMs?: number;
  /** Ends FAILED with this message. */
  readonly fail?: string;
  /** Never answers: the job runs into its execution timeout. */
  readonly hang?: boolean;
  /** Number of streamed chunks, spread evenly over `delayMs`. */
  readonly chunks?: number;
  /** Size of each chunk's text; default 16. */
  readonly chunkBytes?: number;
  /** The chunks become the output as well (J-44). */
  readonly aggregate?: boolean;
  /** Lines the worker logs. */
  readonly log?: string | readonly string[];
  /** Values published one after the other while it works (J-45). */
  readonly progress?: readonly unknown[];
}

/** The default worker: it echoes its input, and obeys `input.$emulate`. */
export function planOf(input: Record<string, unknown>): Plan {
  const instructions = readInstructions(input.$emulate);
  const tooMuch = tooMuchOf(instructions);
  if (tooMuch !== undefined) return { steps: [], end: { afterMs: 0, outcome: { error: tooMuch } } };
  const totalMs = instructions.delayMs ?? defaultExecutionMs;
  const spread = <T>(items: readonly T[], toStep: (item: T, afterMs: number) => PlanStep): PlanStep[] =>
    items.map((item, i) => toStep(item, Math.floor((totalMs * (i + 1)) / (items.length + 1))));

  const texts = Array.from({ length: instructions.chunks ?? 0 }, (_, i) => chunkText(i, instructions.chunkBytes ?? 16));
  const lines = typeof instructions.log === "string" ? [instructions.log] : (instructions.log ?? []);
  const steps = [
    ...lines.map((log) => ({ afterMs: 0, log })),
    ...spread(instructions.progress ?? [], (progress, afterMs) => ({ afterMs, progress })),
    ...spread(texts, (output, afterMs) => ({ afterMs, chunk: { output } })),
  ].sort((a, b) => a.afterMs - b.afterMs);

  if (instructions.hang) return { steps, end: undefined };
  return { steps, end: { afterMs: totalMs, outcome: outcomeOf(instructions, input, texts) } };
}

/** Most chunks of a job, and most characters of them together: they are all made at once. */
const mostChunks = 10_000;
const mostCharacters = 64 * 1024 * 1024;

/** The failure of a job that requests too much output. */
function tooMuchOf({ chunks = 0, chunkBytes = 16 }: Emulate): string | undefined {
  if (chunks > mostChunks) return `$emulate.chunks is at most ${mostChunks}`;
  if (chunks * chunkBytes > mostCharacters) return `$emulate streams at most ${mostCharacters} bytes in all`;
  return undefined;
}

function outcomeOf(instructions: Emulate, input: unknown, texts: readonly string[]): Outcome {
  if (instructions.fail !== undefined) return { error: instructions.fail };
  // Streamed output shows up in the result only if the worker aggregates it (J-44).
  if (texts.length > 0) return { output: instructions.aggregate ? texts : undefined };
  return { output: input };
}

/** `0:xxxx…`, exactly `size` characters where there is room for the number. */
function chunkText(index: number, size: number): string {
  return `${index}:`.padEnd(size, "x");
}

function readInstructions(value: unknown): Emulate {
  if (typeof value !== "object" || value === null) return {};
  const instructions = value as Record<string, unknown>;
  const natural = (name: string) => {
    const figure = ownMember(instructions, name);
    return typeof figure === "number" && figure >= 0 ? { [name]: Math.floor(figure) } : {};
  };
  return {
    ...natural("delayMs"),
    ...natural("chunks"),
    ...natural("chunkBytes"),
    ...(typeof instructions.fail === "string" ? { fail: instructions.fail } : {}),
    hang: instructions.hang === true,
    aggregate: instructions.aggregate === true,
    ...(Array.isArray(instructions.progress) ? { progress: instructions.progress as unknown[] } : {}),
    ...(typeof instructions.log === "string" ? { log: instructions.log } : {}),
    ...(Array.isArray(instructions.log) ? { log: instructions.log.map(String) } : {}),
  };
}
