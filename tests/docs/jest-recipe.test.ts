import { spawn } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { linkedFolder } from "../examples/linked-folder";
import { codeBlocks, root } from "./code-blocks";

const program = `import * as compute from "pulumi-compute-platform";
const pod = new compute.Pod("trainer", {
  name: "trainer",
  image: "registry.example.com/acme/trainer:1",
  cpu: { id: "cpu3c", vcpuCount: 2 },
});
export const id = pod.id;
`;

it("the recipe for jest passes in a project of a user's own", async () => {
  const blocks = codeBlocks("docs/guides/testing-stacks.md");
  const marked = (mark: string) => blocks.find(({ marks }) => marks.includes(mark));
  const recipe = marked("jest");
  const lines =
    recipe?.code
      .trim()
      .split("\n")
      .filter((line) => line !== "") ?? [];
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.length).toBeLessThanOrEqual(20);
  const folder = linkedFolder({
    "Pulumi.yaml": "name: recipe\nruntime: nodejs\n",
    "index.ts": program,
    "stack.test.ts": recipe?.code ?? "",
    "jest.config.json": marked("jest-config")?.code ?? "",
  });
  for (const scope of ["@jest", "@swc"])
    symlinkSync(join(root, "node_modules", scope), join(folder, "node_modules", scope));
  const env = {
    ...process.env,
    COMPUTE_JOURNAL_DIR: join(folder, "journal"),
    // Types are checked for all programs at once by `code-blocks.test.ts`.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
  };
  const jest = join(root, "node_modules", "jest", "bin", "jest.js");
  const child = spawn(process.execPath, [jest, "--ci"], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect({ code, said: code === 0 ? "" : said }).toEqual({ code: 0, said: "" });
  expect(said).toContain("1 passed");
}, 120_000);
