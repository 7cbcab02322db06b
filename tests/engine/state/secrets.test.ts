import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { randomBytes } from "node:crypto";
import { newCrypter, openCrypter } from "../../../engine/state/secrets";
import { anyCharacters } from "../../support/hostile-text";

/** Made by CLI v3.260.0. */
const cli = {
  passphrase: "correct horse",
  salt: "v1:PS6V+pP4h1s=:v1:aSwUwMbDUEDPLu3Y:FozUJXPzTHU43O9kCoeO6R68xZjpIw==",
  cipher: "v1:NUAabXv7h2o8REEX:lk87kKoxSBzihhxetI4GARsOMkRPRAPFpjZZoFlZ",
  plain: "battery staple",
};

describe("the crypter", () => {
  it("opens what the CLI encrypted", async () => {
    const crypter = await openCrypter(cli.passphrase, cli.salt, randomBytes);
    expect(crypter.decrypt(cli.cipher)).toBe(cli.plain);
  });

  it("opens what it sealed, whatever it is, and never seals twice alike", async () => {
    const made = await newCrypter("x", randomBytes);
    const opened = await openCrypter("x", made.salt, randomBytes);
    fc.assert(fc.property(anyCharacters, (text) => opened.decrypt(made.encrypt(text)) === text));
    expect(made.encrypt("twice")).not.toBe(made.encrypt("twice"));
  });

  it("takes no tag that was cut short, which could be guessed", async () => {
    const crypter = await openCrypter(cli.passphrase, cli.salt, randomBytes);
    const [version, nonce, data = ""] = crypter.encrypt("").split(":");
    for (const length of [0, 4, 8, 12, 15]) {
      const cut = Buffer.from(data, "base64").subarray(0, length).toString("base64");
      expect(() => crypter.decrypt(`${version}:${nonce}:${cut}`)).toThrow(/cut short|malformed/);
    }
  });

  it("refuses another passphrase, a salt of another kind, and a changed text", async () => {
    await expect(openCrypter("wrong", cli.salt, randomBytes)).rejects.toMatchObject({ code: "passphrase" });
    await expect(openCrypter("x", "v2:what", randomBytes)).rejects.toMatchObject({ code: "passphrase" });
    const crypter = await openCrypter(cli.passphrase, cli.salt, randomBytes);
    expect(() => crypter.decrypt(cli.cipher.replace("lk8", "lk9"))).toThrow(
      expect.objectContaining({ code: "state", message: expect.stringMatching(/encrypted with another passphrase/) }),
    );
  });
});
