#!/usr/bin/env node
// The provider plugin `pulumi-resource-compute`. The engine starts it with its own address, perhaps after flags, and
// reads one line from stdout: the port. Everything for people goes through the engine's log.
import { listen } from "./server";

const address = process.argv.slice(2).find((argument) => !argument.startsWith("-"));
// What asks later whether the engine is still there looks for its address where the dynamic provider host has it.
process.argv.splice(2, process.argv.length, ...(address === undefined ? [] : [address]));

const cancelled = new AbortController();
let loading: Promise<import("./verbs.js").Verbs> | undefined;

const verbs = () => (loading ??= import("./start.js").then(({ start }) => start(address, cancelled.signal)));

void listen({
  verbs,
  schema: async () => JSON.stringify((await import("./schema/schema.js")).schema()),
  cancel: () => void import("./ending.js").then(({ CancelledError }) => cancelled.abort(new CancelledError())),
}).then(({ port }) => process.stdout.write(`${port}\n`));
