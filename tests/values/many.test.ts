import { expect, it } from "@jest/globals";
import { addTo, append, groupedBy, largest, smallest } from "../../values/many";

const many = Array.from({ length: 300_000 }, (_, n) => n);

it("a list takes more than a call takes arguments", () => {
  const list = [-1];
  append(list, many);
  expect(list).toHaveLength(300_001);
  expect(largest(list)).toBe(299_999);
  expect(smallest(list)).toBe(-1);
});

it("nothing has no largest and no smallest", () => {
  expect([largest([]), smallest([])]).toEqual([-Infinity, Infinity]);
});

it("groups stand in the order in which they come up, however much is in one of them", () => {
  const groups = groupedBy(many, (n) => (n < 2 ? "few" : "many"));
  addTo(groups, "few", 7);
  expect([...groups.keys()]).toEqual(["few", "many"]);
  expect(groups.get("few")).toEqual([0, 1, 7]);
});
