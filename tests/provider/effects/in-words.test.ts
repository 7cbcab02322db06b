import { expect, it } from "@jest/globals";
import type { PricedEffect } from "../../../provider/effects/effect";
import { fateText, untoldFate, untoldLoss } from "../../../provider/effects/in-words";

it("what stays is said once, where the provider has said so of what a replacement leaves", () => {
  const own = { urn: "a", kind: "Pod", name: "a", id: "p1", does: "keep", why: "retained" } as const;
  const kept: PricedEffect = { ...own, price: [undefined, undefined] };
  expect(untoldFate(kept, [])).toBe(fateText(kept));
  expect(untoldFate(kept, [{ message: fateText(kept)! }])).toBeUndefined();
  expect(untoldFate(kept, [{ message: "p12 stays on the platform (retainOnDelete)." }])).toBe(fateText(kept));
});

it.each([
  {
    data: "the pod's persistent disk, if any",
    said: "Pod a is replaced because of gpu: its deletion destroys the pod's persistent disk",
  },
  {
    data: "the pod's persistent disk",
    said: "Pod a is replaced because of gpu: its deletion destroys the pod's persistent disk, if any",
  },
  {
    data: "everything on the volume, unless an unchanged resource has it too",
    said: "NetworkVolume a would be replaced if size turns out to differ: `up` then refuses to destroy everything on the volume",
  },
])("the loss of $data is said once, where the provider has warned of it", ({ data, said }) => {
  const own = { urn: "a", kind: "Pod", name: "a", id: "p1", does: "delete", isReplaced: true, data } as const;
  expect(untoldLoss(own, [{ message: said }])).toBeUndefined();
  expect(untoldLoss(own, [{ message: "Pod a: nobody could log in" }])).toBe(`destroys ${data}`);
});
