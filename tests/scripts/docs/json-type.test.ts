import { expect, it } from "@jest/globals";
import * as z from "zod";
import { type JsonSchema, jsonType } from "../../../scripts/docs/json-type";

it("a page shows each form that an argument may have", () => {
  const form = z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("A"), delay: z.number() }),
    z.strictObject({ type: z.literal("B"), count: z.int().optional() }),
  ]);
  expect(jsonType(z.toJSONSchema(form) as JsonSchema)).toBe(
    '{ type: "A"; delay: number } | { type: "B"; count?: number }',
  );
});

it("TypeScript calls a whole number a number, also where it may be null", () => {
  expect(jsonType({ type: "integer" })).toBe("number");
  expect(jsonType({ type: ["integer", "null"] })).toBe("number | null");
});
