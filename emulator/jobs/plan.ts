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

/** An instruction; one of another type is ignored. */
const instruction = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);
const natural = instruction(z.number().min(0).transform(Math.floor));

/** What `input.$emulate` may ask of the default worker. */
const Emulate = z.object({
  /** How long it works, in ms. */
  delayMs: natural,
  /** Ends FAILED with this message. */
  fail: instruction(z.string()),
  /** Never answers: the job runs into its execution timeout. */
  hang: instruction(z.boolean()),
  /** Number of streamed chunks, spread evenly over `delayMs`. */
  chunks: natural,
  /** Size of each chunk's text; default 16. */
  chunkBytes: natural,
  /** The chunks become the output as well (J-44). */
  aggregate: instruction(z.boolean()),
  /** Lines the worker logs. */
  log: instruction(z.union([z.string(), z.array(z.unknown().transform(String))])),
  /** Values published one after the other while it works (J-45). */
  progress: instruction(z.array(z.unknown())),
});
type Emulate = z.infer<typeof Emulate>;

/** The default worker: it echoes its input, and obeys `input.$emulate`. */
export function planOf(input: Record<string, unknown>): Plan {
  const instructions = Emulate.safeParse(input.$emulate).data ?? {};
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
