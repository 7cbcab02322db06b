import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Emulator, startEmulator } from "../../emulator";
import { Journal } from "../../provider/create/journal/journal";
import { memoryStorage } from "../../provider/create/journal/storage";
import { Books } from "../../provider/host/books";
import type { Props } from "../../provider/table/props";
import { publicKey } from "../provider/fixtures";
import { ManualClock } from "../support/manual-clock";
import { counting, Engine, secret, urnOf } from "./driver";

const volume = { name: "data", size: 20, dataCenter: "EU-XX-1" };
const template = { name: "base", image: "registry.example.com/x:1" };
const urn = urnOf("NetworkVolume", "data");

const machineKey = Buffer.alloc(32, 7);
const randomBytes = counting();

let emulator: Emulator;
let clock: ManualClock;
let storage: ReturnType<typeof memoryStorage>;
let warnings: string[];
const running: Engine[] = [];

beforeEach(async () => {
  clock = new ManualClock(Date.UTC(2026, 4, 4, 9));
  emulator = await startEmulator({ clock, rateLimit: false });
  storage = memoryStorage();
  warnings = [];
});
afterEach(async () => {
  for (const engine of running.splice(0)) engine.close();
  await emulator.close();
});

/** A process of the plugin on one machine, whose journal outlives it. */
async function start(apiKey = emulator.apiKey): Promise<{ engine: Engine; end: () => Promise<void> }> {
  const pid = running.length + 1;
  const books = new Books(clock, async () => ({
    ...{
      journal: new Journal(storage, { apiKey, machineKey }),
      backend: "b",
      newId: () => `${pid}`,
      listLagMs: 0,
    },
    ...{ process: { pid, startedAt: "" }, isAlive: () => false, isEngineThere: async () => true },
  }));
  const notify = { warn: async (message: string) => void warnings.push(message), info: async () => undefined };
  const engine = await Engine.start(emulator, { clock, openBooks: books, notify, randomBytes });
  running.push(engine);
  await engine.configure({ apiKey: secret(apiKey), apiUrl: emulator.apiUrl, queueUrl: emulator.queueUrl });
  return { engine, end: () => books.end(0) };
}

/** An object that a resource of an earlier run made, whose state the engine has written since. */
async function made(owner: string, args: object): Promise<string> {
  const { engine, end } = await start();
  const { id } = await engine.make(owner, { ...args });
  clock.advance(60_000);
  await end();
  return id;
}

/** What an interrupted run made, with no state to have it. */
async function begun(owner: string, args: object): Promise<string> {
  const { engine } = await start();
  const { id } = await engine.make(owner, { ...args });
  clock.advance(60_000);
  return id;
}

async function importing(into: string, id: string, apiKey?: string): Promise<Props> {
  const { engine } = await start(apiKey);
  return (await engine.read(into, id)).outputs;
}

describe("V-5: where an import fails", () => {
  const volumes = () => [...emulator.store.volumes.values()].map(({ id }) => id);

  it("the object that the resource has is not deleted in the same run, as the CLI asks with --continue-on-error", async () => {
    const id = await made(urn, volume);
    const { engine } = await start();
    const { outputs } = await engine.read(urn, id);
    await expect(engine.read(urn, "nothing")).rejects.toThrow(/nothing/);
    await expect(engine.delete(urn, id, outputs)).rejects.toThrow(
      `the NetworkVolume ${id} was not deleted: the import that was to take its place has failed`,
    );
    expect(volumes()).toEqual([id]);
    const later = await start();
    await later.engine.delete(urn, id, outputs);
    expect(volumes()).toEqual([]);
  });
});

