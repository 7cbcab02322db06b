import { describe, expect, it } from "@jest/globals";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { createClient } from "../../client";
import { compiled } from "../examples/compiled";
import { linkedFolder } from "../examples/linked-folder";
import { codeBlocks, pages } from "./code-blocks";

const typescript = pages()
  .flatMap(codeBlocks)
  .filter(({ language }) => language === "ts");

/** The one block that has this text in it. */
function blockWith(text: string): string {
  const [block, ...others] = typescript.filter(({ code }) => code.includes(text));
  if (block === undefined || others.length > 0) throw new Error(`${others.length + 1} blocks or none with ${text}`);
  return block.code;
}

/** What a block exports, run as it stands. */
async function exportsOf<T>(text: string): Promise<T> {
  return (await import(join(linkedFolder({ "block.ts": blockWith(text) }), "block.ts"))) as T;
}

describe("programs of the documentation that are no stacks, run as they stand", () => {
  it("docs/guides/emulated-jobs.md: workers as functions", async () => {
    const { withWorkers } = await exportsOf<{ withWorkers: (test: (url: string) => Promise<void>) => Promise<void> }>(
      "withWorkers",
    );
    const answers: unknown[] = [];
    await withWorkers(async (queueUrl) => {
      const client = createClient({ apiUrl: queueUrl.replace(/\/queue$/, ""), queueUrl, apiKey: "emulator-key" });
      const endpoint = await client.serverless.create({
        name: "upper",
        type: "QUEUE",
        image: "registry.example.com/public/upper:1",
        gpu: { pools: ["ADA_24"] },
        workers: { min: 1, max: 1 },
        scaling: { type: "QUEUE_DELAY", queueDelay: 3 },
      });
      const job = await client.queue(endpoint.id).run({ text: "hello" });
      // The clock of this emulator stands still until it is moved.
      const headers = { "content-type": "application/json" };
      const advance = { method: "POST", headers, body: JSON.stringify({ advanceMs: 600_000 }) };
      await fetch(`${queueUrl.replace(/\/queue$/, "")}/_emulator/clock`, advance);
      answers.push(await job.status());
      await client.close();
    });
    expect(answers).toEqual([expect.objectContaining({ status: "COMPLETED", output: "HELLO" })]);
  });

  it("docs/guides/testing-stacks.md: what a program asks for, with Pulumi's mocks", () => {
    const program = `${blockWith("setMocks")}
import * as compute from "pulumi-compute-platform";
void asked(() => void new compute.NetworkVolume("data", { dataCenter: "EU-XX-1", size: 10 })).then((types) =>
  setImmediate(() => console.log(types.join())),
);`;
    const { stdout } = spawnSync(process.execPath, ["index.js"], {
      cwd: linkedFolder(compiled(program)),
      encoding: "utf8",
    });
    expect(stdout).toMatch(/NetworkVolume/);
  });

  it("import what Node finds in a project of ES modules too", () => {
    const imported = new Set(
      typescript.flatMap(({ code }) => [...code.matchAll(/ from "([^".][^"]*)";$/gm)].map(([, name]) => name)),
    );
    const ours = [...imported].filter(
      (name) => name?.startsWith("@pulumi/") || name?.startsWith("pulumi-compute-platform"),
    );
    const program = ours
      .map((name) => `await import("${name}").catch((error) => console.log(error.message));\n`)
      .join("");
    const { stdout, status } = spawnSync(process.execPath, ["index.mjs"], {
      cwd: linkedFolder({ "index.mjs": `${program}process.exit();` }),
      encoding: "utf8",
    });
    expect({ stdout, status, some: ours.length > 3 }).toEqual({ stdout: "", status: 0, some: true });
  });
});
