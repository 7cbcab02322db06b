import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mending } from "../../../cli/documents/keep";
import { CommandFailure } from "../../../cli/io";
import { createProgram } from "../../../cli/program";
import { createClient } from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { fastClock, ServedProviders } from "../../../proofs/engines/served";
import { linkedFolder } from "../../examples/linked-folder";
import { programsHere } from "../../support/program-here";
import { startScriptedServer } from "../../support/scripted-server";
import { FakeIo } from "../fake-io";

/** `compute keep` on stacks that a program has made: with --mend, and with --all. */
let emulator: Emulator;
let io: FakeIo;
beforeEach(async () => {
  emulator = await startEmulator({ speed: 10_000, rateLimit: false });
  const folder = linkedFolder({ "Pulumi.yaml": "name: kept\nruntime: nodejs\nmain: index.js\n" });
  const env = {
    COMPUTE_API_URL: emulator.apiUrl,
    COMPUTE_API_KEY: emulator.apiKey,
    COMPUTE_JOURNAL_DIR: join(folder, "journal"),
  };
  const providers = new ServedProviders("dynamic", { clock: fastClock(100), env });
  io = Object.assign(new FakeIo(), { cwd: folder, ambient: { ...programsHere, start: providers.start } });
  const state = join(folder, "state");
  mkdirSync(state);
  Object.assign(io.env, env, { PULUMI_BACKEND_URL: `file://${state}`, PULUMI_CONFIG_PASSPHRASE: "kept" });
  io.env["XDG_STATE_HOME"] = join(folder, "memory");
  io.now = () => emulator.clock.now();
});
afterEach(() => emulator.close());

const write = (program: string) =>
  writeFileSync(
    join(io.cwd, "index.js"),
    `const compute = require("pulumi-compute-platform");\nconst stack = require("@pulumi/pulumi").getStack();\n${program}`,
  );
const volume = (size: number, more = "") =>
  `new compute.NetworkVolume("data", { dataCenter: "EU-XX-1", size: ${size}, name: "data-" + stack }${more});\n`;

const client = () => createClient({ apiKey: emulator.apiKey, apiUrl: emulator.apiUrl });

/** Runs a command; answers its exit code and what it wrote. */
async function run(...args: readonly string[]) {
  io.written.out = "";
  io.written.err = "";
  try {
    await createProgram(io).parseAsync(["node", "compute", ...args]);
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return { code: error.exitCode, ...io.written, message: error.message };
  }
  return { code: 0, ...io.written, message: "" };
}
const up = async (stack: string) =>
  expect(await run("up", "--yes", "--skip-preview", "--create", "--stack", stack)).toMatchObject({ code: 0 });
const sizes = () => [...emulator.store.volumes.values()].map(({ name, size }) => `${name} ${size}`).sort();
const renameBehindOurBack = () => {
  for (const one of emulator.store.volumes.values()) one.name = "renamed";
};

const deleteBehindOurBack = () => {
  for (const { id } of emulator.store.volumes.values()) emulator.store.volumes.delete(id);
};

it("--mend changes back what differs, and the next pass has nothing to do", async () => {
  write(volume(10));
  await up("dev");
  renameBehindOurBack();
  const first = await run("keep", "--once", "--stack", "dev", "--mend");
  expect(first).toMatchObject({ code: 2, out: expect.stringContaining("renamed") });
  expect(sizes()).toEqual(["data-dev 10"]);
  expect(await run("keep", "--once", "--stack", "dev", "--mend")).toMatchObject({ code: 0 });
}, 60_000);

it("--mend is told by the next pass where the address did not take it, even if nothing differs any more, and once", async () => {
  write(volume(10));
  await up("dev");
  renameBehindOurBack();
  const ok = { status: 200 };
  const server = await startScriptedServer([ok, { status: 503 }, { status: 503 }, ok]);
  const pass = async () => run("keep", "--once", "--stack", "dev", "--mend", "--notify", `${server.url}/hook`);
  const untold = { code: 1, err: expect.stringMatching(/error: The address of --notify answered 503.\n$/) };
  expect(await pass()).toMatchObject(untold);
  expect(sizes()).toEqual(["data-dev 10"]);
  await emulator.clock.advance(3_600_000);
  expect(await pass()).toMatchObject(untold);
  expect(await pass()).toMatchObject({ code: 0 });
  expect(await pass()).toMatchObject({ code: 0 });
  const [, first, ...later] = server.asked.map(({ body }) => JSON.parse(body) as Mending & { text: string });
  expect(first!.text).toBe("Changed name of NetworkVolume data back.");
  const at = first!.mended[0]!.at;
  expect(later.map(({ mended }) => mended)).toEqual([first!.mended, first!.mended]);
  expect(later[0]!.text).toBe(`Changed name of NetworkVolume data back at ${at}.`);
  await server.close();
}, 60_000);

