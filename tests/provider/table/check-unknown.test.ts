import { describe, expect, it } from "@jest/globals";
import { cluster } from "../../../provider/kinds/cluster/fields";
import { pod } from "../../../provider/kinds/pod/fields";
import { check } from "../../../provider/table/check";
import type { Props } from "../../../provider/table/props";
import type { Resource } from "../../../provider/table/resource";
import { unknownValue } from "../../../provider/table/unknown";
import { fixedBytes, gpuPod, trainingCluster } from "../fixtures";

const failuresOf = (resource: Resource, news: Props) => check(resource, {}, news, fixedBytes).failures;

describe("unknown values", () => {
  it.each([
    ["everything that may be", { image: unknownValue, gpu: unknownValue, env: unknownValue, ports: unknownValue }],
    ["the whole of mounts", { ...gpuPod, mounts: unknownValue }],
    ["a volume's id", { ...gpuPod, mounts: { network: [{ volumeId: unknownValue, path: "/data" }] } }],
    ["a size", { ...gpuPod, mounts: { persistent: { size: unknownValue, path: "/data" } } }],
    ["a port", { ...gpuPod, ports: [unknownValue] }],
    ["a variable", { ...gpuPod, env: { TOKEN: unknownValue } }],
    ["a GPU count", { ...gpuPod, gpu: { id: "g", count: "3eeb2bf0-c639-47a8-9e75-3b44932eb421" } }],
    ["an alternative", { ...gpuPod, gpu: [unknownValue, { id: "g" }] }],
    ["a member of an alternative", { ...gpuPod, gpu: [{ id: "g" }, { id: unknownValue, count: unknownValue }] }],
    ["a number", { ...gpuPod, disk: unknownValue }],
    ["gpu beside cpu, of which one will turn out to be nothing", { ...gpuPod, gpu: unknownValue, cpu: unknownValue }],
    [
      "cpu that may turn out to be nothing",
      { ...gpuPod, cpu: unknownValue, mounts: { persistent: { size: 10, path: "/d" } } },
    ],
    [
      "a kind of mount that may be nothing",
      { ...gpuPod, mounts: { persistent: unknownValue, network: [{ volumeId: "v", path: "/d" }] } },
    ],
    [
      "a CUDA floor that may be nothing",
      { ...gpuPod, gpu: { id: "g", allowedCudaVersions: ["12.4"], minCudaVersion: unknownValue } },
    ],
    ["args beside cmd", { ...gpuPod, args: unknownValue, cmd: ["a"] }],
    ["cmd beside args", { ...gpuPod, args: "a", cmd: ["1c4a061d-8072-4f0a-a4cb-0ff528b18fe7"] }],
  ])("%s pass, and stay as they are", (_title, news: Props) => {
    const { inputs, failures } = check(pod, {}, news, fixedBytes);
    expect(failures).toEqual([]);
    expect(inputs).toMatchObject(news);
  });

  it("C-21: a template that may turn out to be none excludes nothing yet", () => {
    expect(failuresOf(cluster, { ...trainingCluster, templateId: unknownValue })).toEqual([]);
  });

  it("do not hide what is wrong beside them", () => {
    const alternatives = { ...gpuPod, gpu: [unknownValue, { id: unknownValue, count: 0 }] };
    expect(failuresOf(pod, alternatives)).toMatchObject([{ property: "gpu[1].count" }]);
    const news = { ...gpuPod, mounts: { network: [{ volumeId: unknownValue, path: 7 }] } };
    expect(failuresOf(pod, news)).toMatchObject([{ property: "mounts.network[0].path" }]);
  });
});
