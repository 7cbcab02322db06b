import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProgram } from "../../cli/program";
import { durationMs } from "../../provider/table/duration";
import { unattendedIo } from "../unattended-io";
import { kindOfType } from "./host";
import type { World } from "./world";

/**
 * A pass of `compute keep` over the first stack, by the command itself. It makes its client by itself, so its few requests go over
 * sockets, while virtual time stands still.
 *
 * @returns what it did that no program allows.
 */
export async function keepOnce(world: World): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "lives-keep-"));
  const server = createServer((incoming, outgoing) => void world.platform.handle(incoming, outgoing));
  const pods = () => [...world.account.store.pods.values()].map((pod) => ({ ...pod }));
  try {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const state = join(folder, "state.json");
    writeFileSync(state, world.main.exported);
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const io = unattendedIo({
      env: { HOME: folder, COMPUTE_API_URL: apiUrl, COMPUTE_API_KEY: world.key },
      cwd: folder,
      now: () => world.clock.now(),
      signal: new AbortController().signal,
    });
    // The emulator brings its pods up to date as somebody looks.
    await world.platform.ask(world.key, "GET", "/v2/pods?includeClusterPods=true");
    const before = pods();
    await createProgram(io)
      .parseAsync(["node", "compute", "keep", "--once", "--file", state, "--json"])
      // It ends with 2 where something differs, and with 1 where an object is not to be seen.
      .catch(() => undefined);
    const entries = await world.main.entries();
    return before.flatMap(({ id, status, startedAt }) => {
      const now = world.account.store.pods.get(id);
      if (now?.status === status) return [];
      const entry = entries.find((each) => each.id === id && kindOfType(each.type) === "pod");
      const limit = entry?.outputs.stopAfter;
      const isDue = limit !== undefined && world.clock.now() - (startedAt ?? 0) >= durationMs(limit as string);
      if (status === "RUNNING" && now?.status === "EXITED" && isDue) return [];
      return [`compute keep took ${id} from ${status} to ${now?.status ?? "nothing"}, which no program allows`];
    });
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
