import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createProgram, runProgram } from "../../../cli/program";
import { type Emulator, startEmulator } from "../../../emulator";
import { holdsCompute } from "../../../emulator/pods/lifecycle";
import { fastClock, ServedProviders } from "../../../proofs/engines/served";
import { linkedFolder } from "../../examples/linked-folder";
import { programsHere } from "../../support/program-here";
import { FakeIo } from "../fake-io";

interface Case {
  readonly flags: readonly string[];
  /** What the program is by then; the one that was deployed if left out. */
  readonly program?: string;
  /** What somebody does to the platform meanwhile. */
  readonly meanwhile?: () => void;
}

const volume = (name: string, more = "") =>
  `new compute.NetworkVolume("${name}", { dataCenter: "EU-XX-1", size: 10, name: "${name}" ${more} });\n`;
const pod = (more = "") =>
  `new compute.Pod("web", { image: "web:1", cpu: { id: "cpu3c", vcpuCount: 2 }${more},
    mounts: { network: [{ volumeId: data.id, path: "/data" }] } });\n`;
const deployed = `const data = ${volume("data")}${volume("spare")}${pod()}`;
const changed = `const data = ${volume("data")}${volume("more")}${pod(', env: { MODE: "b" }')}`;
const without = `const data = ${volume("data")}${volume("spare")}`;

let emulator: Emulator;
let folder: string;
let io: FakeIo;
/** The platform once the program is deployed; the state is then in `made`, beside where the backend has it. */
let dump: Record<string, unknown>;
beforeAll(async () => {
  emulator = await startEmulator({ speed: 10_000, rateLimit: false });
  folder = linkedFolder({ "Pulumi.yaml": "name: flags\nruntime: nodejs\nmain: index.js\n" });
  mkdirSync(join(folder, "state"));
  begin();
  await run("up", "--yes", "--skip-preview");
  cpSync(join(folder, "state"), join(folder, "made"), { recursive: true });
  dump = emulator.dump();
}, 60_000);
beforeEach(() => {
  emulator.faults.clear();
  emulator.load(dump);
  rmSync(join(folder, "state"), { recursive: true });
  cpSync(join(folder, "made"), join(folder, "state"), { recursive: true });
  begin();
});
afterAll(() => emulator.close());

/** A terminal and a provider of its own, in the folder with the program that was deployed. */
function begin(): void {
  const env = {
    COMPUTE_API_URL: emulator.apiUrl,
    COMPUTE_API_KEY: emulator.apiKey,
    COMPUTE_JOURNAL_DIR: join(folder, "journal"),
  };
  const providers = new ServedProviders("dynamic", { clock: fastClock(100), env });
  io = Object.assign(new FakeIo(), { cwd: folder, ambient: { ...programsHere, start: providers.start } });
  Object.assign(io.env, env, {
    PULUMI_BACKEND_URL: `file://${folder}/state`,
    PULUMI_CONFIG_PASSPHRASE: "flags",
    PULUMI_STACK: "test",
  });
  write(deployed);
}

const write = (program: string) =>
  writeFileSync(join(folder, "index.js"), `const compute = require("pulumi-compute-platform");\n${program}`);

async function run(...args: readonly string[]): Promise<string> {
  io.written.out = "";
  io.written.err = "";
  await createProgram(io)
    .parseAsync(["node", "compute", ...args])
    .catch((error: Error) => {
      throw new Error(`${error.message}\n${io.written.out}${io.written.err}`);
    });
  return io.written.out;
}

interface Told {
  readonly steps: readonly { readonly op: string; readonly urn: string }[];
  readonly changeSummary: object;
}

/** What a document of a run says of each resource, in any order. */
function told(document: string) {
  const { steps, changeSummary } = JSON.parse(document) as Told;
  return { steps: steps.map(({ op, urn }) => `${op} ${urn.split("::").at(-1)}`).sort(), changeSummary };
}

const volumesThere = () => [...emulator.store.volumes.values()].map(({ id, name }) => `${id} ${name}`);
/** What all pods on the platform cost together. */
const perHour = () =>
  [...emulator.store.pods.values()]
    .filter(({ status }) => holdsCompute(status))
    .reduce((sum, { ratePerHourUsd }) => sum + ratePerHourUsd, 0);

/** The resources that a preview in words says are destroyed with their data. */
const destroyedIn = (text: string): string[] =>
  [...text.matchAll(/^ \S+ +NetworkVolume (\S+) .*\n(?: {6}.*\n)*? {6}This destroys /gm)].map(([, name]) => name!);

