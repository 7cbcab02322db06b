import type { ProgramSpec, Scenario } from "../support/scenario";

const provider: ProgramSpec = {
  resources: [{ name: "a", args: { name: "a" } }],
  outputs: { server: { $ref: "a.server" }, password: { $secret: "of another" }, thing: { $ref: "a" } },
};
const consumer: ProgramSpec = {
  resources: [
    { name: "other", stackReference: "organization/proj/dev" },
    { name: "b", args: { name: "b", other: { $output: "other.server" }, hidden: { $output: "other.password" } } },
  ],
  outputs: { server: { $output: "other.server" }, password: { $output: "other.password" } },
};

const looking = (name: string): ProgramSpec => ({
  resources: [{ name, args: { name, hidden: { $secret: "looked up" } } }],
  outputs: { found: { $invoke: "pulumi:pulumi:getResource", args: { urn: { $ref: `${name}.urn` } } } },
});
const follower: ProgramSpec = {
  resources: [
    { name: "other", stackReference: "organization/proj/dev" },
    { name: "b", args: { name: "b", other: { $output: "other.server" } } },
  ],
};

export const references: Scenario[] = [
  {
    name: "stack-reference",
    about: "the outputs of another stack, secrets included; an entry that is read and never managed",
    ordered: false,
    steps: [
      { run: "up", program: provider },
      { run: "preview", stack: "other", program: consumer },
      { run: "up", stack: "other" },
      { run: "up", stack: "other" },
      { run: "refresh", stack: "other" },
      { run: "up", stack: "other", program: { ...consumer, resources: (consumer.resources ?? []).slice(0, 1) } },
      { run: "destroy", stack: "other" },
    ],
  },
  {
    name: "stack-reference-in-the-project",
    about: "a stack of the same project needs no project in its name",
    ordered: false,
    steps: [
      { run: "up", program: provider },
      {
        run: "up",
        stack: "other",
        program: {
          resources: [
            { name: "other", stackReference: "organization/dev" },
            { name: "near", stackReference: "dev" },
          ],
        },
      },
    ],
  },
  {
    name: "stack-reference-to-nothing",
    about: "a stack that is not there ends the run",
    ordered: false,
    steps: [{ run: "up", program: { resources: [{ name: "other", stackReference: "organization/proj/nowhere" }] } }],
  },
  {
    name: "get-resource",
    about: "a resource is looked up by its URN, as one that is handed on as a reference is",
    ordered: false,
    steps: [
      { run: "preview", program: looking("a") },
      { run: "up" },
      { run: "up", expectNoChanges: true },
      { run: "up", program: { resources: [{ name: "a", args: { name: "a" } }] } },
    ],
  },
  {
    name: "stack-reference-in-both-outputs",
    about: "the other stack's outputs change, and the one that reads them follows",
    ordered: false,
    steps: [
      { run: "up", program: { outputs: { server: "one" } } },
      { run: "up", stack: "other", program: follower },
      { run: "up", program: { outputs: { server: "two", more: 1 } } },
      { run: "refresh", stack: "other" },
      { run: "up", stack: "other", program: follower },
    ],
  },
];
