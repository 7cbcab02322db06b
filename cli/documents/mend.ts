import * as z from "zod";
import { identity } from "./identity";

const { urn, kind, name } = identity;

const Mended = z.strictObject({
  urn,
  kind,
  name,
  op: z.string().describe("`create` or `update`; with `--mend=all` whatever the plan has."),
  paths: z.array(z.string()).readonly().describe("What was changed back; empty where the whole object was made again."),
});
export type Mended = z.output<typeof Mended>;

export const Mending = z
  .strictObject({
    stack: z.string().describe("`project/stack`."),
    at: z.string().describe("RFC 3339."),
    mended: z.array(Mended).readonly().describe("What `up --refresh` has put right."),
    refused: z.array(z.string()).readonly().describe("Why nothing was changed, in sentences; empty where it was."),
  })
  .describe("What `keep --mend` did where something differed.");
export type Mending = z.output<typeof Mending>;