/** Previews, performs, and holds one against the other and against the platform. */
async function expectAsPreviewed(
  verb: "up" | "refresh" | "destroy",
  { flags, program, meanwhile }: Case,
): Promise<void> {
  if (program !== undefined) write(program);
  meanwhile?.();
  const preview =
    verb === "up"
      ? ["preview", ...flags.filter((flag) => !onlyOfUp.has(flag))]
      : [verb, "--preview-only", ...flags.filter((flag) => flag !== "--preview-only")];
  const document = told(await run(...preview, "--json"));
  const words = io.written.err;
  const before = volumesThere();
  const costBefore = perHour();
  const done = told(await run(verb, ...flags, "--yes", "--skip-preview", "--json"));
  expect(done).toEqual(document);
  if (flags.includes("--preview-only")) {
    expect([volumesThere(), perHour()]).toEqual([before, costBefore]);
    return;
  }
  const gone = before.filter((each) => !volumesThere().includes(each)).map((each) => each.split(" ")[1]);
  expect(destroyedIn(words).sort()).toEqual(verb === "refresh" ? [] : gone.sort());
  expect(words).not.toContain("stays on the platform");
  const [, from, to] = /Cost: ([\d.]+) USD\/h → ([\d.]+) USD\/h/.exec(words) ?? [];
  if (to !== undefined) expect(Number(to)).toBe(perHour());
  // A refresh starts from what the state says, whatever is there by then.
  if (verb === "refresh") return;
  if (from !== undefined) expect(Number(from)).toBe(costBefore);
  else expect(perHour()).toBe(costBefore);
}

const onlyOfUp = new Set(["--continue-on-error", "--create"]);
const urn = (name: string) => `**::${name}`;

/** Somebody terminates the pod by hand. */
const loseThePod = () => {
  for (const pod of emulator.store.pods.values()) emulator.store.pods.delete(pod.id);
};

/** Flags that say how a run goes and not what it does. */
const manner = [
  "all",
  "stack",
  "cwd",
  "parallel",
  "json",
  "diff",
  "events",
  "yes",
  "skip-preview",
  "policy-pack",
  "policy-pack-config",
];

const cases: Readonly<Record<"up" | "refresh" | "destroy", readonly Case[]>> = {
  up: [
    { flags: [], program: changed },
    { flags: ["--refresh"], program: changed, meanwhile: loseThePod },
    { flags: ["--target", urn("web")], program: changed },
    { flags: ["--target", urn("data"), "--target-dependents"], program: changed },
    { flags: ["--exclude", urn("spare")], program: changed },
    { flags: ["--exclude", urn("data"), "--exclude-dependents"], program: changed },
    { flags: ["--replace", urn("spare")] },
    { flags: ["--target-replace", urn("spare")] },
    { flags: ["--continue-on-error"], program: changed },
    { flags: ["--create"], program: changed },
    { flags: ["--expect-no-changes"] },
  ],
  refresh: [
    { flags: [], meanwhile: loseThePod },
    { flags: ["--run-program"], program: changed, meanwhile: loseThePod },
    { flags: ["--preview-only"], meanwhile: loseThePod },
    { flags: ["--target", urn("web")], meanwhile: loseThePod },
    { flags: ["--target", urn("data"), "--target-dependents"], meanwhile: loseThePod },
    { flags: ["--exclude", urn("web")], meanwhile: loseThePod },
    { flags: ["--exclude", urn("data"), "--exclude-dependents"], meanwhile: loseThePod },
    { flags: ["--clear-pending-creates"] },
    { flags: ["--expect-no-changes"] },
  ],
  destroy: [
    { flags: [] },
    { flags: ["--run-program"] },
    { flags: ["--run-program"], program: without },
    { flags: ["--run-program"], program: deployed.replace('name: "spare"', 'name: "spare", adopt: { name: "spare" }') },
    { flags: ["--preview-only"] },
    { flags: ["--target", urn("spare")] },
    { flags: ["--target", urn("spare"), "--run-program"] },
    { flags: ["--target", urn("data"), "--target-dependents"] },
    { flags: ["--exclude", urn("spare")] },
    { flags: ["--exclude", urn("spare"), "--run-program"] },
    { flags: ["--exclude", urn("data"), "--exclude-dependents"] },
    { flags: ["--continue-on-error"] },
  ],
};

describe.each(["up", "refresh", "destroy"] as const)("a preview of %s", (verb) => {
  it("is compared with what follows it for every flag that the command takes", () => {
    const command = createProgram(io).commands.find((one) => one.name() === verb)!;
    const flags = command.options.map(({ long }) => long!.slice(2)).filter((flag) => !manner.includes(flag));
    const tried = new Set(cases[verb].flatMap((one) => one.flags.map((flag) => flag.replace(/^--/, ""))));
    expect(flags.filter((flag) => !tried.has(flag))).toEqual([]);
  });

  it.each(cases[verb])("with $flags says what happens", (one) => expectAsPreviewed(verb, one), 60_000);
});

