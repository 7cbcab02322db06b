import * as z from "zod";
import { Drift, identity } from "./drift";

const { urn, name, kind, id } = identity;

const PodRow = z.strictObject({
  name,
  id,
  status: z.string(),
  busy: z.number().nullable().describe("Percent; null where the platform does not say."),
  costPerHour: z.number().describe("USD."),
});
export type PodRow = z.output<typeof PodRow>;

const Spent = z.strictObject({ kind, name, id, usd: z.number() });
export type Spent = z.output<typeof Spent>;

export const Stop = z.strictObject({ name, id, why: z.string(), at: z.string().describe("RFC 3339.") });
export type Stop = z.output<typeof Stop>;

export const StackReport = z
  .strictObject({
    stack: z.string().describe("`project/stack`."),
    at: z.string().describe("RFC 3339."),
    pods: z.array(PodRow).readonly(),
    stopped: z.array(Stop).readonly().describe("Pods that were stopped, or would be with `--dry-run`."),
    notStopped: z.array(Stop).readonly().describe("Pods that should have been stopped."),
    unknown: z.array(z.string()).readonly().describe("What could not be found out, and why, in sentences."),
    drift: z.array(Drift).readonly(),
    costPerHour: z.number().describe("USD: what runs, as it is after the pass."),
    spentToday: z.number().nullable().describe("USD since midnight UTC; null where the platform does not say."),
    spent: z.array(Spent).readonly().describe("The same by resource, of all that the platform has a bill of."),
    maxDailyCost: z.number().nullable().describe("USD: `compute:maxDailyCost`, where it is set."),
    requests: z.int().describe("Requests sent to the platform."),
    requestsLeft: z
      .record(z.string(), z.number())
      .describe("What the rate limit leaves, by its window: the least that an answer told, of all accounts."),
  })
  .describe("What one pass found and did in one stack.");
export type StackReport = z.output<typeof StackReport>;

export const KeepDocument = StackReport.extend({
  isDryRun: z.boolean().describe("Whether nothing was stopped because of `--dry-run`."),
});
export type KeepDocument = z.output<typeof KeepDocument>;

export const Mended = z.strictObject({
  urn,
  kind,
  name,
  op: z.string().describe("`create` or `update`; with `--mend=all` whatever the plan has."),
  paths: z.array(z.string()).readonly().describe("What was changed back; empty where the whole object was made again."),
  at: z.string().describe("RFC 3339."),
});
export type Mended = z.output<typeof Mended>;

export const Mending = z
  .strictObject({
    stack: z.string().describe("`project/stack`."),
    at: z.string().describe("RFC 3339."),
    mended: z.array(Mended).readonly().describe("What `up --refresh` has put right."),
    refused: z
      .array(z.string())
      .readonly()
      .describe("Why nothing, or not all, was put right, in sentences; empty where all was."),
  })
  .describe("What `keep --mend` did where something differed.");
export type Mending = z.output<typeof Mending>;
