import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Bill } from "../../../cli/documents/cost";
import type { DriftReport } from "../../../cli/documents/drift";
import type { Status } from "../../../cli/documents/status";
import { createClient } from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { pod as podTable } from "../../../provider/kinds/pod/fields";
import { kinds } from "../../../provider/kinds";
import { toOutputs } from "../../../provider/state/outputs";
import { sightingOf } from "../../../provider/state/sighting";
import { type Bench, found, openBench } from "./run-command";
import { entryOf, exportOf, secretOf } from "./states";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../support/temporary-folder";

const inputs = {
  name: "trainer",
  image: "registry.example.com/public/web:1.0",
  ports: ["22/tcp"],
  startSsh: true,
  gpu: { id: "NVIDIA L40S", count: 1 },
};

let bench: Bench;
let second: Emulator;
let there: ReturnType<typeof createClient>;
beforeEach(async () => {
  bench = await openBench();
  second = await startEmulator({ speed: 0, apiKey: "second-key" });
  there = createClient({ apiKey: second.apiKey, apiUrl: second.apiUrl });
});
afterEach(async () => {
  await there.close();
  await second.close();
  await bench.close();
});

const urnOfProvider = "urn:pulumi:dev::shop::pulumi:providers:compute::second";

/** The `Provider` of the second account, as the state has it. */
const providerWith = (apiKey: object) => ({
  urn: urnOfProvider,
  custom: true,
  id: "p-1",
  type: "pulumi:providers:compute",
  inputs: { apiKey: secretOf({ plaintext: '"second-key"' }), apiUrl: second.apiUrl, ...apiKey },
});

/** A pod as an `up` leaves it, made and seen with this key at this address. */
async function podAt(client: typeof there, emulator: Emulator, more: Record<string, unknown> = {}) {
  await client.account.sshKeys.replace(["ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada@example.org"]);
  const { id } = await client.pods.create(inputs);
  await emulator.clock.advance(60_000);
  const outputs = toOutputs(podTable, id, inputs, kinds.Pod.operations.observe(await client.pods.get(id), inputs));
  const seen = { __seen: sightingOf(emulator) };
  return { id, entry: entryOf({ kind: "Pod", name: "trainer", id, inputs, outputs: { ...outputs, ...seen }, more }) };
}
const ofSecond = { provider: `${urnOfProvider}::p-1` };
const stateOf = (...entries: object[]) => bench.file(exportOf(entries));
const status = async (file: string) =>
  (JSON.parse(await bench.run("status", "--json", "--file", file)) as Status).resources;

describe("With a provider of the program, which has a key and an address of its own", () => {
  it("status, drift, doctor and ssh look at its resources with them", async () => {
    const [own, other] = [await podAt(bench.client, bench.emulator), await podAt(there, second, ofSecond)];
    const file = stateOf(providerWith({}), own.entry, { ...other.entry, urn: `${other.entry.urn}-2` });
    bench.forget();
    expect((await status(file)).map(({ id, phase }) => [id, phase])).toEqual([
      [own.id, "RUNNING"],
      [other.id, "RUNNING"],
    ]);
    expect(JSON.parse(await bench.run("drift", "--json", "--file", file))).toMatchObject({ resources: 2, drift: [] });
    expect(await bench.run("doctor", "--file", file)).toMatch(/^Nothing to do/);
    expect(await bench.run("ssh", "trainer-2", "--print", "--file", file)).toMatch(/^ssh .* -p \d+ root@/);
    expect(bench.asked().filter((request) => request.includes(other.id))).toEqual([]);
    await there.pods.delete(other.id);
    const drifted = bench.run("drift", "--json", "--file", file);
    await expect(drifted).rejects.toThrow("differs");
    expect((JSON.parse(bench.io.written.out) as DriftReport).drift).toMatchObject([
      { id: other.id, class: "terminated" },
    ]);
  });

  it("says so where its key can't be opened, and calls nothing of it gone", async () => {
    const { id, entry } = await podAt(there, second, ofSecond);
    const file = stateOf(providerWith({ apiKey: secretOf({ ciphertext: "v1:abc" }) }), entry);
    expect(await status(file)).toMatchObject([{ id, phase: "NO PASSPHRASE", isWell: false }]);
    for (const command of ["drift", "doctor"])
      await expect(bench.run(command, "--file", file)).rejects.toThrow(
        /key of the provider second, which has Pod trainer, is encrypted.*Set PULUMI_CONFIG_PASSPHRASE/,
      );
    await bench.run("status", "--file", file);
    expect(bench.io.written.err).toMatch(
      /^warning: The key of the provider second, which has Pod trainer, is encrypted/,
    );
  });

  it("doctor looks there also where the provider has no resource yet", async () => {
    bench.forget();
    second.requests.clear();
    await bench.run("doctor", "--file", stateOf(providerWith({})));
    expect(second.requests.list().map(({ path }) => path)).toContain("/v2/pods");
    second.requests.clear();
    for (const command of [["status"], ["drift"]]) await bench.run(...command, "--file", stateOf(providerWith({})));
    expect(second.requests.list()).toEqual([]);
  });

  it("names the provider whose key the platform refuses", async () => {
    const { entry } = await podAt(there, second, ofSecond);
    const file = stateOf(providerWith({ apiKey: secretOf({ plaintext: '"revoked"' }) }), entry);
    for (const command of [["status"], ["drift"], ["doctor"], ["ssh", "trainer"]])
      await expect(bench.run(...command, "--file", file)).rejects.toThrow(
        /^With the key and the address of the provider second, as the last `up` stored them: GET \S+ failed with 401/,
      );
  });

  it("status shows the other account all the same where its key is refused, or its address reaches nobody", async () => {
    const [own, other] = [await podAt(bench.client, bench.emulator), await podAt(there, second, ofSecond)];
    const entries = [own.entry, { ...other.entry, urn: `${other.entry.urn}-2` }];
    const wrong = secretOf({ plaintext: '"no-key"' });
    const cases = [
      { settings: { apiKey: wrong }, phase: "KEY REFUSED", why: /provider second, as the last `up` stored them.*401/ },
      { settings: { apiUrl: "http://127.0.0.1:9" }, phase: "NOT READ", why: /provider second.*127\.0\.0\.1:9/ },
    ];
    for (const { settings, phase, why } of cases) {
      bench.io.written.err = "";
      const file = stateOf({ ...providerWith({}), inputs: { ...providerWith({}).inputs, ...settings } }, ...entries);
      expect((await status(file)).map((row) => [row.id, row.phase])).toEqual([
        [own.id, "RUNNING"],
        [other.id, phase],
      ]);
      const { notes } = JSON.parse(bench.io.written.out) as Status;
      expect(notes).toEqual([expect.stringMatching(why)]);
    }
  });

  it("prices its resources where the stack has no settings of its own", async () => {
    const { entry } = await podAt(there, second, ofSecond);
    bench.io.env["COMPUTE_API_URL"] = bench.io.env["COMPUTE_API_KEY"] = undefined;
    const bill = JSON.parse(await bench.run("cost", "--json", "--file", stateOf(providerWith({}), entry))) as Bill;
    expect(bill.perHour).toBeGreaterThan(0);
  });

  it.each(["default", "default_1_0_0", "default_1_0_0_alpha_1"])(
    "looks with the settings of now, where the engine has named the provider %s",
    async (name) => {
      const { id, entry } = await podAt(bench.client, bench.emulator);
      const urn = urnOfProvider.replace(/second$/, name);
      const file = stateOf({ ...providerWith({}), urn }, { ...entry, provider: `${urn}::p-1` });
      expect(await status(file)).toMatchObject([{ id, phase: "RUNNING" }]);
    },
  );
});