describe("V-5: an import warns before two resources have one object", () => {
  it("that another resource of the stack has", async () => {
    await importing(urnOf("NetworkVolume", "twin"), await made(urn, volume));
    expect(warnings).toEqual([
      expect.stringMatching(
        /^NetworkVolume \w+ already belonged to another resource of this stack, or of another stack of this project\./,
      ),
    ]);
    expect(warnings[0]).toContain(
      "deletes the NetworkVolume for both, with all its data. What to do: take one of them out",
    );
  });

  it("that an interrupted run of another stack began to create, and that run's next one leaves it to this resource", async () => {
    const unnamed = { size: 20, dataCenter: "EU-XX-1" };
    const id = await begun(urn, unnamed);
    const theirs = urnOf("NetworkVolume", "rescued").replace(":dev::", ":prod::");
    const outputs = await importing(theirs, id);
    expect(warnings).toEqual([
      `NetworkVolume ${id} has the name of what an interrupted run began to create at 2026-05-04T09:00:00.000Z for another resource, of this ` +
        "stack or of another stack of this project. Once this resource has it, `up` does not take it over for the other one, and says so: " +
        "to have another one made there, run `compute doctor` for that stack, which tells how to forget the attempt.",
    ]);
    clock.advance(60_000);
    const next = await start();
    await expect(next.engine.make(urn, unnamed)).rejects.toThrow(
      `an interrupted run made the NetworkVolume ${id} for this resource, and another resource, of this stack or of another, has taken it over since`,
    );
    const last = await start();
    await last.engine.delete(theirs, id, outputs);
    expect(emulator.store.volumes.size).toBe(0);
  });

  it("that another stack has", async () => {
    await importing(urn.replace(":dev::", ":prod::"), await made(urn, volume));
    expect(warnings).toEqual([expect.stringContaining("was created by another stack of this project")]);
  });

  it("that a stack has had last which got another name since, where another stack has got its name", async () => {
    const id = await made(urn, volume);
    const renamed = urn.replace(":dev::", ":prod::");
    const first = await start();
    const { outputs, inputs } = await first.engine.read(urn, id);
    const second = await start();
    await second.engine.check(renamed, inputs!, inputs);
    await second.engine.diff(renamed, id, outputs, inputs!, inputs!);
    warnings.length = 0;
    await importing(urn, id);
    expect(warnings).toEqual([
      expect.stringContaining(
        "last belonged to another stack of this project, or to this one under another name, on this machine",
      ),
    ]);
  });

  it("that another resource has imported", async () => {
    // Made on another machine, of which this one knows nothing.
    const id = await made(urnOf("NetworkVolume", "elsewhere"), volume);
    storage = memoryStorage();
    await importing(urn, id);
    await importing(urn, id);
    expect(warnings).toEqual([]);
    await importing(urnOf("NetworkVolume", "twin"), id);
    expect(warnings).toEqual([
      expect.stringMatching(/^NetworkVolume \w+ already belonged to another resource of this stack/),
    ]);
  });

  it("that another resource has imported, and keeps it where nothing tells whether the engine has stored the second import", async () => {
    const id = await made(urnOf("NetworkVolume", "elsewhere"), volume);
    storage = memoryStorage();
    const outputs = await importing(urn, id);
    await importing(urnOf("NetworkVolume", "twin"), id);
    const { engine } = await start();
    await engine.delete(urn, id, outputs);
    expect(emulator.store.volumes.size).toBe(1);
    expect(warnings.at(-1)).toContain(`NetworkVolume ${id} was not deleted`);
  });

  it("and speaks of data only where there are some", async () => {
    await importing(urnOf("Template", "twin"), await made(urnOf("Template", "base"), template));
    expect(warnings).toEqual([expect.not.stringContaining("data")]);
  });

  it("but not where the resource itself made it, or nobody here did", async () => {
    const id = await made(urn, volume);
    await importing(urn, id);
    storage = memoryStorage();
    await importing(urnOf("NetworkVolume", "twin"), id);
    expect(warnings).toEqual([]);
  });

  it("U-1: nor an SSH key that was made with another API key, whose account has one of its own with the same id", async () => {
    const ada = urnOf("SshKey", "ada");
    const id = await made(ada, publicKey);
    emulator.store.keys.set({ key: "another-key", grant: "all", user: "owner" });
    for (const into of [ada.replace(":dev::", ":prod::"), urnOf("SshKey", "twin")]) {
      await importing(into, id, "another-key");
      expect(warnings).toEqual([]);
    }
    await importing(ada.replace(":dev::", ":prod::"), id);
    expect(warnings).toEqual([expect.stringContaining("was created by another stack of this project")]);
    await importing(urnOf("SshKey", "twin"), id);
    expect(warnings[1]).toMatch(/^SshKey SHA256:\S+ already belonged to another resource of this stack/);
  });
});
