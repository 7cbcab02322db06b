import { describe, expect, it } from "@jest/globals";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { compiled } from "../examples/compiled";
import { openExampleHere, type Setting, wholeLife } from "../examples/example-stack";
import { linkedFolder } from "../examples/linked-folder";
import { createClient } from "../../client";
import type { Emulator } from "../../emulator";
import { codeBlocks, type CodeBlock, pages } from "./code-blocks";

const typescript = pages()
  .flatMap(codeBlocks)
  .filter(({ language }) => language === "ts");

/** A block is a whole stack when it makes resources and exports something of them. */
const isStack = ({ code }: CodeBlock) =>
  /^import .* from "pulumi-compute-platform";$/m.test(code) && /^export const /m.test(code);

/** What the program requires gets a value; the names are those of the text. */
const settingsFor = ({ code }: CodeBlock): Record<string, Setting> =>
  Object.fromEntries(
    [...code.matchAll(/\.(require|requireSecret)\("(\w+)"\)/g)].map(([, how, name]) => [
      name ?? "",
      { value: `value-of-${name}`, secret: how === "requireSecret" },
    ]),
  );

/** Makes what the program looks up by name, and what the names in the hovers stand for; the processes of jobs end. */
const existing =
  (code: string) =>
  async ({ apiUrl, apiKey, scripts }: Emulator) => {
    if (code.includes("runToCompletion: true")) scripts.add({ exitAfterMs: 60_000 });
    const client = createClient({ apiUrl, apiKey });
    const names = [...code.matchAll(/get(\w+?)Output\(\{ name: "([\w-]+)" \}\)/g)];
    const pod = { image: "registry.example.com/public/x:1", cpu: { id: "cpu3c", vcpuCount: 2 }, disk: 10 };
    const make: Record<string, (name: string) => Promise<unknown>> = {
      NetworkVolume: (name) => client.networkVolumes.create({ name, size: 10, dataCenter: "EU-XX-1" }),
      Pod: (name) => client.pods.create({ ...pod, name }),
    };
    for (const [, kind = "", name = ""] of names) await make[kind]?.(name);
  };

const stacks = typescript.filter(isStack).map((block) => ({ ...block, at: `${block.page}:${block.line}` }));

describe("stacks of the documentation", () => {
  it("are found in the README and in guides", () => {
    const of = (start: string) => stacks.filter(({ page }) => page.startsWith(start)).length;
    expect(of("README.md")).toBeGreaterThan(0);
    expect(of("docs/guides/")).toBeGreaterThan(2);
  });

  it.each(stacks)(
    "$at: up, an empty preview, and a destroy that leaves nothing",
    async (block) => {
      const folder = linkedFolder({ "Pulumi.yaml": "name: documented\nruntime: nodejs\n", ...compiled(block.code) });
      expect(await wholeLife(folder, settingsFor(block), existing(block.code))).not.toEqual([]);
    },
    60_000,
  );
});

describe("programs of docs/guides/plugin.md", () => {
  const ofPlugin = (text: string) => {
    const found = typescript.filter(({ page, code }) => page === "docs/guides/plugin.md" && code.includes(text));
    return found[0]?.code ?? "";
  };
  const folderOf = (code: string) =>
    linkedFolder({ "Pulumi.yaml": "name: documented\nruntime: nodejs\n", ...compiled(code) });

  it("choose the plugin by one line, which takes the place of the import of a stack", async () => {
    const [block] = stacks.filter(({ page }) => page === "README.md");
    const code = block!.code.replace(/^import .* from "pulumi-compute-platform";\n/m, ofPlugin("import"));
    expect(code).toContain("pulumi-compute-platform/plugin");
    const made = await wholeLife(folderOf(code), settingsFor(block!), existing(code), { mode: "plugin" });
    expect(made).not.toEqual([]);
  }, 60_000);

  it("use a second account by a key of its own, and nothing of the first", async () => {
    const code = ofPlugin("new compute.Provider");
    const folder = folderOf(code);
    const accounts = { second: "key-of-the-second" };
    const settings = { secondKey: { value: accounts.second, secret: true } };
    const { stack, emulator, objects, close } = await openExampleHere(folder, settings, { mode: "plugin", accounts });
    try {
      const { "index.js": program } = compiled(code.replace("https://api.compute.example.com", emulator.apiUrl));
      writeFileSync(join(folder, "index.js"), program);
      const client = createClient({ apiUrl: emulator.apiUrl, apiKey: accounts.second });
      expect(await stack.up()).toMatchObject({ result: "succeeded", outputs: { status: "RUNNING" } });
      expect(await objects()).toEqual([]);
      expect((await client.pods.list()).pods).toMatchObject([{ name: expect.stringMatching(/^trainer-/) }]);
      expect(await stack.destroy()).toMatchObject({ result: "succeeded" });
      expect((await client.pods.list()).pods).toEqual([]);
      await client.close();
    } finally {
      await close();
    }
  }, 60_000);
});

describe("stacks of guides that export nothing", () => {
  const open = async (page: string, text: string) => {
    const block = typescript.find((each) => each.page === page && each.code.includes(text));
    if (!block) throw new Error(`${page} has no block with ${text}`);
    return openExampleHere(
      linkedFolder({ "Pulumi.yaml": "name: documented\nruntime: nodejs\n", ...compiled(block.code) }),
    );
  };

  it("docs/guides/adopt.md: takes over a volume that is there, and then owns it", async () => {
    const { stack, emulator, objects, close } = await open("docs/guides/adopt.md", "adopt: {");
    try {
      const client = createClient(emulator);
      await client.networkVolumes.create({ name: "datasets", size: 500, dataCenter: "EU-XX-1" });
      await client.close();
      emulator.requests.clear();
      expect(await stack.up()).toMatchObject({ result: "succeeded" });
      expect(emulator.requests.list().filter(({ method }) => method !== "GET")).toEqual([]);
      expect(await stack.destroy()).toMatchObject({ result: "succeeded" });
      expect(await objects()).toEqual([]);
    } finally {
      await close();
    }
  }, 60_000);

  it("docs/guides/mounts-and-data-safety.md: a protected volume outlives a destroy", async () => {
    const { stack, objects, close } = await open("docs/guides/mounts-and-data-safety.md", "protect: true");
    try {
      expect(await stack.up()).toMatchObject({ result: "succeeded" });
      expect(await stack.destroy()).toMatchObject({ result: "failed" });
      expect(await objects()).toEqual([expect.stringMatching(/^NetworkVolume results/)]);
    } finally {
      await close();
    }
  }, 60_000);
});
