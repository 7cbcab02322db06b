import { describe, expect, it } from "@jest/globals";
import { createHmac } from "node:crypto";
import { differences } from "../../../provider/table/diff";
import { fingerprint, isFingerprintOf } from "../../../provider/state/fingerprint";
import { registryCredential } from "../../../provider/kinds/registry-credential/fields";
import { fingerprints } from "../../../provider/state/state";
import { credential, stateOf } from "../fixtures";

describe("a fingerprint", () => {
  it("is the same for the same secret of the same resource, and another for any other", () => {
    const one = fingerprint("r-1", "password", "winter-2026");
    expect(fingerprint("r-1", "password", "winter-2026")).toBe(one);
    const others = [
      fingerprint("r-2", "password", "winter-2026"),
      fingerprint("r-1", "username", "winter-2026"),
      fingerprint("r-1", "password", "winter-2027"),
    ];
    expect(new Set([one, ...others]).size).toBe(4);
    expect(isFingerprintOf(one, "r-1", "password", "winter-2026")).toBe(true);
    for (const other of others) expect(isFingerprintOf(other, "r-1", "password", "winter-2026")).toBe(false);
  });

  it("is no plain hash: nothing that takes a microsecond tells whether a guess is right", () => {
    const salts = ["compute:r-1:password", "compute:r-1:password:"];
    const guesses = salts.flatMap((salt) =>
      ["sha256", "sha512"].map((hash) => createHmac(hash, salt).update("winter-2026").digest("base64url")),
    );
    const print = fingerprint("r-1", "password", "winter-2026");
    for (const guess of guesses) expect(print).not.toContain(guess.slice(0, 8));
    expect(print).toMatch(/^s1:[\w-]{22}$/);
  });

  it("of an earlier version shows no difference for the same secret, and one for another", () => {
    const formerly = (name: string, secret: string) =>
      createHmac("sha256", `compute:id-1:${name}`).update(secret).digest("base64url");
    const state = {
      ...stateOf(registryCredential, credential),
      [fingerprints]: { username: formerly("username", "puller"), password: formerly("password", "example-only") },
    };
    expect(differences(registryCredential, "id-1", state, credential)).toEqual([]);
    expect(differences(registryCredential, "id-1", state, { ...credential, password: "other" })).toMatchObject([
      { name: "password", effect: "replace" },
    ]);
  });
});
