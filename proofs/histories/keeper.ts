import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pod } from "../../api/pods";
import { createProgram } from "../../cli/program";
import { durationMs } from "../../provider/table/duration";
import { isObject, type Props } from "../../provider/table/props";
import { FastClock } from "../fast-clock";
import { unattendedIo } from "../unattended-io";
import { kindOfType } from "./host";
import { speed, type World } from "./world";

/**
 * Passes of `compute keep` over the first stack, with the real command and its memory. The command makes its own client, so
 * its few requests use sockets, while virtual time stands still.
 */
export class Keeper {
  /** Pods that passes in a row found idle, and the time of the first and of the last one. */
  private readonly idle = new Map<string, { startedAt: string | null; since: number; at: number }>();
  /** Of the command's client, which may look twice for what is missing, with half a minute between. */
  private readonly clock = new FastClock(speed);
  private place: { readonly folder: string; readonly server: Server } | undefined;

  constructor(private readonly world: World) {}

  /** @returns what a pass did, by the pod: why the program allows it, or nothing where it does not. */
  async pass(): Promise<{ readonly what: string; readonly why: "its time" | "idling" | undefined }[]> {
    const { account, clock, key, main, platform } = this.world;
    const { folder, server } = (this.place ??= await this.open());
    const state = join(folder, "state.json");
    writeFileSync(state, main.exported);
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const io = unattendedIo({
      env: { HOME: folder, COMPUTE_API_URL: apiUrl, COMPUTE_API_KEY: key },
      cwd: folder,
      now: () => clock.now(),
      clock: this.clock,
      signal: new AbortController().signal,
    });
    const { body } = await platform.ask(key, "GET", "/v2/pods?includeClusterPods=true");
    const { pods } = JSON.parse(body.toString()) as { pods: readonly Pod[] };
    const before = new Map([...account.store.pods.values()].map((pod) => [pod.id, pod.status]));
    const entries = (await main.entries()).filter(({ type }) => kindOfType(type) === "pod");
    const limits = new Map(entries.map(({ id = "", outputs }) => [id, outputs]));
    for (const pod of pods) this.note(pod, limits.get(pod.id)?.stopWhenIdle);
    await createProgram(io)
      .parseAsync(["node", "compute", "keep", "--once", "--file", state, "--json"])
      // It ends with 2 where something differs, and with 1 where an object is not to be seen.
      .catch(() => undefined);
    return [...before].flatMap(([id, status]) => {
      const now = account.store.pods.get(id)?.status ?? "nothing";
      if (now === status) return [];
      const pod = status === "RUNNING" && now === "EXITED" ? pods.find((each) => each.id === id) : undefined;
      return [{ what: `took ${id} from ${status} to ${now}`, why: pod && this.why(pod, limits.get(id) ?? {}) }];
    });
  }

  private note({ id, startedAt, gpu, runtime }: Pod, limit: unknown): void {
    const used = gpu ? (runtime?.gpus ?? []).map(({ util }) => util) : [runtime?.cpu?.util];
    const below = isObject(limit) ? Number(limit[gpu ? "gpuBelow" : "cpuBelow"] ?? 5) : 0;
    const before = this.idle.get(id);
    this.idle.delete(id);
    if (!isObject(limit) || used.length === 0 || !used.every((percent = 100) => percent < below)) return;
    const at = this.world.clock.now();
    const isInRow = before?.startedAt === startedAt && at - before.at <= durationMs(limit.after as string);
    this.idle.set(id, { startedAt, since: isInRow ? before.since : at, at });
  }

  private why({ id, startedAt }: Pod, { stopAfter, stopWhenIdle }: Props): "its time" | "idling" | undefined {
    const now = this.world.clock.now();
    const isOver = stopAfter !== undefined && now - Date.parse(startedAt ?? "") >= durationMs(stopAfter as string);
    const { since = now } = this.idle.get(id) ?? {};
    const afterMs = isObject(stopWhenIdle) ? durationMs(stopWhenIdle.after as string) : Infinity;
    return isOver ? "its time" : now - since >= afterMs ? "idling" : undefined;
  }

  private async open() {
    const folder = mkdtempSync(join(tmpdir(), "lives-keep-"));
    const server = createServer((incoming, outgoing) => void this.world.platform.handle(incoming, outgoing));
    this.world.atEnd.push(() => {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return { folder, server };
  }
}
