import type { ProgramSpec, Scenario } from "../support/scenario";

/** p stands alone; b takes from a, c takes from b. */
const family = (size = 1, ...without: string[]): ProgramSpec => ({
  resources: [
    { name: "p", args: { name: "p", size } },
    { name: "a", args: { name: "a", size } },
    { name: "b", args: { name: "b", size, other: { $ref: "a.server" } } },
    { name: "c", args: { name: "c", size, other: { $ref: "b.server" } } },
  ].filter(({ name }) => !without.includes(name)),
  outputs: { p: { $ref: "p.size" } },
});
const group = (size: number): ProgramSpec => ({
  resources: [
    {
      name: "g",
      component: true,
      args: { size },
      children: [{ name: "t", args: { name: "t", size } }],
      outputs: { size },
    },
    { name: "after", args: { name: "after", size, other: { $ref: "t.server" } } },
  ],
});
const component = "urn:pulumi:dev::proj::test:index:Group::g";
const child = "urn:pulumi:dev::proj::test:index:Group$pulumi-nodejs:dynamic/test:Thing::t";
const first = (kind: string): ProgramSpec => ({
  resources: [
    { name: "a", args: { name: "a", kind, first: true } },
    { name: "b", args: { name: "b", size: kind.length, dep: { $ref: "a.server" } } },
  ],
});
const one = (name: string, kind: string): ProgramSpec => ({ resources: [{ name, args: { name, kind } }] });

