import * as z from "zod";
import { identity } from "./drift";

const percent = () => z.number().nullable();

const LogLine = z.strictObject({ ts: z.string().nullable(), line: z.string() });
export type LogLine = z.output<typeof LogLine>;

const Row = z.strictObject({
  ...identity,
  phase: z
    .string()
    .describe(
      "Such as `RUNNING` or `3 RUNNING, 1 STARTING`. `NOT CREATED` and `GONE`: the platform has nothing. `NOT VISIBLE`: last seen with another key or at another address. `NO PASSPHRASE`, `KEY REFUSED` and `NOT READ`: its provider's key can't be opened, is refused, or nothing answers. `REPLACED, …`: not deleted yet. `REPLACEMENT NOT MADE`: its replacement is still to come.",
    ),
  isWell: z.boolean(),
  uptimeSeconds: z.number().nullable(),
  gpu: percent().describe("Percent; the mean over the GPUs and pods there are."),
  gpuMemory: percent(),
  cpu: percent(),
  memory: percent(),
  costPerHour: z.number().nullable().describe("USD."),
  spent: z.number().nullable().describe("USD."),
  ssh: z
    .string()
    .nullable()
    .describe(
      "A line that logs in; null also of a pod without SSH, of which the platform reports an address all the same.",
    ),
  log: LogLine.nullable().describe("The last line of its log, with `--logs`."),
  jobs: z
    .strictObject({ waiting: z.int(), running: z.int() })
    .nullable()
    .describe("Of an endpoint with a queue: jobs that wait for a worker, and that one works on."),
});
export type Row = z.output<typeof Row>;

export const Status = z
  .strictObject({
    stack: z.string().describe("`project/stack`."),
    at: z.string().describe("RFC 3339."),
    resources: z.array(Row).readonly(),
    costPerHour: z.number().describe("USD, over all that report one."),
    spent: z.number().nullable().describe("USD, over all that report it."),
    notes: z.array(z.string()).readonly().describe("What could not be looked at, and why."),
  })
  .describe("The stack at one moment. What the platform does not report is null.");
export type Status = z.output<typeof Status>;
