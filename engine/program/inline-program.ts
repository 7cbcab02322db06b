import { createRequire } from "node:module";
import { join } from "node:path";
import type { Config } from "../project/config";

/**
 * A program given as a function. What it returns are the stack's outputs. Only one such program can run at a time in a
 * process, because the SDK keeps its settings in one place.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: a program that returns nothing is written as a void function
export type InlineProgram = () => Promise<Record<string, unknown> | void> | Record<string, unknown> | void;

export interface InlineProgramOptions {
  readonly program: InlineProgram;
  readonly programDir: string;
  readonly project: string;
  readonly stack: string;
  readonly address: string;
  readonly dryRun: boolean;
  readonly parallel: number;
  readonly config: Config;
  /**
   * Called with what the function throws, and with what nobody in it catches, before the engine hears of the program's end:
   * that must not be taken for a good one.
   */
  readonly onThrow: (error: unknown) => void;
  /** Settles when the engine stops, after which nobody waits for the function. */
  readonly stopped: Promise<void>;
}

/** The part of the SDK's own server for inline programs that is used here. */
interface InlineServer {
  run(call: { request: unknown }, reply: (error: Error | null | undefined) => void): unknown;
}

/**
 * Runs the function with the SDK of its directory, connected to the engine, as the Automation API does.
 * Rejects with errors of the SDK's own.
 */
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
  await catching(options.onThrow, () => Promise.race([run(), options.stopped]));
}

const uncaught = ["uncaughtException", "unhandledRejection"];
/** An abandoned program may fail in the middle of whatever it was about, which must not end the process. */
const ofTheAbandoned = () => undefined;

/**
 * What nobody catches may be why an output never comes, for which the SDK would wait for ever: it only notes the error. It
 * takes its listeners away only when it is done, which after an engine that stopped it never is.
 */
async function catching(onThrow: (error: unknown) => void, run: () => Promise<void>): Promise<void> {
  const events: NodeJS.EventEmitter = process;
  const before = new Map(uncaught.map((event) => [event, new Set(events.listeners(event))]));
  for (const event of uncaught) events.on(event, onThrow);
  try {
    await run();
  } finally {
    for (const event of uncaught) {
      const left = events.listeners(event).filter((each) => each !== onThrow && !before.get(event)!.has(each));
      for (const each of [onThrow, ...left]) events.off(event, each as () => void);
      if (left.length > 0 && !events.listeners(event).includes(ofTheAbandoned)) events.on(event, ofTheAbandoned);
    }
  }
}

/**
 * The SDK calls transforms back outside of the run's own settings, where it falls back on those of the process. These do
 * not know that the engine takes secrets, and what a transform makes secret would then be sent, and stored, in clear.
 */
function supportSecretsInCallbacks(load: NodeJS.Require): void {
  const { getStore } = load("@pulumi/pulumi/runtime/state") as {
    readonly getStore: () => { supportsSecrets: boolean; supportsResourceReferences: boolean };
  };
  Object.assign(getStore(), { supportsSecrets: true, supportsResourceReferences: true });
}
