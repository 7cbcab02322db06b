import { afterEach, describe, expect, it } from "@jest/globals";
import { join } from "node:path";
import { readJournal } from "../../../cli/doctor/journal";
import { platformSettings } from "../../../cli/platform";
import { startEmulator, type Emulator } from "../../../emulator";
import type { OperationResult } from "../../../engine";
import { Project } from "../../support/project";
import { temporaryFolder } from "../../support/temporary-folder";

/** Longer than any test, at the speed of the platform. */
const foreverMs = 3e9;
const l40s = '{ id: "NVIDIA L40S" }';
const h200 = '{ id: "NVIDIA H200" }';

const open: Emulator[] = [];
afterEach(() => Promise.all(open.splice(0).map((emulator) => emulator.close())));

/** A stack whose program is rewritten between its runs, on a platform whose pods get ready when they are told to. */
async function life(over: { emulator?: Emulator; journal?: string } = {}) {
  const emulator = over.emulator ?? (await startEmulator({ speed: 10_000, rateLimit: false }));
  if (!over.emulator) open.push(emulator);
  emulator.store.settings.creditUsd = 1e9;
  const journalDir = over.journal ?? join(temporaryFolder("journal"), "journal");
  const project = new Project(emulator, { name: "lives", env: { COMPUTE_JOURNAL_DIR: journalDir } });
  const { env } = project;
  // To start a process for a program or a provider takes longer than the operation.
  const stack = await project.here({ notify: "engine", journalDir });
  /** Its program and its provider have processes of their own, which an interruption ends, and which can run beside others. */
  const apart = await project.apart();
  const program = (resources: string) =>
    project.write(`const compute = require("pulumi-compute-platform");\n${resources}\n`);
  const provisioning = (ms: number) => void (emulator.store.settings.provisioningMs = ms);
  /** Presses Ctrl-C twice once the platform has made as many pods; where asked for, once the last one has its own name. */
  const interruptedAt = async (count: number, isNamed = false): Promise<void> => {
    provisioning(foreverMs);
    const terminate = new AbortController();
    const running = apart.up({ terminate: terminate.signal });
    await new Promise<void>((resolve) => {
      const stop = emulator.requests.onRequest(({ method }) => {
        // A create with a name of the program's is followed by the request that gives it (decision 4), any other by a poll.
        if (emulator.store.pods.size < count || (isNamed && method === "POST")) return;
        stop();
        resolve();
      });
    });
    terminate.abort();
    await expect(running).rejects.toMatchObject({ code: "terminated" });
    await emulator.clock.advance(foreverMs);
    provisioning(0);
    emulator.requests.clear();
  };
  const pods = () => [...emulator.store.pods.newestFirst()];
  const writes = () => emulator.requests.list().filter(({ method }) => method !== "GET");
  const compute = async (...args: string[]) => {
    await project.run(...args);
    return project.io;
  };
  const journal = async () =>
    readJournal(
      project.io,
      {},
      [{ project: "lives", stack: "dev" }],
      project.folder,
      { resources: [] },
      await platformSettings(project.io, {}),
    );
  return { emulator, stack, apart, program, interruptedAt, pods, writes, journal, compute, env, provisioning };
}

const pod = (name: string, rest: string) =>
  `new compute.Pod("${name}", { image: "registry.example.com/acme/x:1", ${rest} });`;
const said = ({ diagnostics }: OperationResult) => diagnostics.map(({ message }) => message).join("\n");
const persistent = 'mounts: { persistent: { size: 20, path: "/data" } }, dataLoss: "refuse"';

describe("The preview after a create that was interrupted for good", () => {
  it("takes over what was made, and counts what it costs already", async () => {
    const { stack, program, interruptedAt, pods, compute } = await life();
    program(pod("a", `gpu: ${l40s}`));
    await interruptedAt(1);
    const [{ id } = { id: "" }] = pods();
    const { written } = await compute("preview", "--stack", "dev", "--json");
    const { effects } = JSON.parse(written.out) as { readonly effects: unknown };
    expect(effects).toMatchObject([{ does: "take over", id, before: { perHour: 0.86 }, after: { perHour: 0.86 } }]);
    expect(said(await stack.preview())).toContain(`An earlier run made ${id} for it: \`up\` takes that over`);
    expect(await stack.up()).toMatchObject({ result: "succeeded" });
    expect(pods()).toMatchObject([{ id }]);
  }, 120_000);
});

