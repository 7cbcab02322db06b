#!/usr/bin/env node
// The provider plugin `pulumi-resource-compute`. The engine starts it with its own address, perhaps after flags, and
// reads one line from stdout: the port. Everything for people goes through the engine's log.
import { systemClock } from "../client/clock";
import { silent } from "../provider/host/notify";
import { engineLog } from "./engine-log";
import { listen } from "./server";

const address = process.argv.slice(2).find((argument) => !argument.startsWith("-"));
// What asks later whether the engine is still there looks for its address where the dynamic provider host has it.
process.argv.splice(2, process.argv.length, ...(address === undefined ? [] : [address]));

const cancelled = new AbortController();
const notify = address === undefined ? silent : engineLog(address, systemClock);
/** A file of its own, which the port does not wait for. */
const behind = () => import("./behind.js");
let loading: Promise<import("./verbs.js").Verbs> | undefined;

const verbs = () => (loading ??= behind().then(({ start }) => start(address, notify, cancelled.signal)));

void listen({
  verbs,
  schema: async () => JSON.stringify((await behind()).schema()),
  cancel: () => void behind().then(({ CancelledError }) => cancelled.abort(new CancelledError())),
}).then(({ port }) => process.stdout.write(`${port}\n`));
