import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findBackend } from "../../../provider/host/backend";
import { shortDigest, stackKeyOf } from "../../../provider/state/identity";
import { Journal } from "../../../provider/journal/journal";
import { kinds } from "../../../provider/kinds";
import type { Kind } from "../../../provider/kinds/operations";
import { kindNames } from "../../../provider/kinds/names";
import { addressDigest } from "../../../provider/state/sighting";
import { fileStorage } from "../../../provider/journal/storage";
import { type Bench, found, openBench } from "./run-command";
import { entryOf, exportOf } from "./states";

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const image = "registry.example.com/public/web:1.0";

it.each([
  { secret: "shop:password", ends: "compares" },
  { secret: "compute:apiKey", ends: "needs the passphrase" },
])(
  "with the secret $secret in the stack's settings and no passphrase, compute drift $ends",
  async ({ secret, ends }) => {
    const { cwd, env } = bench.io;
    env["PULUMI_BACKEND_URL"] = "file://.";
    writeFileSync(join(cwd, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
    const settings = `encryptionsalt: v1:abc:def\nconfig:\n  ${secret}:\n    secure: v1:abc:def\n`;
    writeFileSync(join(cwd, "Pulumi.dev.yaml"), settings);
    const compared = bench.run("drift", "--file", bench.file(exportOf([])), "--stack", "dev");
    if (ends === "compares") await expect(compared).resolves.toContain("No drift");
    else await expect(compared).rejects.toThrow("encrypted with a passphrase, and none is set");
  },
);

describe("compute catalog", () => {
  it("without a word shows what is in stock of each", async () => {
    const text = await bench.run("catalog");
    expect(text).toMatch(/^GPU TYPE .* IN STOCK\n(.*\n)+\nFLAVOR .* IN STOCK\n(.*\n)+\nDATA CENTER /);
    expect(bench.asked()).toHaveLength(3);
  });

  it("K-1: lists GPU types from cheap to dear", async () => {
    const lines = (await bench.run("catalog", "gpus")).split("\n");
    expect(lines[0]).toMatch(/^GPU TYPE +VRAM GB +USD\/H +MAX$/);
    expect(lines[1]).toMatch(/^NVIDIA RTX A4000 +16 +0.25 +8$/);
  });

  it("K-1: with --available only what is in stock, and where", async () => {
    const inAsia = await bench.run("catalog", "gpus", "--available", "--data-center", "AS-XX-1", "--count", "4");
    expect(inAsia.trim().split("\n")).toHaveLength(2);
    expect(inAsia).toMatch(/NVIDIA A40 +48 +0\.40 +8 +AS-XX-1 \w+\n/);
    const community = JSON.parse(await bench.run("catalog", "gpus", "--available", "--community", "--json")) as {
      id: string;
    }[];
    expect(community.map(({ id }) => id)).toContain("NVIDIA GeForce RTX 4090");
    expect(community.map(({ id }) => id)).not.toContain("NVIDIA L40S");
  });

  it("K-10: answers what a need comes to, in the order in which an up asks for it", async () => {
    const asked = ["catalog", "gpus", "--memory", "48", "--count", "2", "--max-hourly-cost", "2"];
    const rows = (await bench.run(...asked, "--available")).trim().split("\n");
    expect(rows[0]).toMatch(/^GPU TYPE +VRAM GB +USD\/H FOR 2 +IN STOCK$/);
    expect(rows.slice(1).map((row) => row.split(/ {2,}/).slice(0, 3))).toEqual([
      ["NVIDIA A40", "48", "0.80"],
      ["NVIDIA RTX A6000", "48", "0.98"],
      ["NVIDIA L40S", "48", "1.72"],
    ]);
    expect(await bench.run("catalog", "gpus", "--memory", "48", "--max-hourly-cost", "0.2")).toBe("");
    expect(bench.io.written.err).toContain(
      "Nothing fits: 7 types have at least 48 GB; none of them costs at most 0.20 USD/h; the cheapest is NVIDIA A40 for 0.40 USD/h.",
    );
    await expect(bench.run("catalog", "gpus", "--max-hourly-cost", "0")).rejects.toThrow(/above 0/);
  });

  it("K-3, K-5: lists CPU flavors and data centers", async () => {
    expect(await bench.run("catalog", "cpus")).toMatch(/cpu3c +Compute cpu3c +2 to 32 +2 +0.03/);
    expect(await bench.run("catalog", "datacenters")).toMatch(/OC-XX-1 +OCEANIA +- +no/);
  });

  it("K-21: a count alone asks for stock too, and CPU flavors are asked in the same words", async () => {
    expect(await bench.run("catalog", "gpus", "--count", "4")).toMatch(/ IN STOCK\n/);
    const flavors = await bench.run("catalog", "cpus", "--data-center", "EU-XX-1", "--count", "4");
    expect(flavors).toMatch(/cpu5c +Compute cpu5c +2 to 32 +2.25 +0.035 +EU-XX-1 \w+/);
  });

  it("lists the CPU flavors that meet a need as it lists GPU types, of the fewest vCPUs where no number is said", async () => {
    const lines = (await bench.run("catalog", "cpus", "--memory", "16", "--count", "4")).trim().split("\n");
    expect(lines).toEqual([
      expect.stringMatching(/^FLAVOR +GB +USD\/H FOR 4 +IN STOCK$/),
      expect.stringMatching(/^cpu3g +16 +0\.16 /),
      expect.stringMatching(/^cpu5g +18 +0\.20 /),
      expect.stringMatching(/^cpu3m +32 +0\.24 /),
      expect.stringMatching(/^cpu5m +32 +0\.28 /),
    ]);
    expect(await bench.run("catalog", "cpus", "--memory", "16", "--max-hourly-cost", "0.13")).toMatch(
      /USD\/H FOR 2 +IN STOCK\ncpu3m +16 +0\.12 [^\n]*\n$/,
    );
  });

  it("says so where nothing is in stock, and prints no empty table", async () => {
    expect(await bench.run("catalog", "gpus", "--data-center", "NOWHERE")).toBe("");
    expect(bench.io.written.err).toContain("None of these is in stock in NOWHERE now");
    expect(await bench.run("catalog", "gpus", "--data-center", "NOWHERE", "--json")).toBe("[]\n");
  });

  it("refuses a count that is none", async () => {
    await expect(bench.run("catalog", "gpus", "--count", "none")).rejects.toThrow(/whole number/);
  });
});

describe("compute cost", () => {
  const state = exportOf([
    entryOf({ kind: "Pod", name: "web", id: "1", inputs: { cpu: { id: "cpu3c", vcpuCount: 2 } } }),
    entryOf({ kind: "NetworkVolume", name: "data", id: "2", inputs: { size: 100 } }),
    entryOf({
      kind: "Pod",
      name: "old",
      id: "3",
      inputs: { cpu: { id: "cpu3c", vcpuCount: 2 } },
      more: { delete: true },
    }),
  ]);

  it("P-61: prices a stack by the hour and by the month, with what was replaced and is not deleted yet", async () => {
    const out = await bench.run("cost", "--file", bench.file(state));
    expect(out).toMatch(/Pod web +2 vCPUs of cpu3c +0\.06/);
    expect(out).toContain(
      "Total: 0.12 USD/h (about 87.60 USD/month). Not included: 1 resource without a published price.",
    );
    expect(out).toMatch(/Pod old +2 vCPUs of cpu3c, replaced but not deleted yet +0\.06/);
    expect(bench.asked().sort()).toEqual(["GET /v2/catalog/cpus", "GET /v2/catalog/gpus"]);
  });

  it("prices what a preview would add", async () => {
    const type = "pulumi-nodejs:dynamic/compute:Pod";
    const newState = { type, inputs: { gpu: { id: "NVIDIA L40S", count: 1 } } };
    const preview = JSON.stringify({ steps: [{ op: "create", urn: `urn:pulumi:dev::shop::${type}::gpu`, newState }] });
    expect(await bench.run("cost", "--preview", bench.file(preview))).toContain(
      "Change: +0.86 USD/h (about +627.80 USD/month).",
    );
  });

  it("prices a state from a file where the stack that is named has its platform, and never by PULUMI_STACK", async () => {
    writeFileSync(join(bench.io.cwd, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
    const { apiUrl, apiKey } = bench.emulator;
    writeFileSync(
      join(bench.io.cwd, "Pulumi.dev.yaml"),
      `config:\n  compute:apiUrl: ${apiUrl}\n  compute:apiKey: ${apiKey}\n`,
    );
    delete bench.io.env["COMPUTE_API_URL"];
    delete bench.io.env["COMPUTE_API_KEY"];
    const file = bench.file(state);
    expect(await bench.run("cost", "--file", file, "--stack", "dev")).toContain("Pod web");
    bench.io.env["PULUMI_STACK"] = "dev";
    await expect(bench.run("cost", "--file", file)).rejects.toThrow(/address .* is not set/);
  });

  it("says which file it cannot read", async () => {
    await expect(bench.run("cost", "--file", "nothing.json")).rejects.toThrow(
      /Can't read nothing\.json: there is no such file/,
    );
  });
});

describe("compute doctor", () => {
  it("finds nothing to do where state and platform agree, and asks for one list of each kind", async () => {
    const pod = await bench.client.pods.create({ name: "web", image, cpu: { id: "cpu3c", vcpuCount: 2 } });
    bench.forget();
    const state = exportOf([entryOf({ kind: "Pod", name: "web", id: pod.id, inputs: { name: "web" } })]);
    expect(await bench.run("doctor", "--file", bench.file(state))).toBe(
      "Nothing to do: everything in the state exists, and nothing else is named like it. To find objects that no stack knows, run `compute import --all`.\n",
    );
    const listed = kindNames.filter((name) => {
      const { operations, resource }: Kind = kinds[name];
      return !operations.isUnlisted && !resource.isOnlyInState;
    });
    // The single keys and the whole of them are one list.
    expect(bench.asked()).toHaveLength(listed.length - 1);
    expect(new Set(bench.asked()).size).toBe(listed.length - 1);
  });

  it("A-31: names the object that a lost create made, and the next step", async () => {
    const pod = await bench.client.pods.create({ name: "web-1a2b", image, cpu: { id: "cpu3c", vcpuCount: 2 } });
    const pending = [
      { type: "creating", resource: entryOf({ kind: "Pod", name: "web", inputs: { name: "web-1a2b" } }) },
    ];
    const file = bench.file(exportOf([], pending));
    expect(await found(bench.io, "doctor", "--file", file)).toContain(`adopt: { id: "${pod.id}" }`);
    const { findings } = JSON.parse(await found(bench.io, "doctor", "--file", file, "--json")) as {
      findings: object[];
    };
    expect(findings).toMatchObject([{ problem: "lost-create", kind: "Pod", name: "web", objects: [{ id: pod.id }] }]);
  });

  it("A-31: reads the journal of this machine", async () => {
    const { Pod: pod } = { Pod: entryOf({ kind: "Pod", name: "web", inputs: { name: "web-1a2b" } }) };
    const journal = join(bench.io.cwd, "journal");
    bench.io.env["COMPUTE_JOURNAL_DIR"] = journal;
    const storage = fileStorage(join(journal, "journal"));
    await new Journal(storage, {
      apiKey: bench.emulator.apiKey,
      address: addressDigest(bench.emulator.apiUrl),
    }).begin({
      id: "1",
      kind: "Pod",
      key: shortDigest(pod.urn),
      stack: stackKeyOf("dev", "shop"),
      backend: (await findBackend(bench.io.env, bench.io.cwd, "shop")).key,
      name: "web-1a2b",
      isMarked: true,
      startedAt: 0,
    });
    const file = bench.file(exportOf([], [{ type: "creating", resource: pod }]));
    expect(await found(bench.io, "doctor", "--file", file)).toContain("knows of the attempt from its journal");
  });

  it("A-24: takes a cluster's member, which the list leaves out, for alive, and asks by id before it calls a pod gone", async () => {
    const pod = (id: string) => entryOf({ kind: "Pod", name: id, id, inputs: { name: id } });
    const cluster = await bench.client.clusters.create({
      name: "c",
      type: "TRAINING",
      image,
      compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 },
    });
    const [member] = await bench.client.clusters.pods(cluster.id);
    const file = bench.file(exportOf([pod(member?.id ?? ""), pod("nothing")]));
    const out = await found(bench.io, "doctor", "--file", file);
    expect(out).toContain("Pod nothing (nothing) is in the state but not on the platform");
    expect(out).not.toContain(member?.id);
  });
});
