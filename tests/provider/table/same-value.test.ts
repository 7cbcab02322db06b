import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { sameValue, withoutUndefined } from "../../../provider/table/props";

/** Values that are often equal, with names that every object has by itself, and members that are there but undefined. */
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(null, true, 0, 1, "", "a"),
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(
      fc.constantFrom("a", "b", "constructor", "__proto__"),
      fc.oneof(fc.constant(undefined), tie("value")),
      { maxKeys: 3, noNullPrototype: true },
    ),
  ),
})).value;
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("Two values of properties", () => {
  it("are the same exactly when they are so as JSON", () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        expect(sameValue(a, b)).toBe(isDeepStrictEqual(asJson(a), asJson(b)));
      }),
      { numRuns: 2_000 },
    );
  });

  it("are the same when one is a copy of the other, or the other without what is undefined", () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(withoutUndefined(value)).toEqual(asJson(value));
        expect(sameValue(value, asJson(value))).toBe(true);
        expect(sameValue(asJson(value), value)).toBe(true);
      }),
    );
  });
});
