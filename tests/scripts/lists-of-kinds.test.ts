import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "@jest/globals";
import { kindNames } from "../../provider/kinds/names";

/** The gate is a module of its own kind, so that Node runs it. */
function found(text: string, by: "listsOfKinds" | "branchesOnKinds" = "listsOfKinds"): number[] {
  const gate = pathToFileURL("scripts/lists-of-kinds.mjs").href;
  const script = `import { kindsIn, ${by} } from ${JSON.stringify(gate)};
    const kinds = kindsIn(${JSON.stringify(readFileSync("provider/kinds/names.ts", "utf8"))});
    process.stdout.write(JSON.stringify({ kinds, lines: ${by}(${JSON.stringify(text)}, kinds) }));`;
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

describe("the gate against branches on a kind in shared code", () => {
  it.each([
    ["a comparison", 'const a = 1;\nif (kind === "Pod") stop();', [2]],
    ["a comparison the other way round", 'if ("Cluster" !== kind) stop();', [1]],
    ["a case", 'switch (kind) {\n  case "Endpoint":\n    return 1;\n}', [2]],
    ["a list of some", 'const machines = ["Pod", "Cluster"];', [1]],
    ["a lookup", 'const table = kinds["JobRun"];', [1]],
  ])("finds %s", (_what, text, lines) => {
    expect(found(text, "branchesOnKinds")).toEqual(lines);
  });

  it.each([
    ["a fact of the kind", "if (kinds[kind].operations.endedInError?.(object)) stop();"],
    ["a total map", "const price: Record<KindName, number> = { Pod: 1, Cluster: 2 };"],
    ["a name that a kind's is a part of", 'throw new Error("Pods", "PodError");'],
    ["a comment", '// as of "Pod"'],
  ])("lets pass %s", (_what, text) => {
    expect(found(text, "branchesOnKinds")).toEqual([]);
  });
});
