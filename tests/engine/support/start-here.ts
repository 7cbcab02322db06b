import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { compileFunction } from "node:vm";
import type { Child, ChildOptions } from "../../../engine/program/child";

type Load = (name: string) => unknown;

interface Server {
  forceShutdown(): void;
}

const members = ["exports", "require", "module", "process", "console", "setTimeout"];

/**
 * Runs the script of a provider in this process in place of one of its own, which takes longer to start than most
 * operations last. The script is run as it is: Pulumi's own host of dynamic providers, or the plugin of the scenarios. It is
 * given other things where it would have those of a process; its own files are loaded anew each time, and packages are shared.
 */
export function startHere({ command, args, cwd, env, onLine }: ChildOptions): Child {
  const servers: Server[] = [];
  const own = new Map<string, unknown>();
  let ended = false;
  let exit!: (code: number) => void;
  const close = () => {
    for (const server of servers) server.forceShutdown();
  };
  const exited = new Promise<number>((resolve) => {
    exit = (code) => {
      ended = true;
      close();
      resolve(code);
    };
  });
  // One that is ended as it starts is about to listen: that is over once it tells its port.
  const tell = (text: string) => (ended ? close() : onLine(text, "stdout"));
  const [script = "", ...rest] =
    command === undefined ? args.filter((each) => !each.startsWith("--")) : [command, ...args];
  const stdout = { write: (text: string) => tell(text.trimEnd()) };
  const process = { argv: ["node", script, ...rest], env, cwd: () => cwd, on: () => undefined, exit, stdout };
  const console = { log: tell, error: (text: string) => onLine(text, "stderr") };
  // A process that has ended does nothing more.
  // eslint-disable-next-line no-restricted-globals -- what the script calls, which has no clock
  const later = (call: () => void, ms: number) => setTimeout(() => (ended ? undefined : call()), ms);

  const run = (code: string, file: string): unknown => {
    const module = { exports: {} };
    const call = compileFunction(code.replace(/^#!/, "//"), members, { filename: file }) as (
      ...given: unknown[]
    ) => void;
    call(module.exports, loadFrom(file), module, process, console, later);
    return module.exports;
  };
  const loadFrom = (from: string): Load => {
    const load = createRequire(join(from, from.endsWith("/") ? "package.json" : ""));
    return (name) => {
      if (name in replaced) return replaced[name]!(load);
      if (!name.startsWith(".") || from.includes("node_modules")) return load(name);
      const file = load.resolve(name);
      if (!own.has(file)) own.set(file, run(readFileSync(file, "utf8"), file));
      return own.get(file);
    };
  };
  const replaced: Readonly<Record<string, (load: Load) => unknown>> = {
    "@grpc/grpc-js": (load) => {
      const grpc = load("@grpc/grpc-js") as { readonly Server: new (...args: unknown[]) => Server };
      class Watched extends grpc.Server {
        constructor(...args: unknown[]) {
          super(...args);
          servers.push(this);
        }
      }
      return { ...grpc, Server: Watched };
    },
    "../../metadata": () => ({ getProject: () => env["PULUMI_NODEJS_PROJECT"] }),
    module: () => ({ createRequire: loadFrom }),
    "node:module": () => ({ createRequire: loadFrom }),
    "require-from-string": () => (text: string) => run(text, join(cwd, "provider.js")),
    "source-map-support/register": () => ({}),
  };
  run(readFileSync(script, "utf8"), script);
  return { exited, signal: () => exit(128) };
}
