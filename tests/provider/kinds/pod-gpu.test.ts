import { describe, expect, it } from "@jest/globals";
import { canonicalGpu, lackOfGpu } from "../../../provider/kinds/pod/gpu";
import type { Props } from "../../../provider/table/props";

const l40s = { id: "NVIDIA L40S", count: 2 };
const lack = (before: Props, asked: Props, state: Props): string | undefined =>
  lackOfGpu(canonicalGpu({ ...l40s, ...before }), canonicalGpu({ ...l40s, ...asked }), state);

describe("M-56: a pod of which the platform does not report what a filter is about", () => {
  it.each<[string, Props, Props]>([
    ["no filter", {}, {}],
    ["the filter taken out", { minCudaVersion: "12.4" }, {}],
    ["a lower floor", { minCudaVersion: "12.6" }, { minCudaVersion: "12.4" }],
    ["a list in another order", { allowedCudaVersions: ["12.4", "12.6"] }, { allowedCudaVersions: ["12.6", "12.4"] }],
    ["a longer list", { allowedCudaVersions: ["12.4"] }, { allowedCudaVersions: ["12.4", "12.6"] }],
    ["a floor below the list", { allowedCudaVersions: ["12.4", "12.6"] }, { minCudaVersion: "12.4" }],
    ["an empty list", { minCudaVersion: "12.4" }, { allowedCudaVersions: [] }],
    ["less RAM", { minRamPerGpu: 64 }, { minRamPerGpu: 32 }],
    ["fewer vCPUs", { minVcpuCountPerGpu: 8 }, { minVcpuCountPerGpu: 8 }],
  ])("fits as it was placed: %s", (_title, before, asked) => {
    expect(lack(before, asked, { cudaVersion: null })).toBeUndefined();
  });

  it.each<[string, Props, Props, string]>([
    ["a floor", {}, { minCudaVersion: "12.4" }, "minCudaVersion"],
    ["a higher floor", { minCudaVersion: "12.4" }, { minCudaVersion: "12.6" }, "minCudaVersion"],
    [
      "a floor above a listed version",
      { allowedCudaVersions: ["12.4", "12.6"] },
      { minCudaVersion: "12.6" },
      "minCudaVersion",
    ],
    [
      "versions in place of a floor",
      { minCudaVersion: "12.4" },
      { allowedCudaVersions: ["12.4"] },
      "allowedCudaVersions",
    ],
    [
      "a shorter list",
      { allowedCudaVersions: ["12.4", "12.6"] },
      { allowedCudaVersions: ["12.6"] },
      "allowedCudaVersions",
    ],
    ["more RAM", { minRamPerGpu: 32 }, { minRamPerGpu: 64 }, "minRamPerGpu"],
    ["more vCPUs", {}, { minVcpuCountPerGpu: 1 }, "minVcpuCountPerGpu"],
  ])("does not fit for certain: %s", (_title, before, asked, name) => {
    expect(lack(before, asked, {})).toBe(
      `${name} asks for more than before, and the platform does not report whether its host has that`,
    );
  });
});

it.each<[Props, string]>([
  [{ minCudaVersion: "12.8" }, "its host has CUDA 12.6, which minCudaVersion does not allow"],
  [{ allowedCudaVersions: ["12.8"] }, "its host has CUDA 12.6, which allowedCudaVersions does not allow"],
  [{ minRamPerGpu: 95 }, "its host has 94 GB of RAM for each GPU, fewer than minRamPerGpu asks for"],
  [{ minVcpuCountPerGpu: 13 }, "its host has 12 vCPUs for each GPU, fewer than minVcpuCountPerGpu asks for"],
])("says what the host has where a filter goes beyond it: %j", (asked, words) => {
  expect(lack({}, asked, { cudaVersion: "12.6", memory: 188, vcpuCount: 24 })).toBe(words);
});
