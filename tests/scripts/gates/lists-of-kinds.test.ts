import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { kindNames } from "../../../provider/kinds/names";

interface Samples {
  readonly gate: "listsOfKinds" | "branchesOnKinds";
  readonly against: string;
  /** Each with the lines that it is found at. */
  readonly finds: readonly (readonly [what: string, text: string, lines: readonly number[]])[];
  readonly letsPass: readonly (readonly [what: string, text: string])[];
}

const samples: readonly Samples[] = [
  {
    gate: "listsOfKinds",
    against: "second lists of kinds",
    finds: [
      ["an array", 'const all = ["Pod", "Cluster", "NetworkVolume"];', [1]],
      ["a union", 'type K =\n  | "Pod"\n  | "Cluster"\n  | "NetworkVolume"\n  | "RegistryCredential";', [2]],
      ["a map", "\nconst paths = {\n  Pod: 1,\n  Cluster: 2,\n  RegistryCredential: 3,\n};", [3]],
      ["branches", 'case "Pod":\n  return 1;\ncase "Cluster":\n  return 2;\ncase "NetworkVolume":\n  return 3;', [1]],
    ],
    letsPass: [
      ["two of them", 'const machines = ["Pod", "Cluster"];'],
      [
        "a map that the compiler holds against KindName",
        "const m: Record<KindName, number> = { Pod: 1, Cluster: 2, NetworkVolume: 3 };",
      ],
      ["a program", 'a({ kind: "Pod" });\na({ kind: "Cluster" });\na({ kind: "NetworkVolume" });'],
      ["a comment", '// "Pod", "Cluster", "NetworkVolume"'],
    ],
  },
  {
    gate: "branchesOnKinds",
    against: "branches on a kind in shared code",
    finds: [
      ["a comparison", 'const a = 1;\nif (kind === "Pod") stop();', [2]],
      ["a comparison the other way round", 'if ("Cluster" !== kind) stop();', [1]],
      ["a case", 'switch (kind) {\n  case "Endpoint":\n    return 1;\n}', [2]],
      ["a list of some", 'const machines = ["Pod", "Cluster"];', [1]],
      ["a lookup", 'const table = kinds["JobRun"];', [1]],
    ],
    letsPass: [
      ["a fact of the kind", "if (kinds[kind].operations.endedInError?.(object)) stop();"],
      ["a total map", "const price: Record<KindName, number> = { Pod: 1, Cluster: 2 };"],
      ["a name that a kind's is a part of", 'throw new Error("Pods", "PodError");'],
      ["a comment", '// as of "Pod"'],
    ],
  },
];

/** The kinds that the gates know. */
let kinds: readonly string[];
/** The lines that a gate finds of a text. */
let found: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

/** The gate is a module of its own kind, so that Node runs it: once for all texts. */
beforeAll(() => {
  const texts = samples.map(({ gate, finds, letsPass }) => [gate, [...finds, ...letsPass].map(([, text]) => text)]);
  const script = `import * as gates from ${JSON.stringify(pathToFileURL("scripts/gates/lists-of-kinds.mjs").href)};
    const kinds = gates.kindsIn(${JSON.stringify(readFileSync("provider/kinds/names.ts", "utf8"))});
    const linesOf = (gate, texts) => Object.fromEntries(texts.map((text) => [text, gates[gate](text, kinds)]));
    const found = Object.fromEntries(${JSON.stringify(texts)}.map(([gate, texts]) => [gate, linesOf(gate, texts)]));
    process.stdout.write(JSON.stringify({ kinds, found }));`;
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", script]).toString();
  ({ kinds, found } = JSON.parse(said) as { kinds: string[]; found: typeof found });
});

it("the gates know the kinds that there are", () => {
  expect(kinds).toEqual(kindNames);
});

describe.each(samples)("the gate against $against", ({ gate, finds, letsPass }) => {
  it.each(finds)("finds %s", (_what, text, lines) => {
    expect(found[gate]![text]).toEqual(lines);
  });

  it.each(letsPass)("lets pass %s", (_what, text) => {
    expect(found[gate]![text]).toEqual([]);
  });
});
