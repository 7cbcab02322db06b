import * as z from "zod";

/** The members that identify a resource in every document. */
export const identity = {
  urn: z.string(),
  name: z.string().describe("In the program."),
  kind: z.string().describe("The name of its class."),
  id: z.string().describe("On the platform."),
};

const DriftClass = z
  .enum(["stopped", "terminated", "replaced", "resized", "edited"])
  .describe(
    "`stopped`: no longer runs. `terminated`: gone. `replaced`: gone, and another object has its name. `resized`: a size or a count differs. `edited`: anything else.",
  );
export type DriftClass = z.output<typeof DriftClass>;

/** One difference between the state of a stack and the platform. */
export const Drift = z.strictObject({
  ...identity,
  class: DriftClass,
  path: z
    .string()
    .describe(
      "Such as `mounts.persistent.size`; a whole property where it differs in more than 1,000 places, and empty where the whole object is meant.",
    ),
  old: z.unknown().optional().describe("What the state has; absent where it is secret."),
  new: z.unknown().optional().describe("What the platform reports; absent where it is secret."),
  secret: z.boolean().optional().describe("True where the values are left out because they are secret."),
  only: z
    .enum(["state", "platform"])
    .optional()
    .describe("Of a secret value that was removed or added: the side that has it."),
  since: z.string().optional().describe("RFC 3339, where the platform tells."),
  undeclared: z.boolean().optional().describe("The program never set it: `old` is what was last seen, or the default."),
  ignored: z.boolean().optional().describe("The option `ignoreChanges` leaves it as it is."),
});
export type Drift = z.output<typeof Drift>;

const { urn, name, kind } = identity;

const NotCompared = z.strictObject({
  urn,
  name,
  kind,
  path: z.string().describe("Empty where the whole object is meant."),
  awaits: z
    .enum(["delete", "replacement"])
    .optional()
    .describe(
      "Of a whole object: it was replaced, and waits for its delete; or it was given up ahead of its replacement, which is not made yet.",
    ),
  reason: z.string(),
});
export type NotCompared = z.output<typeof NotCompared>;

export const DriftReport = z
  .strictObject({
    resources: z.int().describe("Resources of this provider in the state."),
    calls: z.int().describe("Requests sent to the platform."),
    drift: z.array(Drift).readonly(),
    ignored: z
      .array(Drift)
      .readonly()
      .describe("Differences that no `up` puts back, because of the option `ignoreChanges`. They do not count."),
    notCompared: z.array(NotCompared).readonly().describe("What was not compared, and why."),
  })
  .describe("Where the platform differs from the state.");
export type DriftReport = z.output<typeof DriftReport>;
