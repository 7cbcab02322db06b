import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { describe, expect, it } from "@jest/globals";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spellingOf, type Told, toldFailure, warningIn } from "../../plugin/failures";
import { construct } from "../../plugin/components/construct";
import { toStruct } from "../../plugin/values";
import { kinds } from "../../provider/kinds";
import { temporaryFolder } from "../support/temporary-folder";

const told = (spelling: Told["spelling"], said: Told["said"], secrets: string[] = []): Told => ({
  resource: kinds.Pod.resource,
  said,
  secrets,
  spelling,
});
const reason = "must be a power of two; or set `templateId`, or `compute:apiUrl`.";

describe("a failure", () => {
  it.each([
    ["an argument, which engines show", "camel", "disk", { disk: 0 }, "disk", reason],
    [
      "a member, with what was given",
      "camel",
      "cpu.vcpuCount",
      { cpu: { vcpuCount: 3 } },
      "",
      `cpu.vcpuCount: ${reason} (given: 3)`,
    ],
    [
      "a member as Python spells it",
      "snake",
      "gpuAlternatives[1].minVcpuCountPerGpu",
      { gpuAlternatives: [{}, { minVcpuCountPerGpu: 3 }] },
      "",
      "gpu_alternatives[1].min_vcpu_count_per_gpu: must be a power of two; or set `template_id`, or `compute:apiUrl`. (given: 3)",
    ],
    [
      "a long value by its beginning and its end, where a blank is seen",
      "snake",
      "image",
      { image: `registry.example.com/${"a".repeat(90)}:1.4.0 ` },
      "",
      `image: must be a power of two; or set \`template_id\`, or \`compute:apiUrl\`. (given: "registry.example.com/${"a".repeat(18)}…${"a".repeat(32)}:1.4.0 ")`,
    ],
    ["nothing of the environment", "camel", "env.TOKEN", { env: { TOKEN: 1 } }, "", `env.TOKEN: ${reason}`],
  ] as const)("names %s", (_called, spelling, property, said, expected, sentence) => {
    expect(toldFailure({ property, reason }, told(spelling, said))).toEqual({ property: expected, reason: sentence });
  });

  it("names arguments as Python spells them, and leaves what is quoted", () => {
    const failure = { property: "gpu.min_cuda", reason: 'did you mean minCudaVersion? "myPod" stays' };
    expect(toldFailure(failure, told("snake", {})).reason).toBe(
      'gpu.min_cuda: did you mean min_cuda_version? "myPod" stays',
    );
  });

  it("leaves words that only look like names, and names of the program's own", () => {
    const failure = { property: "env.myVar", reason: "vCPUs of `s3Config` and `vcpuCount`" };
    expect(toldFailure(failure, told("snake", {})).reason).toBe("env.myVar: vCPUs of `s3_config` and `vcpu_count`");
  });

  it("shows nothing of an argument in which the program has a secret", () => {
    const said = { cpu: { vcpuCount: 3 } };
    expect(toldFailure({ property: "cpu.vcpuCount", reason }, told("camel", said, ["cpu"])).reason).not.toContain("3");
  });
});

it("an error of an up, and what a preview says of a step, name arguments as Python spells them", () => {
  const error = 'Endpoint e1 has 1 jobs; or set jobLoss: "allow" and run `up`. Set env.myVar or startSsh.';
  expect(warningIn(error, "snake")).toBe(
    'Endpoint e1 has 1 jobs; or set job_loss: "allow" and run `up`. Set env.myVar or start_ssh.',
  );
});

