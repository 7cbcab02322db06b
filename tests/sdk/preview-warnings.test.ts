import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stockWarning } from "../../provider/capacity/stock";
import { compiled } from "../examples/compiled";
import { type ExampleStack, openExampleHere } from "../examples/example-stack";
import { linkedFolder } from "../examples/linked-folder";
import type { ServedStack } from "../support/served-stack";

describe("the warning about stock", () => {
  const none = { label: "1 × A", stock: { verdict: "none" as const, says: "shows none free in X" } };
  const never = { label: "9 × B", stock: { verdict: "never" as const, says: "has at most 8" } };
  const some = { label: "1 × C", stock: { verdict: "some" as const, says: "shows LOW in X" } };
  const unclear = { label: "1 × D", stock: { verdict: "unclear" as const, says: "could not be asked" } };

  it.each([
    ["none in stock", [none], /1 × A: the catalog shows none free in X/],
    ["none of several", [none, never], /1 × A: .*; 9 × B: the catalog has at most 8/],
    ["one of several", [none, some], undefined],
    ["who knows", [none, unclear], undefined],
    ["nothing to judge", [], undefined],
  ])("%s", (_title, judged, expected) => {
    const message = stockWarning(judged);
    if (expected === undefined) expect(message).toBeUndefined();
    else expect(message).toMatch(expected);
  });

  it("names waitForCapacity, or a longer one where the program waits", () => {
    expect(stockWarning([none])).toMatch(/or set waitForCapacity\.$/);
    expect(stockWarning([none], true)).toMatch(/or a longer waitForCapacity\.$/);
  });

  it("does not call it a shortage where no machine can ever have what is asked for", () => {
    const stock = { verdict: "never", says: "allows at most 8 in one SECURE pod" } as const;
    expect(stockWarning([{ label: "99 × NVIDIA L40S", stock }])).toBe(
      "no machine offers what it asks for, so waiting would not help. 99 × NVIDIA L40S: the catalog allows at most " +
        "8 in one SECURE pod. `up` tries all the same.",
    );
  });
});

const costs = ({ diagnostics }: { diagnostics: readonly { message: string }[] }) =>
  diagnostics.flatMap(({ message }) => (message.startsWith("Cost: ") ? [message] : []));

