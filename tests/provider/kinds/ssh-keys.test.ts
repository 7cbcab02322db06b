import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { hidden } from "../../../provider/state/state";
import type { Props } from "../../../provider/table/props";
import { fingerprintOfLine } from "../../../provider/kinds/shared/key-line";
import { type Program, startRig, Rig } from "../rig";

const ada = "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada@example.org";
const grace = "ssh-ed25519 AAAAC3Nza2made3up4key5for6docs7only8 grace@example.org";
const newGrace = "ssh-rsa AAAAB3Nza3made4up5key6for7docs8only9 grace@example.org";
const nameless = "ssh-ed25519 AAAAC3Nza4made5up6key7for8docs9only0";

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.emulator.close());

const there = () => rig.emulator.store.sshKeys;
const put = (...keys: string[]) => rig.platform.account.sshKeys.replace(keys);
const requests = () => rig.emulator.requests.list().map(({ method }) => method);
const single = (lines: Readonly<Record<string, string>>): Program =>
  Object.fromEntries(
    Object.entries(lines).map(([name, publicKey]) => [
      name,
      { kind: "SshKey" as const, inputs: { publicKey, __key: `key-${name}` } },
    ]),
  );
const whole = (keys: readonly string[], more: Props = {}): Program => ({
  team: { kind: "AccountSshKeys", inputs: { keys, ...more, __key: "key-team" } },
});
/** The same platform, and a program in another process that knows nothing of what is there. */
const otherStack = () => new Rig(rig.emulator, rig.clock, {});
/** What the engine does in a process of its own, with the state that there is. */
function nextRun(last: Rig = rig): Rig {
  const next = otherStack();
  for (const [name, entry] of last.state) next.state.set(name, entry);
  return next;
}

