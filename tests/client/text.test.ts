import { describe, expect, it } from "@jest/globals";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { logicalNames } from "../../cli/import/names";
import { addressOf } from "../../client/settings/address";
import { withoutEnds, withoutTrailing } from "../../client/text";
import { root } from "../../proofs/root";
import { backendAddress } from "../../provider/create/journal/backend";
import { fingerprintOfLine } from "../../provider/kinds/shared/key-line";
import { cpuMsOf } from "../support/cpu-time";

describe("the ends of a text", () => {
  it.each([
    ["", "", ""],
    ["//", "", ""],
    ["a//", "a", "a"],
    ["//a/b//", "//a/b", "a/b"],
  ])("%j", (text, trailing, ends) => {
    expect(withoutTrailing(text, "/")).toBe(trailing);
    expect(withoutEnds(text, "/")).toBe(ends);
  });
});

describe("foreign text of 400 kB", () => {
  const many = (sign: string) => sign.repeat(400_000);
  it.each([
    ["an SSH key", () => fingerprintOfLine(`ssh-ed25519 A${many("=")}A`)],
    ["a name on the platform", () => logicalNames([{ kind: "Pod", name: `a${many("-")}a` }])],
    ["an address", () => addressOf("api", { apiUrl: `https://api.test/a${many("/")}a` })],
    ["a backend", () => backendAddress(`s3://bucket/a${many("/")}a`, "/")],
  ])("is read in no time: %s", async (_, read) => {
    expect(await cpuMsOf(read)).toBeLessThan(2_000);
  });

  it("meets no expression that looks for signs at the end of a text from each of them", () => {
    const layers = ["api", "client", "provider", "plugin", "sdk", "emulator", "engine", "cli", "files"];
    const sources = layers.flatMap((layer) =>
      readdirSync(join(root, layer), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    expect(sources.length).toBeGreaterThan(400);
    // `/x+$/` and `|x*$`, not anchored at the start; a class or one sign, with or without a backslash.
    const backtracking = /(?:[(,=]\s*\/|\|)(?:\[[^\]]+\]|\\?[^\s[\]^|/])[+*]\$\//;
    const found = sources.flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .flatMap((line, at) => (backtracking.test(line) ? [`${file}:${at + 1}`] : [])),
    );
    expect(found).toEqual([]);
  });
});
