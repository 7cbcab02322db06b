import { expect, it } from "@jest/globals";
import { compare } from "../../../cli/drift/compare";
import { readDeployment } from "../../../cli/state/deployment";
import { hidden } from "../../../provider/state/state";
import { entryOf, exportOf } from "../commands/states";

/** A pod of the state with these variables, and what a refresh would store once it has others. */
function differences(before: object, now: object) {
  const declared = { [hidden.declared]: ["env"] };
  const outputs = { ...declared, env: before };
  const text = exportOf([entryOf({ kind: "Pod", name: "web", id: "p-1", inputs: { env: before }, outputs })]);
  const [resource] = readDeployment(text, "state").resources;
  return compare(resource!, { ...declared, env: now });
}

it.each(["toString", "constructor", "__proto__", "hasOwnProperty"])(
  "a variable that somebody else added is a difference, and its value is not shown, if it is called %s",
  (name) => {
    const now = Object.fromEntries([
      ["STAGE", "dev"],
      [name, "canary"],
    ]);
    const [one, ...others] = differences({ STAGE: "dev" }, now);
    expect(others).toEqual([]);
    expect(one).toMatchObject({ class: "edited", path: `env.${name}`, secret: true, only: "platform" });
    expect(JSON.stringify(one)).not.toContain("canary");
  },
);

it("a variable of the program that is called constructor is compared like any other", () => {
  const [one] = differences({ constructor: "a" }, { constructor: "b" });
  expect(one).toMatchObject({ path: "env.constructor", old: "a", new: "b" });
});

it("a property that differs in more than 1,000 places is one difference, whose values are not shown", () => {
  const now = (many: number) => Object.fromEntries(Array.from({ length: many }, (_, n) => [`V${n}`, "canary"]));
  expect(differences({}, now(1_000))).toHaveLength(1_000);
  const told = differences({ STAGE: "dev" }, now(1_001));
  expect(told).toMatchObject([{ class: "edited", path: "env", secret: true }]);
  expect(told[0]).not.toHaveProperty("only");
  expect(JSON.stringify(told)).not.toContain("canary");
});