describe("a preview", () => {
  const program = (gpu: string, more = "") => `
    import * as compute from "pulumi-compute-platform";
    const pod = new compute.Pod("trainer", {
      image: "registry.example.com/public/x:1",
      gpu: ${gpu},
      dataCenterIds: ["EU-XX-1"],
      mounts: { persistent: { size: 20, path: "/data" } },
      ${more}
    });
    export const chosen = pod.gpu.apply((gpu) => gpu!.id);
  `;
  let folder: string;
  let example: ExampleStack<ServedStack>;
  beforeEach(async () => {
    folder = linkedFolder({
      "Pulumi.yaml": "name: warned\nruntime: nodejs\n",
      ...compiled(program('{ id: "NVIDIA A40" }')),
    });
    example = await openExampleHere(folder, {}, { notify: "engine" });
  });
  afterEach(() => example.close());
  const write = (...parts: Parameters<typeof program>) =>
    writeFileSync(join(folder, "index.js"), compiled(program(...parts))["index.js"]);
  const asked = () => example.emulator.requests.list().map(({ method, path }) => `${method} ${path.split("?")[0]}`);

  it("K-21: warns of GPUs without stock and of data that a replacement destroys, and asks only about what is to be made", async () => {
    const { stack, emulator } = example;
    emulator.store.capacity.setFree({ type: "NVIDIA A40" }, 0);
    const empty = await stack.preview();
    expect(empty.result).toBe("succeeded");
    expect(empty.diagnostics.filter(({ severity }) => severity !== "info")).toEqual([
      expect.objectContaining({
        severity: "warning",
        urn: expect.stringMatching(/::trainer$/),
        message: expect.stringContaining("1 × NVIDIA A40: the catalog shows none free in EU-XX-1"),
      }),
    ]);
    expect([...new Set(asked())].sort()).toEqual(["GET /v2/catalog/gpus", "GET /v2/pods"]);

    expect(costs(empty)).toEqual(["Cost: 0.00 USD/h → 0.40 USD/h (+0.40), list price."]);

    write('[{ id: "NVIDIA A40" }, { id: "NVIDIA L40S" }]');
    const listed = await stack.preview();
    expect(listed).toMatchObject({ result: "succeeded", diagnostics: [{ severity: "info" }] });
    expect(costs(listed)).toEqual(["Cost: 0.00 USD/h → 0.40 USD/h (+0.40), at most 0.86 USD/h, list price."]);
    expect(await stack.up()).toMatchObject({ result: "succeeded", outputs: { chosen: "NVIDIA L40S" } });

    emulator.requests.clear();
    write('[{ id: "NVIDIA L40S" }, { id: "NVIDIA A40" }]');
    expect(await stack.preview()).toMatchObject({ result: "succeeded", diagnostics: [] });
    expect(asked()).toEqual([]);

    write('{ id: "NVIDIA A40" }');
    const { diagnostics } = await stack.preview();
    expect(diagnostics.map(({ severity }) => severity).sort()).toEqual(["info", "info", "warning", "warning"]);
    expect(new Set(diagnostics.map(({ urn }) => urn))).toEqual(new Set([expect.stringMatching(/::trainer$/)]));
    expect(diagnostics.map(({ message }) => message).sort()).toEqual([
      "Cost: 0.86 USD/h → 0.40 USD/h (-0.46), list price.",
      expect.stringMatching(/^Pod trainer is replaced because of gpu: its deletion destroys the pod's persistent disk/),
      expect.stringMatching(/^Pod trainer: no stock right now\. 1 × NVIDIA A40: /),
      expect.stringMatching(/^Replaced because gpu changed \(the hardware it runs on is not among/),
    ]);
  }, 120_000);

  it("says of what the catalog does not have that it is a slip, with the nearest names, and nothing of stock", async () => {
    const typo = 'new compute.NetworkVolume("data", { dataCenter: "EU-XX-l", size: 10 });';
    const files = {
      "Pulumi.yaml": "name: slip\nruntime: nodejs\n",
      "index.ts": `${program('{ id: "L40S" }')}\n${typo}`,
    };
    await example.close();
    example = await openExampleHere(linkedFolder(files), {}, { notify: "engine" });
    const { stack } = example;
    const { diagnostics } = await stack.preview();
    expect(diagnostics.map(({ message }) => message).sort()).toEqual([
      "Cost: 0.00 USD/h → unknown (1 × L40S, SECURE; not in the catalog).",
      'pulumi-nodejs:dynamic/compute:NetworkVolume resource \'data\': property dataCenter has a problem: "EU-XX-l" is not in the catalog; did you mean "EU-XX-1"?',
      'pulumi-nodejs:dynamic/compute:Pod resource \'trainer\': property gpu.id has a problem: "L40S" is not in the catalog; did you mean "NVIDIA L40S"?',
    ]);
  }, 120_000);

  it("P-15, V-14: warns of global networking on an AMD GPU or where there is none, and of a kind of volume that its data center lacks", async () => {
    const pod = (name: string, more: string) =>
      `new compute.Pod("${name}", { image: "x:1", globalNetworking: true, ${more} });\n`;
    const volume = (name: string, more: string) => `new compute.NetworkVolume("${name}", { size: 10, ${more} });\n`;
    const more =
      pod("amd", 'gpu: { id: "AMD Instinct MI300X OAM" }') +
      pod("off", 'gpu: { id: "NVIDIA L40S" }, dataCenterIds: ["AS-XX-1"]') +
      volume("fast", 'dataCenter: "US-XX-1", type: "HIGH_PERFORMANCE"') +
      volume("some", 'dataCenter: "US-XX-1"') +
      volume("none", 'dataCenter: "OC-XX-1"');
    writeFileSync(join(folder, "index.js"), compiled(`${program('{ id: "NVIDIA L40S" }')}\n${more}`)["index.js"]);
    const diagnostics = (await example.stack.preview()).diagnostics.filter(({ severity }) => severity === "warning");
    expect(diagnostics.map(({ message }) => message).sort()).toEqual([
      "NetworkVolume fast: dataCenter US-XX-1 has volumes of type STANDARD only, so the platform refuses this one.",
      "NetworkVolume none: dataCenter OC-XX-1 has no volumes, so the platform refuses this one.",
      expect.stringMatching(/^Pod amd: .*the catalog has no global networking for it, only for NVIDIA/),
      expect.stringMatching(/^Pod off: .*the catalog has no data center that meets all requirements/),
    ]);
  }, 60_000);

  it("P-36: says of a template that does not exist that its id is a slip", async () => {
    write('{ id: "NVIDIA L40S" }', 'templateId: "nope",');
    const diagnostics = (await example.stack.preview()).diagnostics.filter(({ severity }) => severity === "warning");
    expect(diagnostics.map(({ message }) => message)).toEqual([
      `Pod trainer: templateId "nope" does not exist, or this key can't see it.`,
    ]);
  }, 60_000);

  it.each([
    { status: 403, warnings: [] },
    { status: 401, warnings: [expect.stringMatching(/^The platform refuses the API key \(401\), so `up` will fail/)] },
  ])(
    "A-21, K-21: says nothing of stock where the catalog answers $status, and once that the cost is unknown",
    async ({ status, warnings }) => {
      const { stack, emulator } = example;
      const another = 'new compute.Pod("other", { image: "x:1", gpu: { id: "NVIDIA A40" } });';
      writeFileSync(join(folder, "index.js"), compiled(`${program('{ id: "NVIDIA A40" }')}\n${another}`)["index.js"]);
      emulator.faults.add({ path: "/v2/catalog/*", phase: "before", status, times: "always" });
      const preview = await stack.preview();
      emulator.faults.clear();
      const unknown = "Cost: unknown, because the price list could not be read.";
      expect(preview.diagnostics.map(({ message }) => message)).toEqual([unknown, ...warnings]);
      expect(preview.result).toBe("succeeded");
    },
    60_000,
  );
});
