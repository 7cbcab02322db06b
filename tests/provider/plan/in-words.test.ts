import { expect, it } from "@jest/globals";
import type { PricedEffect } from "../../../provider/plan/effect";
import { fateText, untoldFate } from "../../../provider/plan/in-words";

it("what stays is said once, where the provider has said so of what a replacement leaves", () => {
  const own = { urn: "a", kind: "Pod", name: "a", id: "p1", does: "keep", why: "retained" } as const;
  const kept: PricedEffect = { ...own, price: [undefined, undefined] };
  expect(untoldFate(kept, [])).toBe(fateText(kept));
  expect(untoldFate(kept, [{ message: fateText(kept)! }])).toBeUndefined();
  expect(untoldFate(kept, [{ message: "p12 stays on the platform (retainOnDelete)." }])).toBe(fateText(kept));
});
