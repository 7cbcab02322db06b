import { describe, expect, it } from "@jest/globals";
import { schema } from "../../plugin/schema";
import * as dynamic from "../../sdk";
import * as plugin from "../../sdk/plugin";

const nameOf = (token: string): string => token.slice(token.lastIndexOf(":") + 1);
const { resources = {}, functions = {}, types = {} } = schema;
const enums = Object.entries(types).flatMap(([token, type]) =>
  "enum" in type ? [[nameOf(token), type.enum] as const] : [],
);

describe.each([
  ["pulumi-compute-platform", dynamic],
  ["pulumi-compute-platform/plugin", plugin],
])("a program that the Pulumi CLI writes, with %s", (_, entry) => {
  it("finds every class and look-up by its name in the schema", () => {
    expect(entry).toMatchObject(
      Object.fromEntries(
        [...Object.keys(resources), ...Object.keys(functions)].map((token) => [nameOf(token), expect.any(Function)]),
      ),
    );
  });

  it("finds every enumeration, with the values that the platform takes", () => {
    expect(enums.length).toBeGreaterThan(5);
    for (const [name, values] of enums) {
      expect(entry).toHaveProperty(name, Object.fromEntries(values.map((each) => [each.name, each.value])));
    }
  });
});
