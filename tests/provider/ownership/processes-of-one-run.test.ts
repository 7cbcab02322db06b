import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Client, createClient } from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { createProviders } from "../../../provider";
import { Books } from "../../../provider/host/books";
import { Journal } from "../../../provider/create/journal/journal";
import { memoryStorage } from "../../../provider/create/journal/storage";
import type { Props } from "../../../provider/table/props";
import { volume } from "../fixtures";
import { wire } from "../rig";
import { ManualClock } from "../../support/manual-clock";

/**
 * An engine starts a provider process for each explicit provider, and one for each form of the package. Each is told of its own
 * resources only.
 */
describe("the provider processes of one run", () => {
  let clock: ManualClock;
  let emulator: Emulator;
  let platform: Client;
  let storage: ReturnType<typeof memoryStorage>;
  let ofRuns: ReturnType<typeof memoryStorage>;
  let living: Set<number>;
  let pids: number;
  let id: string;
  let first: Props;
  beforeEach(async () => {
    clock = new ManualClock(Date.UTC(2026, 4, 4, 9));
    emulator = await startEmulator({ clock, rateLimit: false });
    platform = createClient({ ...emulator, clock, limiter: false });
    [storage, ofRuns, living, pids] = [memoryStorage(), memoryStorage(), new Set(), 0];
    const making = process("an-earlier-run");
    const made = await making.networkVolume.create(await making.checked("first"));
    await making.end();
    [id, first] = [made.id, wire(made.outs)];
  });
  afterEach(async () => {
    await platform.close();
    await emulator.close();
  });

  function process(engine = "this-run", key = emulator.apiKey) {
    const pid = ++pids;
    living.add(pid);
    let books: Books | undefined;
    const providers = createProviders({
      env: {},
      clock,
      randomBytes: (size) => new Uint8Array(size).fill(pid),
      connect: (given) => createClient({ ...given, clock, limiter: false, random: () => 0 }),
      openBooks: ({ apiKey }) =>
        (books = new Books(clock, async () => ({
          ...{ journal: new Journal(storage, { apiKey }, false, () => [], ofRuns), backend: "b" },
          ...{ newId: () => `${pid}`, listLagMs: 30_000, process: { pid, startedAt: "", engine } },
          ...{ isAlive: (owner) => living.has(owner.pid), isEngineThere: async () => true },
        }))),
    });
    const config: Props = { "compute:apiKey": key, "compute:apiUrl": emulator.apiUrl };
    for (const each of Object.values(providers))
      void each.configure({ config: { get: (name) => config[name] as string | undefined } });
    return {
      ...providers,
      /** Inputs as the engine has them after `check`. */
      checked: async (name: string, over: Props = {}, olds: Props = {}) => {
        const { inputs, failures } = await providers.networkVolume.check(olds, asked(name, over));
        if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join());
        return wire(inputs);
      },
      end: async () => {
        await books?.end(0);
        await books?.leave();
        living.delete(pid);
      },
      forgotten: () => books?.ownership.forgottenObjects(),
      isKilled: () => void living.delete(pid),
    };
  }
  const asked = (name: string, over: Props = {}) => ({ ...volume, ...over, __key: `key-${name}`, __logicalName: name });
  const volumes = async () => (await platform.networkVolumes.list()).map((each) => each.id);
  const byAnother = /another resource of this program/;

  it("V-5: leave alone what another of them has just adopted", async () => {
    const [here, there] = [process(), process()];
    await here.networkVolume.create(await here.checked("second", { adopt: { id } }));
    await there.networkVolume.delete(id, { ...first, __stack: "stack" });
    expect(await volumes()).toEqual([id]);
    expect(await there.forgotten()).toEqual([]);
  });

  it("V-5: leave alone what another of them has just imported", async () => {
    const [here, there] = [process(), process()];
    await here.networkVolume.import(id, { __key: "key-second" });
    await there.networkVolume.delete(id, first);
    expect(await volumes()).toEqual([id]);
  });

  it("V-5: leave alone what the program has as a resource of another of them, or keeps as one", async () => {
    for (const name of ["other", "first"]) {
      const [here, there] = [process(), process()];
      const outputs = { ...first, __key: `key-${name}` };
      await here.networkVolume.diff(id, outputs, await here.checked(name, { name: first.name }, outputs));
      await there.networkVolume.delete(id, first);
      expect(await volumes()).toEqual([id]);
      await here.end();
      await there.end();
    }
  });

  it("U-2: leave a key in the account that another of them has in its list", async () => {
    const publicKey = "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs ada";
    const before = process("another-run");
    const single = await before.sshKey.create({ publicKey, __key: "key-single" });
    await before.end();
    const [here, there] = [process(), process()];
    const news = { keys: [publicKey], __key: "key-list" };
    await here.accountSshKeys.create(news);
    await there.sshKey.delete(single.id, wire(single.outs));
    expect(await platform.account.sshKeys.list()).toEqual([publicKey]);
  });

  it("V-5: delete nothing that another resource adopts and does not have yet, whichever of them serves that", async () => {
    for (const engine of ["this-run", "next-run"]) {
      const here = process(engine);
      const there = engine === "this-run" ? process(engine) : here;
      await here.checked("second", { adopt: { id } });
      await expect(there.networkVolume.delete(id, first)).rejects.toMatchObject({ code: "adoption_pending" });
      expect(await volumes()).toEqual([id]);
    }
  });

  it("tell nobody that the state has lost what another of them has", async () => {
    const earlier = process("another-run");
    const made = await earlier.networkVolume.create({ ...asked("first"), name: "second", __stack: "stack" });
    await earlier.end();
    const [here, there] = [process(), process()];
    const outputs = wire(made.outs);
    await here.networkVolume.diff(made.id, outputs, await here.checked("first", { name: "second" }, outputs));
    await there.networkVolume.delete(id, { ...first, __stack: "stack" });
    expect(await volumes()).toEqual([made.id]);
    expect(await there.forgotten()).toEqual([]);
  });

  it("V-5: delete what another of them replaces", async () => {
    const [here, there] = [process(), process()];
    const over = { dataCenter: "US-XX-1", dataLoss: "allow" };
    const news = await here.checked("first", over, first);
    expect(await here.networkVolume.diff(id, first, news)).toMatchObject({ replaces: ["dataCenter"] });
    const { id: now } = await here.networkVolume.create(await here.checked("first", over));
    await there.networkVolume.delete(id, first);
    expect(await volumes()).toEqual([now]);
  });

  it("refuse two of them one object, whichever comes first", async () => {
    const [here, there] = [process(), process()];
    await here.networkVolume.diff(id, first, await here.checked("first", {}, first));
    await expect(there.checked("second", { adopt: { id } })).rejects.toThrow(byAnother);
    for (const each of [here, there]) await each.end();
    const [next, other] = [process("next-run"), process("next-run")];
    await other.checked("second", { adopt: { id } });
    await expect(next.networkVolume.diff(id, first, await next.checked("first", {}, first))).rejects.toThrow(byAnother);
  });

  it("refuse that two of them adopt one object", async () => {
    await process().checked("second", { adopt: { id } });
    await expect(process().checked("third", { adopt: { id } })).rejects.toThrow(byAnother);
  });

  it.each([
    ["another run", () => process("another-run")],
    ["a process that was killed", () => Object.assign(process(), { wasKilled: true })],
  ])("V-5: heed nothing that %s has said", async (_, start) => {
    const here = start();
    await here.networkVolume.create(await here.checked("second", { adopt: { id } }));
    if ("wasKilled" in here) here.isKilled();
    const there = process();
    await there.networkVolume.delete(id, first);
    expect(await volumes()).toEqual([]);
  });

  it("leave nothing behind, and take away what killed ones have left", async () => {
    const killed = process();
    await killed.checked("second", { adopt: { id } });
    killed.isKilled();
    expect(ofRuns.entries.size).toBe(1);
    const next = process("next-run");
    await next.checked("second", { adopt: { id } });
    expect([...ofRuns.entries.keys()]).toEqual(["next-run~3~0"]);
    await next.end();
    expect(ofRuns.entries.size).toBe(0);
  });
});
