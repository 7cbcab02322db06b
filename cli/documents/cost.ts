import * as z from "zod";

const Line = z.strictObject({
  name: z.string().describe("In the program."),
  kind: z.string(),
  what: z.string().describe("What is paid for, such as `2 × NVIDIA L40S`."),
  perHour: z.number().nullable().describe("USD; null where the platform publishes no price."),
  change: z
    .enum(["create", "adopt", "update", "replace", "delete", "keep"])
    .optional()
    .describe("With `--preview`: what it does to the resource, whose amount is the difference."),
});
export type Line = z.output<typeof Line>;

export const Bill = z
  .strictObject({
    lines: z.array(Line).readonly(),
    perHour: z.number().describe("USD, of all priced lines."),
    perMonth: z.number().describe("USD, of all priced lines."),
    unpriced: z.int().describe("How many lines have no price; the totals leave them out."),
  })
  .describe("What a stack costs at list prices, or what a preview would add.");
export type Bill = z.output<typeof Bill>;
