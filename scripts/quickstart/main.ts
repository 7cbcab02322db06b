import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { scriptArguments } from "../script-arguments";
import { CliDriver } from "./cli-driver";
import type { Driver } from "./driver";
import { keep } from "./keeping";
import { LocalDriver } from "./local-driver";
import { Platform } from "./platform";
import { pluginProject } from "./plugin-project";
import { pythonProject } from "./python-project";
import type { Told } from "./teller";
import { speed, tellStory } from "./tell-story";

const usage = `npm run quickstart [-- --engine local|cli --provider dynamic|plugin --language typescript|python]

Tells the life of a stack (examples/quickstart) against the emulator of the platform: preview, up, changes, drift, repair, an
idle pod stopped and started again, destroy. Runs the Pulumi CLI where it is on the PATH, otherwise the local engine; the resources are dynamic ones, or come
from the provider plugin, which programs in Python always use. Exit code 1 when anything is not as
expected. Leaves nothing running and touches no account.`;

/** dist/scripts/quickstart/main.js → the repository. */
const root = dirname(dirname(dirname(__dirname)));
const projectFolder = join(root, "examples", "quickstart");

/** Settings of a real account or of the user's own stacks must not reach the story. */
function forgetAccount(): void {
  for (const name of Object.keys(process.env)) {
    if (/^(COMPUTE|PULUMI)_/.test(name)) delete process.env[name];
  }
}

function hasPulumi(): boolean {
  try {
    execFileSync("pulumi", ["version"], {
      stdio: "ignore",
      env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "1" },
    });
    return true;
  } catch {
    return false;
  }
}

/** Where the program is; a copy in a temporary folder unless it can run where it stands. */
function projectOf({ language, provider }: Choice, folder: string): string {
  if (language === "python") return pythonProject(root, folder);
  return provider === "plugin" ? pluginProject(root, projectFolder, folder) : projectFolder;
}

interface Choice {
  readonly engine: "local" | "pulumi";
  readonly provider: "dynamic" | "plugin";
  readonly language: "typescript" | "python";
}

function choose(): Choice {
  const text = { type: "string" } as const;
  const { values } = scriptArguments(usage, { options: { engine: text, provider: text, language: text } });
  const asked = values.engine ?? (hasPulumi() ? "pulumi" : "local");
  const engine = asked === "cli" ? "pulumi" : asked;
  const language = values.language ?? "typescript";
  const provider = values.provider ?? (language === "python" ? "plugin" : "dynamic");
  if (engine !== "local" && engine !== "pulumi") refuse(`--engine is local or cli, not ${engine}`);
  if (language !== "typescript" && language !== "python") refuse(`--language is typescript or python, not ${language}`);
  if (language === "python" && provider === "dynamic")
    refuse("Programs in Python have the plugin's resources: leave --provider dynamic out");
  if (provider !== "dynamic" && provider !== "plugin") refuse(`--provider is dynamic or plugin, not ${provider}`);
  return { engine, provider, language };
}

function refuse(message: string): never {
  console.error(`${message}\n\n${usage}`);
  process.exit(2);
}

function summarise(told: readonly Told[], startedMs: number): boolean {
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const calls = told.reduce((sum, chapter) => sum + chapter.calls, 0);
  const unexpected = told.filter(({ surprises }) => surprises.length > 0);
  console.log(`\n${told.length} chapters, ${calls} requests to the platform, ${seconds} s`);
  for (const { title, surprises } of unexpected) console.log(`UNEXPECTED in "${title}": ${surprises.join("; ")}`);
  console.log(unexpected.length === 0 ? "Everything was as expected." : "Not everything was as expected.");
  return unexpected.length === 0;
}

async function main(): Promise<boolean> {
  const startedMs = performance.now();
  forgetAccount();
  const stopping = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const)
    process.once(name, () => stopping.abort(new Error(`stopped by ${name}`)));
  const { signal } = stopping;
  const choice = choose();
  const folder = mkdtempSync(join(tmpdir(), "compute-quickstart-"));
  const project = projectOf(choice, folder);
  const options = { projectFolder: project, folder, stack: `quickstart-${process.pid}`, signal };
  const driver: Driver = choice.engine === "pulumi" ? new CliDriver(options) : new LocalDriver(options);
  let platform: Platform | undefined;
  try {
    platform = await Platform.start(root, speed);
    console.log(
      `engine: ${driver.title}   language: ${choice.language}   provider: ${choice.provider}   platform: emulator at ${platform.addresses.apiUrl}, ${speed} times as fast`,
    );
    const now = () => performance.now();
    return summarise(
      await tellStory({ driver, keep: () => keep(options), platform, signal, print: console.log, now }),
      startedMs,
    );
  } finally {
    await driver.close();
    await platform?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

main().then(
  (asExpected) => {
    process.exitCode = asExpected ? 0 : 1;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