it("A-24: status does not call a pod gone that was last seen with another key, and ssh says why it can't log in", async () => {
  const { entry } = await podAt(there, second);
  const file = stateOf(entry);
  expect(await status(file)).toMatchObject([{ phase: "NOT VISIBLE", isWell: false }]);
  await expect(bench.run("ssh", "trainer", "--file", file)).rejects.toThrow(
    /last seen with the API key with the fingerprint/,
  );
});

it("A pod that was replaced and is not deleted yet is shown by status with its cost, and named by drift", async () => {
  const { id, entry } = await podAt(bench.client, bench.emulator);
  const file = stateOf({ ...entry, delete: true });
  const [row] = await status(file);
  expect(row).toMatchObject({ id, phase: "REPLACED, RUNNING", isWell: false });
  expect(row!.costPerHour).toBeGreaterThan(0);
  const report = JSON.parse(await bench.run("drift", "--json", "--file", file)) as DriftReport;
  expect(report).toMatchObject({ drift: [], notCompared: [{ name: "trainer", path: "" }] });
  expect(await bench.run("drift", "--file", file)).toContain(
    `not compared: trainer: Pod ${id} was replaced but not deleted yet, so it may still be billed`,
  );
  await expect(bench.run("drift", "--file", file)).resolves.toMatch(/; 1 replaced but not deleted yet$/m);
  await bench.client.pods.delete(id);
  expect(await status(file)).toMatchObject([{ phase: "REPLACED, GONE" }]);
});

it("Drift does not take a pod that was replaced for one that has the place of its replacement", async () => {
  const [old, now] = [await podAt(bench.client, bench.emulator), await podAt(bench.client, bench.emulator)];
  await bench.client.pods.delete(now.id);
  const file = stateOf(now.entry, { ...old.entry, delete: true });
  await expect(bench.run("drift", "--json", "--file", file)).rejects.toThrow("differs");
  expect((JSON.parse(bench.io.written.out) as DriftReport).drift).toMatchObject([{ id: now.id, class: "terminated" }]);
});

describe("Beside a stack of another platform that has objects of the same ids, as an emulator with the same seed does,", () => {
  it("doctor calls no object shared, and one that a stack of this platform has it does", async () => {
    const own = await podAt(bench.client, bench.emulator);
    const file = stateOf(own.entry);
    const backend = temporaryFolder("backend");
    mkdirSync(join(backend, ".pulumi", "stacks", "shop"), { recursive: true });
    const holdFrom = (apiUrl: string) => {
      const theirs = { __seen: sightingOf({ apiUrl, apiKey: bench.emulator.apiKey }) };
      const entry = { ...own.entry, urn: "urn:pulumi:prod::shop::compute:index:Pod::theirs", outputs: theirs };
      const latest = { resources: [entry] };
      const text = JSON.stringify({ version: 3, checkpoint: { latest } });
      writeFileSync(join(backend, ".pulumi", "stacks", "shop", "prod.json"), text);
    };
    bench.io.env["PULUMI_BACKEND_URL"] = `file://${backend}`;
    holdFrom(second.apiUrl);
    expect(await bench.run("doctor", "--file", file)).toMatch(/^Nothing to do/);
    holdFrom(bench.emulator.apiUrl);
    expect(await found(bench.io, "doctor", "--file", file)).toContain("the stack prod of the project shop has it too");
  });
});