export const targets: Scenario[] = [
  {
    name: "target-update",
    about: "only the target is checked, compared and updated; all others stay as they were",
    ordered: false,
    steps: [
      { run: "up", program: family() },
      { run: "preview", program: family(2), target: ["a"] },
      { run: "up", target: ["a"] },
      { run: "up", target: ["b", "c"] },
      { run: "up" },
    ],
  },
  {
    name: "target-dependents",
    about: "what depends on the target is updated with it",
    ordered: false,
    steps: [
      { run: "up", program: family() },
      { run: "up", program: family(2), target: ["a"], targetDependents: true },
    ],
  },
  {
    name: "target-create",
    about: "what is not a target is not made, and needs nothing of what was not made",
    ordered: false,
    steps: [{ run: "up", program: family(), target: ["p"] }, { run: "up", target: ["a", "b"] }, { run: "up" }],
  },
  {
    name: "target-needs-another",
    about: "a target that depends on what is not there and not a target ends the run",
    ordered: false,
    steps: [
      { run: "preview", program: family(), target: ["c"] },
      { run: "up", target: ["c"] },
      { run: "up", target: ["a", "b", "c"] },
    ],
  },
  {
    name: "target-patterns",
    about: "wildcards; nothing matches, nothing happens",
    ordered: false,
    steps: [
      { run: "up", program: family(), target: ["**Thing::*"] },
      { run: "up", program: family(2), target: ["**::nothing*"] },
      { run: "up", program: family(2), target: ["urn:pulumi:dev::*::pulumi-nodejs:dynamic/test:Thing::a"] },
    ],
  },
  {
    name: "target-that-is-not-there",
    about: "an unknown target fails the run, which is done for the others",
    ordered: false,
    steps: [
      { run: "up", program: family() },
      { run: "up", program: family(2), target: ["a", "typo"] },
      { run: "refresh", target: ["typo"], cloud: { "p-1": { size: 9 } } },
      { run: "destroy", target: ["typo", "c"] },
    ],
  },
  {
    name: "target-removed-from-the-program",
    about: "a resource that left the program is deleted only when it is a target",
    ordered: false,
    steps: [
      { run: "up", program: family() },
      { run: "up", program: family(1, "c", "p"), target: ["a"] },
      { run: "up", target: ["c"] },
      { run: "up", target: ["p"], targetDependents: true },
    ],
  },
  {
    name: "target-dependency-removed-from-the-program",
    about: "what is not a target keeps its dependencies, also those that left the program",
    ordered: false,
    steps: [
      { run: "up", program: family() },
      {
        run: "up",
        program: {
          resources: [
            { name: "p", args: { name: "p" } },
            { name: "c", args: { name: "c" } },
          ],
        },
        target: ["p"],
      },
      { run: "up" },
    ],
  },
  {
    name: "target-destroy",
    about: "a target that others depend on is destroyed only together with them",
    ordered: false,
    steps: [
      { run: "up", program: family() },
      { run: "destroy", target: ["b"], previewOnly: true },
      { run: "destroy", target: ["b"] },
      { run: "destroy", target: ["b"], targetDependents: true },
      { run: "destroy", target: ["p"] },
      { run: "destroy" },
    ],
  },
  {
    name: "target-refresh",
    about: "only targets are read; with their dependents where asked for",
    ordered: false,
    steps: [
      { run: "up", program: family() },
      { run: "refresh", target: ["a"], cloud: { "a-1": { size: 5 }, "b-1": { size: 5 }, "p-1": { size: 5 } } },
      { run: "refresh", target: ["a"], targetDependents: true },
      { run: "up", refreshFirst: true, target: ["p"], cloud: { "p-1": { size: 7 } } },
    ],
  },
  {
    name: "target-component",
    about: "a component and its children are targets of their own",
    ordered: false,
    steps: [
      { run: "up", program: group(1) },
      { run: "up", program: group(2), target: [component] },
      { run: "up", target: [child] },
      { run: "up", program: group(3), target: [component], targetDependents: true },
      { run: "destroy", target: [component], targetDependents: true },
    ],
  },
  {
    name: "target-new-component",
    about: "a component that is not a target is not made, nor can its children be",
    ordered: false,
    steps: [
      { run: "up", program: group(1), target: ["after"] },
      { run: "up", program: { resources: (group(1).resources ?? []).slice(0, 1) }, target: [child] },
      { run: "up", target: [component, child] },
    ],
  },
  {
    name: "target-replaced-first",
    about: "a dependent that must be replaced along is, though it is no target, with its old inputs",
    ordered: false,
    steps: [{ run: "up", program: first("k") }, { run: "up", program: first("other"), target: ["a"] }, { run: "up" }],
  },
  {
    name: "target-beside-what-is-left-twice",
    about: "a resource that the program has dropped is shown with the replaced object that it still has",
    ordered: false,
    steps: [
      { run: "up", program: one("a", "k") },
      { run: "up", program: one("a", "other"), faults: { "delete a": { message: "still in use" } } },
      { run: "up", program: one("p", "k"), target: ["p"] },
      { run: "destroy", target: ["p"] },
      { run: "up" },
    ],
  },
  {
    name: "target-amid-failure",
    about: "a failing target leaves the others as they were",
    ordered: false,
    steps: [
      { run: "up", program: family() },
      { run: "up", program: family(2), target: ["a", "b"], faults: { "update b": { message: "busy" } } },
      { run: "up" },
    ],
  },
  {
    name: "target-renamed",
    about: "a resource with an alias that is not a target keeps its old name",
    ordered: false,
    steps: [
      { run: "up", program: family() },
      {
        run: "up",
        program: {
          resources: [
            { name: "p", args: { name: "p", size: 2 } },
            { name: "z", args: { name: "a", size: 2 }, options: { aliases: [{ name: "a" }] } },
          ],
        },
        target: ["p"],
      },
      { run: "up" },
    ],
  },
  {
    name: "exclude",
    about: "all but the excluded is done",
    ordered: false,
    steps: [
      { run: "up", program: family(), exclude: ["c"] },
      { run: "up" },
      { run: "preview", program: family(2), exclude: ["a"] },
      { run: "up", exclude: ["a"] },
      { run: "up", program: family(3), exclude: ["a"], excludeDependents: true },
      { run: "refresh", exclude: ["a"], cloud: { "a-1": { size: 8 }, "b-1": { size: 8 } } },
      { run: "refresh", exclude: ["b"], excludeDependents: true, cloud: { "c-1": { size: 8 }, "p-1": { size: 8 } } },
    ],
  },
  {
    name: "exclude-from-deletion",
    about: "the excluded stays, and so does what it depends on",
    ordered: false,
    steps: [
      { run: "up", program: family() },
      { run: "up", program: family(1, "c", "p"), exclude: ["c"] },
      { run: "destroy", exclude: ["b"], previewOnly: true },
      { run: "destroy", exclude: ["b"] },
      { run: "destroy" },
    ],
  },
  {
    name: "replace",
    about: "a resource is replaced because the user says so; its diff is not asked",
    ordered: false,
    steps: [
      { run: "up", program: family() },
      { run: "preview", replace: ["a"] },
      { run: "up", replace: ["a"] },
      { run: "up", replace: ["p"], target: ["p"], program: family(2) },
      { run: "up", replace: ["typo"] },
    ],
  },
  {
    name: "tainted",
    about:
      "what `pulumi state taint` has marked is replaced by the next run that is about it, and the mark goes with it",
    ordered: false,
    steps: [
      { run: "up", program: family() },
      { run: "preview", taint: ["a", "c"] },
      { run: "refresh", cloud: { "c-1": { size: 8 } } },
      { run: "up", target: ["p"], program: family(2) },
      { run: "up", untaint: ["c"], faults: { "delete a": { message: "still in use" } } },
      { run: "up" },
      { run: "refresh", runProgram: true, taint: ["a"] },
      { run: "up", taint: ["b"], faults: { "create b": { message: "no capacity" } } },
      { run: "destroy", target: ["b"], taint: ["c"] },
      { run: "destroy" },
    ],
  },
  {
    name: "tainted-component",
    about:
      "of what is no object a mark makes a replacement too, also of the stack, and what is protected is not replaced",
    ordered: false,
    steps: [
      { run: "up", program: group(1) },
      { run: "up", taint: [component], program: group(1) },
      { run: "up", taint: ["urn:pulumi:dev::proj::pulumi:pulumi:Stack::proj-dev"] },
      { run: "up", program: { resources: [{ name: "k", args: { name: "k" }, options: { protect: true } }] } },
      { run: "up", taint: ["k"] },
    ],
  },
  {
    name: "replace-protected",
    about: "what is protected is not replaced, whoever asks",
    ordered: false,
    steps: [
      { run: "up", program: { resources: [{ name: "a", args: { name: "a" }, options: { protect: true } }] } },
      { run: "up", replace: ["a"] },
    ],
  },
  {
    name: "target-destroy-with-the-program",
    about: "a destroy with targets that runs the program tells of the others once, and keeps them as they are",
    ordered: false,
    steps: [
      { run: "up", program: family() },
      { run: "destroy", target: ["c"], runProgram: true },
      { run: "destroy", target: ["b"], runProgram: true, program: family(1, "p", "c") },
      { run: "up", program: family(1, "b", "c") },
    ],
  },
  {
    name: "target-destroy-forgets-init-errors",
    about: "a destroy with targets that runs the program forgets that another resource is not as it should be",
    ordered: false,
    steps: [
      { run: "up", program: family() },
      { run: "up", program: family(2), target: ["a"], faults: { "update a": { message: "never ready", init: true } } },
      { run: "destroy", target: ["c"], runProgram: true },
      { run: "preview" },
    ],
  },
  {
    name: "target-refresh-with-the-program",
    about: "a refresh with targets that runs the program reads the targets only, and forgets nothing else",
    ordered: false,
    steps: [
      { run: "up", program: family() },
      {
        run: "refresh",
        target: ["a"],
        runProgram: true,
        program: family(2),
        cloud: { "a-1": { size: 9 }, "b-1": { size: 9 }, "c-1": null },
      },
    ],
  },
];
