import { describe, expect, it } from "@jest/globals";
import { digestsOf, earlierOf } from "../../../provider/create/earlier";
import { Seal } from "../../../provider/create/journal/seal";
import { pod } from "../../../provider/kinds/pod/fields";
import { differsNow } from "../../../provider/lifecycle/adoption/differs-now";
import { hidden } from "../../../provider/state/state";
import type { Props } from "../../../provider/table/props";

const seal = new Seal("id", "key");

/** Whether `startSsh`, which no read shows, differs from what the object was made with. */
function differs(then: Props, now: Props, brought?: { readonly then?: Props; readonly now: Props }): boolean {
  const attempt = { id: "id", kind: "Pod", key: "k", name: "x", isMarked: true, startedAt: 0 };
  const made = { ...attempt, ...digestsOf(seal, { ...then, [hidden.fromTemplate]: brought?.then }) };
  return differsNow(pod, now, earlierOf(made, seal, now), brought?.now)("startSsh");
}

describe("What an interrupted run made differs from what the program asks for now", () => {
  it.each<[string, Props, Props, boolean]>([
    ["where it has another value", { startSsh: true }, { startSsh: false }, true],
    ["not where it has the same", { startSsh: true }, { startSsh: true }, false],
    ["not where it is left out in both", {}, {}, false],
    ["where it was left out, and is something else than that meant", {}, { startSsh: true }, true],
    ["not where it was left out, and is what that meant", {}, { startSsh: false }, false],
    ["where it is left out now, and was something else than that means", { startSsh: true }, {}, true],
    ["not where it is left out now, and was what that means", { startSsh: false }, {}, false],
    ["where a template may have had another", { templateId: "t" }, { templateId: "t", startSsh: false }, true],
    ["where a template may have had another, and is gone", { templateId: "t" }, { startSsh: false }, true],
    [
      "not where a template has come, and it is what leaving it out meant",
      {},
      { templateId: "t", startSsh: false },
      false,
    ],
    ["where a template has come, and it is something else", {}, { templateId: "t", startSsh: true }, true],
    ["where a template has come", { startSsh: false }, { templateId: "t" }, true],
  ])("%s", (_, then, now, expected) => {
    expect(differs(then, now)).toBe(expected);
  });

  it.each<[string, Props | undefined, boolean, boolean]>([
    ["not where its template gave it", { startSsh: true }, true, false],
    ["where its template gave another", { startSsh: true }, false, true],
    ["where its template gives another by now", { startSsh: false }, true, true],
    ["where nobody noted what its template gave", undefined, true, true],
  ])("%s", (_, gave, startSsh, expected) => {
    const brought = { ...(gave && { then: gave }), now: { startSsh: true } };
    expect(differs({ templateId: "t" }, { templateId: "t", startSsh }, brought)).toBe(expected);
  });
});
