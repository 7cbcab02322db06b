import { createRequire } from "node:module";
import type { Clock } from "../../client";
import { visible } from "../../client/errors/visible";
import { type Notify, silent } from "./notify";

/** The modules with which a process calls its engine. */
export interface EngineModules {
  readonly grpc: typeof import("@grpc/grpc-js");
  readonly messages: typeof import("@pulumi/pulumi/proto/engine_pb");
  readonly services: typeof import("@pulumi/pulumi/proto/engine_grpc_pb");
}

const patienceMs = 2_000;

/** Prints lines in the engine's display, as a provider's own output is hidden or mixed up. A lost message fails nothing. */
export function engineLog(address: string, load: () => Promise<EngineModules>, clock: Clock): Notify {
  const open = async () => {
    const { grpc, messages, services } = await load();
    const options = { "grpc.enable_http_proxy": 0 };
    return { client: new services.EngineClient(address, grpc.credentials.createInsecure(), options), grpc, messages };
  };
  let opened: ReturnType<typeof open> | undefined;
  const say = async (
    severity: keyof EngineModules["messages"]["LogSeverity"],
    message: string,
    urn = "",
    isPassing = false,
  ) => {
    const { client, grpc, messages } = await (opened ??= open());
    const request = new messages.LogRequest();
    request.setSeverity(messages.LogSeverity[severity]);
    request.setMessage(visible(message));
    request.setUrn(urn);
    request.setEphemeral(isPassing);
    await new Promise<void>((resolve) => {
      client.log(request, new grpc.Metadata(), { deadline: clock.now() + patienceMs }, () => resolve());
    });
  };
  const log = (...said: Parameters<typeof say>): Promise<void> => say(...said).catch(() => undefined);
  return {
    warn: (message, urn) => log("WARNING", message, urn),
    info: (message, urn) => log("INFO", message, urn),
    status: (message, urn) => log("INFO", message, urn, true),
    // By default the Pulumi CLI shows no debug messages.
    facts: (facts, urn) => log("DEBUG", JSON.stringify(facts), urn),
  };
}

/**
 * The log of a dynamic provider. The host gives it none, and its runtime is not connected to the engine; but the engine's
 * address is an argument of the process, and the modules to call it are loaded.
 *
 * @param main path of the host's main module, whose modules are used because ours may have another version.
 */
export function dynamicProviderLog(address: string, main: string, clock: Clock): Notify {
  const load = createRequire(main);
  const modules = async () => ({
    grpc: load("@grpc/grpc-js") as EngineModules["grpc"],
    messages: load("../../proto/engine_pb") as EngineModules["messages"],
    services: load("../../proto/engine_grpc_pb") as EngineModules["services"],
  });
  return engineLog(address, modules, clock);
}

const hostScript = /[\\/]@pulumi[\\/]pulumi[\\/]cmd[\\/]dynamic-provider[\\/]index\.js$/;

/** Tells whether these are the arguments of a provider host, including the engine's address. */
export const isProviderHost = ([, main = "", address]: readonly string[]): boolean =>
  hostScript.test(main) && address !== undefined;

/** The engine's display if this process is its provider host; otherwise messages go nowhere. */
export function notifyOfHost(clock: Clock, argv: readonly string[]): Notify {
  const [, main = "", address = ""] = argv;
  return isProviderHost(argv) ? dynamicProviderLog(address, main, clock) : silent;
}
