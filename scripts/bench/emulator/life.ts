import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { startEmulator } from "../../../emulator";
import { Accounts } from "../../../emulator/accounts";
import { createPod } from "../../../emulator/pods/create";
import { EmulatorClock } from "../../../emulator/store/clock";
import { defaultSettings } from "../../../emulator/store/settings";
import { answerOf } from "../../../proofs/direct-dispatcher";
import { apiKey, apiUrl, handleOf } from "../../../proofs/virtual-platform";

const pod = (name: string) => ({ name, image: "i", env: { STAGE: "dev" }, cpu: { id: "cpu3c", vcpuCount: 2 } });

/**
 * A day of 1,000 pods in virtual time, each stopped and started or changed every hour: ms of real time, and of processor time, which counts on
 * a machine that has other work to do. Requests reach the emulator's router whole, but over no socket and from no client: what those take is
 * measured by the rows on requests.
 */
export async function measureDay(pods = 1_000) {
  let now = Date.UTC(2026, 4, 4, 9);
  const clock = new EmulatorClock({ now: () => now });
  const accounts = new Accounts({ clock, seed: "day", settings: { ...defaultSettings, rateLimit: null }, apiKey });
  const handle = handleOf(accounts, apiUrl);
  let requests = 0;
  const call = async (method: "GET" | "POST" | "PATCH", path: string, body?: object) => {
    requests += 1;
    const headers = { authorization: `Bearer ${apiKey}`, ...(body && { "content-type": "application/json" }) };
    const answer = await answerOf(handle, method, path, headers, body && JSON.stringify(body));
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString()}`);
    return answer.body;
  };
  const halfAnHour = 1_800_000;
  const live = async () => {
    const ids: string[] = [];
    for (let i = 0; i < pods; i++) {
      const created = await call("POST", "/v2/pods", pod(`pod-${i}`));
      ids.push((JSON.parse(created.toString()) as { id: string }).id);
    }
    let listed: Buffer = Buffer.alloc(0);
    for (let hour = 0; hour < 24; hour++) {
      now += halfAnHour;
      for (const [i, id] of ids.entries()) {
        if (i % 10 === hour % 10) await call("POST", `/v2/pods/${id}/action`, { action: "stop" });
        if (i % 10 === (hour + 1) % 10) await call("PATCH", `/v2/pods/${id}`, { env: { HOUR: String(hour) } });
      }
      now += halfAnHour;
      for (const [i, id] of ids.entries()) {
        if (i % 10 === hour % 10) await call("POST", `/v2/pods/${id}/action`, { action: "start" });
      }
      listed = await call("GET", "/v2/pods");
    }
    return listed;
  };
  try {
    const startedAt = performance.now();
    const before = process.cpuUsage();
    const listed = await live();
    const { user, system } = process.cpuUsage(before);
    const dayMs = performance.now() - startedAt;
    const { length } = (JSON.parse(listed.toString()) as { pods: readonly object[] }).pods;
    if (length !== pods) throw new Error(`${length} pods listed, want ${pods}`);
    return { dayMs, cpuMs: (user + system) / 1_000, requests, spentUsd: accounts.main.ledger.spentUsd(now) };
  } finally {
    accounts.close();
    clock.close();
  }
}

/** Heap per pod in bytes, and the time to create them in ms. */
export async function measureMemory(pods = 100_000) {
  const settings = { spendingCapPerHourUsd: 1e9, creditUsd: 1e9 };
  const emulator = await startEmulator({ speed: 0, rateLimit: false, settings });
  try {
    emulator.store.capacity.setFree({ type: "cpu3c" }, 10 * pods);
    collect();
    const before = process.memoryUsage();
    const startedAt = performance.now();
    for (let i = 0; i < pods; i++) createPod(emulator.store, pod(`pod-${i}`));
    const createMs = performance.now() - startedAt;
    collect();
    const after = process.memoryUsage();
    return { bytesPerPod: (after.heapUsed - before.heapUsed) / pods, residentMb: after.rss / 1e6, createMs };
  } finally {
    await emulator.close();
  }
}

/** The collector, without a flag on the command line. */
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
