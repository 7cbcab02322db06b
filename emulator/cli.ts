import { parseArgs } from "node:util";
import { isIP } from "node:net";
import { startEmulator, type Emulator, type EmulatorOptions } from ".";
import { isLoopback } from "./kernel/guard";

export const usage = `Usage: compute emulator [options]
       compute emulator stop [ADDRESS or PROCESS ID]

Runs an emulator of the platform until Ctrl-C or SIGTERM. \`stop\` ends an
emulator of yours that runs in the background, or all of them.

  --port N               the port to listen on; 0 chooses a free one (default 0)
  --host ADDRESS         the address to listen on (default 127.0.0.1, which only
                         this machine can reach)
  --allow-host NAME      a name or address that requests may use, besides --host
                         and localhost; can be repeated
  --api-key KEY          the API key that may do everything (default
                         emulator-key; env: COMPUTE_EMULATOR_API_KEY)
  --account NAME=KEY     another account, with the key that may do everything in
                         it; can be repeated
  --control-token TOKEN  the token that requests to /_emulator/ must send as
                         authorization: Bearer TOKEN (default: none is needed;
                         env: COMPUTE_EMULATOR_CONTROL_TOKEN)
  --allow-webhook HOST   send webhooks to HOST even though it is link-local or a
                         metadata service; can be repeated
  --speed N              how many times faster than real time its clock runs
                         (default 1)
  --seed TEXT            the seed that ids are derived from
  --state FILE           keep the state in this file
  --no-rate-limit        enforce no rate limits and send no rate limit headers
  --stream-form FORM     the shape of the queue's stream answers: array or
                         object (default array)
  --help                 print this help

Other users of the machine can read the arguments of a command, but not its
environment. Pass a real key or token in the variable; an option takes
precedence over its variable.

When the emulator listens, it prints one line of JSON to standard output:
{"apiUrl","baseUrl","queueUrl","apiKey","pid"}. It prints the address of its
page, for people, to standard error.
`;

export interface CliContext {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Resolves when it is time to stop. */
  readonly stop: () => Promise<void>;
}

/** Runs the emulator as a command. Returns the exit code: 0, or 2 for arguments it does not understand. */
export async function runEmulatorCli(argv: readonly string[], context: CliContext = processContext): Promise<number> {
  let options: EmulatorOptions | "help";
  try {
    options = readOptions(argv, context.env);
  } catch (error) {
    context.error(`The emulator did not start: ${(error as Error).message}. Run with --help to see the options.\n`);
    return 2;
  }
  if (options === "help") {
    context.out(usage);
    return 0;
  }
  let emulator: Emulator;
  try {
    emulator = await startEmulator(options);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const advice = ". Take another --port, or end an emulator there with `compute emulator stop`.";
    context.error(`The emulator did not start: ${why}${why.includes("EADDRINUSE") ? advice : ""}\n`);
    return 1;
  }
  const { apiUrl, baseUrl, queueUrl, apiKey } = emulator;
  const { hostname } = new URL(apiUrl);
  if (!isLoopback(hostname.replace(/^\[|\]$/g, "")))
    context.error(exposed(hostname, options.controlToken !== undefined));
  // For people, apart from the line of JSON that programs read. A token is not repeated.
  const fragment = options.controlToken === undefined ? "" : "#TOKEN, with your control token for TOKEN";
  context.error(`The emulator's page is ${apiUrl}/_emulator/${fragment}\n`);
  const stopped = context.stop();
  context.out(`${JSON.stringify({ apiUrl, baseUrl, queueUrl, apiKey, pid: process.pid })}\n`);
  await stopped;
  await emulator.close();
  return 0;
}

function exposed(address: string, hasToken: boolean): string {
  const risk = hasToken
    ? "its API key and its control token cross the network in plain text"
    : "whoever reaches it can read and change everything in it through /_emulator/; set --control-token";
  return `warning: the emulator listens on ${address}, which is not only this machine: ${risk}\n`;
}

function readOptions(argv: readonly string[], env: CliContext["env"]): EmulatorOptions | "help" {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      port: { type: "string" },
      host: { type: "string" },
      "allow-host": { type: "string", multiple: true },
      "allow-webhook": { type: "string", multiple: true },
      "api-key": { type: "string" },
      account: { type: "string", multiple: true },
      "control-token": { type: "string" },
      speed: { type: "string" },
      seed: { type: "string" },
      state: { type: "string" },
      "no-rate-limit": { type: "boolean" },
      "stream-form": { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return "help";
  const { host, seed, state } = values;
  const apiKey = values["api-key"] ?? (env["COMPUTE_EMULATOR_API_KEY"] || undefined);
  const controlToken = values["control-token"] ?? (env["COMPUTE_EMULATOR_CONTROL_TOKEN"] || undefined);
  const form = values["stream-form"];
  if (form !== undefined && form !== "array" && form !== "object") throw new Error("--stream-form is array or object");
  return {
    ...(values.port !== undefined && { port: number("--port", values.port, 65_535, true) }),
    ...(host !== undefined && { host }),
    ...(apiKey !== undefined && { apiKey: notEmpty("--api-key", apiKey) }),
    ...(values.account && { accounts: accountsFrom(values.account) }),
    ...(controlToken !== undefined && { controlToken: notEmpty("--control-token", controlToken) }),
    allowHosts: (values["allow-host"] ?? []).map((name) => hostName("--allow-host", name)),
    allowWebhooks: (values["allow-webhook"] ?? []).map((name) => hostName("--allow-webhook", name)),
    ...(values.speed !== undefined && { speed: number("--speed", values.speed, 1_000_000) }),
    ...(seed !== undefined && { seed }),
    ...(state !== undefined && { stateFile: notEmpty("--state", state) }),
    ...(values["no-rate-limit"] && { rateLimit: false }),
    ...(form && { streamForm: form }),
  };
}

function number(name: string, text: string, most: number, isWhole = false): number {
  const value = Number(text);
  const fits = value >= 0 && value <= most && (!isWhole || Number.isInteger(value));
  if (text.trim() === "" || !fits) throw new Error(`${name} is a ${isWhole ? "whole " : ""}number from 0 to ${most}`);
  return value;
}

/** A name or an address as it stands in a URL, without port. */
function hostName(flag: string, text: string): string {
  const bare = text.replace(/^\[|\]$/g, "");
  const isRight = isIP(bare) !== 0 || (/^[^:/?#@[\]\\\s]+$/.test(bare) && URL.canParse(`http://${bare}`));
  if (!isRight) throw new Error(`${flag} takes a name or an address without a port, like emulator.test; got "${text}"`);
  return isIP(bare) === 6 ? bare : new URL(`http://${bare}`).hostname;
}

/** `--account NAME=KEY`, as often as there are accounts. A message never repeats the key. */
function accountsFrom(given: readonly string[]): Record<string, string> {
  const pairs = given.map((text) => {
    const [, name, key] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    if (name === undefined || key === undefined)
      throw new Error("--account takes a name and a key: --account NAME=KEY");
    return [name, key] as const;
  });
  return Object.fromEntries(pairs);
}

function notEmpty(name: string, text: string): string {
  if (text === "") throw new Error(`${name} must not be empty`);
  return text;
}

const processContext: CliContext = {
  env: process.env,
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
  stop: () =>
    new Promise((resolve) => {
      process.once("SIGTERM", () => resolve());
      process.once("SIGINT", () => resolve());
    }),
};
