import { describe, expect, it } from "@jest/globals";
import { createHmac } from "node:crypto";
import { fingerprint } from "../../../provider/state/concealed";

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
});
