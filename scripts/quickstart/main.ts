import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { scriptArguments } from "../script-arguments";
import { CliDriver } from "./cli-driver";
import type { Driver } from "./driver";
import { keep } from "./keeping";
import { CannotRun, cli, isOnPath, languages, requirePrograms } from "./languages";
import { LocalDriver } from "./local-driver";
import { Platform } from "./platform";
import type { Told } from "./teller";
import { speed, tellStory } from "./tell-story";

const usage = `npm run quickstart [-- --engine local|cli --provider dynamic|plugin --language ${Object.keys(languages).join("|")}]

Tells the life of a stack (examples/quickstart) against the emulator of the platform: preview, up, changes, drift, repair, an
idle pod stopped and started again, destroy. Runs the Pulumi CLI where it is on the PATH, otherwise the local engine, which does
not run programs in Go and YAML. The resources are dynamic ones, or come from the provider plugin, which programs in languages
other than TypeScript always use. Exit code 1 when anything is not as expected. Leaves nothing running and touches no account.`;

/** dist/scripts/quickstart/main.js → the repository. */
const root = dirname(dirname(dirname(__dirname)));

/** Settings of a real account or of the user's own stacks must not reach the story. */
function forgetAccount(): void {
  for (const name of Object.keys(process.env)) {
    if (/^(COMPUTE|PULUMI)_/.test(name)) delete process.env[name];
  }
}

interface Choice {
  readonly engine: "local" | "pulumi";
  readonly provider: "dynamic" | "plugin";
  readonly language: string;
}

function choose(): Choice {
  const text = { type: "string" } as const;
  const { values } = scriptArguments(usage, { options: { engine: text, provider: text, language: text } });
  const name = values.language ?? "typescript";
  const language = languages[name];
  if (!language) return refuse(`--language is ${Object.keys(languages).join(", ")}, not ${name}`);
  const provider = values.provider ?? language.providers[0];
  if (provider !== "dynamic" && provider !== "plugin")
    return refuse(`--provider is dynamic or plugin, not ${provider}`);
  if (!language.providers.includes(provider))
    return refuse(`Programs in ${name} have the plugin's resources: leave --provider dynamic out`);
  const asked = values.engine ?? (language.isClis || isOnPath("pulumi") ? "cli" : "local");
  if (asked !== "local" && asked !== "cli") return refuse(`--engine is local or cli, not ${asked}`);
  if (language.isClis && asked === "local")
    return refuse(`Programs in ${name} are run by the Pulumi CLI alone: leave --engine local out`);
  requirePrograms(name, { ...(asked === "cli" && cli), ...language.needs });
  return { engine: asked === "cli" ? "pulumi" : "local", provider, language: name };
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
  let driver: Driver | undefined;
  let platform: Platform | undefined;
  try {
    const project = languages[choice.language]!.project(root, folder, choice.provider);
    const options = { projectFolder: project, folder, stack: `quickstart-${process.pid}`, signal };
    driver = choice.engine === "pulumi" ? new CliDriver(options) : new LocalDriver(options);
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
    await driver?.close();
    await platform?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

main().then(
  (asExpected) => {
    process.exitCode = asExpected ? 0 : 1;
  },
  (error: unknown) => {
    console.error(error instanceof CannotRun ? error.message : error);
    process.exitCode = 1;
  },
);