describe("A create that was interrupted for good, and a program that was edited before the next up", () => {
  it("P-20: keeps a pod with a disk that the program refuses to lose, and says so until it is asked for again", async () => {
    const { stack, program, interruptedAt, pods, writes } = await life();
    program(pod("a", `name: "trainer", gpu: ${l40s}, ${persistent}`));
    await interruptedAt(1, true);
    const [made] = pods();
    program(pod("a", `name: "trainer", gpu: ${h200}, ${persistent}`));

    expect(said(await stack.preview())).toMatch(/takes it over as it is and ends with an error/);
    const first = await stack.up();
    expect(first.result).toBe("failed");
    expect(said(first)).toMatch(/an interrupted run made the Pod .* from other arguments.*differ in gpu/);
    expect(writes()).toEqual([]);
    expect((await stack.preview()).result).toBe("failed");
    expect((await stack.up()).result).toBe("failed");
    expect(writes()).toEqual([]);
    expect(pods()).toMatchObject([{ id: made!.id }]);

    program(pod("a", `name: "trainer", gpu: ${l40s}, ${persistent}`));
    expect(await stack.up()).toMatchObject({ result: "succeeded" });
    expect(pods()).toMatchObject([{ id: made!.id, name: "trainer" }]);
    expect(await stack.preview({ expectNoChanges: true })).toMatchObject({ result: "succeeded" });
  }, 120_000);

  it("A-31: takes over what it made by a need that nothing meets by now, and says so", async () => {
    const { stack, program, interruptedAt, pods } = await life();
    program(pod("a", "gpu: { memory: 48 }"));
    await interruptedAt(1);
    const [made] = pods();
    program(pod("a", "gpu: { memory: 999 }"));
    expect(said(await stack.preview())).toMatch(/takes it over as it is and ends with an error/);
    const first = await stack.up();
    expect(said(first)).toMatch(/an interrupted run made the Pod .* from other arguments.*differ in gpu/);
    expect(said(first)).not.toContain("nothing bills");
    expect((await stack.preview()).summary).toMatchObject({ replace: 1 });
    program(pod("a", "gpu: { memory: 48, maxHourlyCost: 0.01 }"));
    expect(await stack.up()).toMatchObject({ result: "succeeded" });
    expect(pods()).toMatchObject([{ id: made!.id }]);
  }, 120_000);

  it("leaves no argument behind, nor a variable of somebody else's: the next preview shows an update, and the next up makes it", async () => {
    const { stack, program, interruptedAt, pods, writes } = await life();
    program(pod("a", `gpu: ${l40s}, cmd: ["old"], env: { OLD: "1", BOTH: "1" }, templateId: undefined`));
    await interruptedAt(1);
    const [made] = pods();
    Object.assign(made!.env, { STRAY: "somebody else's" });
    program(pod("a", `gpu: ${l40s}, cmd: ["new"], env: { NEW: "1", BOTH: "1" }`));
    const first = await stack.up();
    expect([first.result, writes()]).toEqual(["failed", []]);
    expect(said(first)).toMatch(/differ in .*cmd.*env|differ in .*env.*cmd/);
    expect((await stack.preview()).summary).toMatchObject({ update: 1 });
    expect(await stack.up()).toMatchObject({ result: "succeeded" });
    expect(pods()).toMatchObject([{ id: made!.id, args: expect.stringContaining("new") }]);
    expect(Object.keys(pods()[0]!.env).sort()).toEqual(["BOTH", "NEW"]);
    expect(await stack.preview({ expectNoChanges: true })).toMatchObject({ result: "succeeded" });
  }, 120_000);

  it("R-10, P-53: does not believe that what no read shows is as the program asks now", async () => {
    const { stack, program, interruptedAt, pods } = await life();
    const all = (password: string, startSsh: boolean) =>
      pod("a", `gpu: ${l40s}, startSsh: ${startSsh}, env: { PASSWORD: "${password}" }`);
    program(all("first-password", true));
    await interruptedAt(1);
    const [made] = pods();
    program(all("second-password", false));
    const first = await stack.up();
    expect(first.result).toBe("failed");
    expect(said(first)).toMatch(/startSsh \(which no read shows\)/);
    expect(said(first)).not.toMatch(/first-password|second-password/);
    expect((await stack.preview()).summary).toMatchObject({ replace: expect.any(Number) });
    expect(await stack.up()).toMatchObject({ result: "succeeded" });
    expect(pods().map(({ id }) => id)).not.toContain(made!.id);
    expect(await stack.preview({ expectNoChanges: true })).toMatchObject({ result: "succeeded" });
  }, 120_000);
});

