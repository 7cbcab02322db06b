import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { createClient } from "../../client";
import { type Emulator, startEmulator } from "../../emulator";
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
  let emulator: Emulator;
  beforeEach(async () => void (emulator = await startEmulator({ speed: 1_000 })));
  afterEach(() => emulator.close());

  it("docs/guides/emulated-jobs.md: workers as functions", async () => {
    const { withWorkers } = await exportsOf<{ withWorkers: (test: (url: string) => Promise<void>) => Promise<void> }>(
      "withWorkers",
    );
    const answers: unknown[] = [];
    await withWorkers(async (queueUrl) => {
      const client = createClient({ apiUrl: queueUrl.replace(/\/queue$/, ""), queueUrl, apiKey: "emulator-key" });
      const endpoint = await client.serverless.create({
        ...{ name: "upper", type: "QUEUE", image: "registry.example.com/public/upper:1", gpu: { pools: ["ADA_24"] } },
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

  it("docs/guides/jobs.md: a log is shipped to its end, and its place is kept", async () => {
    const { ship } = await exportsOf<{
      ship: (podId: string, load: () => undefined, save: (place: string) => void) => Promise<void>;
    }>("lastEventId: load()");
    const { apiUrl, apiKey } = emulator;
    const client = createClient({ apiUrl, apiKey });
    const { id } = await client.pods.create({
      ...{ name: "x", image: "registry.example.com/public/x:1", cpu: { id: "cpu3c", vcpuCount: 2 } },
    });
    const places: string[] = [];
    const printed: string[] = [];
    const write = jest.spyOn(process.stdout, "write").mockImplementation((text) => printed.push(String(text)) > 0);
    Object.assign(process.env, { COMPUTE_API_URL: apiUrl, COMPUTE_API_KEY: apiKey });
    try {
      await emulator.clock.advance(60_000);
      let noted = () => undefined as void;
      const first = new Promise<void>((resolve) => (noted = resolve));
      const keep = (place: string) => (places.push(place), noted());
      const whole = ship(id, () => undefined, keep);
      await first;
      await client.pods.delete(id);
      await whole;
    } finally {
      write.mockRestore();
      delete process.env["COMPUTE_API_URL"];
      delete process.env["COMPUTE_API_KEY"];
    }
    expect(printed).toContain("container started (boot 1)\n");
    expect(places).toHaveLength(printed.length);
  });

  it("docs/guides/testing-stacks.md: what a program asks for, with Pulumi's mocks", () => {
    const program = `${blockWith("setMocks")}
import * as compute from "pulumi-compute-platform";
void asked(() => void new compute.NetworkVolume("data", { dataCenter: "EU-XX-1", size: 10 })).then((types) =>
  setImmediate(() => console.log(types.join())),
);`;
    const { stdout } = spawnSync(process.execPath, ["index.js"], {
      ...{ cwd: linkedFolder(compiled(program)), encoding: "utf8" },
    });
    expect(stdout).toMatch(/NetworkVolume/);
  });
});