it("--mend refuses what the preview refuses, changes nothing and says why", async () => {
  write(volume(10));
  await up("dev");
  renameBehindOurBack();
  // A smaller size would replace the volume, whose data would be lost.
  write(volume(5));
  const refused = await run("keep", "--once", "--stack", "dev", "--mend");
  expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/data/i) });
  expect(refused.out).toMatch(/kept\/dev was not mended\.\n/);
  expect(sizes()).toEqual(["renamed 10"]);
}, 60_000);

it("--mend changes nothing where the program asks for more than what drifted, and --mend=all does all of it", async () => {
  const other = 'new compute.NetworkVolume("other", { dataCenter: "EU-XX-1", size: 10, name: "other" });\n';
  write(volume(10) + other);
  await up("dev");
  const [data] = [...emulator.store.volumes.values()].filter(({ name }) => name === "data-dev");
  data!.name = "renamed";
  // A newer checkout, and a resource that an unset variable leaves out.
  write(volume(20));
  const refused = await run("keep", "--once", "--stack", "dev", "--mend", "--json");
  const [, mending] = refused.out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Mending);
  expect({ code: refused.code, mended: mending!.mended }).toEqual({ code: 1, mended: [] });
  expect(mending!.refused.join(" ")).toMatch(
    /would change size of NetworkVolume data to .*would delete NetworkVolume other/,
  );
  expect(sizes()).toEqual(["other 10", "renamed 10"]);
  const done = await run("keep", "--once", "--stack", "dev", "--mend=all", "--markdown");
  expect(done).toMatchObject({ code: 2, out: expect.stringContaining("of NetworkVolume data back") });
  expect(sizes()).toEqual(["data-dev 20"]);
}, 60_000);

it("--mend refuses another value of what drifted, and of what is gone", async () => {
  write(volume(10));
  await up("dev");
  renameBehindOurBack();
  write(volume(10).replace('"data-" + stack', '"latest"'));
  const other = await run("keep", "--once", "--stack", "dev", "--mend");
  expect(other.out).toContain("It would change name of NetworkVolume data to something else than the state holds.");
  expect(sizes()).toEqual(["renamed 10"]);
  deleteBehindOurBack();
  write(volume(20));
  const larger = await run("keep", "--once", "--stack", "dev", "--mend");
  expect(larger.out).toContain("It would change size of NetworkVolume data to something else than the state holds.");
  expect(sizes()).toEqual([]);
}, 60_000);

it("--mend tells what an up that failed half-way has done, and why not the rest", async () => {
  const named = (name: string) =>
    `new compute.NetworkVolume("${name}", { dataCenter: "EU-XX-1", size: 10, name: "${name}" });\n`;
  write(named("a") + named("b"));
  await up("dev");
  deleteBehindOurBack();
  emulator.faults.add({
    method: "POST",
    path: "/v2/network-volumes",
    phase: "before",
    status: 400,
    nth: 2,
    times: "always",
  });
  const server = await startScriptedServer([{ status: 200 }, { status: 200 }]);
  const part = await run("keep", "--once", "--stack", "dev", "--mend", "--json", "--notify", `${server.url}/hook`);
  const { mended, refused } = JSON.parse(part.out.trim().split("\n").at(-1)!) as Mending;
  const [made] = emulator.store.volumes.values();
  expect({ code: part.code, made: mended.map(({ name }) => name) }).toEqual({ code: 1, made: [made!.name] });
  expect(refused).toEqual([expect.stringMatching(/400/), expect.stringMatching(/run `up` yourself/)]);
  const told = JSON.parse(server.asked[1]!.body) as Mending & { text: string };
  expect(told.text).toMatch(/^kept\/dev was mended only in part\.\n[^]*Made NetworkVolume [ab] again\.$/);
  await server.close();
}, 60_000);

