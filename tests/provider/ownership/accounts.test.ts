import { describe, expect, it } from "@jest/globals";
import { Accounts } from "../../../provider/ownership/accounts";
import type { Sight } from "../../../provider/ownership/forgotten";

const [here, there] = ["bbbbb@https://platform.test", "aaaaa@https://platform.test"];

function run(sight: Sight | undefined, creates = true) {
  const accounts = new Accounts();
  if (sight) accounts.noteElsewhere({ kind: "NetworkVolume", id: "v1", seen: there, here, look: async () => sight });
  if (creates) accounts.noteCreate("Pod", "trainer", here);
  return accounts.warning();
}

describe("A create with another key than the rest of the stack was seen with", () => {
  it("A-24: is told of where that key does not see the rest", async () => {
    const said = await run("gone");
    expect(said).toContain('Pod "trainer" is created with the key with the digest bbbbb at https://platform.test');
    expect(said).toContain(
      "does not see the NetworkVolume v1 of this stack: that was last seen with the key with the digest aaaaa",
    );
  });

  it.each<[string, Sight | undefined, boolean]>([
    ["where the key was only rotated", "there", true],
    ["where nobody can tell", "unknown", true],
    ["where nothing was seen elsewhere", undefined, true],
    ["where nothing is created and the key sees the rest", "there", false],
  ])("is not, %s", async (_, sight, creates) => {
    expect(await run(sight, creates)).toBeUndefined();
  });
});

it("A-24: a run with a key that does not see the stack says so, although it changes nothing", async () => {
  const said = await run("gone", false);
  expect(said).toContain(
    "The NetworkVolume v1 of this stack is not visible with the key with the digest bbbbb at https://platform.test",
  );
  expect(said).toContain("it was last seen with the key with the digest aaaaa");
});
