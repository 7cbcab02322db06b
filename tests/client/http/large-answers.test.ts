import { describe, expect, it } from "@jest/globals";
import * as z from "zod";
import type { Endpoint } from "../../../api/endpoint";
import { pods } from "../../../api/pods";
import { decode } from "../../../client/http/decode";
import { parseInPieces } from "../../../client/http/piecewise";
import { mostOfLarge, yardsticksOf } from "../../support/cpu-time";
import { createdPod } from "../../support/pod-samples";

const read = (body: string, endpoint: Endpoint = pods.list) =>
  decode(endpoint, "GET /v2/pods", {
    status: 200,
    headers: { "content-type": "application/json" },
    body: Buffer.from(body),
  });

describe("an answer of 16 MB that is wrong", () => {
  const many = 8_000_000;
  it.each([
    ["everywhere in a list", `{"pods":[${"1,".repeat(many)}1]}`, "$.pods[0]: Invalid input"],
    [
      "everywhere in a list of a pod",
      JSON.stringify({ pods: [{ ...createdPod, ports: "HERE" }] }).replace('"HERE"', `[${"1,".repeat(many)}1]`),
      "$.pods[0].ports[0]: Invalid input",
    ],
    [
      "everywhere in a map of a pod",
      JSON.stringify({ pods: [{ ...createdPod, env: "HERE" }] }).replace(
        '"HERE"',
        `{${Array.from({ length: 1_000_000 }, (_, n) => `"v${n}":1`).join()}}`,
      ),
      "$.pods[0].env.v0: Invalid input",
    ],
  ])(
    "%s is refused at its first places",
    async (_, body, first) => {
      let refusal: unknown;
      const took = await yardsticksOf(() => {
        try {
          read(body);
        } catch (error) {
          refusal = error;
        }
      }, mostOfLarge);
      expect(String(refusal)).toContain(first);
      expect(String(refusal)).toContain("and more.");
      expect(took).toBeLessThan(mostOfLarge);
    },
    60_000,
  );
});

describe("an answer read in pieces", () => {
  const schema = z.looseObject({
    list: z.array(z.looseObject({ id: z.string(), note: z.string().nullable(), more: z.number().optional() })),
    map: z.record(z.string(), z.number()).optional(),
    either: z.union([z.string(), z.looseObject({ inner: z.string().nullable() })]).optional(),
    given: z.number().default(1),
  });

  it("A-75: takes null for absence and absence for null, at every depth", () => {
    const value = {
      list: [
        { id: "a", more: null },
        { id: "b", note: "n" },
      ],
      map: null,
      either: {},
      extra: true,
    };
    expect(parseInPieces(schema, value, 5)).toEqual({
      value: {
        list: [
          { id: "a", note: null },
          { id: "b", note: "n" },
        ],
        either: { inner: null },
        given: 1,
        extra: true,
      },
      issues: [],
    });
  });

  it("names so many issues as are asked for, each with its place and what came", () => {
    const value = { list: [{ id: 1 }, null, "x", { note: null }], map: { a: "b" } };
    const { issues } = parseInPieces(schema, value, 4);
    expect(issues.map(({ path }) => path)).toEqual([
      ["list", 0, "id"],
      ["list", 1],
      ["list", 2],
      ["list", 3, "id"],
    ]);
    expect(parseInPieces(schema, { list: {} }, 4).issues).toMatchObject([{ path: ["list"] }]);
    expect(parseInPieces(schema, null, 4).issues).toMatchObject([{ path: [] }]);
  });
});