const pod = (more: string) =>
  `const pod = new compute.Pod("web", { image: "registry.example.com/public/web:1.0", cpu: { id: "cpu3c", vcpuCount: 2 }, env: { A: "1" }, ${more} });\n`;

it("--mend starts no pod that keeps stopped", async () => {
  write(pod('stopAfter: "8h"'));
  await up("dev");
  const [web] = emulator.store.pods.values();
  await client().pods.stop(web!.id);
  await client().pods.update(web!.id, { env: { A: "2" } });
  const { code, out } = await run("keep", "--once", "--stack", "dev", "--mend");
  expect({ code, out }).toEqual({
    code: 1,
    out: expect.stringContaining("It would start Pod web, which may stay stopped."),
  });
  expect(emulator.store.pods.get(web!.id)).toMatchObject({ env: { A: "2" } });
}, 60_000);

it("--mend makes a pod again, also one that a secret is in and a Ready waits for", async () => {
  write(
    pod('waitFor: "none"')
      .replace('A: "1"', 'A: pulumi.secret("1")')
      .replace(/^/, 'const pulumi = require("@pulumi/pulumi");\n') + 'new compute.Ready("all", { pods: [pod.id] });\n',
  );
  await up("dev");
  const [web] = emulator.store.pods.values();
  emulator.store.pods.delete(web!.id);
  const { code, out } = await run("keep", "--once", "--stack", "dev", "--mend");
  expect({ code, out }).toEqual({ code: 2, out: expect.stringContaining("Made Pod web again.") });
  expect(emulator.store.pods.size).toBe(1);
}, 60_000);

it("--mend does not delete what an earlier run replaced and did not delete", async () => {
  write(volume(10) + 'new compute.NetworkVolume("old", { dataCenter: "EU-XX-1", size: 11, name: "old" });\n');
  await up("dev");
  const file = join(io.cwd, "state/.pulumi/stacks/kept/dev.json");
  const state = JSON.parse(readFileSync(file, "utf8"));
  const entryOf = (name: string) =>
    state.checkpoint.latest.resources.find(({ urn }: { urn: string }) => urn.endsWith(`::${name}`));
  const { id } = Object.assign(entryOf("old"), { urn: entryOf("data").urn, delete: true });
  writeFileSync(file, JSON.stringify(state));
  write(volume(10));
  for (const one of emulator.store.volumes.values()) if (one.id !== id) one.name = "renamed";
  const refused = await run("keep", "--once", "--stack", "dev", "--mend");
  expect(refused.out).toContain(`It would delete ${id} of NetworkVolume data, which an earlier run replaced.`);
  expect(sizes()).toEqual(["old 11", "renamed 10"]);
}, 60_000);

it("--all looks after each stack of the project, and one that fails does not hide the others", async () => {
  write(volume(10));
  await up("dev");
  await up("prod");
  const file = join(io.cwd, "keep.prom");
  emulator.requests.clear();
  const both = await run("keep", "--once", "--all", "--json", "--metrics", file);
  expect(both.code).toBe(0);
  const stacks = both.out
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { stack: string }).stack);
  expect(stacks.sort()).toEqual(["kept/dev", "kept/prod"]);
  for (const stack of stacks) expect(readFileSync(file, "utf8")).toContain(`compute_stack_drift{stack="${stack}"} 0`);
  // One list serves them all, and so do the bills.
  const asked = emulator.requests.list().map(({ path }) => path.split("?")[0]);
  expect(asked.filter((path) => path === "/v2/network-volumes")).toHaveLength(1);
  expect(asked.filter((path) => path?.startsWith("/v2/billing/"))).toHaveLength(1);
  emulator.faults.add({ method: "GET", path: "/v2/network-volumes", phase: "before", status: 403, times: 1 });
  const one = await run("keep", "--once", "--all", "--json");
  expect(one).toMatchObject({ code: 1, message: "1 of 2 stacks could not be looked after as asked; see above." });
  expect(one.err).toMatch(/^error: kept\/(dev|prod): Could not find out how its network volumes are: /);
  expect(one.out.trim().split("\n")).toHaveLength(2);
}, 60_000);
