import { describe, expect, it } from "@jest/globals";
import { Accounts, type SeenElsewhere, type Sight } from "../../../provider/host/other-accounts";

const [here, there] = ["bbbbb@d1d1d", "aaaaa@d1d1d"];

const object = (kind: string, id: string, sight: Sight, isInAnyAccount = false): SeenElsewhere => ({
  kind,
  id,
  seen: there,
  here,
  isInAnyAccount,
  look: async () => sight,
});
const volume = (sight: Sight) => object("NetworkVolume", "v1", sight);
const key = object("SshKey", "SHA256:a", "there", true);

const run = (objects: readonly SeenElsewhere[]) => {
  const accounts = new Accounts();
  for (const each of objects) accounts.noteElsewhere(each);
  return accounts.warning();
};
const [theirs, ours] = ["aaaaa", "bbbbb"].map(
  (digest) => `the API key with the fingerprint ${digest} at the address with the fingerprint d1d1d`,
);

describe("A-24: a run with another key than the stack was last seen with", () => {
  it.each<[string, Sight, string]>([
    ["does not see the stack", "gone", "with it the platform shows no such object (404)"],
    ["A-4: is refused", "refused", "the platform refuses it (401)"],
    ["A-5: may not look", "forbidden", "the platform does not let it look (403)"],
  ])("says that it %s, although it changes nothing", async (_, sight, why) => {
    expect(await run([volume(sight)])).toContain(
      `This run uses another API key than the one that last saw NetworkVolume v1 of this stack: ${why}. Unless both belong`,
    );
    expect(await run([volume(sight)])).toMatch(
      new RegExp(`That object was last seen with ${theirs}; this run uses ${ours}\\.$`),
    );
  });

  it("says that the address is another one", async () => {
    expect(await run([{ ...volume("gone"), here: "aaaaa@d2d2d" }])).toMatch(/^This run uses another address than/);
    expect(await run([{ ...volume("gone"), here: "bbbbb@d2d2d" }])).toMatch(
      /^This run uses another API key and another address than/,
    );
  });

  it("says of how many others, always by the same one", async () => {
    const all = [object("Pod", "p1", "gone"), volume("gone"), object("Template", "t1", "gone")];
    const said = await run(all);
    expect(said).toMatch(/NetworkVolume v1 of this stack, like 2 other resources: with it/);
    expect(await run([...all].reverse())).toEqual(said);
  });

  it("U-2: says of SSH keys, which are the same in every account, that nobody can tell", async () => {
    for (const objects of [[key], [key, volume("unknown")], [object("SshKey", "SHA256:a", "gone", true)]])
      expect(await run(objects)).toMatch(
        /SSH keys are the same in every account.*if they do, a `refresh` records the new one/,
      );
    expect(await run([key, volume("gone")])).toMatch(/shows no such object/);
    expect(await run([object("SshKey", "SHA256:a", "refused", true)])).toMatch(/refuses it/);
  });

  it.each<[string, readonly SeenElsewhere[]]>([
    ["where the key was only rotated", [volume("there"), key]],
    ["where nobody can tell", [volume("unknown")]],
    ["where nothing was seen elsewhere", []],
  ])("says nothing %s", async (_, objects) => {
    expect(await run(objects)).toBeUndefined();
  });

  it("U-2: tells of a key that the state has of another account too, though the same one was seen with a key that was only rotated", async () => {
    const accounts = new Accounts();
    const rotated = "ccccc@d1d1d";
    accounts.noteElsewhere(key);
    accounts.noteElsewhere({ ...key, seen: rotated });
    accounts.noteSameAccount(rotated, here);
    expect(await accounts.warning()).toContain("the fingerprint aaaaa");
  });

  it("says nothing where the rest of the run shows that the key was only rotated", async () => {
    const accounts = new Accounts();
    accounts.noteElsewhere(key);
    accounts.noteSameAccount(there, here);
    expect(await accounts.warning()).toBeUndefined();
  });
});
