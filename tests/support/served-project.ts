import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "../../emulator";
import { linkedFolder } from "../examples/linked-folder";
import { inEitherForm, ways } from "./cli-project";
import { openServed, type ServedStack } from "./served-stack";

/** A stack of the local engine whose program a test rewrites, in one of the two forms of the package. */
export async function openProject(
  emulator: Pick<Emulator, "apiUrl" | "queueUrl" | "apiKey">,
  mode: "dynamic" | "plugin",
  speed = 20,
) {
  const folder = linkedFolder({ "Pulumi.yaml": "name: people\nruntime: nodejs\nmain: index.js\n", "index.js": "" });
  mkdirSync(join(folder, "node_modules", ".bin"));
  const { apiUrl, apiKey, queueUrl } = emulator;
  const env = { COMPUTE_API_URL: apiUrl, COMPUTE_API_KEY: apiKey, COMPUTE_QUEUE_URL: queueUrl };
  const options = { projectDir: folder, stack: "dev", backendUrl: `file://${folder}`, passphrase: "x", env };
  let heard: string[] = [];
  const notify = {
    warn: async (message: string) => void heard.push(`warning: ${message}`),
    info: async (message: string) => void heard.push(`info: ${message}`),
  };
  const stack: ServedStack = await openServed(options, { mode, speed, notify });
  const way = mode === "plugin" ? ways[1] : ways[0];
  const write = (program: string) =>
    writeFileSync(join(folder, "index.js"), inEitherForm(program).replace("process.env.WAY", JSON.stringify(way)));
  /** How it ended, and all that was said. */
  const told = async (program: string, run: () => ReturnType<ServedStack["up"]>) => {
    write(program);
    heard = [];
    const { result, diagnostics } = await run();
    const said = diagnostics.map(({ severity, message }) => `${severity}: ${message}`);
    return { result, said: [...heard, ...said].join("\n") };
  };
  return {
    stack,
    up: (program: string, options?: Parameters<ServedStack["up"]>[0]) => told(program, () => stack.up(options)),
    preview: (program: string) => told(program, () => stack.preview()),
  };
}
