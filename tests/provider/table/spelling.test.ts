import { describe, expect, it } from "@jest/globals";
import { output } from "@pulumi/pulumi";
import { check } from "../../../provider/table/check";
import type { Props } from "../../../provider/table/props";
import { nearest, similar } from "../../../provider/table/spelling";
import { endpoint } from "../../../provider/kinds/endpoint/fields";
import { networkVolume } from "../../../provider/kinds/network-volume/fields";
import { pod } from "../../../provider/kinds/pod/fields";
import { fixedBytes, gpuEndpoint, gpuPod, volume } from "../fixtures";

const { image, gpu, ...rest } = gpuPod;
const { dataCenter, ...withoutPlace } = volume;
const scaling = (value: Props) => ({ ...gpuEndpoint, scaling: value });

it.each([
  ["a name", pod, { ...rest, gpu, imge: image }, ["imge not an argument of Pod; did you mean image?"]],
  [
    "one of two of which one is needed",
    pod,
    { ...rest, image, gpux: gpu },
    ["gpux not an argument of Pod; did you mean gpu?"],
  ],
  [
    "a member of what names an operation or a kind of mount",
    pod,
    { ...rest, image, gpu, timeouts: { creat: "5m" }, mounts: { netwrk: [] } },
    [
      "mounts.netwrk not a known member; did you mean network?",
      "timeouts.creat not a known member; did you mean create?",
    ],
  ],
  ["a member's name", pod, { ...rest, image, gpu: { idd: "L" } }, ["gpu.idd not a known member; did you mean id?"]],
  [
    "a member's name in a list",
    pod,
    { ...rest, image, gpu: [gpu, { idd: "L" }] },
    ["gpu[1].idd not a known member; did you mean id?"],
  ],
  [
    "a member that belongs elsewhere",
    pod,
    { ...rest, image, gpuTypeId: "L" },
    ["gpuTypeId not an argument of Pod; use gpu.id"],
  ],
  [
    "a member beside its argument",
    pod,
    { ...rest, image, gpu: { count: 2 }, gpuTypeId: "L" },
    ["gpuTypeId not an argument of Pod; use gpu.id"],
  ],
  [
    "another kind's name",
    networkVolume,
    { ...withoutPlace, dataCenterId: dataCenter },
    ["dataCenterId not an argument of NetworkVolume; use dataCenter"],
  ],
  [
    "a member of another form",
    endpoint,
    scaling({ type: "QUEUE_DELAY", requestCount: 1 }),
    ["scaling.requestCount belongs to REQUEST_COUNT; with QUEUE_DELAY set queueDelay"],
  ],
] as const)("one slip is one error: %s", (_title, resource, news, expected) => {
  const { failures } = check(resource, {}, news, fixedBytes);
  expect(failures.map(({ property, reason }) => `${property} ${reason}`)).toEqual(expected);
});

it("what is wrong beside a slip is said too", () => {
  const { failures } = check(pod, {}, { ...rest, image: "", imgae: image, gpu: { cout: 1 } }, fixedBytes);
  expect(failures.map(({ property }) => property).sort()).toEqual(["gpu.cout", "gpu.id", "image", "imgae"]);
});

it.each([
  ["TypeScript", `http://${output("v") as unknown as string}:80`],
  ["JSON", `{"peer":${JSON.stringify(output("v"))}}`],
  [
    "Python",
    "http://Calling __str__ on an Output[T] is not supported.\n\nTo get the value of an Output[T] as an Output[str] …",
  ],
])("an Output that was put into a text is refused, where its value would never arrive: %s", (_language, text) => {
  const { failures } = check(pod, {}, { ...gpuPod, env: { PEER: text } }, fixedBytes);
  expect(failures).toEqual([
    {
      property: "env.PEER",
      reason:
        "an Output was put into this text, which has no value there; use `pulumi.interpolate`, or `pulumi.Output.format` in Python",
    },
  ]);
});

describe("the nearest name", () => {
  it("is the only one suggested where it differs in capitals alone", () => {
    expect(similar("eu-xx-1", ["US-XX-1", "EU-XX-1", "AS-XX-1"])).toEqual(["EU-XX-1"]);
  });

  it("is found whatever the language writes between its words", () => {
    // Two neighbours that change places are one slip.
    expect(nearest("iamge", ["mounts", "ige", "image"])).toBe("image");
    expect(similar("prots", ["posts", "pots", "ports"])).toEqual(["ports", "pots", "posts"]);
    expect(nearest("min_cuda_versio", ["minCudaVersion", "minRamPerGpu"])).toBe("minCudaVersion");
  });
});
