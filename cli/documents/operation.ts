import * as z from "zod";
import { kindNames } from "../../provider/kinds/names";
import { deeds, reasonsToKeep } from "../../provider/effects/effect";

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

const Price = z.strictObject({
  perHour: z.number().nullable().describe("USD at list prices; null where the platform publishes none."),
  what: z.string().describe("What is paid for, such as `2 × NVIDIA L40S`."),
  most: z.number().optional().describe("What the dearest of several alternatives costs, where that is more."),
});

export const PlannedEffect = z.strictObject({
  urn: z.string(),
  kind: z.enum(kindNames),
  name: z.string().describe("In the program."),
  id: z.string().optional().describe("Of the object; left out where it is yet to be made."),
  does: z
    .enum(deeds)
    .describe(
      "`make`, `adopt` what is there, `take over` what an interrupted run made, `change` in place, `start`, `restart` or `stop` " +
        "the container with a change, `stay`, `delete`, `keep` on the platform what the state lets go of, or `forget` what is gone.",
    ),
  isPossible: z
    .literal(true)
    .optional()
    .describe(
      "Only `up` can tell whether it comes to that, because a value is not known before or a container is on its way.",
    ),
  why: z
    .enum(reasonsToKeep)
    .optional()
    .describe("Of what is kept: the option `retainOnDelete`, or another resource that has it."),
  isLeftOver: z.literal(true).optional().describe("An earlier run replaced it but did not delete it."),
  isAskedAbout: z
    .literal(true)
    .optional()
    .describe("Of what `retainOnDelete` keeps: later runs ask about it until `compute doctor --let-go ID`."),
  isReplaced: z.literal(true).optional().describe("It gives way to another object of the same resource."),
  data: z.string().optional().describe("What is lost with it, in words."),
  created: z
    .array(z.string())
    .readonly()
    .optional()
    .describe(
      "The first three resources of its kind that the plan creates: the program may have renamed it to one of them.",
    ),
  before: Price.optional().describe("What it costs before; left out where it is not there, or costs nothing to run."),
  after: Price.optional().describe("What it costs after."),
});
export type PlannedEffect = z.output<typeof PlannedEffect>;

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
    effects: z
      .array(PlannedEffect)
      .readonly()
      .optional()
      .describe("Of a preview: what it does to which object, to which data, and what that costs."),
    changeSummary: z.record(z.string(), z.int()).describe("How many steps there are of each operation."),
    result: z.enum(["succeeded", "failed"]),
  })
  .describe(
    "What `preview`, `up`, `refresh` and `destroy` do, and how they ended. Secrets are `[secret]`, values that a preview cannot know `[unknown]`.",
  );
export type Operation = z.output<typeof Operation>;
