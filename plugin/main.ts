#!/usr/bin/env node
// The provider plugin `pulumi-resource-compute`. The engine starts it with its own address, perhaps after flags, and
// reads one line from stdout: the port. Everything for people goes through the engine's log.
import { systemClock } from "../client/clock";
import { engineLog, type EngineModules } from "../provider/host/host-log";
import { silent } from "../provider/host/notify";
import { listen } from "./server";

const address = process.argv.slice(2).find((argument) => !argument.startsWith("-"));
// Later checks for the engine expect its address at the same place as in the dynamic provider host.
process.argv.splice(2);
if (address !== undefined) process.argv.push(address);

const cancelled = new AbortController();
const notify = address === undefined ? silent : engineLog(address, engineModules, systemClock);
/** A separate file, which does not delay the port. */
const behind = () => import("./loaded-later.js");
let loading: Promise<import("./verbs.js").Verbs> | undefined;

const verbs = () => (loading ??= behind().then(({ start }) => start(address, notify, cancelled.signal)));

void listen({
  verbs,
  schema: async () => JSON.stringify((await behind()).schema),
  cancel: () => void behind().then(({ CancelledError }) => cancelled.abort(new CancelledError())),
}).then(({ port }) => process.stdout.write(`${port}\n`));

/** Loaded at the first message, which the port does not wait for. */
async function engineModules(): Promise<EngineModules> {
  const [grpc, { default: messages }, { default: services }] = await Promise.all([
    import("@grpc/grpc-js"),
    import("@pulumi/pulumi/proto/engine_pb.js"),
    import("@pulumi/pulumi/proto/engine_grpc_pb.js"),
  ]);
  return { grpc, messages, services };
}
