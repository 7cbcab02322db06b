import { execFile } from "node:child_process";
import { join } from "node:path";
import * as grpc from "@grpc/grpc-js";
import * as automation from "@pulumi/pulumi/automation/server";
import * as sdkSettings from "@pulumi/pulumi/runtime/settings";
import * as language from "@pulumi/pulumi/proto/language_grpc_pb";
import type { InlineProgram } from "../../engine";
import { channelOptions } from "../../engine/protocol/proto";
import { startRun } from "../../engine/program/uncaught";

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

/**
 * Serves a program of this process to the CLI, as the Automation API does: a process of Node for each program would take most of
 * the time.
 */
export async function serveProgram(program: InlineProgram): Promise<{ flags: string[]; close: () => void }> {
  const server = new grpc.Server();
  const service = new LanguageServer(async () => program());
  const runs: ReturnType<typeof startRun>[] = [];
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
): Promise<{ readonly stdout: string; readonly failure: string | undefined }> {
  const env = {
    ...process.env,
    ...more,
    PULUMI_BACKEND_URL: `file://${join(cwd, "state")}`,
    PULUMI_HOME: join(cwd, "home"),
    PULUMI_SKIP_UPDATE_CHECK: "1",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "1",
    PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS: "1",
    // It runs for a second. To collect garbage takes a third of what its start takes.
    GOGC: "off",
    GOMEMLIMIT: "1GiB",
  };
  return new Promise((resolve) => {
    execFile("pulumi", args, { cwd, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      resolve({ stdout, failure: error ? `${stdout}${stderr}` : undefined }),
    );
  });
}
