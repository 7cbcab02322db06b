import { describe, expect, it } from "@jest/globals";
import { Accounts, type SeenElsewhere } from "../../../provider/ownership/accounts";
import type { Sight } from "../../../provider/ownership/earlier-objects";

const [here, there] = ["bbbbb@d1d1d", "aaaaa@d1d1d"];

const object = (kind: string, id: string, sight: Sight, isInAnyAccount = false): SeenElsewhere => ({
  ...{ kind, id, seen: there, here, isInAnyAccount },
  look: async () => sight,
});
const volume = (sight: Sight) => object("NetworkVolume", "v1", sight);
const key = object("SshKey", "SHA256:a", "there", true);

function run(objects: readonly SeenElsewhere[]) {
  const accounts = new Accounts();
  for (const each of objects) accounts.noteElsewhere(each);
  return accounts.warnings();
}

describe("A-24: a run with a key that does not see the stack says so, although it changes nothing", () => {
  it("of one resource", async () => {
    const [said] = await run([volume("gone")]);
    expect(said).toContain(
      "The NetworkVolume v1 of this stack is not visible with the key with the digest bbbbb at the address with the digest d1d1d",
    );
    expect(said).toContain(
      "it was last seen with the key with the digest aaaaa at the address with the digest d1d1d. What is shown",
    );
  });

  it("and of how many others, always by the same one", async () => {
    const all = [object("Pod", "p1", "gone"), volume("gone"), object("Template", "t1", "gone")];
    const said = await run(all);
    expect(said).toEqual([
      expect.stringContaining("at the address with the digest d1d1d, like 2 other resources. What is shown"),
    ]);
    expect(await run([...all].reverse())).toEqual(said);
    expect(said[0]).toContain("The NetworkVolume v1");
  });

  it.each<[string, readonly SeenElsewhere[]]>([
    ["where the key was only rotated", [volume("there")]],
    ["where nobody can tell", [volume("unknown")]],
    ["where nothing was seen elsewhere", []],
  ])("but not %s", async (_, objects) => {
    expect(await run(objects)).toEqual([]);
  });
});

describe("A run whose key the platform does not let in says so, although nothing has changed", () => {
  it.each<[string, readonly SeenElsewhere[]]>([
    ["once for all resources", [volume("refused"), object("Pod", "p1", "refused"), key]],
    ["where it would create something", [volume("refused")]],
    ["where the stack has nothing but SSH keys", [object("SshKey", "SHA256:a", "refused", true)]],
  ])("A-4: %s", async (_, objects) => {
    const [first] = [...objects].sort((a, b) => a.kind.localeCompare(b.kind));
    expect(await run(objects)).toEqual([
      "The platform refuses the key with the digest bbbbb at the address with the digest d1d1d (401), so nothing of this stack was compared with the " +
        "platform: what is shown as unchanged was not looked at, and an update or a deletion will fail. The " +
        `${first!.kind} ${first!.id} was last seen with the key with the digest aaaaa at the address with the digest d1d1d. What to do: set ` +
        "compute:apiKey, or the provider of the resource, to a key that the platform accepts.",
    ]);
  });

  it("A-5: and that it may not look, where the key lacks a permission", async () => {
    const [said, ...more] = await run([volume("forbidden")]);
    expect(said).toMatch(
      /^The platform does not let the key with the digest bbbbb at the address with the digest d1d1d look at the NetworkVolume v1 \(403\), so nothing/,
    );
    expect(said).toMatch(/to a key that may do so\.$/);
    expect(more).toEqual([]);
  });
});

describe("U-2: an SSH key is the same in every account, so that a run with another API key", () => {
  it.each<[string, readonly SeenElsewhere[]]>([
    ["says that it can't tell where nothing else was seen", [key]],
    ["and where nobody could look at the rest", [key, volume("unknown")]],
    ["says so where the rest of the stack is out of reach", [key, volume("gone")]],
  ])("%s", async (_, objects) => {
    const said = (await run(objects)).at(-1);
    expect(said).toMatch(
      /^SshKey SHA256:a was last seen with the key with the digest aaaaa .* is now used with .* bbbbb/,
    );
    expect(said).toContain("deletes SSH keys in the second account, while it is still in the first");
  });

  it("is silent where the rest of the stack shows that the API key was only rotated", async () => {
    expect(await run([key, volume("there")])).toEqual([]);
    const accounts = new Accounts();
    accounts.noteElsewhere(key);
    accounts.noteSameAccount(there, here);
    expect(await accounts.warnings()).toEqual([]);
  });

  it("does not keep the rest from being looked at", async () => {
    expect(await run([key, volume("gone")])).toHaveLength(2);
  });
});
