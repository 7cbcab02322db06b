#!/usr/bin/env node
// The provider plugin `pulumi-resource-compute`. The engine starts it with its own address, perhaps after flags, and
// reads one line from stdout: the port. Everything for people goes through the engine's log.
import { type Clock, systemClock } from "../client/clock";
import { type Notify, silent } from "../provider/host/notify";
import { listen } from "./server";

const address = process.argv.slice(2).find((argument) => !argument.startsWith("-"));
// Later checks for the engine expect its address at the same place as in the dynamic provider host.
process.argv.splice(2);
if (address !== undefined) process.argv.push(address);

const cancelled = new AbortController();
const notify = address === undefined ? silent : pluginLog(address, systemClock);
/** A separate file, which does not delay the port. */
const behind = () => import("./loaded-later.js");
let loading: Promise<import("./verbs.js").Verbs> | undefined;

const verbs = () => (loading ??= behind().then(({ start }) => start(address, notify, cancelled.signal)));

void listen({
  verbs,
  schema: async () => JSON.stringify((await behind()).schema),
  cancel: () => void behind().then(({ CancelledError }) => cancelled.abort(new CancelledError())),
}).then(({ port }) => process.stdout.write(`${port}\n`));

const patienceMs = 2_000;

/** Prints lines in the engine's display, because a plugin's own output is hidden. An undeliverable message is no reason to fail. */
function pluginLog(address: string, clock: Clock): Notify {
  const say = async (severity: "INFO" | "WARNING", message: string, urn = "", isPassing = false): Promise<void> => {
    const [{ credentials, Metadata }, { default: messages }, { default: services }] = await Promise.all([
      import("@grpc/grpc-js"),
      import("@pulumi/pulumi/proto/engine_pb.js"),
      import("@pulumi/pulumi/proto/engine_grpc_pb.js"),
    ]);
    const client = new services.EngineClient(address, credentials.createInsecure(), { "grpc.enable_http_proxy": 0 });
    const request = new messages.LogRequest().setSeverity(messages.LogSeverity[severity]);
    request.setMessage(message).setUrn(urn).setEphemeral(isPassing);
    await new Promise<void>((resolve) => {
      client.log(request, new Metadata(), { deadline: clock.now() + patienceMs }, () => resolve());
    });
    client.close();
  };
  const quietly = (severity: "INFO" | "WARNING", message: string, urn?: string, isPassing?: boolean) =>
    say(severity, message, urn, isPassing).catch(() => undefined);
  return {
    warn: (message, urn) => quietly("WARNING", message, urn),
    info: (message, urn) => quietly("INFO", message, urn),
    status: (message, urn) => quietly("INFO", message, urn, true),
  };
}
