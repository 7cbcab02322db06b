import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Client, createClient } from "../../../client";
import type { Props } from "../../../provider/table/props";
import { publicKey, volume } from "../fixtures";
import { sightingIn } from "../../../provider/state/sighting";
import { Machine } from "../machine";
import { wire } from "../rig";
import { checkedBy } from "./checked-volumes";

const apiKey = "key-of-the-second";

describe("U-2: one SSH key in two accounts, of which each has a resource on this machine,", () => {
  let machine: Machine;
  let second: Client;
  let made: { readonly id: string; readonly outs: Props }[];
  beforeEach(async () => {
    machine = await Machine.start({ second: apiKey });
    second = createClient({ apiUrl: machine.emulator.apiUrl, apiKey, clock: machine.clock, limiter: false });
    made = [];
    for (const [index, keyOfProcess] of [undefined, apiKey].entries()) {
      const making = process(keyOfProcess);
      made.push(await making.sshKey.create({ ...publicKey, __key: `key-${index}`, __logicalName: `ada-${index}` }));
      await making.end();
    }
  });
  afterEach(async () => {
    await second.close();
    await machine.close();
  });

  const process = (keyOfProcess?: string) =>
    machine.process(keyOfProcess === undefined ? {} : { apiKey: keyOfProcess });
  const keys = async () => [await machine.platform.account.sshKeys.list(), await second.account.sshKeys.list()];
  const remove = async (index: 0 | 1) => {
    const removing = process([undefined, apiKey][index]);
    await removing.sshKey.delete(made[index]!.id, wire(made[index]!.outs));
    await removing.end();
  };

  it.each([
    { first: 0, then: 1, left: [[], [publicKey.publicKey]] },
    { first: 1, then: 0, left: [[publicKey.publicKey], []] },
  ] as const)(
    "is taken out of each account with its own resource, number $first first",
    async ({ first, then, left }) => {
      await remove(first);
      expect(await keys()).toEqual(left);
      await remove(then);
      expect(await keys()).toEqual([[], []]);
      expect(machine.warnings).toEqual([]);
    },
  );

  it.each([
    ["a replacement on request", "0"],
    ["a resource of another name", "9"],
  ])("is named where %s, made with the other key, leaves it in the account of before", async (_, name) => {
    const replacing = process(apiKey);
    const { id } = await replacing.sshKey.create({ ...publicKey, __key: `key-${name}`, __logicalName: `ada-${name}` });
    await replacing.sshKey.delete(id, wire(made[0]!.outs));
    expect(await keys()).toEqual([[publicKey.publicKey], [publicKey.publicKey]]);
    expect(machine.warnings).toEqual([expect.stringContaining(`SshKey ${id} was last seen with`)]);
    expect(machine.warnings[0]).toContain("it stays authorised there");
    await replacing.end();
  });
});

it.each<[string, (machine: Machine) => object]>([
  [
    "the settings name the platform by another address",
    ({ emulator }) => ({ apiUrl: emulator.apiUrl.replace("127.0.0.1", "localhost") }),
  ],
  [
    "the API key was rotated",
    ({ emulator }) => {
      emulator.store.keys.set({ key: "rotated", grant: "all", user: "owner" });
      return { apiKey: "rotated" };
    },
  ],
])("U-2: an SSH key that another resource got stays, when %s since", async (_, settingsOf) => {
  const machine = await Machine.start();
  try {
    const made: { readonly id: string; readonly outs: Props }[] = [];
    for (const index of [0, 1]) {
      const making = machine.process();
      made.push(await making.sshKey.create({ ...publicKey, __key: `key-${index}`, __logicalName: `ada-${index}` }));
      await making.end();
    }
    const seen = sightingIn(wire(made[0]!.outs));
    const entryOf = (index: number) => ({
      ...({ kind: "SshKey", id: made[index]!.id, key: `key-${index}`, seen } as const),
      urn: `urn:pulumi:dev::shop::compute:index:SshKey::ada-${index}`,
    });
    machine.states = [0, 1].map(entryOf);
    const removing = machine.process(settingsOf(machine));
    await removing.sshKey.delete(made[0]!.id, wire(made[0]!.outs));
    expect(await machine.platform.account.sshKeys.list()).toEqual([publicKey.publicKey]);
    expect(machine.warnings[0]).toContain("was not deleted: the resource ada-1 of the stack dev");
    await removing.sshKey.delete(made[1]!.id, wire(made[1]!.outs));
    expect(await machine.platform.account.sshKeys.list()).toEqual([]);
    await removing.end();
  } finally {
    await machine.close();
  }
});

it("A-24: a preview says that a run with another key made the object, which no state has, and lets it be adopted", async () => {
  const machine = await Machine.start();
  const making = machine.process();
  const { id } = await making.networkVolume.create(await checkedBy(making)("data"));
  await making.end();
  machine.emulator.store.keys.set({ key: "rotated", grant: "all", user: "owner" });
  const later = machine.process({ apiKey: "rotated" });
  const asked = { ...volume, __key: "key-data", __logicalName: "data" };
  const { failures } = await later.networkVolume.check({}, asked);
  expect(failures).toMatchObject([{ reason: expect.stringContaining(`made NetworkVolume ${id} (`) }]);
  expect((await later.networkVolume.check({}, { ...asked, adopt: { id } })).failures).toEqual([]);
  await machine.close();
});
