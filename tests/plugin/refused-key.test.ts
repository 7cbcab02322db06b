import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Emulator, startEmulator } from "../../emulator";
import { Journal } from "../../provider/journal/journal";
import { memoryStorage } from "../../provider/journal/storage";
import { Bookkeeping } from "../../provider/host/bookkeeping";
import { ManualClock } from "../support/manual-clock";
import { Engine, secret, urnOf } from "./driver";

const urn = urnOf("NetworkVolume", "data");
const second = urnOf("NetworkVolume", "more");
const volume = { name: "data", size: 20, dataCenter: "EU-XX-1" };

let emulator: Emulator;
let engine: Engine;
let bookkeeping: Bookkeeping;
const clock = new ManualClock(Date.UTC(2026, 4, 4, 9));

beforeEach(async () => {
  emulator = await startEmulator({ clock, rateLimit: false });
  bookkeeping = new Bookkeeping(clock, async () => ({
    journal: new Journal(memoryStorage(), { apiKey: "another" }),
    backend: "b",
    newId: () => "1",
    listLagMs: 0,
    process: { pid: 1, startedAt: "" },
    isAlive: () => false,
    isEngineThere: async () => true,
  }));
  engine = await Engine.start(emulator, { clock, openBookkeeping: bookkeeping });
});
afterEach(async () => {
  engine.close();
  await emulator.close();
});

/** What the next run of the same program says at its end, with this key. */
async function saidWith(apiKey: string): Promise<{ changes: (string | undefined)[]; said: string | undefined }> {
  const made = [
    { urn, ...(await engine.make(urn, volume)) },
    { urn: second, ...(await engine.make(second, { ...volume, name: "more" })) },
  ];
  await engine.configure({ apiKey: secret(apiKey), apiUrl: emulator.apiUrl, queueUrl: emulator.queueUrl });
  const changes = [];
  for (const each of made) {
    const { inputs } = await engine.check(each.urn, each.inputs, each.inputs);
    changes.push((await engine.diff(each.urn, each.id, each.outputs, each.inputs, inputs)).changes);
  }
  return { changes, said: await bookkeeping.accounts.warning() };
}

describe("A run in which nothing has changed", () => {
  it("A-4: warns once of a key that the platform refuses, and fails in nothing", async () => {
    const { changes, said } = await saidWith("bogus");
    expect(changes).toEqual(["DIFF_NONE", "DIFF_NONE"]);
    expect(said).toMatch(/: the platform refuses it \(401\)\. Unless/);
  });

  it("A-5: warns of a key that may not look", async () => {
    emulator.store.keys.set({ key: "blind", grant: "none", user: "owner" });
    expect((await saidWith("blind")).said).toContain("does not let it look (403)");
  });

  it("says nothing where the key is the one that the objects were last seen with", async () => {
    expect((await saidWith(emulator.apiKey)).said).toBeUndefined();
  });
});
