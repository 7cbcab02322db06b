import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { createClient } from "../../client";
import { type Emulator, startEmulator } from "../../emulator";
import { cliOnPath } from "../cli/run-cli";
import { notTried } from "../support/not-tried";
import { pythonHere } from "../support/python-here";
import { linkedFolder } from "../examples/linked-folder";
import { cliEnvironment } from "./cli-environment";

const image = "registry.example.com/acme/trainer:1";
const version = cliOnPath();
const which = process.platform === "win32" ? "where" : "which";
const runs = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: "ignore" }).status === 0;

const environment =
  version !== undefined && runs(which, "pulumi-language-python") ? pythonHere().environment : undefined;

interface Language {
  readonly language: string;
  readonly isHere: boolean;
  readonly yaml: string;
  /** Puts the program in place. */
  readonly take: (folder: string) => void;
}

const read = (folder: string, file: string) => readFileSync(join(folder, "imported", file), "utf8");

const languages: readonly Language[] = [
  {
    language: "typescript",
    isHere: version !== undefined,
    yaml: "name: taken\nruntime:\n  name: nodejs\n  options: { typescript: false }\nmain: index.js\n",
    take: (folder) => {
      const { outputText } = ts.transpileModule(read(folder, "imported.ts"), {
        compilerOptions: { module: ts.ModuleKind.CommonJS },
      });
      writeFileSync(join(folder, "index.js"), outputText);
    },
  },
  {
    language: "python",
    isHere: environment !== undefined,
    yaml: `name: taken\nruntime:\n  name: python\n  options: { virtualenv: ${JSON.stringify(environment)} }\n`,
    take: (folder) => writeFileSync(join(folder, "__main__.py"), read(folder, "imported.py")),
  },
  {
    language: "yaml",
    isHere: version !== undefined && runs(which, "pulumi-language-yaml"),
    yaml: "name: taken\nruntime: yaml\n",
    take: (folder) =>
      writeFileSync(join(folder, "Pulumi.yaml"), `name: taken\nruntime: yaml\n${read(folder, "imported.yaml")}`),
  },
];

const absent = languages.filter(({ isHere }) => !isHere).map(({ language }) => language);
for (const language of absent)
  notTried(`importing into ${language}`, `the CLI, or what it needs for ${language}, is not here`);

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator({ rateLimit: false, speed: 1_000 });
  const client = createClient({ apiUrl: emulator.apiUrl, apiKey: emulator.apiKey });
  const registry = await client.registries.create({ name: "reg", username: "puller", password: "pa55word-canary" });
  const volume = await client.networkVolumes.create({ name: "my data", size: 50, dataCenter: "EU-XX-1" });
  await client.pods.create({
    name: "trainer ${x}",
    image,
    gpu: { id: "NVIDIA L40S" },
    registry: registry.id,
    ports: ["22/tcp"],
    mounts: { network: [{ volumeId: volume.id, path: "/data" }] },
    env: { TOKEN: "t0ken-canary" },
  });
  const compute = { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 };
  await client.clusters.create({ name: "my data", type: "TRAINING", image, compute });
  await client.close();
});
afterAll(() => emulator.close());

describe(`compute import --all and the CLI (${absent.length === 0 ? "all here" : `skipped for ${absent.join(", ")}`})`, () => {
  it("are told apart by language", () => expect(languages).toHaveLength(3));

  for (const { language, yaml, take } of languages.filter(({ isHere }) => isHere)) {
    it(`${language}: what is imported previews as it is, and up sends no change`, async () => {
      const folder = linkedFolder({ "Pulumi.yaml": yaml, "index.js": "" });
      mkdirSync(join(folder, "state"));
      const env = cliEnvironment(folder, emulator);
      const run = (command: string, ...args: string[]) =>
        new Promise<string>((resolve, reject) => {
          execFile(command, args, { cwd: folder, env }, (error, out, err) =>
            error ? reject(new Error(`${command} ${args.join(" ")}:\n${out}${err}`)) : resolve(out + err),
          );
        });
      const pulumi = (...args: string[]) => run("pulumi", ...args, "--non-interactive", "--color", "never");
      await pulumi("stack", "init", "dev");
      expect(await run("compute", "import", "--all", "-l", language)).toContain("4 found");
      expect(await pulumi("import", "--file", "imported/import.json", "--generate-code=false", "--yes")).toContain(
        "= 4 imported",
      );
      take(folder);
      await pulumi("config", "set", "--secret", "regUsername", "puller");
      await pulumi("config", "set", "--secret", "regPassword", "pa55word-canary");
      const preview = await pulumi("preview", "--diff");
      // All but the credential are as they were; what no read shows is recorded.
      expect(preview).toMatch(/~ 1 to update\n\s+4 unchanged/);
      expect(preview).not.toMatch(/replace|unprotect|canary/);
      emulator.requests.clear();
      await pulumi("up", "--yes", "--skip-preview");
      expect(emulator.requests.list().filter(({ method }) => method !== "GET")).toEqual([]);
      expect(await pulumi("preview", "--expect-no-changes")).toContain("5 unchanged");
      expect(await run("compute", "import", "--all", "--out", "again")).toContain("Nothing to import");
    }, 240_000);
  }
});
