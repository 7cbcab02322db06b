import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Client, createClient } from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { createProviders } from "../../../provider";
import { Journal } from "../../../provider/journal/journal";
import { Bookkeeping } from "../../../provider/host/bookkeeping";
import { memoryStorage } from "../../../provider/journal/storage";
import type { Props } from "../../../provider/table/props";
import { ManualClock } from "../../support/manual-clock";

const h200 = { id: "NVIDIA H200" };
const l40s = { id: "NVIDIA L40S" };
const clock = new ManualClock(Date.UTC(2026, 4, 4, 9));

let emulator: Emulator;
let storage: ReturnType<typeof memoryStorage>;
beforeEach(async () => {
  emulator = await startEmulator({ clock, rateLimit: false });
  storage = memoryStorage();
});
afterEach(() => emulator.close());

const connect = (): Client =>
  createClient({ apiKey: emulator.apiKey, apiUrl: emulator.apiUrl, clock, limiter: false, random: () => 0 });

/** One run on this machine: its memory is its own, the journal outlives it. */
function run(number: number, client = connect()) {
  const context = async () => ({
    journal: new Journal(storage, { apiKey: "k" }),
    backend: "backend",
    newId: () => `${number}-${Math.floor(clock.now())}-${storage.entries.size}`,
    process: { pid: number, startedAt: "" },
    isAlive: () => false,
    isEngineThere: async () => true,
    listLagMs: 30_000,
  });
  const openBookkeeping = () => new Bookkeeping(clock, context);
  const { pod } = createProviders({
    env: {},
    clock,
    randomBytes: (size) => new Uint8Array(size),
    connect: () => client,
    openBookkeeping,
  });
  void pod.configure({ config: { get: (key) => ({ "compute:apiKey": "k", "compute:apiUrl": emulator.apiUrl })[key] } });
  return pod;
}

/** Dies over the answer to the POST of this number, which the platform carries out. */
function dyingAt(post: number): { client: Client; died: Promise<void> } {
  const client = connect();
  const create = client.pods.create.bind(client.pods);
  let posts = 0;
  let die = () => {};
  const died = new Promise<void>((resolve) => (die = resolve));
  client.pods.create = async (...args) => {
    posts += 1;
    const answer = await create(...args).catch((error: unknown) => {
      if (posts !== post) throw error;
    });
    if (posts !== post) return answer!;
    die();
    return new Promise<never>(() => undefined);
  };
  return { client, died };
}

const inputs = (gpu: unknown, over: Props = {}): Props => ({
  name: "trainer",
  image: "registry.example.com/acme/trainer:1",
  desiredStatus: "RUNNING",
  gpu,
  __key: "key",
  __provider: "Pod",
  ...over,
});
const pods = async () => (await connect().pods.list()).pods;

describe("A run that dies over a create with alternatives", () => {
  it.each([
    ["given", {}],
    ["made by us", { __autoName: "trainer" }],
  ])("A-31: leaves one pod, which the next run takes up as what it is (name %s)", async (_title, over) => {
    emulator.store.capacity.setFree({ type: h200.id }, 0);
    const { client, died } = dyingAt(2);
    void run(1, client).create(inputs([h200, l40s], over));
    await died;
    emulator.store.capacity.setFree({ type: h200.id }, 8);
    const { id, outs } = await run(2).create(inputs([h200, l40s], over));
    expect(await pods()).toMatchObject([{ id, gpu: l40s }]);
    expect(outs).toMatchObject({ gpu: l40s, status: "RUNNING", __alternatives: { gpu: [h200, l40s] } });
  });

  it("A-31: and was refused leaves none, and the next run begins at the first again", async () => {
    emulator.store.capacity.setFree({ type: h200.id }, 0);
    const { client, died } = dyingAt(1);
    void run(1, client).create(inputs([h200, l40s]));
    await died;
    emulator.store.capacity.setFree({ type: h200.id }, 8);
    const { id, outs } = await run(2).create(inputs([h200, l40s]));
    expect(await pods()).toMatchObject([{ id, gpu: h200 }]);
    expect(outs).toMatchObject({ gpu: h200 });
  });

  it("what it made and no list still has stays, in the state as what it is, for the next preview to show", async () => {
    const { client, died } = dyingAt(1);
    void run(1, client).create(inputs([l40s]));
    await died;
    const created = run(2).create(inputs([h200]));
    const id = (await pods())[0]?.id;
    await expect(created).rejects.toMatchObject({ code: "initialization", id, properties: { gpu: l40s } });
    await expect(created).rejects.toThrow(/made the Pod .* from other arguments.*differ in gpu/);
    expect(await pods()).toMatchObject([{ id, gpu: l40s }]);
  });
});
