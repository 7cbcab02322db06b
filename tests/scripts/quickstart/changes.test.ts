import { describe, expect, it } from "@jest/globals";
import { changesBetween } from "../../../scripts/quickstart/changes";

describe("changesBetween", () => {
  it.each([
    { what: "nothing", old: { a: 1, b: [1] }, next: { a: 1, b: [1] }, paths: [] },
    { what: "a value", old: { image: "a" }, next: { image: "b" }, paths: ["image"] },
    {
      what: "a member",
      old: { gpu: { id: "x", count: 1 } },
      next: { gpu: { id: "x", count: 2 } },
      paths: ["gpu.count"],
    },
    {
      what: "a member of an item",
      old: { mounts: { network: [{ path: "/a" }] } },
      next: { mounts: { network: [{ path: "/b" }] } },
      paths: ["mounts.network[0].path"],
    },
    { what: "the length of a list", old: { ports: ["1/tcp"] }, next: { ports: [] }, paths: ["ports"] },
    { what: "a field that goes", old: { env: { A: "1" } }, next: {}, paths: ["env"] },
    { what: "null against nothing", old: { registry: null }, next: {}, paths: ["registry"] },
    { what: "the SDK's own key", old: { __provider: "a" }, next: { __provider: "b" }, paths: [] },
  ])("reports $what at $paths", ({ old, next, paths }) => {
    expect(changesBetween(old, next).map(({ path }) => path)).toEqual(paths);
  });

  it("carries both values", () => {
    expect(changesBetween({ size: 100 }, { size: 150 })).toEqual([{ path: "size", old: 100, next: 150 }]);
  });
});
