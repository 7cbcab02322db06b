import { execFile, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { isDefaultProvider } from "../../engine/protocol/urn";
import { preload } from "../../engine/program/preload";
import { detailedLine, firstLine, type Times, readCalls, readState, sorted } from "../engine/support/normalise";
import { type Observation, type Scenario, type ScenarioStep, urnOf } from "../engine/support/scenario";
import { Workspace } from "../engine/support/workspace";

/** The CLI's version, or undefined where there is none on the PATH. */
export function cliOnPath(): string | undefined {
  const { status, stdout } = spawnSync("pulumi", ["version"], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

/** Runs a scenario with the real CLI. */
export async function runCli(scenario: Scenario): Promise<Observation[]> {
  const workspace = new Workspace();
  try {
    const observations: Observation[] = [];
    let times: Times = new Map();
    const made = new Set<string>();
    for (const step of scenario.steps) {
      const { stack = "dev" } = step;
      if (!made.has(stack)) await pulumi(workspace, ["stack", "init", stack]);
      made.add(stack);
      const end = await runCliStep(workspace, step);
      const read = await readState(workspace, times);
      times = read.times;
      observations.push({ ...end, ...readCalls(workspace, scenario), ...read.kept, cloud: workspace.objects() });
    }
    return observations;
  } finally {
    workspace.remove();
  }
}

export async function runCliStep(workspace: Workspace, step: ScenarioStep) {
  workspace.prepare(step);
  for (const [key, value] of Object.entries(step.config ?? {})) {
    if (value === null) await pulumi(workspace, ["config", "rm", key]);
    else if (typeof value === "string") await pulumi(workspace, ["config", "set", "--plaintext", key, value]);
    else await pulumi(workspace, ["config", "set", "--secret", key, value.secret]);
  }
  for (const verb of ["taint", "untaint"] as const)
    if (step[verb]) await pulumi(workspace, ["state", verb, "--yes", ...step[verb].map(urnOf)]);
  const log = path.join(workspace.dir, "events.jsonl");
  fs.rmSync(log, { force: true });
  const flags = [
    ...(step.run === "preview" ? [] : step.previewOnly ? ["--preview-only"] : ["--yes", "--skip-preview"]),
    ...(step.refreshFirst ? ["--refresh"] : []),
    ...(step.expectNoChanges ? ["--expect-no-changes"] : []),
    ...(step.clearPendingCreates ? ["--clear-pending-creates"] : []),
    ...(step.continueOnError ? ["--continue-on-error"] : []),
    ...(step.runProgram ? ["--run-program"] : []),
    ...(step.target ?? []).flatMap((name) => ["--target", urnOf(name)]),
    ...(step.targetDependents ? ["--target-dependents"] : []),
    ...(step.exclude ?? []).flatMap((name) => ["--exclude", urnOf(name)]),
    ...(step.excludeDependents ? ["--exclude-dependents"] : []),
    ...(step.replace ?? []).flatMap((name) => ["--replace", urnOf(name)]),
    ...["--parallel", String(step.parallel ?? 8), "--event-log", log],
  ];
  const { code } = await pulumi(workspace, [step.run, ...flags], true);
  return { ok: code === 0, ...readEvents(log) };
}

export async function pulumi(workspace: Workspace, args: string[], mayFail = false) {
  const env = {
    ...workspace.env,
    PULUMI_CONFIG_PASSPHRASE: workspace.passphrase,
    PULUMI_BACKEND_URL: workspace.backendUrl,
    PULUMI_HOME: path.join(workspace.dir, "home"),
    PULUMI_SKIP_UPDATE_CHECK: "1",
    PULUMI_DEBUG_COMMANDS: "1", // without it there is no --event-log
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "1",
    // Only to start sooner; what runs is the same.
    NODE_OPTIONS: preload().join(" "),
  };
  const stack = args[0] === "stack" ? [] : ["--stack", workspace.stack];
  const end = await exec("pulumi", [...args, ...stack, "--non-interactive"], workspace.dir, env);
  if (end.code !== 0 && !mayFail)
    throw new Error(`pulumi ${args.join(" ")} ended with ${end.code}:\n${end.stdout}${end.stderr}`);
  return end;
}

function exec(command: string, args: string[], cwd: string, env: Record<string, string>) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(command, args, { cwd, env: { ...process.env, ...env }, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      resolve({ code: error ? (typeof error.code === "number" ? error.code : 127) : 0, stdout, stderr });
    });
  });
}

interface Metadata {
  readonly op: string;
  readonly urn: string;
  readonly type: string;
  readonly detailedDiff?: Record<string, { diffKind: string }>;
}

/** Says the same as the error it goes with, or as the exit code. */
const echoes = /^(update|preview|refresh|destroy|Preview) (failed|canceled)$|^resource .* is invalid$/;

function readEvents(log: string): Pick<Observation, "summary" | "steps" | "errors" | "detailed"> {
  const lines = fs.existsSync(log) ? fs.readFileSync(log, "utf8").split("\n").filter(Boolean) : [];
  const events = lines.map((line) => JSON.parse(line));
  const steps: Metadata[] = events
    .flatMap((event) => event.resourcePreEvent?.metadata ?? [])
    .filter(({ urn, op }) => !isDefaultProvider(urn) && op !== "refresh");
  const detailed = steps
    .filter(({ type }) => type.startsWith("test:index:"))
    .flatMap(({ urn, detailedDiff }) =>
      Object.entries(detailedDiff ?? {}).map(([path, { diffKind }]) => detailedLine(urn, path, diffKind)),
    );
  const named = steps.map(({ op, urn }) => `${op} ${urn.split("::").pop()}`);
  const errors = events
    .flatMap((event) => event.diagnosticEvent ?? [])
    .filter(({ severity }) => severity === "error")
    .map(({ message }) => firstLine(message.replace(/<\{%.*?%\}>/g, "")))
    .filter((message) => !echoes.test(message));
  const summary = events.flatMap((event) => event.summaryEvent ?? []).at(-1)?.resourceChanges ?? {};
  const told = { summary, steps: sorted(named), errors: sorted([...new Set<string>(errors)]) };
  return detailed.length > 0 ? { ...told, detailed: sorted(detailed) } : told;
}
