import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import * as z from "zod";
import { registerCancel } from "./commands/cancel";
import { registerCatalog } from "./commands/catalog";
import { registerConfig } from "./commands/config";
import { registerCost } from "./commands/cost";
import { registerDestroy } from "./commands/destroy";
import { registerDoctor } from "./commands/doctor";
import { registerDrift } from "./commands/drift";
import { registerEmulator } from "./commands/emulator";
import { registerJobs } from "./commands/jobs";
import { registerLogs } from "./commands/logs";
import { registerPreview } from "./commands/preview";
import { registerRefresh } from "./commands/refresh";
import { registerStack } from "./commands/stack";
import { registerUp } from "./commands/up";
import type { Io } from "./io";
import type { Register } from "./register";

/** One file a command; the order is that of the help text. */
const commands: readonly Register[] = [
  registerPreview,
  registerUp,
  registerRefresh,
  registerDestroy,
  registerConfig,
  registerStack,
  registerCancel,
  registerDrift,
  registerCost,
  registerDoctor,
  registerLogs,
  registerCatalog,
  registerJobs,
  registerEmulator,
];

/** The `compute` command. Throws commander's `CommanderError` where commander would end the process. */
export function createProgram(io: Io): Command {
  const program = new Command("compute")
    .description(
      "Stacks on the Compute Platform: deploy without the Pulumi CLI, emulate the platform, look after what runs.",
    )
    .version(packageVersion())
    .showHelpAfterError("Run with --help to see what there is.")
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => io.stdout.columns,
      getErrHelpWidth: () => io.stderr.columns,
    })
    .exitOverride();
  for (const register of commands) register(program, io);
  return program;
}

function packageVersion(): string {
  const text = readFileSync(join(packageRoot(), "package.json"), "utf8");
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

/** The same for dist/cli and for the sources under jest. */
function packageRoot(): string {
  return join(require.resolve("pulumi-compute-platform/package.json"), "..");
}
