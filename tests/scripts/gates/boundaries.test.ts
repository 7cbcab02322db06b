import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { temporaryFolder } from "../../support/temporary-folder";

const root = join(__dirname, "..", "..", "..");

/** For each rule of the gate one import that it forbids. */
const violations: Readonly<Record<string, { readonly from: string; readonly to: string; readonly isType?: true }>> = {
  "values-imports": { from: "values/own-member", to: "api/shared" },
  "api-imports": { from: "api/pods", to: "client/client" },
  "disk-imports": { from: "disk/index", to: "api/shared" },
  "client-imports": { from: "client/client", to: "provider/index" },
  "provider-imports": { from: "provider/index", to: "sdk/pod" },
  "plugin-imports": { from: "plugin/main", to: "engine/stack" },
  "sdk-imports": { from: "sdk/pod", to: "emulator/index" },
  "emulator-imports": { from: "emulator/index", to: "client/client" },
  "engine-imports": { from: "engine/stack", to: "api/pods" },
  "client-machinery-knows-no-family": { from: "client/http/transport", to: "client/families/pods" },
  "table-knows-no-kind": { from: "provider/table/diff", to: "provider/kinds/pod/fields" },
  "kinds-do-not-know-each-other": { from: "provider/kinds/cluster/fields", to: "provider/kinds/pod/rules" },
  "journal-knows-no-create": { from: "provider/journal/journal", to: "provider/create/create-once" },
  "ownership-knows-no-create": { from: "provider/ownership/claims", to: "provider/create/creates", isType: true },
  "foresight-does-nothing": {
    from: "provider/lifecycle/foresight/step",
    to: "provider/lifecycle/applying/apply",
    isType: true,
  },
  "build-needs-no-other-script": { from: "scripts/build/build", to: "scripts/docs/main" },
  "effects-ask-nobody": { from: "provider/effects/fate", to: "provider/ownership/ownership", isType: true },
  "displays-decide-nothing": { from: "cli/stack/rows", to: "provider/capacity/stock", isType: true },
  "plan-does-not-act": { from: "engine/plan/judge", to: "engine/run/execute", isType: true },
  "engine-knows-no-run-below-it": { from: "engine/state/snapshot", to: "engine/run/deployment" },
  "create-knows-no-lifecycle": { from: "provider/create/create-once", to: "provider/lifecycle/provider" },
  "host-knows-no-verb": { from: "provider/host/session", to: "provider/kinds/ready/fields" },
  "kinds-know-no-verb": { from: "provider/kinds/pod/view", to: "provider/lifecycle/verbs/diff", isType: true },
  "documents-and-terminal-know-no-command": { from: "cli/terminal/text", to: "cli/stack/rows", isType: true },
  "look-ups-know-no-resource": { from: "sdk/data-sources/pods", to: "sdk/classes/pod" },
  "kernel-knows-no-noun": { from: "emulator/kernel/pipeline", to: "emulator/pods/rules" },
  "one-table-mounts-the-nouns": { from: "emulator/clusters/view", to: "emulator/pods/routes" },
  "no-pulumi-below-provider": { from: "api/shared", to: "@pulumi/pulumi" },
  "no-private-code": { from: "cli/io", to: "proofs/main" },
  "no-development-dependencies": { from: "sdk/run", to: "only-for-tests" },
  "plugin-development-dependencies": { from: "plugin/server", to: "only-for-tests" },
};

const isPackage = (name: string) => !existsHere(name);
const existsHere = (name: string) =>
  /^(api|disk|client|provider|plugin|sdk|emulator|engine|cli|policies|proofs|scripts)\//.test(name);

/** What the gate reports of a repository with these files. */
function problemsOf(files: Readonly<Record<string, string>>): { rule: string; from: string; to: string }[] {
  const folder = temporaryFolder("boundaries");
  const packages = ["only-for-tests", "@pulumi/pulumi"];
  const all: Record<string, string> = {
    ...files,
    "tsconfig.json": "{}",
    "package.json": JSON.stringify({
      name: "x",
      devDependencies: { "only-for-tests": "1.0.0" },
      dependencies: { "@pulumi/pulumi": "1.0.0" },
    }),
    ...Object.fromEntries(packages.map((name) => [`node_modules/${name}/index.js`, "exports.x = 1;"])),
    ...Object.fromEntries(packages.map((name) => [`node_modules/${name}/package.json`, JSON.stringify({ name })])),
  };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const rooms = [...new Set(Object.keys(files).map((file) => file.split("/")[0]!))];
  const tool = join(root, "node_modules", "dependency-cruiser", "bin", "dependency-cruise.mjs");
  const config = join(root, "scripts/settings/boundaries.cjs");
  const options = ["--config", config, "--output-type", "json"];
  const report = execFileSync(process.execPath, [tool, ...rooms, ...options], { cwd: folder, maxBuffer: 1e8 });
  const { summary } = JSON.parse(report.toString()) as {
    summary: { violations: { rule: { name: string }; from: string; to: string }[] };
  };
  return summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}

describe("the gate of boundaries", () => {
  let found: { rule: string; from: string; to: string }[] = [];

  beforeAll(() => {
    const files: Record<string, string> = {};
    const add = (name: string, text: string) =>
      (files[`${name}.ts`] = (files[`${name}.ts`] ?? "export const x = 1;\n") + text);
    for (const { from, to, isType } of Object.values(violations)) {
      const path = isPackage(to) ? to : `${"../".repeat(from.split("/").length - 1)}${to}`;
      const name = `X${Object.keys(files).length}`;
      add(
        from,
        isType ? `export type { x as ${name} } from "${path}";\n` : `export { x as ${name} } from "${path}";\n`,
      );
      if (!isPackage(to)) add(to, "");
    }
    found = problemsOf(files);
  }, 60_000);

  it("has an example here of each of its rules", () => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- the configuration is no module of TypeScript
    const { forbidden } = require("../../../scripts/settings/boundaries.cjs") as { forbidden: { name: string }[] };
    const rules = forbidden.map(({ name }) => name).filter((name) => name !== "no-cycles");
    expect(rules.sort()).toEqual(Object.keys(violations).sort());
  });

  it.each(Object.keys(violations))("finds what %s forbids", (rule) => {
    const { from, to } = violations[rule]!;
    const isIt = (each: (typeof found)[number]) =>
      each.rule === rule && each.from === `${from}.ts` && each.to.includes(to);
    expect(found.filter(isIt)).toHaveLength(1);
  });

  it("finds a cycle, but for one that only types close", () => {
    const importing = (names: string, other: string) =>
      `import ${names} from "./${other}";\nexport const y = x;\nexport const x = 1;\n`;
    const files = {
      "engine/a.ts": importing("{ x as z }", "b"),
      "engine/b.ts": importing("{ x as z }", "a"),
      "engine/of-types/a.ts": importing("{ x as z }", "b"),
      "engine/of-types/b.ts": importing("type { x as z }", "a"),
    };
    const problems = problemsOf(files);
    expect(problems.map(({ rule }) => rule)).toContain("no-cycles");
    expect(problems.filter(({ from, to }) => `${from} ${to}`.includes("of-types"))).toEqual([]);
  }, 60_000);
});
