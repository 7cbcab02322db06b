import * as z from "zod";

const State = z.strictObject({
  urn: z.string(),
  type: z.string(),
  id: z.string().optional().describe("The id on the platform, once it is known."),
  inputs: z.record(z.string(), z.unknown()),
  outputs: z.record(z.string(), z.unknown()),
  initErrors: z.array(z.string()).readonly().optional().describe("Why the object is not yet as it was asked for."),
  pendingReplacement: z
    .literal(true)
    .optional()
    .describe("Of an old state: an earlier run has given the object up ahead of its replacement."),
});

const Change = z.strictObject({
  kind: z.enum(["add", "delete", "update", "add-replace", "delete-replace", "update-replace"]),
  inputDiff: z
    .boolean()
    .describe("Whether old and new arguments differ; false where the platform differs from the state."),
});

const Step = z.strictObject({
  op: z.string().describe("`create`, `update`, `replace`, `delete`, `same` and the other operations of Pulumi."),
  urn: z.string(),
  oldState: State.optional(),
  newState: State.optional(),
  diffReasons: z.array(z.string()).readonly().optional().describe("The arguments that changed."),
  replaceReasons: z.array(z.string()).readonly().optional().describe("The arguments whose change replaces the object."),
  detailedDiff: z.record(z.string(), Change).optional().describe("What differs, by property path."),
});

/** The document that `pulumi preview --json` prints, as far as it concerns programs that read it. */
export const Operation = z
  .strictObject({
    steps: z.array(Step).readonly(),
    diagnostics: z
      .array(
        z.strictObject({
          severity: z.enum(["debug", "info", "warning", "error"]),
          message: z.string(),
          urn: z.string().optional(),
        }),
      )
      .readonly(),
    outputs: z.record(z.string(), z.unknown()).describe("Of the stack."),
    changeSummary: z.record(z.string(), z.int()).describe("How many steps there are of each operation."),
    result: z.enum(["succeeded", "failed"]),
  })
  .describe(
    "What `preview`, `up`, `refresh` and `destroy` do, and how they ended. Secrets are `[secret]`, values that a preview cannot know `[unknown]`.",
  );
export type Operation = z.output<typeof Operation>;