describe("an SshKey", () => {
  it("U-2: adds one line, leaves the others alone, and takes its own out again", async () => {
    await put(grace);
    expect(await rig.up(single({ ada }))).toEqual({ ada: "create" });
    expect(there()).toEqual([grace, ada]);
    expect(rig.entry("ada")).toMatchObject({
      id: fingerprintOfLine(ada),
      outputs: {
        publicKey: ada,
        comment: "ada@example.org",
        fingerprint: expect.stringMatching(/^SHA256:[\w+/]{43}$/),
      },
    });
    expect(await rig.refresh()).toEqual([]);
    rig.emulator.requests.clear();
    expect(await rig.up(single({ ada }))).toEqual({ ada: "same" });
    expect(requests()).toEqual([]);
    await rig.destroy();
    expect(there()).toEqual([grace]);
  });

  it("U-2: that takes over the key of another one, which gets a new one in the same up, keeps it", async () => {
    await rig.up(single({ one: ada, two: grace, three: newGrace }));
    expect(await rig.up(single({ one: grace, two: ada, three: newGrace }))).toMatchObject({
      one: "replace",
      two: "replace",
    });
    expect(there()).toEqual([ada, grace, newGrace]);
    await rig.up(single({ one: newGrace, two: grace, three: ada }));
    expect(there()).toEqual([ada, grace, newGrace]);
    // As a list of keys whose first one is taken out, where each resource is named by its place.
    expect(await rig.up(single({ one: grace, two: ada }))).toMatchObject({ three: "delete" });
    expect(there()).toEqual([ada, grace]);
    expect(await rig.refresh()).toEqual([]);
    await rig.destroy();
    expect(there()).toEqual([]);
  });

  it("U-2: that is new takes over the key of another one, which gets a new one in the same up, as where a list gets a new first key", async () => {
    await rig.up(single({ one: ada, two: grace }));
    expect(await rig.up(single({ one: newGrace, two: ada, three: grace }))).toEqual({
      one: "replace",
      two: "replace",
      three: "create",
    });
    expect(there().toSorted()).toEqual([ada, grace, newGrace].toSorted());
    expect(await rig.refresh()).toEqual([]);
    expect(await nextRun().up(single({ one: newGrace, two: ada, three: grace }))).toEqual({
      one: "same",
      two: "same",
      three: "same",
    });
  });

  it("A-24: that is gone is replaced because of its line, for it has no name", async () => {
    await rig.up(single({ ada }));
    await put();
    const { id, outputs, inputs } = rig.entry("ada");
    const diff = await rig.provider("SshKey").diff(id, { ...outputs, [hidden.isGone]: true }, inputs);
    expect(diff).toMatchObject({ replaces: ["publicKey"], differences: [{ name: "publicKey" }] });
  });

  it("has the fingerprint that ssh-keygen shows", () => {
    const line = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f test";
    expect(fingerprintOfLine(line)).toBe("SHA256:ZkAslGjFiUHdGf/WUL8rQvkib4PTvQatUV0OUQSncCA");
    expect(fingerprintOfLine(`${line} another comment`)).toBe(fingerprintOfLine(line));
  });

  it("U-2: has another id than any other key, be it base64 or not", () => {
    expect(fingerprintOfLine("ssh-x AAAA000001")).not.toBe(fingerprintOfLine("ssh-x AAAA000002"));
  });

  it("takes the line break at the end of a .pub file, and sends none", async () => {
    await rig.up(single({ ada: `${ada}\n` }));
    expect(there()).toEqual([ada]);
    expect(await rig.refresh()).toEqual([]);
    expect(await rig.up(single({ ada: `${ada}\n` }))).toEqual({ ada: "same" });
  });

  it("U-5: that is no key, or two lines of them, is refused before a call", async () => {
    await expect(rig.up(single({ ada: "not-a-key" }))).rejects.toThrow(/publicKey: expected one line.*allowed/);
    await expect(rig.up(single({ ada: `${ada}\n${grace}` }))).rejects.toThrow(/publicKey: expected one line/);
    expect(requests()).toEqual([]);
  });

  it("that is there already is taken over without a write", async () => {
    await put(ada, grace);
    rig.emulator.requests.clear();
    await rig.up(single({ ada }));
    expect(requests()).toEqual(["GET"]);
  });

  it("with another comment is changed in its place; another key replaces it, the new one first", async () => {
    await put(grace);
    await rig.up(single({ ada }));
    const laptop = ada.replace("ada@example.org", "ada@laptop");
    expect(await rig.up(single({ ada: laptop }))).toEqual({ ada: "update" });
    expect(there()).toEqual([grace, laptop]);
    expect(await rig.up(single({ ada: nameless }))).toEqual({ ada: "replace" });
    expect(there()).toEqual([grace, nameless]);
  });

  it("that somebody removed is drift, and added again; another's key is none", async () => {
    await rig.up(single({ ada }));
    await put(grace);
    rig.clock.advance(60_000);
    expect(await rig.refresh()).toEqual(["ada"]);
    await rig.up(single({ ada }));
    expect(there()).toEqual([grace, ada]);
    rig.clock.advance(60_000);
    await put(ada);
    expect(await rig.refresh()).toEqual([]);
  });

  it("declared twice in one program is refused", async () => {
    await expect(rig.up(single({ ada, alsoAda: ada }))).rejects.toThrow(
      /^publicKey: .*another resource of this program/,
    );
    expect(there()).toEqual([ada]);
  });

  it("is not lost when its resource gets another name", async () => {
    await rig.up(single({ ada }));
    const next = otherStack();
    for (const [name, entry] of rig.state) next.state.set(name, entry);
    expect(await next.up(single({ lovelace: ada }))).toEqual({ lovelace: "create", ada: "delete" });
    expect(there()).toEqual([ada]);
  });

  it("costs no more calls for many than for a few", async () => {
    const lines = Array.from({ length: 40 }, (_, at) => `ssh-ed25519 AAAA${String(at).padStart(6, "0")} k${at}`);
    const create = (publicKey: string) => rig.provider("SshKey").create({ publicKey, __provider: "SshKey" });
    const made = await Promise.all(lines.map(create));
    expect(there()).toHaveLength(40);
    // Read, written and read again for the first; the same once more for all that came meanwhile.
    expect(requests().length).toBeLessThanOrEqual(6);
    rig.clock.advance(60_000);
    rig.emulator.requests.clear();
    await Promise.all(made.map(({ id, outs }) => rig.provider("SshKey").read(id, outs)));
    expect(requests()).toEqual(["GET"]);
  });

  it("U-3: is put again where another stack's list took its place", async () => {
    let isFirst = true;
    rig.clock.onSleep = async () => {
      if (!isFirst) return;
      isFirst = false;
      await put(grace);
    };
    await rig.up(single({ ada }));
    expect(there()).toEqual([grace, ada]);
  });

  it("U-3: two stacks at once end up with all keys of both", async () => {
    const other = otherStack();
    const keys = (name: string) =>
      single(Object.fromEntries([1, 2, 3].map((at) => [`${name}${at}`, `ssh-ed25519 AAAA${name}${at} ${name}`])));
    await Promise.all([rig.up(keys("left")), other.up(keys("right"))]);
    expect(there()).toHaveLength(6);
  });

  it("gives up where somebody writes the list again and again, and says who that may be", async () => {
    rig.clock.onSleep = () => put(grace);
    await expect(rig.up(single({ ada }))).rejects.toMatchObject({
      code: "keys_contested",
      message: expect.stringMatching(/6 times.*AccountSshKeys/),
    });
  });

  it("A-30: whose answer is lost is there once", async () => {
    rig.emulator.faults.add({ method: "PUT", path: "/v2/account/ssh-keys", phase: "after" });
    await rig.up(single({ ada }));
    expect(there()).toEqual([ada]);
  });

  it("U-3, A-85: whose answer is lost is not sent again over what somebody else has put in since", async () => {
    rig.emulator.faults.add({ method: "PUT", path: "/v2/account/ssh-keys", phase: "after" });
    let isFirst = true;
    rig.clock.onSleep = async () => {
      if (!isFirst) return;
      isFirst = false;
      await put(ada, grace);
    };
    await rig.up(single({ ada }));
    expect(there()).toEqual([ada, grace]);
  });

  it("U-3: that was written and could not be read again is looked at by the next run, also if the program takes it back", async () => {
    await rig.up(single({ ada }));
    rig.clock.onSleep = async () => {
      rig.emulator.faults.add({
        method: "GET",
        path: "/v2/account/ssh-keys",
        phase: "before",
        status: 403,
        times: "always",
      });
    };
    await expect(rig.up(single({ ada: `${ada}-laptop` }))).rejects.toMatchObject({
      message: expect.stringMatching(
        /SSH keys were written, and before they could be read again something failed: .*403/,
      ),
    });
    expect(there()).toEqual([`${ada}-laptop`]);
    rig.clock.onSleep = async () => undefined;
    rig.emulator.faults.clear();
    const next = nextRun();
    expect(await next.up(single({ ada }))).toEqual({ ada: "update" });
    expect(there()).toEqual([ada]);
  });

  it("A-30: gives up where no answer ever comes, and says why", async () => {
    rig.emulator.faults.add({ method: "PUT", path: "/v2/account/ssh-keys", phase: "before", times: "always" });
    await expect(rig.up(single({ ada }))).rejects.toThrow("PUT /v2/account/ssh-keys");
    expect(requests().filter((method) => method === "PUT")).toHaveLength(4);
  });

  it("is imported by its fingerprint, with all that a program has to say", async () => {
    await put(ada);
    const { inputs } = await rig.provider("SshKey").import(fingerprintOfLine(ada), {});
    expect(inputs).toEqual({ publicKey: ada });
    await expect(rig.provider("SshKey").import("SHA256:none", {})).rejects.toMatchObject({ code: "import_refused" });
  });
});

