import type { ProgramSpec, Scenario } from "../support/scenario";

/** b and c take from a, d from b; p stands alone. */
const tree = (size = 1, ...without: string[]): ProgramSpec => ({
  resources: [
    { name: "a", args: { name: "a", size } },
    { name: "b", args: { name: "b", size, other: { $ref: "a.server" } } },
    { name: "c", args: { name: "c", size }, options: { dependsOn: ["a"] } },
    { name: "d", args: { name: "d", size, other: { $ref: "b.server" } } },
    { name: "p", args: { name: "p", size } },
  ].filter(({ name }) => !without.includes(name)),
});
const gone = { message: "no longer possible" };

export const continuing: Scenario[] = [
  {
    name: "continue-after-a-create",
    about: "what does not depend on the failed one is made all the same",
    ordered: false,
    steps: [
      { run: "up", program: tree(), continueOnError: true, faults: { "create b": gone } },
      { run: "up", continueOnError: true },
    ],
  },
  {
    name: "continue-after-an-update",
    about: "updates go on past a failed one, deletes do too",
    ordered: false,
    steps: [
      { run: "up", program: tree() },
      { run: "up", program: tree(2, "p"), continueOnError: true, faults: { "update b": gone } },
      { run: "up", continueOnError: true },
    ],
  },
  {
    name: "continue-with-the-id",
    about: "the object of a failed update keeps its id, which an output of the stack may be",
    ordered: false,
    steps: [
      { run: "up", program: { ...tree(), outputs: { id: { $ref: "b.id" }, server: { $ref: "b.server" } } } },
      {
        run: "up",
        program: { ...tree(2), outputs: { id: { $ref: "b.id" }, server: { $ref: "b.server" } } },
        continueOnError: true,
        faults: { "update b": gone },
      },
    ],
  },
  {
    name: "continue-after-a-read",
    about: "others go on past an object that cannot be read, and what depends on it is left out",
    ordered: false,
    steps: [
      {
        run: "up",
        continueOnError: true,
        program: {
          resources: [
            { name: "r", get: "r-1", args: { name: "r" } },
            { name: "a", args: { name: "a" }, options: { dependsOn: ["r"] } },
            { name: "p", args: { name: "p" } },
            // Registered when the read has failed already.
            { name: "later", args: { name: "later", other: { $ref: "p.server" } } },
          ],
        },
        faults: { "read r": { message: "read broke" }, "create p": { delayMs: 1_000 } },
      },
    ],
  },
  {
    name: "continue-after-the-first",
    about: "all that depends on the failed one is left out, through others too; outputs do not vanish",
    ordered: false,
    steps: [
      { run: "up", program: { outputs: { kept: "yes" } } },
      {
        run: "up",
        program: { ...tree(), outputs: { made: { $ref: "p.size" } } },
        continueOnError: true,
        faults: { "create a": gone },
      },
    ],
  },
  {
    name: "continue-past-a-component",
    about: "a component whose child failed",
    ordered: false,
    steps: [
      {
        run: "up",
        program: {
          resources: [
            {
              name: "g",
              component: true,
              children: [
                { name: "t", args: { name: "t" } },
                { name: "u", args: { name: "u" } },
              ],
              outputs: { server: { $ref: "u.server" } },
            },
            { name: "after", args: { name: "after" }, options: { dependsOn: ["g"] } },
          ],
        },
        continueOnError: true,
        faults: { "create t": gone },
      },
    ],
  },
  {
    name: "continue-after-an-init-error",
    about: "the half-made object is kept, its dependents are left out",
    ordered: false,
    steps: [
      {
        run: "up",
        program: tree(),
        continueOnError: true,
        faults: { "create b": { init: true, message: "never became ready" } },
      },
    ],
  },
  {
    name: "continue-a-destroy",
    about: "only what the failed one depends on is left",
    ordered: false,
    steps: [
      { run: "up", program: tree() },
      { run: "destroy", continueOnError: true, faults: { "delete d": gone } },
      { run: "destroy" },
    ],
  },
  {
    name: "continue-after-a-check",
    about: "a failed check ends the run all the same",
    ordered: false,
    steps: [
      {
        run: "up",
        program: { resources: [{ name: "a", args: { name: "a", reject: "whole" } }] },
        continueOnError: true,
      },
    ],
  },
  {
    name: "continue-into-a-list",
    about: "of what stands in a list beside the output of a failed one, the rest is checked",
    ordered: false,
    steps: [
      {
        run: "up",
        program: {
          resources: [
            { name: "a", args: { name: "a" } },
            {
              name: "b",
              args: { name: "b", list: [{ from: { $ref: "a.server" }, path: "/data" }, { $ref: "a.server" }, 7] },
            },
          ],
          outputs: { made: { $ref: "a.server" } },
        },
        continueOnError: true,
        faults: { "create a": gone },
      },
    ],
  },
  {
    name: "continue-after-a-replacement",
    about: "a replacement that fails leaves the old object",
    ordered: false,
    steps: [
      { run: "up", program: { resources: [{ name: "a", args: { name: "a", kind: "k" } }] } },
      {
        run: "up",
        program: {
          resources: [
            { name: "a", args: { name: "a", kind: "other" } },
            { name: "p", args: { name: "p" } },
          ],
        },
        continueOnError: true,
        faults: { "create a": gone },
      },
      { run: "up" },
    ],
  },
  {
    name: "protected-among-deletes",
    about: "a delete that protection forbids does not keep others from going on",
    ordered: false,
    steps: [
      {
        run: "up",
        program: {
          resources: [
            { name: "a", args: { name: "a" } },
            { name: "b", args: { name: "b", other: { $ref: "a.server" } }, options: { protect: true } },
            { name: "p", args: { name: "p" } },
            { name: "q", args: { name: "q", other: { $ref: "p.server" } } },
          ],
        },
      },
      { run: "up", program: { resources: [{ name: "a", args: { name: "a" } }] } },
      { run: "destroy" },
    ],
  },
];
