import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Declared, startPolicies } from "./policy-server";

const repositories = "arn:aws:ecr:eu-central-1:123456789012:repository";
const config = {
  "hourly-cost": { maxHourlyCost: 2, prices: { "NVIDIA L40S": 0.86, cpu3c: 0.03 } },
  "allowed-gpus": { allowed: ["NVIDIA L40S", "ADA_48_PRO"] },
  "delegated-repositories": { allowed: [`${repositories}/base`, `${repositories}/team-*`] },
  "capped-hardware": {},
  "public-ports": { reasons: { trainer: { "22/tcp": "the team debugs over SSH" } } },
  "no-plaintext-secrets": { allowed: ["JUPYTER_PASSWORD"] },
};

let policies: Awaited<ReturnType<typeof startPolicies>>;
beforeAll(async () => {
  policies = await startPolicies(config);
}, 60_000);
afterAll(() => policies.close());

const of = (kind: string, props: Declared["props"], name = "trainer"): Declared => ({
  type: `compute:index:${kind}`,
  name,
  props,
});
const l40s = { id: "NVIDIA L40S", count: 1 };

describe("the policy pack, asked as the CLI asks it", () => {
  it.each<{ what: string; declared: Declared; says: readonly RegExp[] }>([
    { what: "allows a pod within its rules", declared: of("Pod", { gpu: l40s, ports: ["22/tcp"] }), says: [] },
    {
      what: "refuses a GPU type that is not on the list, among alternatives too",
      declared: of("Pod", { gpu: [l40s, { id: "NVIDIA H200" }] }),
      says: [/^allowed-gpus: NVIDIA H200 is not an allowed GPU type. Allowed: NVIDIA L40S, ADA_48_PRO\.$/],
    },
    {
      what: "refuses one that a program in Python lists apart",
      declared: of("Pod", { gpu: l40s, gpuAlternatives: [{ id: "NVIDIA H200" }] }),
      says: [/^allowed-gpus: NVIDIA H200 is not an allowed GPU type/],
    },
    {
      what: "refuses a need, for which any type may be taken",
      declared: of("Pod", { gpu: { memory: 48, maxHourlyCost: 1 } }),
      says: [/^allowed-gpus: Any GPU type with 48 GB may be taken\. Name it by its id/],
    },
    {
      what: "wants a highest cost of a need where its owner has turned that on",
      declared: of("Pod", { cpu: { memory: 8, vcpuCount: 2 } }),
      says: [/^capped-hardware: Whatever has 8 GB is taken at whatever price\. Set maxHourlyCost/],
    },
    {
      what: "refuses a cluster's GPU type as well",
      declared: of("Cluster", { compute: { gpuTypeId: "NVIDIA H200", podCount: 2, gpuCountPerPod: 8 } }),
      says: [/^allowed-gpus: NVIDIA H200/],
    },
    {
      what: "refuses an endpoint's pool, and allows the one that is on the list",
      declared: of("Endpoint", { gpu: { pools: ["ADA_48_PRO", "HOPPER_141"] } }),
      says: [/^allowed-gpus: HOPPER_141 is not an allowed pool of GPUs\./],
    },
    {
      what: "refuses an endpoint's need, for which any pool may be taken, but asks for no highest cost, which endpoints have not",
      declared: of("Endpoint", { gpu: { memory: 24 } }),
      says: [/^allowed-gpus: Any pool of GPUs with 24 GB may be taken\. Name it by its id/],
    },
    {
      what: "refuses to delegate a repository that is not on the list",
      declared: of("RegistryDelegation", { resource: `${repositories}/base-image` }),
      says: [/^delegated-repositories: The platform could pull from arn:\S+base-image\./],
    },
    ...[`${repositories}/base`, `${repositories}/team-a/app`].map((resource) => ({
      what: `allows to delegate ${resource}`,
      declared: of("RegistryDelegation", { resource }),
      says: [],
    })),
    {
      what: "refuses a credential in a template, and an account's secret is where it belongs",
      declared: of("Template", { env: { HF_TOKEN: "hushhush" } }),
      says: [/^no-plaintext-secrets: env\.HF_TOKEN .* an AccountSecret, and refer to it/],
    },
    {
      what: "allows a secret of the account",
      declared: of("AccountSecret", { name: "hf_token", value: "hushhush" }),
      says: [],
    },
    {
      what: "refuses a port without a reason",
      declared: of("Pod", { gpu: l40s, ports: ["22/tcp", "8888/http"] }),
      says: [/^public-ports: Port 8888\/http would be reachable from the internet/],
    },
    {
      what: "refuses a reason given for another pod",
      declared: of("Pod", { gpu: l40s, ports: ["22/tcp"] }, "other"),
      says: [/^public-ports: Port 22\/tcp/],
    },
    {
      what: "refuses a volume without protect that may lose its data",
      declared: of("NetworkVolume", { size: 10, dataLoss: "allow" }),
      says: [/^volumes-keep-data: .*protect: true/, /^volumes-keep-data: dataLoss: "allow"/],
    },
    { what: "allows a protected volume", declared: { ...of("NetworkVolume", { size: 10 }), protect: true }, says: [] },
    {
      what: "refuses a token by the variable's name or by its looks, and does not repeat it",
      declared: of("Pod", { gpu: l40s, env: { HF_TOKEN: "hushhush", LOGIN: "hf_abcdefgh1234", EPOCHS: "3" } }),
      says: [/^no-plaintext-secrets: env\.HF_TOKEN holds a credential/, /^no-plaintext-secrets: env\.LOGIN holds/],
    },
    {
      what: "U-17: allows a reference to a secret of the account, and a variable that the config names",
      declared: of("Pod", { gpu: l40s, env: { HF_TOKEN: "{{ PLATFORM_SECRET_hf }}", JUPYTER_PASSWORD: "x" } }),
      says: [],
    },
    {
      what: "looks at resources of the dynamic provider",
      declared: { ...of("Pod", { ports: ["80/http"] }), type: "pulumi-nodejs:dynamic/compute:Pod" },
      says: [/^public-ports: Port 80\/http/],
    },
    {
      what: "leaves the resources of other packages alone",
      declared: { ...of("Pod", { ports: ["80/http"] }), type: "kubernetes:core/v1:Pod" },
      says: [],
    },
  ])("$what", async ({ declared, says }) => {
    const told = await policies.resource(declared);
    expect(told).toEqual(says.map((pattern) => expect.stringMatching(pattern)));
    expect(told.join()).not.toMatch(/hushhush|hf_abcdefgh1234/);
  });

  it.each<{ what: string; stack: readonly Declared[]; says: readonly string[] }>([
    { what: "allows a stack at its limit", stack: [of("Pod", { gpu: { id: "NVIDIA L40S", count: 2 } })], says: [] },
    {
      what: "adds up the stack, by the dearest of alternatives",
      stack: [
        of("Pod", { gpu: [{ id: "NVIDIA L40S", count: 2 }, l40s] }),
        of("Pod", { cpu: { id: "cpu3c", vcpuCount: 16 } }),
      ],
      says: ["hourly-cost: The stack would cost 2.20 USD/h, more than the limit of 2.00 USD/h."],
    },
    {
      what: "counts the dearest of alternatives that are listed apart",
      stack: [of("Pod", { gpu: l40s, gpuAlternatives: [{ id: "NVIDIA L40S", count: 3 }] })],
      says: ["hourly-cost: The stack would cost 2.58 USD/h, more than the limit of 2.00 USD/h."],
    },
    {
      what: "counts every GPU of a cluster",
      stack: [of("Cluster", { compute: { gpuTypeId: "NVIDIA L40S", podCount: 2, gpuCountPerPod: 8 } })],
      says: ["hourly-cost: The stack would cost 13.76 USD/h, more than the limit of 2.00 USD/h."],
    },
    {
      what: "counts no stopped pod",
      stack: [of("Pod", { gpu: { id: "NVIDIA L40S", count: 8 }, desiredStatus: "EXITED" })],
      says: [],
    },
    {
      what: "counts what a need may cost",
      stack: [of("Pod", { gpu: { memory: 48, maxHourlyCost: 2.5 } })],
      says: ["hourly-cost: The stack would cost 2.50 USD/h, more than the limit of 2.00 USD/h."],
    },
    {
      what: "says that a need has no limit",
      stack: [of("Pod", { gpu: { memory: 48 } })],
      says: [
        "hourly-cost: trainer takes any hardware that has the memory and sets no maxHourlyCost, so its cost can't be checked.",
      ],
    },
    {
      what: "says when it has no price",
      stack: [of("Pod", { gpu: { id: "NVIDIA H200" } })],
      says: [`hourly-cost: NVIDIA H200 has no price in this policy's "prices", so its cost can't be checked.`],
    },
  ])("hourly-cost: $what", async ({ stack, says }) => {
    expect(await policies.stack(stack)).toEqual(says);
  });
});
