import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Bench, openBench } from "./run-command";
import { entryOf, exportOf } from "./states";

let bench: Bench;
beforeEach(async () => void (bench = await openBench()));
afterEach(() => bench.close());

const stackUrn = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev";
const fleetUrn = "urn:pulumi:dev::shop::compute:fleet:Fleet::workers";
const fleet = { urn: fleetUrn, custom: false, type: "compute:fleet:Fleet", parent: stackUrn };
const volume = entryOf({ kind: "NetworkVolume", name: "datasets", id: "v1", more: { parent: stackUrn } });
const body = { image: "registry.example.com/public/web:1.0", gpu: { id: "NVIDIA L40S", count: 1 } };

async function state(): Promise<string> {
  const pods = await Promise.all(
    Array.from({ length: 4 }, (_, at) => bench.client.pods.create({ name: `workers-${at}`, ...body })),
  );
  const trainer = await bench.client.pods.create({ name: 'the "trainer"', ...body });
  await bench.emulator.clock.advance(60_000);
  const more = { parent: fleetUrn, dependencies: [volume.urn, fleetUrn, "urn:pulumi:dev::shop::elsewhere::gone"] };
  const entries = [
    {
      urn: "urn:pulumi:dev::shop::pulumi:providers:compute::default_0_1_0",
      type: "pulumi:providers:compute",
      custom: true,
    },
    ...[volume, fleet],
    ...pods.map(({ id }, at) => entryOf({ kind: "Pod", name: `workers-${at}`, id, more })),
    entryOf({
      kind: "Pod",
      name: 'the "trainer"',
      id: trainer.id,
      more: { propertyDependencies: { mounts: [volume.urn] } },
    }),
  ];
  bench.forget();
  return bench.file(exportOf(entries));
}

describe("compute graph", () => {
  it("draws what depends on what with status and cost, the parts of a component in it, and what is alike as one", async () => {
    const text = await bench.run("graph", "--file", await state());
    expect(text.trimEnd().split("\n").slice(0, -2)).toEqual([
      "flowchart LR",
      '  n0["NetworkVolume datasets"]',
      '  subgraph n1["Fleet workers"]',
      '    n2["Pod workers-0 … workers-3 (4)<br/>RUNNING, 3.44 USD/h"]:::well',
      "  end",
      '  n3["Pod the #34;trainer#34;<br/>RUNNING, 0.86 USD/h"]:::well',
      "  n2 --> n0",
      "  n3 --> n0",
    ]);
    expect(bench.asked().length).toBeLessThanOrEqual(6);
  });

  it("shows of a resource how its current object is, not the replaced one that is still to be deleted", async () => {
    const { id } = await bench.client.pods.create({ name: "web", ...body });
    await bench.emulator.clock.advance(60_000);
    const replaced = entryOf({ kind: "Pod", name: "web", id: "old", more: { delete: true } });
    for (const entries of [
      [entryOf({ kind: "Pod", name: "web", id }), replaced],
      [replaced, entryOf({ kind: "Pod", name: "web", id })],
    ])
      expect(await bench.run("graph", "--file", bench.file(exportOf(entries)))).toContain("Pod web<br/>RUNNING");
  });

  it("draws the same as DOT", async () => {
    const lines = (await bench.run("graph", "--format", "dot", "--file", await state())).trimEnd().split("\n");
    expect(lines).toContain('  n0 [label="NetworkVolume datasets"]');
    expect(lines).toContain('  subgraph cluster_n1 { label="Fleet workers"');
    expect(lines).toContain('  n3 [label="Pod the \\"trainer\\"\\nRUNNING, 0.86 USD/h", color="#1a7f37"]');
    expect(lines).toContain("  n3 -> n0");
    expect(lines.join("").split("{")).toHaveLength(lines.join("").split("}").length);
  });

  it("has a node for each with --all, and asks the platform nothing with --no-status", async () => {
    const text = await bench.run("graph", "--all", "--no-status", "--file", await state());
    expect(text.match(/"Pod workers-\d"/g)).toHaveLength(4);
    expect(text).not.toMatch(/RUNNING|USD/);
    expect(bench.asked()).toEqual([]);
  });
});
