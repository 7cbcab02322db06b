import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import * as z from "zod";
import {
  type Driver,
  type DriverOptions,
  type Outcome,
  type Settings,
  type Snapshot,
  type Step,
  type StepOp,
  toStep,
  type Properties,
} from "./driver";

const properties = z.record(z.string(), z.unknown()).nullish();
const snapshot = z.object({ inputs: properties, outputs: properties }).nullish();
const keyList = z.array(z.string()).nullish();
const metadata = z.object({
  op: z.string(),
  urn: z.string(),
  type: z.string(),
  old: snapshot,
  new: snapshot,
  keys: keyList,
  diffs: keyList,
});
/** The lines of `--event-log` that matter here. The file holds debug messages too, which may show secrets: not read. */
const engineEvent = z.object({
  resOutputsEvent: z.object({ metadata }).optional(),
  diagnosticEvent: z.object({ severity: z.string(), message: z.string() }).optional(),
});

/** Where npm and pip put what a project's packages bring to run. */
const executables = [join("node_modules", ".bin"), join("venv", process.platform === "win32" ? "Scripts" : "bin")];

/** Drives the Pulumi CLI, with a state of its own that no other stack of the user shares. */
export class CliDriver implements Driver {
  readonly title = "Pulumi CLI";
  private readonly env: NodeJS.ProcessEnv;
  private operations = 0;

  constructor(private readonly options: DriverOptions) {
    const state = join(options.folder, "state");
    mkdirSync(state, { recursive: true });
    this.env = {
      ...process.env,
      // Where npm and npx run something, the programs of its packages are on the PATH, and the plugin is one of them.
      PATH: [...executables.map((name) => join(options.projectFolder, name)), process.env["PATH"]].join(delimiter),
      PULUMI_BACKEND_URL: `file://${state}`,
      PULUMI_HOME: join(options.folder, "home"),
      PULUMI_CONFIG_PASSPHRASE: "quickstart",
      PULUMI_SKIP_UPDATE_CHECK: "1",
      PULUMI_DEBUG_COMMANDS: "true",
    };
  }

  async open(): Promise<void> {
    await this.require(["stack", "init", this.options.stack]);
  }

  async set(settings: Settings): Promise<void> {
    const pairs = Object.entries(settings).flatMap(([key, { value, secret }]) => [
      secret ? "--secret" : "--plaintext",
      `${key}=${value}`,
    ]);
    await this.require(["config", "set-all", "--stack", this.options.stack, ...pairs]);
  }

  preview(): Promise<Outcome> {
    return this.operate("preview", []);
  }

  up(): Promise<Outcome> {
    return this.operate("up", ["--yes", "--skip-preview"]);
  }

  refresh(): Promise<Outcome> {
    return this.operate("refresh", ["--yes", "--skip-preview"]);
  }

  destroy(): Promise<Outcome> {
    return this.operate("destroy", ["--yes", "--skip-preview"]);
  }

  async close(): Promise<void> {
    await this.run(["stack", "rm", "--yes", "--force", this.options.stack]);
    rmSync(join(this.options.projectFolder, `Pulumi.${this.options.stack}.yaml`), { force: true });
  }

  private async operate(verb: string, flags: string[]): Promise<Outcome> {
    const log = join(this.options.folder, `events-${++this.operations}.json`);
    const { code, text } = await this.run([verb, "--stack", this.options.stack, "--event-log", log, ...flags]);
    const events = readEvents(log);
    const messages = events.flatMap(({ diagnosticEvent }) =>
      diagnosticEvent && isOfInterest(diagnosticEvent) ? [diagnosticEvent.message.trim()] : [],
    );
    const steps = events.flatMap(({ resOutputsEvent }) => (resOutputsEvent ? toSteps(resOutputsEvent.metadata) : []));
    return { ok: code === 0, steps, messages: code !== 0 && messages.length === 0 ? [text.trim()] : messages };
  }

  private async require(args: string[]): Promise<void> {
    const { code, text } = await this.run(args);
    if (code !== 0) throw new Error(`pulumi ${args.slice(0, 2).join(" ")} failed: ${text.trim()}`);
  }

  private run(args: string[]): Promise<{ code: number; text: string }> {
    const { projectFolder } = this.options;
    const all = [...args, "--cwd", projectFolder, "--non-interactive", "--color", "never"];
    return new Promise((resolve) => {
      const child = execFile(
        "pulumi",
        all,
        { env: this.env, signal: this.options.signal, maxBuffer: 64 * 1024 * 1024 },
        (_error, stdout, stderr) => {
          resolve({ code: child.exitCode ?? 1, text: stdout + stderr });
        },
      );
    });
  }
}

/** Errors and warnings, but for the one that a plugin comes from the PATH: this driver put it there. */
const isOfInterest = ({ severity, message }: { severity: string; message: string }): boolean =>
  severity === "error" || (severity === "warning" && !/^using pulumi-\S+ from \$PATH/.test(message));

/** The key that marks a secret in what Pulumi writes. */
const secretMark = "4dabf18193072939515e22adb298388d";

function mask(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(mask);
  if (typeof value !== "object" || value === null) return value;
  return secretMark in value ? "[secret]" : maskMap(value as Properties);
}

function maskMap(map: Properties): Properties {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, mask(value)]));
}

function readEvents(log: string): z.infer<typeof engineEvent>[] {
  const lines = readFileSync(log, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => engineEvent.parse(JSON.parse(line)));
}

const ops: Readonly<Record<string, StepOp>> = {
  same: "same",
  create: "create",
  update: "update",
  replace: "replace",
  delete: "delete",
};

/** The parts of a replacement (create-replacement, delete-replaced) are not steps of their own. */
function toSteps({ op, urn, type, old, new: next, keys, diffs }: z.infer<typeof metadata>): Step[] {
  const known = ops[op];
  if (!known) return [];
  const plain = (value: z.infer<typeof snapshot>): Snapshot => ({
    inputs: value?.inputs ? maskMap(value.inputs) : undefined,
    outputs: value?.outputs ? maskMap(value.outputs) : undefined,
  });
  return toStep(known, {
    urn,
    type,
    old: plain(old),
    next: plain(next),
    changedKeys: [...(keys ?? []), ...(diffs ?? [])],
  });
}
