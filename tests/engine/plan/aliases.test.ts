import { describe, expect, it } from "@jest/globals";
import { formerUrns } from "../../../engine/plan/aliases";
import type { Alias } from "../../../engine/plan/goal";

const urn = (types: string, name: string) => `urn:pulumi:dev::proj::${types}::${name}`;
const [group, before] = [urn("Group", "web"), urn("Group", "site")];
const planState = { formerUrn: (each: string) => (each === group ? before : undefined) };
const asked = (name: string, parent: string | undefined, ...aliases: Alias[]) =>
  formerUrns({ name, type: "Pod", parent, aliases }, { planState, stack: "dev", project: "proj" });

describe("where a resource is looked for in the state", () => {
  it.each<{ alias: Alias; is: string }>([
    { alias: urn("Pod", "b"), is: urn("Pod", "b") },
    { alias: { name: "b" }, is: urn("Pod", "b") },
    { alias: { type: "Machine" }, is: urn("Machine", "a") },
    { alias: { stack: "prod" }, is: "urn:pulumi:prod::proj::Pod::a" },
    { alias: { project: "old" }, is: "urn:pulumi:dev::old::Pod::a" },
    { alias: { parent: urn("Group", "other") }, is: urn("Group$Pod", "a") },
  ])("an alias $alias is $is", ({ alias, is }) => {
    expect(asked("a", undefined, alias)).toEqual([is]);
  });

  it("an alias without a parent of what has one now is at the root", () => {
    expect(asked("a", urn("Group", "other"), { noParent: true })).toEqual([urn("Pod", "a")]);
  });

  it("below the former URN of its parent too, by each of its names, and called after it where it is now", () => {
    expect(asked("web-a", group, { name: "b" })).toEqual([
      urn("Group$Pod", "b"),
      urn("Group$Pod", "site-a"),
      urn("Group$Pod", "b"),
    ]);
  });

  it("a parent that an alias names counts by its former URN", () => {
    const renamed = { formerUrn: () => urn("Crowd", "site") };
    const whose = { planState: renamed, stack: "dev", project: "proj" };
    expect(formerUrns({ name: "a", type: "Pod", parent: undefined, aliases: [{ parent: group }] }, whose)).toEqual([
      urn("Crowd$Pod", "a"),
    ]);
  });
});