describe("An interrupted replacement", () => {
  const both = (gpu: string) => pod("a", `name: "trainer", gpu: ${gpu}, env: { OWN: "1" }, dataLoss: "allow"`);

  it("that the program takes back is named by every operation, until it is ended", async () => {
    const { stack, program, interruptedAt, pods, journal, compute } = await life();
    program(both(l40s));
    expect(await stack.up()).toMatchObject({ result: "succeeded" });
    const [kept] = pods();
    program(both(h200));
    await interruptedAt(2);
    const [extra] = pods().filter(({ id }) => id !== kept!.id);
    program(both(l40s));
    const [attempt] = (await journal()).attempts;
    const { id, name } = extra!;
    // The run may have ended before it had the answer.
    expect(attempt).toMatchObject(attempt?.made === undefined ? { name } : { made: id });
    const end = attempt?.made ?? attempt?.id;
    const mention = new RegExp(`began to create the Pod .*${name}.*compute doctor`);
    expect(said(await stack.preview())).toMatch(mention);
    expect(said(await stack.up())).toMatch(mention);
    expect(said(await stack.refresh())).toMatch(mention);
    expect(said(await stack.destroy())).toMatch(mention);
    expect(pods()).toMatchObject([{ id }]);
    const io = await compute("doctor", "--delete", end!, "--yes", "--stack", "dev");
    expect(io.written.out).toMatch(`Deleted the Pod ${id}, and forgot the attempt`);
    expect(pods()).toEqual([]);
    expect((await journal()).attempts).toEqual([]);
    expect(said(await stack.preview())).not.toMatch(/interrupted run/);
  }, 120_000);

  it("that the program still asks for is taken up without what somebody else has put beside it, and nothing is said", async () => {
    const { stack, program, interruptedAt, pods, writes } = await life();
    program(both(l40s));
    expect(await stack.up()).toMatchObject({ result: "succeeded" });
    program(both(h200));
    await interruptedAt(2);
    Object.assign(pods()[0]!.env, { STRAY: "somebody else's" });
    const again = await stack.up();
    expect(again.result).toBe("succeeded");
    expect(said(again)).not.toMatch(/interrupted run/);
    expect(new Set(writes().map(({ method }) => method))).toEqual(new Set(["DELETE", "PATCH"]));
    expect(pods()[0]!.env).toEqual({ OWN: "1" });
    expect(pods()).toMatchObject([{ name: "trainer", gpu: { id: "NVIDIA H200" } }]);
  }, 120_000);
});

it("A-31: two checkouts with stacks of one name in two backends make two pods, and destroying one leaves the other's", async () => {
  const first = await life();
  const second = await life({ emulator: first.emulator, journal: first.env.COMPUTE_JOURNAL_DIR });
  for (const { program } of [first, second]) program(pod("a", `name: "trainer", gpu: ${l40s}`));
  first.provisioning(foreverMs);
  const running = first.apart.up();
  await new Promise<void>((resolve) => {
    const stop = first.emulator.requests.onRequest(() => {
      if (first.pods().length === 0) return;
      stop();
      resolve();
    });
  });
  const [theirs] = first.pods();
  first.provisioning(0);
  expect(await second.apart.up()).toMatchObject({ result: "succeeded" });
  expect(first.pods()).toHaveLength(2);
  expect(await second.apart.destroy()).toMatchObject({ result: "succeeded" });
  expect(first.pods()).toMatchObject([{ id: theirs!.id }]);
  await first.emulator.clock.advance(foreverMs);
  expect(await running).toMatchObject({ result: "succeeded" });
  expect(first.pods()).toMatchObject([{ id: theirs!.id, name: "trainer" }]);
}, 120_000);
