import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Clock, createResourceClient, systemClock } from "../../client";
import type { Child, ChildOptions } from "../../engine/program/child";
import { Books } from "../../provider/host/books";
import { Journal } from "../../provider/create/journal/journal";
import { memoryStorage } from "../../provider/create/journal/storage";
import type { Storage } from "../../provider/create/journal/storage";
import { silent } from "../../provider/host/notify";
import type { HostContext } from "../../provider/host/session";
import { end } from "../../provider/host/shutdown";
import type { Settings } from "../../provider/host/settings";
import type { Chance } from "../chance";
import type { Mode } from "../plugin";
import { serveHost } from "./serve-host";
import { servePlugin } from "./serve-plugin";

/** A server of a provider: where an engine finds it. */
export interface Serving {
  readonly port: number;
  readonly close: () => void;
}

/** A clock that goes so many times as fast as real time. */
export function fastClock(speed: number): Clock {
  const started = systemClock.now();
  return {
    now: () => started + (systemClock.now() - started) * speed,
    sleep: (ms, signal) => systemClock.sleep(ms / speed, signal),
  };
}

const servers: Readonly<Record<Mode, (context: HostContext) => Promise<Serving>>> = {
  dynamic: serveHost,
  plugin: servePlugin,
};

/** The CLI starts one for each provider of an operation, and one more where a refresh comes first. */
const most = 8;

/**
 * Providers in this process, since a process of Node with a provider in it, for each operation, would take most of the time of
 * a proof. The local engine gets one where it would start a process; what the CLI starts only tells the port of one of them.
 */
export class ServedProviders {
  private readonly storage: Storage = memoryStorage();
  private attempts = 0;

  constructor(
    private readonly mode: Mode,
    private readonly folder: string,
    private readonly clock: Clock,
    private readonly chance: Chance,
    private readonly env: NodeJS.ProcessEnv,
  ) {
    mkdirSync(folder);
    const executable = join(folder, "pulumi-resource-compute");
    writeFileSync(executable, pluginThatTells(folder));
    chmodSync(executable, 0o755);
  }

  /** What the local engine calls for a provider. */
  readonly start = ({ onLine }: ChildOptions): Child => {
    const opened: Books[] = [];
    const served = servers[this.mode](this.context(opened));
    void served.then(({ port }) => onLine(String(port), "stdout"));
    let exit!: (code: number) => void;
    const exited = new Promise<number>((resolve) => {
      exit = resolve;
    });
    const signal = () => void served.then((serving) => this.end([serving], opened)).then(() => exit(0));
    return { exited, signal };
  };

  /** For the CLI: Node as the host of dynamic providers tells a port as well. */
  get engineEnv(): Record<string, string> {
    if (this.mode === "plugin") return {};
    return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hostThatTells(this.folder))}` };
  }

  /** Serves the CLI while `work` goes on. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    for (const name of ["ports", "taken"]) {
      rmSync(join(this.folder, name), { recursive: true, force: true });
      mkdirSync(join(this.folder, name));
    }
    const opened: Books[] = [];
    const served = await Promise.all(Array.from({ length: most }, () => servers[this.mode](this.context(opened))));
    for (const { port } of served) writeFileSync(join(this.folder, "ports", String(port)), "");
    try {
      return await work();
    } finally {
      await this.end(served, opened);
    }
  }

  private async end(served: readonly Serving[], opened: readonly Books[]): Promise<void> {
    await Promise.all(opened.map((books) => end(books, silent)));
    for (const { close } of served) close();
  }

  private context(opened: Books[]): HostContext {
    return {
      env: this.env,
      clock: this.clock,
      randomBytes: (count) => this.chance.bytes(count),
      connect: (settings, clock) => createResourceClient({ ...settings, clock }),
      openBooks: (settings) => this.openBooks(settings, opened),
    };
  }

  private openBooks({ apiKey, apiUrl }: Settings, opened: Books[]): Books {
    const books = new Books(this.clock, async () => ({
      journal: new Journal(this.storage, { apiKey }, false, () => []),
      backend: "proof",
      ...(apiUrl !== undefined && { address: apiUrl }),
      newId: () => String(++this.attempts),
      process: { pid: 1, startedAt: "" },
      isAlive: () => false,
      isEngineThere: async () => true,
      listLagMs: 0,
    }));
    opened.push(books);
    return books;
  }
}

// In both, whoever moves a port's file first has it.

const pluginThatTells = (folder: string): string => `#!/bin/sh
cd "${folder}/ports" || exit 1
for port in *; do
  if mv "$port" "../taken/$port" 2>/dev/null; then echo "$port"; exec sleep 1000; fi
done
exit 1
`;

const hostThatTells = (folder: string): string => `
import { readdirSync, renameSync } from "node:fs";
if ((process.argv[1] ?? "").includes("dynamic-provider")) {
  const take = (port) => {
    try {
      renameSync("${folder}/ports/" + port, "${folder}/taken/" + port);
      return true;
    } catch {
      return false;
    }
  };
  console.log(readdirSync("${folder}/ports").find(take));
  setInterval(() => undefined, 2 ** 30);
  await new Promise(() => undefined);
}
`;
