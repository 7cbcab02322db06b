import { execFile } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as grpc from "@grpc/grpc-js";
import * as automation from "@pulumi/pulumi/automation/server";
import * as sdkSettings from "@pulumi/pulumi/runtime/settings";
import * as language from "@pulumi/pulumi/proto/language_grpc_pb";
import type { InlineProgram } from "../../engine";
import { channelOptions } from "../../engine/protocol/proto";
import { type OwnRun, startRun } from "../../engine/program/uncaught";
import { isDefaultProvider } from "../../engine/protocol/urn";
import { line, patternOf, type Work } from "./local";
import { passphrase, stackName, type Told } from "./story";
import { untilItWaits, waitsForEver } from "./ending";

/**
 * Runs one operation with the CLI. The program runs in this process, as the Automation API has it: a process of Node
 * for each program would take most of the time. The signal kills the CLI.
 */
export async function runCli({ step, program, folder, env, parallel }: Work, signal: AbortSignal): Promise<Told> {
  const { target = [], exclude = [], replace = [] } = step;
  const [verb, ...refresh] = step.do.split(" ");
  const log = join(folder, "events.jsonl");
  rmSync(log, { force: true });
  const flags = [
    ...refresh,
    ...(verb === "preview" ? [] : ["--yes", "--skip-preview"]),
    ...target.flatMap((name) => ["--target", patternOf(name)]),
    ...(step.targetDependents ? ["--target-dependents"] : []),
    ...exclude.flatMap((name) => ["--exclude", patternOf(name)]),
    ...(step.excludeDependents ? ["--exclude-dependents"] : []),
    ...replace.flatMap((name) => ["--replace", patternOf(name)]),
    ...(step.continueOnError ? ["--continue-on-error"] : []),
    ...(step.runProgram ? ["--run-program"] : []),
    ...["--parallel", String(parallel), "--event-log", log, "--stack", stackName, "--non-interactive"],
  ];
  const served = await serveProgram(program);
  try {
    const over = new AbortController();
    const ends = AbortSignal.any([signal, over.signal]);
    const errors: string[] = [];
    if (step.continueOnError)
      void untilItWaits(log, ends).then(
        () => {
          errors.push(waitsForEver);
          over.abort();
        },
        () => undefined,
      );
    const { failure } = await pulumi([verb!, ...flags, ...served.flags], folder, env, ends);
    over.abort();
    if (failure !== undefined) errors.push(failure);
    return { result: failure === undefined ? "succeeded" : "failed", steps: stepsIn(log), errors };
  } finally {
    served.close();
  }
}

/** The SDK keeps it to itself, and uses it for programs that are functions. */
const { LanguageServer } = automation as unknown as {
  readonly LanguageServer: new (
    program: () => Promise<unknown>,
  ) => grpc.UntypedServiceImplementation & {
    run: (...call: unknown[]) => unknown;
  };
};

// The SDK speaks to thousands of engines from this process, and one may listen where another was.
Object.assign((sdkSettings as unknown as { readonly grpcClientOptions: object }).grpcClientOptions, channelOptions);

/** Serves a program of this process to the CLI. */
export async function serveProgram(program: InlineProgram): Promise<{ flags: string[]; close: () => void }> {
  const server = new grpc.Server();
  const service = new LanguageServer(async () => program());
  const runs: OwnRun<unknown>[] = [];
  // What an engine's last run left behind must not fail this one, nor the other way round.
  const run = service.run.bind(service);
  service.run = (...call) => void runs.push(startRun(() => run(...call)));
  server.addService(language.LanguageRuntimeService, service);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const close = () => {
    for (const { end } of runs) end(true);
    server.forceShutdown();
  };
  return { flags: ["--client", `127.0.0.1:${port}`, "--exec-kind", "auto.inline"], close };
}

/** Runs the CLI. `failure` is the text that it failed with. */
export function pulumi(
  args: readonly string[],
  cwd: string,
  more: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<{ readonly stdout: string; readonly failure: string | undefined }> {
  const env = {
    ...process.env,
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    ...more,
    PULUMI_BACKEND_URL: `file://${join(cwd, "state")}`,
    PULUMI_HOME: join(cwd, "home"),
    PULUMI_SKIP_UPDATE_CHECK: "1",
    PULUMI_DEBUG_COMMANDS: "1", // without it there is no --event-log
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "1",
    PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS: "1",
    // It runs for a second. To collect garbage takes a third of what its start takes.
    GOGC: "off",
    GOMEMLIMIT: "1GiB",
  };
  return new Promise((resolve) => {
    const child = execFile("pulumi", args, { cwd, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      resolve({ stdout, failure: error ? `${stdout}${stderr}` : undefined }),
    );
    // Not left to execFile, which asks a process to end and does not wait until it has.
    signal?.addEventListener("abort", () => child.kill("SIGKILL"), { once: true });
  });
}

interface Event {
  readonly resourcePreEvent?: { readonly metadata: Metadata };
  readonly resOpFailedEvent?: { readonly metadata: Metadata };
}

interface Metadata {
  readonly op: string;
  readonly urn: string;
  readonly detailedDiff?: Readonly<Record<string, { readonly diffKind: string }>>;
}

function stepsIn(log: string): string[] {
  const lines = existsSync(log) ? readFileSync(log, "utf8").split("\n").filter(Boolean) : [];
  return lines
    .map((text) => JSON.parse(text) as Event)
    .flatMap(({ resourcePreEvent, resOpFailedEvent }) => {
      const about = (resourcePreEvent ?? resOpFailedEvent)?.metadata;
      if (!about || isDefaultProvider(about.urn) || about.op === "refresh") return [];
      const { op, urn, detailedDiff } = about;
      if (resOpFailedEvent) return line(op, urn, {}, ["failed"]);
      const detailed = Object.entries(detailedDiff ?? {}).map(([path, { diffKind }]) => [path, diffKind] as const);
      return line(op, urn, Object.fromEntries(detailed));
    });
}
