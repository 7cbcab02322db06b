import { describe, expect, it } from "@jest/globals";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigFile } from "../../../engine/project/config";
import { readYaml } from "../../../engine/project/yaml";
import { newEntry, type ResourceState } from "../../../engine/state/resource-state";
import { checkIntegrity, Snapshot } from "../../../engine/state/snapshot";
import { mostOfLarge, yardsticksOf } from "../../support/cpu-time";
import { temporaryFolder } from "../../support/temporary-folder";

describe("a stack's file", () => {
  it("with 40,000 settings is read in a time that grows with their number", async () => {
    const folder = temporaryFolder("large");
    const lines = Array.from({ length: 40_000 }, (_, n) => `  p:key${n}: value ${n}\n`);
    writeFileSync(join(folder, "Pulumi.dev.yaml"), `config:\n${lines.join("")}`);
    const took = await yardsticksOf(async () => {
      const file = await ConfigFile.open(folder, "p", "dev");
      file.set("key7", "changed", undefined);
      expect(file.read((cipher) => cipher).size).toBe(40_000);
      expect(file.sealed()["p:key7"]).toBe("changed");
    }, mostOfLarge);
    expect(took).toBeLessThan(mostOfLarge);
  });

  it.each([
    ["config:\n  a: 1\n  b: 2\n  a: 3\n", '"a" occurs again at line 4'],
    ["a: 1\na: 2\n", '"a" occurs again at line 2'],
    ["config:\n  p:list:\n    - { x: 1, x: 2 }\n", '"x" occurs again at line 3'],
    ["1: a\n1: b\n", "1 occurs again at line 2"],
  ])("with a key that occurs twice is refused with the place: %j", (text, expected) => {
    expect(() => readYaml("Pulumi.dev.yaml", text)).toThrow(`Pulumi.dev.yaml: Map keys must be unique: ${expected}`);
  });
});

describe("a state", () => {
  const type = "pkg:index:Thing";
  const urnOf = (name: string) => `urn:pulumi:dev::p::${type}::${name}`;
  const entry = (name: string, more: Partial<ResourceState> = {}) =>
    newEntry({ urn: urnOf(name), type, custom: true, id: name, ...more });

  it("with 60,000 entries of one URN is checked and put in order in a time that grows with their number", async () => {
    const replaced = (n: number) => entry("a", { id: `a-${n}`, delete: true, dependencies: [urnOf("a")] });
    const resources = [entry("a"), ...Array.from({ length: 60_000 }, (_, n) => replaced(n))];
    const took = await yardsticksOf(() => {
      checkIntegrity(resources);
      const snapshot = new Snapshot(resources);
      snapshot.keep(resources[0]!);
      expect(snapshot.resources()).toHaveLength(60_001);
    }, mostOfLarge);
    expect(took).toBeLessThan(mostOfLarge);
  });

  it("with a chain of 60,000 entries, taken over last first, is put in order", () => {
    const chain = Array.from({ length: 60_000 }, (_, n) =>
      entry(`t-${n}`, { dependencies: n === 0 ? [] : [urnOf(`t-${n - 1}`)] }),
    );
    const snapshot = new Snapshot(chain);
    for (const one of chain.toReversed()) snapshot.keep(one);
    expect(snapshot.resources()).toEqual(chain);
  });

  it("has each entry after one of those that it refers to, also where what was replaced refers back", () => {
    const first = entry("x", { id: "old", delete: true, dependencies: [urnOf("y")] });
    const [second, y] = [entry("x", { id: "new" }), entry("y", { dependencies: [urnOf("x")] })];
    const snapshot = new Snapshot([]);
    for (const one of [first, second, y]) snapshot.keep(one);
    expect(snapshot.resources()).toEqual([second, y, first]);
    checkIntegrity(snapshot.resources());
  });
});
