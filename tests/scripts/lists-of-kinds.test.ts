import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "@jest/globals";
import { kindNames } from "../../provider/kinds/names";

/** The gate is a module of its own kind, so that Node runs it. */
function found(text: string): number[] {
  const gate = pathToFileURL("scripts/lists-of-kinds.mjs").href;
  const script = `import { kindsIn, listsOfKinds } from ${JSON.stringify(gate)};
    const kinds = kindsIn(${JSON.stringify(readFileSync("provider/kinds/names.ts", "utf8"))});
    process.stdout.write(JSON.stringify({ kinds, lines: listsOfKinds(${JSON.stringify(text)}, kinds) }));`;
  const { kinds, lines } = JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "-e", script]).toString(),
  ) as { kinds: string[]; lines: number[] };
  expect(kinds).toEqual(kindNames);
  return lines;
}

describe("the gate against second lists of kinds", () => {
  it.each([
    ["an array", 'const all = ["Pod", "Cluster", "NetworkVolume"];', [1]],
    ["a union", 'type K =\n  | "Pod"\n  | "Cluster"\n  | "NetworkVolume"\n  | "RegistryCredential";', [2]],
    ["a map", "\nconst paths = {\n  Pod: 1,\n  Cluster: 2,\n  RegistryCredential: 3,\n};", [3]],
    ["branches", 'case "Pod":\n  return 1;\ncase "Cluster":\n  return 2;\ncase "NetworkVolume":\n  return 3;', [1]],
  ])("finds %s", (_what, text, lines) => {
    expect(found(text)).toEqual(lines);
  });

  it.each([
    ["two of them", 'const machines = ["Pod", "Cluster"];'],
    [
      "a map that the compiler holds against KindName",
      "const m: Record<KindName, number> = { Pod: 1, Cluster: 2, NetworkVolume: 3 };",
    ],
    ["a program", 'a({ kind: "Pod" });\na({ kind: "Cluster" });\na({ kind: "NetworkVolume" });'],
    ["a comment", '// "Pod", "Cluster", "NetworkVolume"'],
  ])("lets pass %s", (_what, text) => {
    expect(found(text)).toEqual([]);
  });
});
