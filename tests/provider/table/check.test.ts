import { describe, expect, it } from "@jest/globals";
import { check } from "../../../provider/table/check";
import type { Props } from "../../../provider/table/props";
import type { Resource } from "../../../provider/table/resource";
import { cluster } from "../../../provider/kinds/cluster/fields";
import { jobRun } from "../../../provider/kinds/job-run/fields";
import { endpoint } from "../../../provider/kinds/endpoint/fields";
import { networkVolume } from "../../../provider/kinds/network-volume/fields";
import { pod } from "../../../provider/kinds/pod/fields";
import { registryCredential } from "../../../provider/kinds/registry-credential/fields";
import { template } from "../../../provider/kinds/template/fields";
import { mark } from "../../../provider/state/state";
import { cpuPod, credential, examples, fixedBytes, gpuPod, trainingCluster, volume } from "../fixtures";

const failuresOf = (resource: Resource, news: Props, olds: Props = {}) =>
  check(resource, olds, news, fixedBytes).failures;
const variables = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`V${at}`, "x"]));
const ports = (count: number) => Array.from({ length: count }, (_, at) => `${8000 + at}/http`);
const persistent = { persistent: { size: 20, path: "/data" } };
const network = { network: [{ volumeId: "v-1", path: "/data" }] };

const list = (second: unknown) => ({ ...gpuPod, gpu: [{ id: "NVIDIA L40S" }, second] });

const exampleOfEndpoint = examples.find(({ resource }) => resource === endpoint)?.inputs;

