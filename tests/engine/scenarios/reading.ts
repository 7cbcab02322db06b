import type { ProgramSpec, Scenario } from "../support/scenario";
import { chain } from "./basics";

const two: ProgramSpec = {
  resources: [
    { name: "a", args: { name: "a", size: 1 } },
    { name: "b", args: { name: "b", other: { $ref: "a.server" } } },
  ],
  outputs: { server: { $ref: "a.server" } },
};
const up = (program: ProgramSpec) => ({ run: "up", program }) as const;
/** A component with an object in it that is only read. */
const readWithin = (name: string, aliases: object[] = []) => ({
  name,
  component: true as const,
  options: { aliases },
  children: [
    { name: "x", get: "a-1", args: { name: "a" }, options: { aliases: [{ name: "before" }], dependsOn: ["a"] } },
  ],
});
const get = (id: string): ProgramSpec => ({
  resources: [{ name: "x", get: id, args: { name: "a" } }],
  outputs: { server: { $ref: "x.server" } },
});
const managed: ProgramSpec = { resources: [{ name: "x", args: { name: "x", size: 1 } }] };

export const reading: Scenario[] = [
  {
    name: "refresh-drift",
    about: "drift in an output, and in an input that diff compares; the next up repairs",
    ordered: false,
    steps: [
      up(two),
      { run: "refresh", cloud: { "a-1": { size: 9 }, "b-1": { drift: "yes" } }, previewOnly: true },
      { run: "refresh" },
      { run: "preview" },
      { run: "up" },
      { run: "refresh", expectNoChanges: true },
    ],
  },
  {
    name: "refresh-with-inputs",
    about: "a read that returns inputs replaces them too",
    ordered: false,
    steps: [up(two), { run: "refresh", cloud: { "a-1": { size: 9, readInputs: true } } }, { run: "up" }],
  },
  {
    name: "refresh-missing",
    about: "what is gone leaves the state and all dependencies; the next up makes it again",
    ordered: false,
    steps: [up(chain()), { run: "refresh", cloud: { "b-1": null } }, { run: "up" }],
  },
  {
    name: "refresh-fails-in-part",
    about: "one failing read fails the refresh, and the others are saved",
    ordered: false,
    steps: [
      up(two),
      { run: "refresh", cloud: { "a-1": { size: 9 } }, faults: { "read b": { message: "read broke" } } },
      { run: "refresh" },
    ],
  },
  {
    name: "up-with-refresh",
    about: "reads and diffs of a refresh first, then the run on what they found",
    ordered: false,
    steps: [up(two), { run: "up", refreshFirst: true, cloud: { "a-1": { size: 9 }, "b-1": null } }],
  },
  {
    name: "get",
    about: "an object is read, also in a preview, and never managed",
    steps: [
      up({ resources: [{ name: "a", args: { name: "a" } }] }),
      { run: "preview", program: { resources: [{ name: "a", args: { name: "a" } }, ...(get("a-1").resources ?? [])] } },
      { run: "up" },
      { run: "up" },
      { run: "refresh" },
      up({ resources: [{ name: "a", args: { name: "a" } }] }),
    ],
    ordered: false,
  },
  {
    name: "get-with-aliases",
    about: "what is only read may have aliases, its own and those of its component, that come to nothing",
    steps: [
      up({ resources: [{ name: "a", args: { name: "a" } }, readWithin("g")] }),
      up({ resources: [{ name: "a", args: { name: "a" } }, readWithin("h", [{ name: "g" }])] }),
    ],
    ordered: false,
  },
  {
    name: "get-missing",
    about: "a read that finds nothing does not fail; the next refresh drops the entry",
    steps: [up(get("nowhere")), { run: "refresh" }, { run: "destroy" }],
  },
  {
    name: "get-fails",
    about: "a read that throws ends the run",
    steps: [{ ...up(get("a-1")), faults: { "read a": { message: "read broke" } } }],
  },
  {
    name: "from-get-to-managed",
    about: "shown as a replacement; the object that was read is not deleted",
    steps: [up(get("a-1")), up(managed), { run: "destroy" }],
  },
  {
    name: "from-managed-to-get-of-the-same",
    about: "ownership is given up",
    steps: [up(managed), up(get("x-1")), { run: "destroy" }],
  },
  {
    name: "from-managed-to-get-of-another",
    about: "the managed object is deleted",
    steps: [up({ resources: [...(managed.resources ?? [])] }), up(get("other-1")), { run: "destroy" }],
  },
];
