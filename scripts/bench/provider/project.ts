import { fork } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import type { BenchProject } from "../engine/project";

const program = (from: string) => `const { Pod } = require("${from}");
for (let i = 0; i < Number(process.env.COUNT); i++)
  new Pod("pod" + i, { image: "registry.example.com/acme/app:1", cpu: { id: "cpu3c", vcpuCount: 2 } });
`;

const programInPython = `import os
import pulumi_compute as compute

for i in range(int(os.environ["COUNT"])):
    compute.Pod(f"pod{i}", image="registry.example.com/acme/app:1", cpu={"id": "cpu3c", "vcpu_count": 2})
`;

/** The form of the pods: dynamic resources, the plugin, or the plugin from Python in this environment. */
export type Mode = "dynamic" | "plugin" | { readonly python: string };

/** A directory with a program of this number of pods. @param root the checkout whose build it uses. */
export function makePodProject(
  count: number,
  platform: Platform,
  mode: Mode = "dynamic",
  root = process.cwd(),
): BenchProject {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "bench-provider-"));
  const write = (name: string, text: string) => fs.writeFileSync(path.join(dir, name), text);
  const modules = path.join(dir, "node_modules");
  const plugins = "plugins:\n  providers:\n    - name: compute\n      path: plugin\n";
  fs.mkdirSync(path.join(dir, "plugin"));
  fs.symlinkSync(pluginFile, path.join(dir, "plugin", "pulumi-resource-compute"));
  for (const folder of ["state", "journal", "node_modules"]) fs.mkdirSync(path.join(dir, folder));
  fs.symlinkSync(root, path.join(modules, "pulumi-compute-platform"));
  fs.symlinkSync(path.join(process.cwd(), "node_modules", "@pulumi"), path.join(modules, "@pulumi"));
  const runtime =
    typeof mode === "object"
      ? `name: python\n  options: { virtualenv: ${mode.python} }`
      : "name: nodejs\n  options: { typescript: false }";
  write("Pulumi.yaml", `name: bench\nruntime:\n  ${runtime}\n${mode === "dynamic" ? "" : plugins}`);
  write("package.json", '{ "private": true, "main": "index.js" }');
  write("index.js", program(mode === "plugin" ? "pulumi-compute-platform/plugin" : "pulumi-compute-platform"));
  write("__main__.py", programInPython);
  return {
    dir,
    backendUrl: `file://${dir}/state`,
    passphrase: "bench",
    env: {
      COUNT: String(count),
      COMPUTE_API_URL: platform.apiUrl,
      COMPUTE_API_KEY: platform.apiKey,
      COMPUTE_JOURNAL_DIR: path.join(dir, "journal"),
    },
    stateBytes: () => fs.statSync(path.join(dir, "state/.pulumi/stacks/bench/bench.json")).size,
    remove: () => fs.rmSync(dir, { recursive: true, force: true }),
  };
}

export const pluginFile = path.join(process.cwd(), "dist", "plugin", "pulumi-resource-compute.js");

/** Where pods are made, so quickly that only our own time counts. */
export interface Platform {
  readonly apiUrl: string;
  readonly apiKey: string;
  close(): void;
}

export async function startPlatform(): Promise<Platform> {
  const child = fork(path.join(__dirname, "platform.js"));
  const address = await new Promise<Omit<Platform, "close">>((resolve, reject) => {
    child.once("message", (message) => resolve(message as Omit<Platform, "close">));
    child.once("exit", (code) => reject(new Error(`the platform ended with ${code}`)));
  });
  return { ...address, close: () => child.disconnect() };
}
