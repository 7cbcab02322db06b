import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Clock, createClient, systemClock } from "../../client";
import { endingWith } from "../../plugin/ending";
import { schema } from "../../plugin/schema/schema";
import { listen } from "../../plugin/server";
import { Verbs } from "../../plugin/verbs";
import { CancelledError } from "../../plugin/ending";
import { Books } from "../../provider/host/books";
import { Journal } from "../../provider/create/journal/journal";
import { memoryStorage } from "../../provider/create/journal/storage";
import type { Storage } from "../../provider/create/journal/storage";
import { silent } from "../../provider/host/notify";
import { end } from "../../provider/host/shutdown";
import type { Settings } from "../../provider/host/settings";
import { type Chance } from "../chance";

/** A clock that goes so many times as fast as real time. */
export function fastClock(speed: number): Clock {
  const started = systemClock.now();
  return {
    now: () => started + (systemClock.now() - started) * speed,
    sleep: (ms, signal) => systemClock.sleep(ms / speed, signal),
  };
}

/** An engine starts one for each provider of an operation, and one more where a refresh comes first. */
const most = 8;

/**
 * Plugins in this process for one operation. The engine starts an executable that only tells the port of one of them,
 * since a process of Node for each would take most of the time of a proof.
 */
export class ServedPlugins {
  private readonly storage: Storage = memoryStorage();
  private attempts = 0;

  constructor(
    private readonly folder: string,
    private readonly clock: Clock,
    private readonly chance: Chance,
    private readonly env: NodeJS.ProcessEnv,
  ) {
    mkdirSync(folder);
    const executable = join(folder, "pulumi-resource-compute");
    // Whoever moves a port's file first has it.
    const text = `#!/bin/sh
cd "${folder}/ports" || exit 1
for port in *; do
  if mv "$port" "../taken/$port" 2>/dev/null; then echo "$port"; exec sleep 1000; fi
done
exit 1
`;
    writeFileSync(executable, text);
    chmodSync(executable, 0o755);
  }

  /** Serves while `work` goes on. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    for (const name of ["ports", "taken"]) {
      rmSync(join(this.folder, name), { recursive: true, force: true });
      mkdirSync(join(this.folder, name));
    }
    const served = await Promise.all(Array.from({ length: most }, () => this.serve()));
    for (const { port } of served) writeFileSync(join(this.folder, "ports", String(port)), "");
    try {
      return await work();
    } finally {
      for (const { stop } of served) await stop();
    }
  }

  private async serve(): Promise<{ port: number; stop: () => Promise<void> }> {
    const cancelled = new AbortController();
    const clock = endingWith(this.clock, cancelled.signal);
    const opened: Books[] = [];
    let verbs: Verbs | undefined;
    const { port, close } = await listen({
      verbs: async () =>
        (verbs ??= new Verbs({
          env: this.env,
          clock,
          randomBytes: (count) => this.chance.bytes(count),
          connect: (settings) => createClient({ ...settings, clock: this.clock }, cancelled.signal),
          openBooks: (settings) => this.openBooks(settings, opened),
          signal: cancelled.signal,
        })),
      schema: async () => JSON.stringify(schema()),
      cancel: () => cancelled.abort(new CancelledError()),
    });
    const stop = async () => {
      await Promise.all(opened.map((books) => end(books, silent)));
      close();
    };
    return { port, stop };
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
