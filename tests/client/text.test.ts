import { describe, expect, it } from "@jest/globals";
import { logicalNames } from "../../cli/import/names";
import { addressOf } from "../../client/settings/address";
import { withoutEnds, withoutTrailing } from "../../client/text";
import { largeInputs } from "../../proofs/hostile/large-inputs";
import { backendAddress } from "../../provider/host/backend";
import { fingerprintOfLine } from "../../provider/kinds/shared/key-line";
import { yardsticksOf } from "../support/cpu-time";
import { attacksOn, expressionsIn } from "../support/expressions";

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

describe("foreign text of up to 400 kB", () => {
  const many = (sign: string) => sign.repeat(400_000);
  it.each([
    ["an SSH key", () => fingerprintOfLine(`ssh-ed25519 A${many("=")}A`)],
    ["a name on the platform", () => logicalNames([{ kind: "Pod", name: `a${many("-")}a` }])],
    ["an address", () => addressOf("api", { apiUrl: `https://api.test/a${many("/")}a` })],
    ["a backend", () => backendAddress(`s3://bucket/a${many("/")}a`, "/")],
    ["the name of a default provider", () => largeInputs["a provider whose name has 50,000 digits"]!()],
    ["a variable of a policy", () => largeInputs["a variable of a policy with 200,000 blanks and underscores"]!()],
  ])("is read in no time: %s", async (_, read) => {
    // A yardstick is the time of reading, ordering and writing a list of 50,000.
    expect(await yardsticksOf(read, 20)).toBeLessThan(20);
  });

  it("meets no expression that looks at the rest of a text again from each of its signs", () => {
    const layers = ["api", "client", "provider", "plugin", "sdk", "emulator", "engine", "cli", "disk", "values"];
    const expressions = expressionsIn(layers);
    expect(expressions.length).toBeGreaterThan(150);
    // Twenty thousand signs take a linear expression well below a millisecond, and a quadratic one a tenth of a second or more.
    const msOf = (pattern: RegExp, text: string): number => {
      const before = process.cpuUsage();
      text.replace(pattern, "");
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    const isSlow = (pattern: RegExp, text: string) => [1, 2, 3].every(() => msOf(pattern, text) > 50);
    const slow = expressions.filter(({ pattern }) =>
      [...attacksOn(pattern, 20_000)].some((text) => isSlow(pattern, text)),
    );
    expect(slow.map(({ place }) => place)).toEqual([]);
    expect([...attacksOn(/=+$/, 20_000)].some((text) => isSlow(/=+$/, text))).toBe(true);
  }, 120_000);
});
