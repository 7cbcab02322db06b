import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { LocalStack, type OperationResult } from "../../../engine";
import type { BenchProject } from "./project";

/** One of those that are timed. Each method throws when the operation fails. */
export interface Contender {
  readonly name: string;
  up(): Promise<void>;
  preview(): Promise<void>;
  refresh(): Promise<void>;
  destroy(): Promise<void>;
}

export async function localContender(project: BenchProject): Promise<Contender | undefined> {
  const about = { projectDir: project.dir, backendUrl: project.backendUrl, passphrase: project.passphrase };
  const stack = await LocalStack.open({ ...about, stack: "bench", env: project.env });
  const well = async (end: Promise<OperationResult>) => {
    const { result, diagnostics } = await end;
    if (result === "failed") throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  };
  return {
    name: "local engine",
    up: () => well(stack.up()),
    preview: () => well(stack.preview()),
    refresh: () => well(stack.refresh()),
    destroy: () => well(stack.destroy()),
  };
}

export async function cliContender(project: BenchProject): Promise<Contender | undefined> {
  const { status, stdout } = spawnSync("pulumi", ["version"], { encoding: "utf8" });
  if (status !== 0) return undefined;
  const env = {
    ...process.env,
    ...project.env,
    PULUMI_CONFIG_PASSPHRASE: project.passphrase,
    PULUMI_BACKEND_URL: project.backendUrl,
    PULUMI_HOME: `${project.dir}/home`,
    PULUMI_SKIP_UPDATE_CHECK: "1",
  };
  const run = async (...args: string[]) => {
    await promisify(execFile)("pulumi", [...args, "--non-interactive"], { cwd: project.dir, env, maxBuffer: 1 << 26 });
  };
  await run("stack", "init", "bench");
  const operate = (name: string) => () => run(name, "--yes", "--skip-preview", "--parallel", "16");
  return {
    name: `CLI ${stdout.trim()}`,
    up: operate("up"),
    preview: () => run("preview"),
    refresh: operate("refresh"),
    destroy: operate("destroy"),
  };
}
