import { describe, expect, it } from "@jest/globals";
import { isLeftTo } from "../../../provider/create/journal/holders";
import { newAdoption } from "../../../provider/state/entry";

const token = (at: number, chance: number) => newAdoption((size) => new Uint8Array(size).fill(chance), at);
const [early, late] = [token(1_000, 1), token(2_000, 2)];
const sameTime = token(2_000, 3);

describe("the deletion of a resource", () => {
  it.each([
    ["of an object that was never handed on, by the one that made it", undefined, undefined, false],
    ["of an object that was never handed on here, by one that took it elsewhere", undefined, early, false],
    ["by the one that has it since", { adoption: early, at: 1_000 }, early, false],
    ["by the one that made it, once another took it over", { adoption: early, at: 1_000 }, undefined, true],
    ["by one that took it over before another did", { adoption: late, at: 2_000 }, early, true],
    ["by one that took it over later, on another machine", { adoption: early, at: 1_000 }, late, false],
    ["by one that took it over at the same time as another", { adoption: late, at: 2_000 }, sameTime, true],
    ["by one that took it over, once the one that made it has it back", { at: 1_500 }, early, true],
    ["by one that took it over after the one that made it had it back", { at: 1_500 }, late, false],
    ["by one that took it over, once one that did so earlier has it back", { adoption: early, at: 3_000 }, late, true],
    ["by the one that made it and has it back", { at: 1_500 }, undefined, false],
  ])("%s: is the object left? %#", (_, holder, adoption, isLeft) => {
    expect(isLeftTo(holder, { key: "any", adoption })).toBe(isLeft);
  });
});
