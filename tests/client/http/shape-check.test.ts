import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import * as z from "zod";
import { contract } from "../../../api";
import type { Endpoint } from "../../../api/endpoint";
import { Pod } from "../../../api/pods";
import { checkerFor } from "../../../client/http/shape-check";
import { createdPod } from "../../support/pod-samples";

const responses = Object.entries(contract).flatMap(([group, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>)
    .filter(([, { response }]) => !(response instanceof z.ZodUndefined))
    .map(([name, { response }]) => ({ name: `${group}.${name}`, response })),
);

/** A value with one place changed: removed, or replaced by something else. */
const changed = (sample: object) =>
  fc
    .tuple(fc.constantFrom(...placesIn(sample)), fc.option(fc.jsonValue({ maxDepth: 1 }), { nil: undefined }))
    .map(([place, value]) => {
      const copy = structuredClone(sample);
      const last = place.at(-1) as string;
      const parent = place.slice(0, -1).reduce<any>((at, key) => at[key], copy);
      if (value === undefined) delete parent[last];
      else parent[last] = value;
      return copy;
    });

function placesIn(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[...at, key], ...placesIn(inner, [...at, key])]);
}

describe("the fast check of answers", () => {
  it.each(responses)("$name has one", ({ response }) => {
    expect(checkerFor(response)).not.toBeNull();
  });

  it("agrees with zod on a pod with anything in any place, and leaves to it what it fills in", () => {
    const check = checkerFor(Pod);
    const running = {
      ...createdPod,
      runtime: { uptime: 1, gpus: [{ util: 1, memoryUtil: 2 }], ports: [{ private: 22, public: null }] },
    };
    fc.assert(
      fc.property(changed(running), (value) => {
        const { success, data } = Pod.safeParse(value);
        expect(check?.(value)).toBe(success && data.gpu?.count === (value as Partial<Pod>).gpu?.count);
      }),
      { numRuns: 500 },
    );
  });

  it("leaves to zod what only zod can decide", () => {
    for (const schema of [
      z.strictObject({}),
      z.string().min(1),
      z.iso.datetime(),
      z.int(),
      z.enum(["a"]),
      z.string().transform((s) => s),
    ])
      expect(checkerFor(z.looseObject({ member: schema }))).toBeNull();
  });

  it.each([
    { schema: z.union([z.string(), z.array(z.boolean())]), yes: ["a", [true]], no: [1, [1]] },
    { schema: z.record(z.string(), z.number()), yes: [{}, { a: 1 }], no: [{ a: "1" }, [], null] },
    {
      schema: z.looseObject({ a: z.number().nullable().optional() }),
      yes: [{}, { a: null }, { b: 1 }],
      no: [{ a: "1" }, [], null],
    },
    { schema: z.number(), yes: [1.5], no: [Number.POSITIVE_INFINITY, Number.NaN, "1"] },
  ])("$schema.type: $yes and not $no", ({ schema, yes, no }) => {
    const check = checkerFor(schema);
    for (const value of [...yes, ...no]) expect(check?.(value)).toBe(schema.safeParse(value).success);
    expect(yes.every((value) => check?.(value))).toBe(true);
  });
});
