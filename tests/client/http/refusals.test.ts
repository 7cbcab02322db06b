import { describe, expect, it } from "@jest/globals";
import type { Client } from "../../../client";
import { failureOf, useScriptedClient } from "../../support/scripted-client";

let client: Client;
const against = useScriptedClient((made) => (client = made));

describe("the platform's own words", () => {
  it("section 1.3: the title of a problem stays beside its detail", async () => {
    await against([{ status: 409, body: { title: "Conflict \u0007", status: 409, detail: "busy" } }, { status: 404 }]);
    expect(await failureOf(client.pods.get("p"))).toMatchObject({ title: "Conflict  ", detail: "busy" });
    expect(await failureOf(client.pods.get("p"))).toMatchObject({ title: undefined });
  });

  it.each([
    ["of opening brackets alone", (size: number) => "<".repeat(size)],
    ["of tags that never end", (size: number) => "<a ".repeat(size / 3)],
    ["of white space alone", (size: number) => `x${" \t".repeat(size / 2 - 1)}x`],
    ["of deep JSON", (size: number) => "[".repeat(size)],
  ])("a body %s takes no longer a byte the larger it is", async (_, body) => {
    const read = async (size: number) => {
      await against([{ status: 400, body: body(size) }]);
      return costOf(async () => expect(await failureOf(client.pods.get("p"))).toMatchObject({ code: "bad_request" }));
    };
    await expectLinear(read, 6_000, 60_000);
  });

  it("each of many violations is masked by itself, however many secrets there are", async () => {
    const values = Array.from({ length: 20_000 }, (_, i) => `value-${i}-CANARY`);
    const errors = values.slice(0, 90).map((value) => `$.input: '${value}'`);
    await against([{ status: 422, body: { detail: "bad", errors } }]);
    const error = await failureOf(client.queue("e").run({ values }));
    expect(error).toMatchObject({ detail: "bad", errors: errors.map(() => "$.input: '[redacted]'") });
  });

  it("the values of a job take no longer each to mask the more there are", async () => {
    const masked = async (size: number) => {
      const values = Array.from({ length: size }, (_, i) => `value-${i}-CANARY`);
      await against([{ status: 400, body: { error: `bad: ${values.at(-1)} ${"x".repeat(60_000)}` } }]);
      return costOf(async () => {
        const error = await failureOf(client.queue("e").run({ values }));
        expect(error?.message).toContain("bad: [redacted] ");
      });
    };
    await expectLinear(masked, 4_000, 40_000);
  });
});

/** Processor time in microseconds. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  return process.cpuUsage(before).user;
}

/** Some kernels count processor time in steps as long as this, in microseconds: what takes less counts as nothing there. */
const tick = 10_000;

/** Of ten times as much, a cost that grows with the square is a hundred times as high. Both are measured in one run, since machines differ. */
async function expectLinear(cost: (size: number) => Promise<number>, small: number, large: number): Promise<void> {
  await cost(small);
  const [first, second] = [await cost(small), await cost(small)];
  expect(await cost(large)).toBeLessThan(30 * Math.max(first, second, tick));
}