const asset = { [mark]: "c44067f5952c0a294b673a41bacd8c17", path: "notes.txt" };
/** One thing wrong, and the property and the words by which the program is told. */
const refused: readonly [title: string, resource: Resource, news: Props, property: string, reason: RegExp][] = [
  ["P-11: neither gpu nor cpu", pod, { ...gpuPod, gpu: undefined }, "gpu", /neither gpu nor cpu.*set one/],
  ["P-11: both gpu and cpu", pod, { ...gpuPod, cpu: cpuPod.cpu }, "cpu", /exclude each other.*remove one/],
  ["P-12: no image", pod, { ...gpuPod, image: undefined }, "image", /neither image nor templateId.*set image/],
  [
    "M-21: both kinds of mount",
    pod,
    { ...gpuPod, mounts: { ...persistent, ...network } },
    "mounts",
    /exclude each other/,
  ],
  ["M-22: persistent on a CPU pod", pod, { ...cpuPod, mounts: persistent }, "mounts.persistent", /NetworkVolume/],
  [
    "M-23: a mount without a path",
    pod,
    { ...gpuPod, mounts: { network: [{ volumeId: "v" }] } },
    "mounts.network[0].path",
    /required, but not set/,
  ],
  [
    "M-24: two network mounts",
    pod,
    { ...gpuPod, mounts: { network: [...network.network, ...network.network] } },
    "mounts.network",
    /^one network volume can be mounted: keep one entry/,
  ],
  [
    "M-33: a volume on a COMMUNITY pod",
    pod,
    { ...gpuPod, cloud: "COMMUNITY", mounts: network },
    "mounts.network",
    /SECURE/,
  ],
  [
    "M-52: both CUDA constraints",
    pod,
    { ...gpuPod, gpu: { id: "g", allowedCudaVersions: ["12.4"], minCudaVersion: "12.2" } },
    "gpu.minCudaVersion",
    /not both/,
  ],
  [
    "M-50: a CUDA version without a minor",
    pod,
    { ...gpuPod, gpu: { id: "g", minCudaVersion: "12" } },
    "gpu.minCudaVersion",
    /12\.4/,
  ],
  ["M-50: no GPU of the second alternative", pod, list({ id: "g", count: 0 }), "gpu[1].count", /at least 1/],
  ["M-50: an alternative without a type", pod, list({ count: 1 }), "gpu[1].id", /required/],
  ["M-50: an alternative that is none", pod, list("NVIDIA H200"), "gpu[1]", /object/],
  [
    "M-52: both CUDA constraints of an alternative",
    pod,
    list({ id: "g", allowedCudaVersions: ["12.4"], minCudaVersion: "12.2" }),
    "gpu[1].minCudaVersion",
    /not both/,
  ],
  ["an empty list of alternatives", pod, { ...gpuPod, gpu: [] }, "gpu", /or a list of them/],
  [
    "M-61: three vCPUs of an alternative",
    pod,
    { ...cpuPod, cpu: [cpuPod.cpu, { id: "c", vcpuCount: 3 }] },
    "cpu[1].vcpuCount",
    /power of two/,
  ],
  [
    "C-10: one pod in an alternative",
    cluster,
    { ...trainingCluster, compute: [trainingCluster.compute, { gpuTypeId: "g", gpuCountPerPod: 1, podCount: 1 }] },
    "compute[1].podCount",
    /at least 2 \(got 1\)/,
  ],
  ["a time to wait that is none", pod, { ...gpuPod, waitForCapacity: "long" }, "waitForCapacity", /1h30m/],
  ["an empty id to adopt", pod, { ...gpuPod, adopt: { id: "" } }, "adopt.id", /must not be empty/],
  [
    "M-51: a CUDA field at the top",
    pod,
    { ...gpuPod, minCudaVersion: "12.4" },
    "minCudaVersion",
    /use gpu.minCudaVersion/,
  ],
  ["M-61: three vCPUs", pod, { ...cpuPod, cpu: { id: "c", vcpuCount: 3 } }, "cpu.vcpuCount", /power of two/],
  ["M-61: one vCPU", pod, { ...cpuPod, cpu: { id: "c", vcpuCount: 1 } }, "cpu.vcpuCount", /at least 2/],
  ["M-64: memory", pod, { ...cpuPod, cpu: { id: "c", vcpuCount: 2, memory: 8 } }, "cpu.memory", /excluded by id/],
  ["M-10: a UDP port", pod, { ...gpuPod, ports: ["22/tcp", "53/udp"] }, "ports[1]", /<number>\/http/],
  ["M-11: 51 variables", pod, { ...gpuPod, env: variables(51) }, "env", /51 variables/],
  ["M-11: 11 http ports", pod, { ...gpuPod, ports: ports(11) }, "ports", /11 http ports/],
  ["M-5: cmd contradicts args", pod, { ...gpuPod, args: "a b", cmd: ["a", "c"] }, "cmd", /describes another command/],
  ["M-5: entrypoint contradicts args", pod, { ...gpuPod, args: "a", entrypoint: ["b"] }, "entrypoint", /remove args/],
  [
    "P-3: a body above 102400 bytes",
    pod,
    { ...gpuPod, env: { BIG: "x".repeat(102_400) } },
    "",
    /accepts at most 102400/,
  ],
  ["P-15: networking on a CPU pod", pod, { ...cpuPod, globalNetworking: true }, "globalNetworking", /NVIDIA/],
  ["a fraction of a GB", pod, { ...gpuPod, disk: 1.5 }, "disk", /whole number of GB/],
  ["an unknown enum value", pod, { ...gpuPod, cloud: "PRIVATE" }, "cloud", /SECURE/],
  ["a misspelt argument", pod, { ...gpuPod, imgae: "x" }, "imgae", /not an argument of Pod; did you mean image/],
  ["a name that every object has", pod, { ...gpuPod, toString: "x" }, "toString", /not an argument/],
  ["P-11: a text for a GPU", pod, { ...gpuPod, gpu: "L40S" }, "gpu", /expected object or list, received string/],
  [
    "a variable that is a number",
    pod,
    { ...gpuPod, env: { NUM: 5 } },
    "env.NUM",
    /^expected string, received number: put it in quotes$/,
  ],
  [
    "a variable that is a boolean",
    pod,
    { ...gpuPod, env: { YES: true } },
    "env.YES",
    /^expected string, received boolean: put it in quotes$/,
  ],
  [
    "a text to adopt",
    pod,
    { ...gpuPod, adopt: "p-1" },
    "adopt",
    /^expected object, received string; allowed: `{ id }`/,
  ],
  ["an empty image", pod, { ...gpuPod, image: "" }, "image", /names no image; allowed: an image's name, such as/],
  [
    "an image with a blank",
    pod,
    { ...gpuPod, image: "acme/app :1" },
    "image",
    /has a blank, which no image's name has/,
  ],
  ["an image with a blank of a template", template, { image: " acme/app:1" }, "image", /begins or ends with a blank/],
  ["an image of blanks", template, { image: " \t" }, "image", /names no image/],
  ["an empty image of a cluster", cluster, { ...trainingCluster, image: "" }, "image", /names no image/],
  ["an empty image of an endpoint", endpoint, { ...exampleOfEndpoint, image: " " }, "image", /names no image/],
  [
    "a job's input that is not a number",
    jobRun,
    { endpointId: "e", input: { steps: [1, NaN] } },
    "input.steps[1]",
    /no number that JSON/,
  ],
  ["an infinite trigger", pod, { ...gpuPod, triggers: [{ at: Infinity }] }, "triggers[0].at", /no number that JSON/],
  ["an infinite size", pod, { ...gpuPod, disk: -Infinity }, "disk", /whole number/],
  ["a file as a job's input", jobRun, { endpointId: "e", input: { file: asset } }, "input.file", /an asset/],
  ["a duration that is none", pod, { ...gpuPod, timeouts: { create: "soon" } }, "timeouts.create", /1h30m/],
  [
    "C-21: image beside templateId",
    cluster,
    { ...trainingCluster, templateId: "t" },
    "image",
    /excluded by templateId/,
  ],
  ["C-22: registry on a cluster", cluster, { ...trainingCluster, registry: "r" }, "registry", /template/],
  ["C-23: no image", cluster, { ...trainingCluster, image: undefined }, "image", /neither image nor templateId/],
  [
    "C-10: one pod",
    cluster,
    { ...trainingCluster, compute: { gpuTypeId: "g", gpuCountPerPod: 1, podCount: 1 } },
    "compute.podCount",
    /at least 2 \(got 1\)/,
  ],
  ["C-2: an unknown type", cluster, { ...trainingCluster, type: "MPI" }, "type", /SLURM/],
  ["V-11: 9 GB", networkVolume, { ...volume, size: 9 }, "size", /10 to 4096/],
  ["V-11: 4097 GB", networkVolume, { ...volume, size: 4097 }, "size", /10 to 4096/],
  ["V-2: no data center", networkVolume, { ...volume, dataCenter: undefined }, "dataCenter", /required/],
  ["R-2: a name of 192", registryCredential, { ...credential, name: "n".repeat(192) }, "name", /1 to 191/],
  ["R-2: a username of 192", registryCredential, { ...credential, username: "n".repeat(192) }, "username", /1 to 191/],
  ["R-2: an empty password", registryCredential, { ...credential, password: "" }, "password", /1 to 16384/],
  [
    "R-2: a password of 16385",
    registryCredential,
    { ...credential, password: "p".repeat(16_385) },
    "password",
    /16384/,
  ],
];

describe("check refuses", () => {
  it.each(refused)("%s", (_title, resource, news, property, reason) => {
    const failures = failuresOf(resource, news);
    expect(failures).toEqual([{ property, reason: expect.stringMatching(reason) }]);
  });

  it("P-46: stopping a pod whose lock stays on", () => {
    const locked = { ...gpuPod, locked: true };
    expect(failuresOf(pod, { ...locked, desiredStatus: "EXITED" }, locked)).toMatchObject([
      { property: "desiredStatus" },
    ]);
    expect(failuresOf(pod, { ...locked, desiredStatus: "EXITED", locked: false }, locked)).toEqual([]);
    expect(failuresOf(pod, { ...locked, desiredStatus: "EXITED" })).toEqual([]);
    const replaced = { ...locked, gpu: { id: "NVIDIA H200" }, desiredStatus: "EXITED" };
    expect(failuresOf(pod, replaced, locked)).toEqual([]);
  });

  it.each<[string, Props, string[]]>([
    ["M-61: in a flavor without a name", { ...cpuPod, cpu: { id: "", vcpuCount: 3 } }, ["cpu.id", "cpu.vcpuCount"]],
    [
      "M-21: beside a mount that lacks a size",
      { ...gpuPod, mounts: { persistent: { path: "/p" }, network: [{ volumeId: "v", path: "/n" }] } },
      ["mounts", "mounts.persistent.size"],
    ],
    [
      "M-52: beside a count that is too small",
      { ...gpuPod, gpu: { id: "g", count: 0, allowedCudaVersions: ["12.4"], minCudaVersion: "12.2" } },
      ["gpu.count", "gpu.minCudaVersion"],
    ],
    [
      "M-22: beside a persistent disk that is too small",
      { ...cpuPod, mounts: { persistent: { size: 1, path: "/p" } } },
      ["mounts.persistent", "mounts.persistent.size"],
    ],
    ["M-11: beside a variable that is no text", { ...gpuPod, env: { ...variables(51), V3: 7 } }, ["env", "env.V3"]],
    ["M-11: beside a port of another protocol", { ...gpuPod, ports: ["53/udp", ...ports(11)] }, ["ports", "ports[0]"]],
  ])("a rule that is broken inside of a value of which a part has the wrong form: %s", (_title, news, properties) => {
    const found = failuresOf(pod, news).map(({ property }) => property);
    expect(found.sort()).toEqual(properties);
  });

  it("what is missing, has a fraction or has none of several forms in plain words", () => {
    const reasonOf = (news: Props) => failuresOf(pod, { ...gpuPod, ...news }).map(({ reason }) => reason.split(";")[0]);
    expect(reasonOf({ mounts: { persistent: { size: 10 } } })).toEqual(["required, but not set"]);
    expect(reasonOf({ disk: 10.5 })).toEqual(["expected a whole number"]);
    expect(reasonOf({ adopt: { id: "a", name: "b" } })).toEqual(["has none of the allowed forms"]);
    const ofCpu = failuresOf(pod, { ...gpuPod, gpu: undefined, cpu: { id: "cpu3c", vcpus: 2 } });
    expect(ofCpu.map(({ property, reason }) => [property, reason.split(";")[0]])).toEqual([
      ["cpu.vcpuCount", "required, but not set"],
      ["cpu.vcpus", "not a known member"],
    ]);
  });

  it.each<[string, Props, string]>([
    ["gpu", { gpu: { id: "NVIDIA L40S", count: 0 } }, "gpu.count must be at least 1 (got 0)"],
    ["disk", { disk: 0 }, "disk must be at least 1 (got 0); allowed: whole number of GB, at least 1; default 50"],
    ["a member", { gpu: { id: "NVIDIA L40S", cont: 2 } }, "gpu.cont not a known member; did you mean count?"],
    ["cloud", { cloud: "MOON" }, 'cloud must be "SECURE" or "COMMUNITY"'],
    [
      "ports",
      { ports: ["x"] },
      "ports[0] has the wrong form; allowed: `<number>/http` or `<number>/tcp`; at most 10 http ports",
    ],
  ])("%s in our own words, and neither the validator's nor a regular expression's", (_title, news, expected) => {
    const found = failuresOf(pod, { ...gpuPod, ...news });
    expect(found.map(({ property, reason }) => `${property} ${reason}`)).toEqual([expected]);
  });

  it("all that is wrong at once", () => {
    const news = { gpu: { count: 0 }, cpu: { id: "c", vcpuCount: 3 }, ports: ["x"], disk: 0, colour: "red" };
    const reasons = failuresOf(pod, news).map(({ property, reason }) => `${property} ${reason}`);
    expect(reasons).toHaveLength(8);
    for (const start of ["image", "gpu.id", "gpu.count", "cpu gpu", "cpu.vcpuCount", "ports[0]", "disk", "colour"]) {
      expect(reasons.filter((reason) => reason.startsWith(start))).toHaveLength(1);
    }
  });
});

describe("a wrong member is told", () => {
  it.each([
    {
      gpu: { memory: "48GB" },
      path: "gpu.memory",
      says: "expected number, received string: write 48; allowed: memory in whole GB",
    },
    {
      gpu: { id: "A", count: "2" },
      path: "gpu.count",
      says: "expected number, received string: write 2; allowed: count at least 1 (default 1)",
    },
    {
      gpu: [{ id: "A" }, { memory: 48, maxHourlyCost: "two" }],
      path: "gpu[1].maxHourlyCost",
      says: "expected number, received string",
    },
    {
      cpu: { memory: 8 },
      path: "cpu.vcpuCount",
      says: "required, but not set; allowed: `{ memory, vcpuCount, excluding?, maxHourlyCost? }`",
    },
    {
      mounts: { network: "v-1" },
      path: "mounts.network",
      says: "expected list, received string; allowed: `network: [{ volumeId, path }]`",
    },
    {
      mounts: { persistent: { size: "20 GB", path: "/d" } },
      path: "mounts.persistent.size",
      says: "expected number, received string: write 20",
    },
    {
      stopWhenIdle: { after: "soon" },
      path: "stopWhenIdle.after",
      says: 'has the wrong form; allowed: `after` in seconds or as a string such as "10m"',
    },
    {
      timeouts: { create: "soon" },
      path: "timeouts.create",
      says: 'has the wrong form; allowed: `{ create?, update?, delete? }`, each seconds as a number, or a string such as "90s", "10m" or "1h30m"',
    },
  ])("only what concerns $path", ({ path, says, ...given }) => {
    const inputs = { ...("cpu" in given ? cpuPod : gpuPod), ...given };
    expect(check(pod, {}, inputs, fixedBytes).failures).toEqual([{ property: path, reason: says }]);
  });
});

describe("a value that may be a secret", () => {
  const canary = "canary-7f3a";
  it.each([
    ["password", registryCredential, { ...credential, password: [canary] }],
    ["username", registryCredential, { ...credential, username: { user: canary } }],
    ["env", pod, { ...gpuPod, env: { TOKEN: [canary] } }],
    ["args", pod, { ...gpuPod, args: [canary] }],
    ["cmd", pod, { ...gpuPod, args: "other", cmd: [canary] }],
  ] as const)("in %s is never quoted", (name, resource, news) => {
    const failures = failuresOf(resource, news);
    expect(failures).toMatchObject([{ property: expect.stringContaining(name) }]);
    expect(JSON.stringify(failures)).not.toContain(canary);
  });
});

describe.each(examples.map(({ resource, inputs }) => ({ kind: resource.kind, resource, inputs })))(
  "$kind",
  ({ resource, inputs }) => {
    it("keeps __provider", () => {
      const news = { ...inputs, __provider: "code" };
      expect(check(resource, {}, news, fixedBytes)).toEqual({
        inputs: { ...resource.defaults, ...news },
        failures: [],
      });
    });
    it("leaves out what is null where null says nothing", () => {
      const { inputs: checked, failures } = check(resource, {}, { ...inputs, timeouts: null }, fixedBytes);
      expect(failures).toEqual([]);
      expect(checked).not.toHaveProperty("timeouts");
    });
  },
);
