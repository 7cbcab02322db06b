import { ownMember } from "../../values/own-member";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { types } from "node:util";
import type { JobRequest } from "../../api/queue";
import type { Outcome } from "./plan";

/** The arguments of a programmed worker besides its input. */
export interface HandlerContext {
  readonly jobId: string;
  readonly endpointId: string;
  readonly workerId: string;
  /** The number of this attempt: 1, then one more for each retry. */
  readonly attempt: number;
  /** The bucket that the job asked its files to be stored in. The platform never returns it to the caller. */
  readonly s3Config: JobRequest["s3Config"];
  /** Aborts when the job is cancelled, times out, expires or loses its worker. */
  readonly signal: AbortSignal;
  /** Sets the `output` that `status` shows while the job runs. */ // J-45
  readonly progress: (value: unknown) => void;
  /** Streams one chunk, as `yield` does. Only `emit` can send `metrics` with it. */ // J-13
  readonly emit: (output: unknown, metrics?: Record<string, unknown>) => void;
  /** Writes to the worker's log. */
  readonly log: (line: string) => void;
  /** Waits for milliseconds of the emulator's clock, so that a test that moves the clock decides how long a handler takes. */
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * A worker as a function that takes the job's input and returns its output. If it throws, the job fails. A generator streams what it yields,
 * and its return value, if any, is the output.
 */ // J-27, J-42
export type JobHandler = (input: Record<string, unknown>, context: HandlerContext) => unknown;

export interface AggregatingHandler {
  /** A function, or the path of a module that exports one as `handler`, as `default`, or as itself. */
  readonly handler: JobHandler | string;
  /** Whether the chunks of a generator also become the job's output. */ // J-44
  readonly aggregate?: boolean;
}

/** Workers by the id or the name of their endpoint: a function, the path of a module relative to the working directory, or either with options. */
export type Handlers = Readonly<Record<string, JobHandler | string | AggregatingHandler>>;

/** The handler programmed for an endpoint, if there is one; its id goes before its name. */
export function handlerFor(handlers: Handlers, endpoint: { id: string; name: string }): AggregatingHandler | undefined {
  const found = ownMember(handlers, endpoint.id) ?? ownMember(handlers, endpoint.name);
  if (found === undefined) return undefined;
  return typeof found === "object" ? found : { handler: found };
}

/** Runs a handler to its end. Never rejects: every error is a failed job. */
export async function runHandler(
  { handler, aggregate = false }: AggregatingHandler,
  input: Record<string, unknown>,
  context: HandlerContext,
): Promise<Outcome> {
  try {
    const run = typeof handler === "string" ? await load(handler) : handler;
    // Arguments and results are copied, so that the handler shares nothing with the platform's own records.
    const result = await run(toJson(input) as Record<string, unknown>, context);
    if (!isAsyncIterator(result)) return { output: toJson(result) };
    return { output: await stream(result, aggregate, context) };
  } catch (error) {
    // An error of another realm (a test runner, a vm) is no `instanceof Error` here.
    return { error: types.isNativeError(error) ? error.message : toJson(error) };
  }
}

async function stream(chunks: AsyncIterator<unknown>, aggregate: boolean, context: HandlerContext): Promise<unknown> {
  const outputs: unknown[] = [];
  for (let next = await chunks.next(); ; next = await chunks.next()) {
    if (context.signal.aborted) {
      await chunks.return?.();
      return undefined;
    }
    if (next.done) return next.value === undefined ? (aggregate ? outputs : undefined) : toJson(next.value);
    const output = toJson(next.value);
    if (aggregate) outputs.push(output);
    context.emit(output);
  }
}

async function load(path: string): Promise<JobHandler> {
  const file = resolve(path);
  const module = await importModule(file);
  const candidates = typeof module === "object" && module !== null ? (module as Record<string, unknown>) : {};
  const found = [module, candidates.handler, candidates.default].find((each) => typeof each === "function");
  if (!found) throw new Error("the handler module exports no function: export it as `handler` or `default`");
  return found as JobHandler;
}

async function importModule(file: string): Promise<unknown> {
  try {
    return createRequire(join(process.cwd(), "/"))(file) as unknown;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_REQUIRE_ESM") throw error;
    return (await import(pathToFileURL(file).href)) as unknown;
  }
}

const isAsyncIterator = (value: unknown): value is AsyncIterator<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value && "next" in value;

/** The value as it arrives over the wire. */
function toJson(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}
