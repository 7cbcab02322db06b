import type { ProgramSpec, Scenario } from "../support/scenario";

/** a; b takes from a; c only waits for b. */
export const chain = (a: object = {}, b: object = {}): ProgramSpec => ({
  resources: [
    { name: "a", args: { name: "a", kind: "k", ...a } },
    { name: "b", args: { name: "b", dep: { $ref: "a.server" }, ...b } },
    { name: "c", args: { name: "c" }, options: { dependsOn: ["b"] } },
  ],
  outputs: { server: { $ref: "a.server" }, all: [{ $ref: "b.server" }, { $ref: "c.server" }] },
});
const only = (...names: string[]): ProgramSpec => ({
  ...chain(),
  resources: chain().resources?.filter(({ name }) => names.includes(name)) ?? [],
  outputs: {},
});

export const basics: Scenario[] = [
  {
    name: "create-then-same",
    about: "entries, parents, dependencies, default provider; the second run changes nothing and keeps the times",
    steps: [
      { run: "up", program: chain() },
      { run: "up", expectNoChanges: true },
    ],
  },
  {
    name: "update",
    about: "an update replaces the outputs and keeps id and creation time",
    steps: [
      { run: "up", program: chain() },
      { run: "up", program: chain({ size: 5 }) },
    ],
  },
  {
    name: "replace-create-first",
    about: "create before delete, dependents in between, old objects deleted leaves first",
    steps: [
      { run: "up", program: chain() },
      { run: "up", program: chain({ kind: "other" }) },
    ],
  },
  {
    name: "replace-delete-first",
    about: "delete before replace takes the dependents that would be replaced along",
    steps: [
      { run: "up", program: chain() },
      { run: "up", program: chain({ kind: "other", first: true }) },
    ],
  },
  {
    name: "removals",
    about: "what the program no longer registers is deleted, and the outputs are replaced",
    steps: [
      { run: "up", program: chain() },
      { run: "up", program: only("a", "b") },
      { run: "up", program: only("a") },
      { run: "up", program: only() },
    ],
  },
  {
    name: "previews",
    about: "check and diff are called, with unknowns; nothing else, and nothing is written",
    steps: [
      { run: "preview", program: chain() },
      { run: "up" },
      { run: "preview" },
      { run: "preview", program: chain({ size: 2 }) },
      { run: "preview", program: chain({ kind: "other" }) },
      { run: "preview", program: chain({ kind: "other", first: true }) },
      { run: "preview", program: only("a") },
    ],
  },
  {
    name: "destroy",
    about: "leaves first, the stack last",
    steps: [{ run: "up", program: chain() }, { run: "destroy", previewOnly: true }, { run: "destroy" }, { run: "up" }],
  },
  {
    name: "destroy-with-failure",
    about: "a failing delete lets its group finish and stops the rest; the next destroy takes what is left",
    ordered: false,
    steps: [
      {
        run: "up",
        program: {
          resources: [
            { name: "a", args: { name: "a" } },
            { name: "b", args: { name: "b", dep: { $ref: "a.server" } } },
            { name: "c", args: { name: "c" } },
            { name: "d", args: { name: "d", dep: { $ref: "c.server" } } },
            { name: "e", args: { name: "e" } },
          ],
        },
      },
      { run: "destroy", faults: { "delete d": { message: "still in use" } } },
      { run: "destroy" },
    ],
  },
  {
    name: "empty-program",
    about: "a stack of nothing but its outputs",
    steps: [
      { run: "up", program: { outputs: { plain: 1, list: ["x", { y: true }] } } },
      { run: "up" },
      { run: "destroy" },
    ],
  },
  {
    name: "duplicate-urn",
    about: "the second resource of a name ends the run",
    steps: [
      {
        run: "up",
        program: {
          resources: [
            { name: "a", args: { name: "a" } },
            { name: "a", args: { name: "a", after: { $ref: "a.server" } } },
          ],
        },
      },
    ],
  },
  {
    name: "expect-no-changes",
    about: "a proposed change is a failure when none was expected",
    steps: [
      { run: "up", program: only("a") },
      { run: "preview", expectNoChanges: true },
      { run: "preview", program: only(), expectNoChanges: true },
      { run: "refresh", previewOnly: true, expectNoChanges: true },
    ],
  },
];
