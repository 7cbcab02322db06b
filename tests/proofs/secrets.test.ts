import { describe, expect, it } from "@jest/globals";
import { canary, formsOf, leakIn } from "../../proofs/canaries";
import { secrets } from "../../proofs/secrets";

describe("A canary", () => {
  it.each(formsOf(canary(7)))("is found as %s, with anything around it", (form) => {
    for (const text of [form, `a${form}`, `ab${form}c`, JSON.stringify({ detail: `x ${form}` })]) {
      expect(leakIn(text)).toBeDefined();
    }
  });

  it("is found inside a larger text that was encoded as a whole", () => {
    for (const before of ["", "u", "us", "use"]) {
      const text = Buffer.from(`${before}${canary(7)}:rest`);
      expect(leakIn(text.toString("base64"))).toBeDefined();
      expect(leakIn(text.toString("hex"))).toBeDefined();
    }
    expect(leakIn("nothing of the kind")).toBeUndefined();
  });
});

it("R-10: no secret comes out anywhere over previews, ups, refusals, refreshes and a destroy", async () => {
  const { counts, failures } = await secrets.run({ size: 100, seed: 1, serves: true, progress: () => undefined });
  expect(failures).toEqual([]);
  expect(Number(counts.canaries)).toBeGreaterThanOrEqual(100);
  expect(Number(counts["errors seen"])).toBeGreaterThan(5);
}, 300_000);