describe("an up without a preview", () => {
  const ends = () => io.written.out.trimEnd().split("\n").at(-1);

  it("ends with what the stack costs now, as one with a preview does", async () => {
    write(without);
    await run("up", "--yes", "--skip-preview");
    expect(ends()).toBe(`Now running: ${perHour().toFixed(2)} USD/h.`);
    write(changed);
    await run("up", "--yes");
    expect(ends()).toBe(`Now running: ${perHour().toFixed(2)} USD/h, as the preview said.`);
    await run("destroy", "--yes", "--skip-preview");
    expect(ends()).toBe("Now running: 0.00 USD/h.");
  });

  it("that fails says what runs all the same", async () => {
    write(`${changed}new compute.Template("bad", { name: "bad", image: "x:1" });`);
    emulator.faults.add({ method: "POST", path: "/v2/templates", phase: "before", status: 422, times: "always" });
    const failed = run("up", "--yes", "--skip-preview", "--continue-on-error");
    await expect(failed).rejects.toThrow(`\nNow running: ${perHour().toFixed(2)} USD/h.\n`);
  });

  it("that fails does not call the state's cost what the preview said", async () => {
    write(deployed);
    await run("up", "--yes", "--skip-preview");
    write(`${without}${pod(', env: { MODE: "c" }')}`);
    emulator.faults.add({ method: "PATCH", phase: "before", status: 422, times: "always" });
    await expect(run("up", "--yes")).rejects.toThrow(/Now running: [\d.]+ USD\/h, by the state\./);
  });
});

it("a preview that fails has no total, because it found a part of what would change", async () => {
  const second = `new compute.Pod("second", { image: "web:1", cpu: { id: "cpu3c", vcpuCount: 2 } });\n`;
  write(second + deployed.replace(/\);\n$/, ", { protect: true });\n"));
  await run("up", "--yes", "--skip-preview");
  const failed = run("destroy", "--yes");
  await expect(failed).rejects.toThrow("Pod web cannot be deleted");
  await expect(failed).rejects.not.toThrow("Cost: ");
});

describe("a price is the same wherever a preview has it", () => {
  const retained = (vcpuCount: number) =>
    `new compute.Pod("web", { image: "web:1", cpu: { id: "cpu3c", vcpuCount: ${vcpuCount} } }, { retainOnDelete: true });\n`;

  beforeEach(async () => {
    write(retained(2));
    await run("up", "--yes", "--skip-preview");
    write(retained(4));
  });

  it("and counts what an option keeps, which the provider's own message can't know", async () => {
    const costs = /stays on the platform with its data, and costs 0\.06 USD\/h \(retainOnDelete\)/;
    const screen = await run("preview");
    expect(screen).toMatch(/Pod web replace\[retain\].* \+0\.12 USD\/h$/m);
    expect(screen).toMatch(costs);
    const comment = await run("preview", "--markdown");
    expect(comment).toMatch(/\| ♻️ replace&#91;retain&#93; \| web \| Pod \| .* \+0\.12 USD\/h\. \|$/m);
    expect(comment).toMatch(costs);
    const json = await run("preview", "--json");
    expect(screen + comment + json).not.toContain("list price.");
    const file = join(folder, "preview.json");
    writeFileSync(file, json);
    expect(await run("preview", "--markdown", "--file", file)).toBe(comment);
    expect(await run("cost", "--preview", file)).toMatch(/^replace +Pod web +4 vCPUs of cpu3c +\+0\.12$/m);
  });

  it("and of a pod that is gone", async () => {
    for (const { id } of emulator.store.pods.newestFirst()) emulator.store.pods.delete(id);
    const comment = await run("preview", "--refresh", "--markdown");
    expect(comment).toContain("| 👻 gone from the platform | web | Pod |  |");
    expect(comment).toMatch(/\| ➕ create \| web \| Pod \| .*\+0\.12 USD\/h\. \|$/m);
  });
});

describe("a failure is told once", () => {
  /** All that a command tells, also as its last line. */
  const tell = async (...args: readonly string[]) => {
    io.written.out = "";
    io.written.err = "";
    const code = await runProgram(io, ["node", "compute", ...args]);
    return { code, said: io.written.out + io.written.err };
  };

  it.each([
    { flags: ["preview"], end: "The preview failed. Nothing was changed.\n" },
    { flags: ["up", "--yes"], end: "The preview failed. Nothing was changed.\n" },
    {
      flags: ["up", "--yes", "--skip-preview"],
      end: "Run `compute up --stack test` to go on once the errors are mended.\n",
    },
  ])("by the end of $flags", async ({ flags, end }) => {
    write('throw new Error("of the program");');
    const { code, said } = await tell(...flags);
    expect({ code, failed: said.match(/failed/g) }).toEqual({ code: 1, failed: ["failed"] });
    expect(said.endsWith(end)).toBe(true);
  });

  it("where the passphrase is wrong", async () => {
    await tell("config", "set", "--secret", "flags:token", "a-secret");
    Object.assign(io.env, { PULUMI_CONFIG_PASSPHRASE: "another" });
    const { code, said } = await tell("preview");
    expect({ code, times: said.match(/incorrect passphrase/g) }).toEqual({ code: 1, times: ["incorrect passphrase"] });
    expect(said).toMatch(/^Previewing [^\n]*\nerror: incorrect passphrase: [^\n]*\n$/);
  });
});
