import { createRequire } from "node:module";
import { join } from "node:path";
import type { ProgramCall } from "../languages/language";
import { whileCatching } from "./uncaught";

/** A program as a function that returns the outputs. One at a time in a process: the SDK keeps its settings in one place. */
// biome-ignore lint/suspicious/noConfusingVoidType: a program that returns nothing is written as a void function
export type InlineProgram = () => Promise<Record<string, unknown> | void> | Record<string, unknown> | void;

export interface InlineProgramOptions extends ProgramCall {
  readonly program: InlineProgram;
  readonly programDir: string;
  /** Called with each thrown or uncaught error before the engine learns of the end, which would count as a success. */
  readonly onThrow: (error: unknown) => void;
  /** Settles when the engine stops and no longer waits for the function. */
  readonly stopped: Promise<void>;
}

/** The part of the SDK's own server for inline programs that is used here. */
interface InlineServer {
  run(call: { request: unknown }, reply: (error: Error | null | undefined) => void): unknown;
}

/** Runs the function with the SDK of its directory, as the Automation API does. Rejects with errors of the SDK's own. */
export async function runInlineProgram(options: InlineProgramOptions): Promise<void> {
  const load = createRequire(join(options.programDir, "package.json"));
  const { LanguageServer } = load("@pulumi/pulumi/automation/server") as {
    LanguageServer: new (program: () => Promise<unknown>) => InlineServer;
  };
  const language = load("@pulumi/pulumi/proto/language_pb") as typeof import("@pulumi/pulumi/proto/language_pb");
  const request = new language.RunRequest();
  request.setProject(options.project);
  request.setStack(options.stack);
  request.setOrganization("organization");
  request.setMonitorAddress(options.address);
  request.setArgsList([options.address]);
  request.setDryrun(options.dryRun);
  request.setParallel(options.parallel);
  for (const [key, { value }] of options.config) request.getConfigMap().set(key, value);
  request.setConfigsecretkeysList([...options.config].filter(([, { secret }]) => secret).map(([key]) => key));
  const server = new LanguageServer(async () => {
    try {
      return await options.program();
    } catch (error) {
      options.onThrow(error);
      return new Promise(() => undefined); // the engine has stopped: there is nobody to take outputs
    }
  });
  supportSecretsInCallbacks(load);
  const run = () =>
    new Promise<void>((resolve, reject) => {
      void server.run({ request }, (error) => (error ? reject(error) : resolve()));
    });
  await whileCatching(options.onThrow, run, options.stopped);
}

/**
 * The SDK calls transforms outside the run's settings and falls back to those of the process. These lack the engine's
 * support for secrets, so a value that a transform makes secret would be sent and stored in plain text.
 */
function supportSecretsInCallbacks(load: NodeJS.Require): void {
  const { getStore } = load("@pulumi/pulumi/runtime/state") as {
    readonly getStore: () => { supportsSecrets: boolean; supportsResourceReferences: boolean };
  };
  Object.assign(getStore(), { supportsSecrets: true, supportsResourceReferences: true });
}
