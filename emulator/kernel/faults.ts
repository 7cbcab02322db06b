import * as z from "zod";
import { Count, Duration, ShortText } from "./bounds";
import { badRequest } from "./refusal";
import { fitsPattern } from "./path-pattern";
import { isFreeHeader } from "./protection";

/** Most faults at a time, and the longest pattern: every call is held against each. */
const mostFaults = 200;
const longestPath = 200;

/**
 * A failure that the emulator is told to produce. It strikes the `nth` call (counted from when it was added, default the first) that
 * fits `method` and `path`, and `times` calls in all from there (default 1; `"always"` until removed).
 *
 * `path` is as in the request line without the query: literal, with `:name` for one segment and a final `*` for any rest,
 * e.g. `/v2/pods/:id/action`, `/queue/v2/:id/run`, `/v1/*`.
 *
 * | phase | what happens |
 * |---|---|
 * | `before` | nothing is carried out; answers `status` (default 503) with `body` and `headers` |
 * | `after` | carried out, and the answer is lost: the connection is reset, or `status` replaces it |
 * | `mid-body` | carried out; the connection ends after `bytes` of the body (default half of it) |
 * | `slow` | carried out; the answer waits `delayMs`, and drips `bytes` every `everyMs` if these are given |
 * | `reset` | nothing is carried out; the connection is reset |
 *
 * Times are the emulator's milliseconds.
 */
export const FaultSpec = z.strictObject({
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).optional(),
  path: z.string().min(1).max(longestPath).optional(),
  nth: Count.min(1).optional(),
  times: z.union([z.literal("always"), Count.min(1)]).optional(),
  phase: z.enum(["before", "after", "mid-body", "slow", "reset"]),
  status: z.int().min(400).max(599).optional(),
  /** Sent as JSON; default the surface's own error body for the status. */
  body: z.unknown().optional(),
  headers: z.record(ShortText, ShortText).optional(),
  delayMs: Duration.optional(),
  bytes: Count.optional(),
  everyMs: Duration.optional(),
});
export type FaultSpec = z.infer<typeof FaultSpec>;

export interface Fault extends FaultSpec {
  readonly id: string;
  /** Calls that fitted so far. */
  readonly seen: number;
  readonly struck: number;
}

interface InForce {
  readonly spec: FaultSpec;
  readonly id: string;
  seen: number;
  struck: number;
}

/** The faults in force; the oldest that fits a call strikes. */
export class Faults {
  private faults: InForce[] = [];
  private sequence = 0;

  /** Adds a fault. @throws Refusal when there are too many, or no answer can carry a header of it. */
  add(spec: FaultSpec): { readonly id: string; remove(): void } {
    const parsed = FaultSpec.parse(spec);
    const wrong = Object.entries(parsed.headers ?? {}).find(([name, value]) => !isFreeHeader(name, value));
    if (wrong) throw badRequest(`a fault cannot send the header ${JSON.stringify(wrong[0])} with this value`);
    if (this.faults.length >= mostFaults) throw badRequest(`there are ${mostFaults} faults already; clear some first`);
    const id = `fault-${++this.sequence}`;
    this.faults.push({ spec: parsed, id, seen: 0, struck: 0 });
    return { id, remove: () => void (this.faults = this.faults.filter((fault) => fault.id !== id)) };
  }

  list(): Fault[] {
    return this.faults.map(({ spec, id, seen, struck }) => ({ id, ...spec, seen, struck }));
  }

  clear(): void {
    this.faults = [];
  }

  /** The fault that strikes this call, if any. Counts the call. */
  strike(method: string, path: string): FaultSpec | undefined {
    if (this.faults.length === 0) return undefined;
    let struck: FaultSpec | undefined;
    for (const fault of this.faults) {
      if ((fault.spec.method && fault.spec.method !== method) || !fitsPattern(fault.spec.path ?? "*", path)) continue;
      fault.seen += 1;
      if (struck || !isDue(fault)) continue;
      fault.struck += 1;
      struck = fault.spec;
    }
    return struck;
  }
}

const isDue = ({ spec: { nth = 1, times = 1 }, seen, struck }: InForce): boolean =>
  seen >= nth && (times === "always" || struck < times);
