import type { ProgramSpec, Scenario } from "../support/scenario";
import { chain } from "./basics";

/** a with dependents that replace (b, through it d), that update (u), and that only wait (w). */
const family = (a: object = {}, without: string[] = []): ProgramSpec => ({
  resources: [
    { name: "a", args: { name: "a", kind: "k", first: true, ...a } },
    { name: "b", args: { name: "b", dep: { $ref: "a.server" } } },
    { name: "d", args: { name: "d", dep: { $ref: "b.server" } } },
    { name: "u", args: { name: "u", other: { $ref: "a.server" } } },
    { name: "w", args: { name: "w" }, options: { dependsOn: ["a"] } },
  ].filter(({ name }) => !without.includes(name)),
});
const up = (program: ProgramSpec) => ({ run: "up", program }) as const;
const option = (deleteBeforeReplace: boolean, first: boolean, kind: string): ProgramSpec => ({
  resources: [{ name: "a", args: { name: "a", kind, first }, options: { deleteBeforeReplace } }],
});

export const replacements: Scenario[] = [
  {
    name: "delete-first-family",
    about: "who goes along with a deletion ahead of a replacement, and what diff is asked",
    ordered: false,
    steps: [up(family()), { run: "preview", program: family({ kind: "other" }) }, { run: "up" }],
  },
  {
    name: "delete-first-create-fails",
    about: "what was deleted waits to be made again; the next run makes it and repeats the dependents' deletes",
    ordered: false,
    steps: [
      up(family()),
      { ...up(family({ kind: "other" })), faults: { "create a": { message: "no room" } } },
      { run: "preview" },
      { run: "up" },
    ],
  },
  {
    name: "delete-first-create-fails-then-reverted",
    about: "it is made again even though nothing has changed any more",
    ordered: false,
    steps: [
      up(family()),
      { ...up(family({ kind: "other" })), faults: { "create a": { message: "no room" } } },
      up(family()),
    ],
  },
  {
    name: "delete-first-create-fails-then-removed",
    about: "its mark goes without another delete",
    steps: [
      up(family({}, ["b", "d", "u", "w"])),
      { ...up(family({ kind: "other" }, ["b", "d", "u", "w"])), faults: { "create a": { message: "no room" } } },
      up({ resources: [] }),
    ],
  },
  {
    name: "delete-first-refresh-and-destroy-amid",
    about: "refresh leaves alone, and destroy drops, what waits to be made again",
    steps: [
      up(family({}, ["u", "w"])),
      { ...up(family({ kind: "other" }, ["u", "w"])), faults: { "create a": { message: "no room" } } },
      { run: "refresh" },
      { run: "destroy" },
    ],
  },
  {
    name: "option-beats-diff-delete-first",
    about: "deleteBeforeReplace: true against a diff that does not ask for it",
    steps: [up(option(true, false, "k")), up(option(true, false, "other"))],
  },
  {
    name: "option-beats-diff-create-first",
    about: "deleteBeforeReplace: false against a diff that asks for it",
    steps: [up(option(false, true, "k")), up(option(false, true, "other"))],
  },
  {
    name: "replace-create-fails",
    about: "create before delete: the old object stays as it was",
    steps: [
      up(chain()),
      { ...up(chain({ kind: "other" })), faults: { "create a": { message: "no room" } } },
      { run: "up" },
    ],
  },
  {
    name: "replace-delete-fails",
    about: "the replaced object waits for its delete in a later run",
    steps: [
      up(chain()),
      { ...up(chain({ kind: "other" })), faults: { "delete b": { message: "still in use" } } },
      { run: "preview" },
      { run: "up" },
    ],
  },
  {
    name: "replace-delete-fails-then-destroy",
    about: "destroy takes the replaced objects too",
    ordered: false,
    steps: [
      up(chain()),
      { ...up(chain({ kind: "other" })), faults: { "delete a": { message: "still in use" } } },
      { run: "refresh" },
      { run: "destroy" },
    ],
  },
  {
    name: "replace-on-changes",
    about: "has an effect only where the provider has no diff of its own",
    ordered: false,
    steps: [up(tracked(1)), up(tracked(2))],
  },
  {
    name: "delete-first-delete-fails",
    about: "a failing delete ahead of a replacement; the next run",
    steps: [
      up(family({}, ["b", "d", "u", "w"])),
      { ...up(family({ kind: "other" }, ["b", "d", "u", "w"])), faults: { "delete a": { message: "still in use" } } },
      { run: "preview" },
      { run: "up" },
    ],
  },
  {
    name: "removed-amid-delete-first",
    about: "a dependent that was deleted early and is no longer registered is gone for good",
    steps: [up(family({}, ["u", "w"])), up(family({ kind: "other" }, ["u", "w", "d"]))],
  },
];

function tracked(size: number): ProgramSpec {
  const options = { replaceOnChanges: ["size"] };
  return {
    resources: [
      { name: "a", args: { name: "a", size }, options },
      { name: "b", provider: "noDiff", args: { name: "b", size }, options },
      { name: "c", provider: "noDiff", args: { name: "c", size }, options: { replaceOnChanges: ["*"] } },
    ],
  };
}
