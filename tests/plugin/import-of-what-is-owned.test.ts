import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Emulator, startEmulator } from "../../emulator";
import { Journal } from "../../provider/journal/journal";
import { memoryStorage } from "../../provider/journal/storage";
import { Bookkeeping } from "../../provider/host/bookkeeping";
import { ManualClock } from "../support/manual-clock";
import { counting, Engine, secret, urnOf } from "./driver";

const volume = { name: "data", size: 20, dataCenter: "EU-XX-1" };
const urn = urnOf("NetworkVolume", "data");

const randomBytes = counting();

let emulator: Emulator;
let clock: ManualClock;
let storage: ReturnType<typeof memoryStorage>;
let warnings: string[];
let told: string[];
const running: Engine[] = [];

beforeEach(async () => {
  clock = new ManualClock(Date.UTC(2026, 4, 4, 9));
  emulator = await startEmulator({ clock, rateLimit: false });
  storage = memoryStorage();
  warnings = [];
  told = [];
});
afterEach(async () => {
  for (const engine of running.splice(0)) engine.close();
  await emulator.close();
});

/** A process of the plugin on one machine, whose journal outlives it. */
async function start(apiKey = emulator.apiKey): Promise<{ engine: Engine; end: () => Promise<void> }> {
  const pid = running.length + 1;
  const bookkeeping = new Bookkeeping(clock, async () => ({
    journal: new Journal(storage, { apiKey }),
    backend: "b",
    newId: () => `${pid}`,
    listLagMs: 0,
    process: { pid, startedAt: "" },
    isAlive: () => false,
    isEngineThere: async () => true,
  }));
  const notify = {
    warn: async (message: string) => void warnings.push(message),
    info: async (message: string) => void told.push(message),
  };
  const engine = await Engine.start(emulator, { clock, openBookkeeping: bookkeeping, notify, randomBytes });
  running.push(engine);
  await engine.configure({ apiKey: secret(apiKey), apiUrl: emulator.apiUrl, queueUrl: emulator.queueUrl });
  return { engine, end: () => bookkeeping.end(0) };
}

/** An object that a resource of an earlier run made, whose state the engine has written since. */
async function made(owner: string, args: object): Promise<string> {
  const { engine, end } = await start();
  const { id } = await engine.make(owner, { ...args });
  clock.advance(60_000);
  await end();
  return id;
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

it("P-57: the preview of a replacement which an option of the program asks for tells no cost, but where the price changes", async () => {
  const owner = urnOf("Pod", "trainer");
  const pod = { name: "trainer", image: "registry.example.com/x:1", gpu: { id: "NVIDIA L40S" } };
  await made(owner, pod);
  const { inputs: olds } = await (await start()).engine.check(owner, pod);
  for (const news of [pod, { ...pod, gpu: { ...pod.gpu, count: 2 } }]) {
    const { engine } = await start();
    await engine.check(owner, news, olds);
    const { inputs } = await engine.check(owner, news);
    await engine.create(owner, inputs, { preview: true });
  }
  expect(told).toEqual(["Cost: 0.86 USD/h → 1.72 USD/h (+0.86), list price."]);
});
