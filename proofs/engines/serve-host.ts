import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { compileFunction } from "node:vm";
import { createProviders } from "../../provider";
import type { HostContext } from "../../provider/host/session";
import type { Serving } from "./served";

/** The main module of Pulumi's host. */
export const hostFile = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");
const members = ["exports", "require", "process", "console"];
const host = compileFunction(readFileSync(hostFile, "utf8"), members, { filename: hostFile }) as (
  ...given: unknown[]
) => void;
const load = createRequire(hostFile) as (name: string) => unknown;

interface Grpc {
  readonly Server: new (...args: unknown[]) => { forceShutdown(): void };
}

/**
 * Pulumi's own host of dynamic providers, with our provider, in this process: its unmodified code runs with substitutes for
 * the parts of a process.
 */
export function serveHost(context: HostContext): Promise<Serving> {
  const providers = createProviders(context) as Readonly<Record<string, unknown>>;
  const servers: { forceShutdown(): void }[] = [];
  const grpc = load("@grpc/grpc-js") as Grpc;
  class Server extends grpc.Server {
    constructor(...args: unknown[]) {
      super(...args);
      servers.push(this);
    }
  }
  // Only the name at the end of the text in the state identifies a provider.
  const fromText = (text: string) => ({ handler: () => providers[/\w+$/.exec(text)?.[0] ?? ""] });
  const others: Readonly<Record<string, unknown>> = {
    "@grpc/grpc-js": { ...grpc, Server },
    "require-from-string": fromText,
    "source-map-support/register": {},
  };
  const process = { argv: ["node", dirname(hostFile), "127.0.0.1:0"], on: () => undefined, exit: () => undefined };
  const close = () => {
    for (const server of servers) server.forceShutdown();
  };
  return new Promise((resolve) => {
    const console = { log: (port: string) => resolve({ port: Number(port), close }), error: () => undefined };
    host({}, (name: string) => others[name] ?? load(name), process, console);
  });
}