it("a reason names members as Python spells them: of a need, and on any path that is not of the program's own names", () => {
  const reason =
    "Replaced because compute changed (its gpuCountPerPod is 8, and compute[0].gpuCountPerPod is 4; its podCount is 2, and " +
    "compute[0].podCount is 4; gpu.excludedTypes has NVIDIA A40). See https://docs.example/gpuCountPerPod, env.podCount, NVIDIA.";
  expect(warningIn(reason, "snake")).toBe(
    "Replaced because compute changed (its gpu_count_per_pod is 8, and compute[0].gpu_count_per_pod is 4; its pod_count is 2, and " +
      "compute[0].pod_count is 4; gpu.excluded_types has NVIDIA A40). See https://docs.example/gpuCountPerPod, env.podCount, NVIDIA.",
  );
});

it("a warning names arguments as Python spells them, and resources as they are called", () => {
  const warning =
    'Pod myPod: startSsh is true; set `waitForCapacity`, or dataLoss: "allow", or compute:waitFor of "stopAfter"';
  expect(warningIn(warning, "camel")).toBe(warning);
  expect(warningIn(warning, "snake")).toBe(
    'Pod myPod: start_ssh is true; set `wait_for_capacity`, or data_loss: "allow", or compute:waitFor of "stopAfter"',
  );
});

it.each([
  [{ pod: { start_shh: true }, count: 1 }, "`pod.start_shh` is not an argument of Pod; did you mean start_ssh?"],
  // The SDK for Python leaves a name that its type lacks.
  [
    { pod: { wait_for: "ssh" }, count: 1 },
    "`pod.wait_for` is not for the pods of a fleet; set `wait_for` of the fleet.",
  ],
  [{ pod: {}, count: 1, maxUnavailable: 0 }, "`max_unavailable` is not a whole number, at least 1."],
  [
    { pod: { start_shh: true, wait_for: "ssh" }, count: -1 },
    "`pod.wait_for` is not for the pods of a fleet; set `wait_for` of the fleet.\n" +
      "`pod.start_shh` is not an argument of Pod; did you mean start_ssh?\n`count` is not a whole number, at least 0.",
  ],
])("a fleet of a program in Python is refused in its words: %j", async (inputs, sentence) => {
  const request = new proto.ConstructRequest()
    .setType("compute:index:Fleet")
    .setName("myFleet")
    .setMonitorendpoint("127.0.0.1:1")
    .setInputs(toStruct(inputs));
  await expect(construct(request, "own", () => Promise.resolve("snake"))).rejects.toThrow(
    new Error(`Fleet myFleet: ${sentence}`),
  );
});

it.each([
  ["runtime: python\n", "snake"],
  ["runtime:\n  name: python\n  options: { virtualenv: venv }\n", "snake"],
  ["runtime:\n  options: { virtualenv: venv }\n  name: python\n", "snake"],
  ["runtime: { name: python }\n", "snake"],
  ["runtime: nodejs\n", "camel"],
  ["runtime: yaml\ndescription: made for python\n", "camel"],
])("a project with %j spells names in %s case, below its folder too", async (text, spelling) => {
  const folder = temporaryFolder("spelling");
  writeFileSync(join(folder, "Pulumi.yaml"), `name: web\n${text}`);
  mkdirSync(join(folder, "src"));
  expect(await spellingOf(join(folder, "src"))).toBe(spelling);
});

describe("a setting in a sentence", () => {
  const sentence =
    'give it `adopt: { id: "p1" }`, `waitFor: "none"`, `acceptStopped: true` or `deleteBeforeReplace: true`';
  it.each([
    ["camel", sentence],
    ["snake", 'give it `adopt={"id": "p1"}`, `wait_for="none"`, `accept_stopped=True` or `delete_before_replace=True`'],
    [
      "go",
      'give it `Adopt: &compute.AdoptArgs{Id: pulumi.String("p1")}`, `WaitFor: pulumi.String("none")`, `AcceptStopped: pulumi.Bool(true)` or `pulumi.DeleteBeforeReplace(true)`',
    ],
  ] as const)("can be pasted into a program whose names are %s", (spelling, expected) => {
    expect(warningIn(sentence, spelling)).toBe(expected);
    expect(toldFailure({ property: "", reason: sentence }, told(spelling, {})).reason).toBe(expected);
  });
});