describe("AccountSshKeys", () => {
  it("U-3: is the whole list, in whatever order, and changes nothing that is as it should be", async () => {
    await put(grace, ada);
    rig.emulator.requests.clear();
    expect(await rig.up(whole([ada, grace, `${ada}\n`]))).toEqual({ team: "create" });
    expect(new Set(requests())).toEqual(new Set(["GET"]));
    expect(await rig.refresh()).toEqual([]);
    expect(await rig.up(whole([grace, ada]))).toEqual({ team: "same" });
    expect(there()).toEqual([grace, ada]);
  });

  it("refuses in a preview to take away the last key of somebody else, and names it", async () => {
    await put(ada, grace, nameless);
    const { code, message } = (await rig
      .up(whole([ada]))
      .then(() => undefined)
      .catch((error: unknown) => error)) as Error & { code: string };
    expect(code).toBe("lockout_refused");
    expect(message).toContain("or add the key to `keys`: deleting the AccountSshKeys then removes it, too");
    expect(message).toContain(`grace@example.org (${fingerprintOfLine(grace)}), ${fingerprintOfLine(nameless)}`);
    expect(requests().filter((method) => method === "PUT")).toHaveLength(1);
    expect(there()).toEqual([ada, grace, nameless]);
  });

  it("takes the old key of somebody who has a new one, and says so", async () => {
    await put(ada, grace);
    await rig.up(whole([ada, newGrace]));
    expect(there()).toEqual([ada, newGrace]);
  });

  it("takes away what it put there itself, and anybody's where the program says so", async () => {
    await rig.up(whole([ada, grace]));
    expect(await rig.up(whole([ada]))).toEqual({ team: "update" });
    expect(there()).toEqual([ada]);
    await put(ada, grace);
    rig.clock.advance(60_000);
    expect(await rig.refresh()).toEqual(["team"]);
    await expect(rig.up(whole([ada]))).rejects.toMatchObject({ code: "lockout_refused" });
    expect(await rig.up(whole([ada], { lockout: "allow" }))).toEqual({ team: "update" });
    expect(there()).toEqual([ada]);
  });

  it("refuses a key that came after the last refresh, too", async () => {
    await rig.up(whole([ada]));
    await put(ada, nameless);
    await expect(rig.up(whole([ada, grace]))).rejects.toMatchObject({ code: "lockout_refused" });
    expect(there()).toEqual([ada, nameless]);
  });

  it("deleted, says which keys it removed, for they may have been in the account before it", async () => {
    await put(ada, nameless);
    await rig.up(whole([ada, grace, nameless]));
    expect(await rig.up(whole([ada, grace, nameless]))).toEqual({ team: "same" });
    await rig.destroy();
    expect(there()).toEqual([]);
    const names = `ada@example.org (${fingerprintOfLine(ada)}), grace@example.org (${fingerprintOfLine(grace)}), ${fingerprintOfLine(nameless)}`;
    expect(rig.informed).toContain(`AccountSshKeys: removed from the account's SSH keys: ${names}`);
  });

  it("deleted, removes what it set and leaves what others have added since", async () => {
    await rig.up(whole([ada, grace]));
    await put(ada, grace, nameless);
    expect(await rig.up(whole([ada, grace]))).toEqual({ team: "same" });
    await rig.destroy();
    expect(there()).toEqual([nameless]);
  });

  it("U-3: takes the place of single keys in one up, and they its place, without taking out a key that stays declared", async () => {
    await put(nameless);
    await rig.up(single({ one: ada, two: grace, three: newGrace }));
    const listing = nextRun();
    const dropped = { one: "delete", two: "delete", three: "delete" };
    expect(await listing.up(whole([ada, grace, nameless]))).toEqual({ team: "create", ...dropped });
    expect(there()).toEqual([ada, grace, nameless]);
    const splitting = nextRun(listing);
    expect(await splitting.up(single({ one: ada, two: grace }))).toEqual({
      one: "create",
      two: "create",
      team: "delete",
    });
    expect(there()).toEqual([ada, grace]);
    const told = `AccountSshKeys: removed from the account's SSH keys: ${fingerprintOfLine(nameless)}`;
    expect(splitting.informed).toContain(told);
    await nextRun(splitting).destroy();
    expect(there()).toEqual([]);
  });

  it("U-3: keeps what it lists where an earlier run ended before it had dropped the single key", async () => {
    await rig.up({ ...single({ one: ada }), ...whole([ada, grace]) });
    const later = nextRun();
    expect(await later.up(whole([ada, grace]))).toEqual({ team: "same", one: "delete" });
    expect(there()).toEqual([ada, grace]);
    await nextRun(later).destroy();
    expect(there()).toEqual([]);
  });

  it("declared twice is refused: an account has one list", async () => {
    const second: Program = { other: { kind: "AccountSshKeys", inputs: { keys: [ada], __key: "key-other" } } };
    await expect(rig.up({ ...whole([ada]), ...second })).rejects.toThrow(/^keys: .*another resource of this program/);
  });

  it("is imported with the keys that are there", async () => {
    await put(ada, grace);
    const { inputs } = await rig.provider("AccountSshKeys").import("ssh-keys", {});
    expect(inputs).toEqual({ keys: [ada, grace] });
  });
});
