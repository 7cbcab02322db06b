import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { ConfigFile } from "../../../engine/project/config";
import { type Crypter, newCrypter, openCrypter } from "../../../engine/state/secrets";

let directory: string;
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "local-engine-config-"));
});
afterEach(() => fs.rmSync(directory, { recursive: true, force: true }));

const open = (text?: string): Promise<ConfigFile> => {
  if (text !== undefined) fs.writeFileSync(path.join(directory, "Pulumi.dev.yaml"), text);
  return ConfigFile.open(directory, "vec", "dev");
};
const written = () => fs.readFileSync(path.join(directory, "Pulumi.dev.yaml"), "utf8");
const none = () => {
  throw new Error("nothing here is secret");
};

/** As CLI v3.260.0 writes it, with the passphrase "correct horse". */
const fromCli = `encryptionsalt: v1:PS6V+pP4h1s=:v1:aSwUwMbDUEDPLu3Y:FozUJXPzTHU43O9kCoeO6R68xZjpIw==
config:
  vec:token:
    secure: v1:NUAabXv7h2o8REEX:lk87kKoxSBzihhxetI4GARsOMkRPRAPFpjZZoFlZ
  vec:db:
    password:
      secure: v1:GoA3FeYhRm1Gn72I:i2d6l02F7aYKLiGfRViIyzDn0dC/i5b9UUI=
    port: 5432
`;

describe("a stack's config file", () => {
  it("is read as the CLI wrote it, structured values as JSON that is secret when a leaf of it is", async () => {
    const file = await open(fromCli);
    const crypter = await openCrypter("correct horse", file.salt ?? "", randomBytes);
    expect([...file.read(crypter.decrypt)]).toEqual([
      ["vec:token", { value: "battery staple", secret: true, secrets: ["battery staple"] }],
      [
        "vec:db",
        { value: '{"password":"nested one","port":5432}', secret: true, secrets: ["nested one"], isStructured: true },
      ],
    ]);
    expect(JSON.stringify(file.sealed())).not.toMatch(/battery|nested one/);
  });

  it("names the setting that the passphrase does not open, and what to do", async () => {
    const file = await open(fromCli);
    const other = await newCrypter("correct horse", randomBytes);
    expect(() => file.read(other.decrypt)).toThrow(
      /^vec:token in .*Pulumi\.dev\.yaml can't be decrypted: .*config set --secret vec:token/,
    );
  });

  it.each([
    ["5", "5"],
    ["1.50", "1.5"],
    ["true", "true"],
    ["12345678901234567890", "12345678901234567890"],
    ['"007"', "007"],
    ["plain words", "plain words"],
    ["", ""],
    ["[1, {a: b}]", '[1,{"a":"b"}]'],
  ])("gives programs %s as the text %s", async (yaml, text) => {
    const file = await open(`config:\n  vec:key: ${yaml}\n`);
    expect(file.read(none).get("vec:key")).toMatchObject({ value: text, secret: false, secrets: [] });
  });

  it("refuses an unquoted date, an environment and another secrets provider by name", async () => {
    const dated = await open("config:\n  vec:day: 2020-01-01\n");
    expect(() => dated.read(none)).toThrow(/unquoted date of vec:day/);
    await expect(open("environment: [prod]\n")).rejects.toThrow(/environments/);
    await expect(open("secretsprovider: awskms://key\n")).rejects.toThrow(/secrets provider/);
    await expect(open("config: [unclosed\n")).rejects.toMatchObject({ code: "project" });
  });

  it("keeps comments and order when a value is set, and gives keys without a namespace to the project", async () => {
    const file = await open("# ours\nconfig:\n  vec:b: x # first\n  other:a: y\n");
    file.set("new", "1", undefined);
    file.remove("other:a");
    await file.save();
    expect(written()).toBe('# ours\nconfig:\n  vec:b: x # first\n  vec:new: "1"\n');
  });

  it.each([
    ["the bare name", "config: {token: plain}\n"],
    ["config: in the middle", "config:\n  vec:config:token: plain\n"],
    ["two spellings", "config:\n  token: plain\n  vec:token: plain\n"],
  ])("has a key once after a change, and not after its removal, where the file spelled it with %s", async (_, text) => {
    const crypter: Crypter = await newCrypter("x", randomBytes);
    const file = await open(text);
    file.set("token", "hidden away", crypter);
    await file.save();
    expect(written()).toMatch(/^config:\s+(\{ )?vec:token:\s+(\{ )?secure: v1:[^\n]*\n$/);
    expect(Object.keys((await open()).sealed())).toEqual(["vec:token"]);

    const other = await open(text);
    expect([other.remove("token"), other.remove("token")]).toEqual([true, false]);
    expect([...other.read(none)]).toEqual([]);
  });

  it("takes a value where config is empty, and refuses a config that is no map by name", async () => {
    const file = await open("# ours\nconfig:\n");
    file.set("token", "1", undefined);
    await file.save();
    expect(written()).toBe('# ours\nconfig:\n  vec:token: "1"\n');
    for (const text of ["config: []\n", "config: hello\n"])
      await expect(open(text)).rejects.toThrow(/Pulumi\.dev\.yaml can't be read: its config is not a map/);
  });

  it("writes secrets encrypted, under a salt at the top", async () => {
    const crypter: Crypter = await newCrypter("x", randomBytes);
    const file = await open();
    file.set("token", "hidden away", crypter);
    file.setSalt(crypter.salt);
    await file.save();
    expect(written()).toMatch(/^encryptionsalt: v1:/);
    expect(written()).not.toContain("hidden away");
    const again = await open();
    expect(again.read(crypter.decrypt).get("vec:token")).toEqual({
      value: "hidden away",
      secret: true,
      secrets: ["hidden away"],
    });
  });
});
