import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { request } from "undici";
import { startEmulator } from "../../emulator";
import { apiKey, apiUrl, virtualPlatform } from "../../proofs/virtual-platform";
import { VirtualClock } from "../../proofs/virtual-clock";
import { createPod } from "../../emulator/pods/create";

const pod = (name: string) => ({ name, image: "i", env: { STAGE: "dev" }, cpu: { id: "cpu3c", vcpuCount: 2 } });

/**
 * A day of 1,000 pods in virtual time, each stopped and started or changed every hour; in ms of real time, and of processor time, which counts on a
 * machine that has other work to do. Requests reach
 * the emulator's handlers whole, but over no socket: what sockets and a client take is measured by the rows on requests.
 */
export async function measureDay(pods = 1_000) {
  const clock = new VirtualClock();
  const platform = virtualPlatform(clock, { fate: () => "ok", latencyMs: () => 0 }, () => 0.5, { rateLimit: null });
  let requests = 0;
  const call = async (method: "GET" | "POST" | "PATCH", path: string, body?: object) => {
    requests += 1;
    const headers = { authorization: `Bearer ${apiKey}`, ...(body && { "content-type": "application/json" }) };
    const sent = { method, headers, body: body ? JSON.stringify(body) : null, dispatcher: platform.dispatcher };
    const answer = await request(apiUrl + path, sent);
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
    return JSON.parse(text) as { id: string; pods: readonly { status: string }[] };
  };
  const live = async () => {
    const ids: string[] = [];
    for (let i = 0; i < pods; i++) ids.push((await call("POST", "/v2/pods", pod(`pod-${i}`))).id);
    for (let hour = 0; hour < 24; hour++) {
      await clock.sleep(1_800_000);
      for (const [i, id] of ids.entries()) {
        if (i % 10 === hour % 10) await call("POST", `/v2/pods/${id}/action`, { action: "stop" });
        if (i % 10 === (hour + 1) % 10) await call("PATCH", `/v2/pods/${id}`, { env: { HOUR: String(hour) } });
      }
      await clock.sleep(1_800_000);
      for (const [i, id] of ids.entries()) {
        if (i % 10 === hour % 10) await call("POST", `/v2/pods/${id}/action`, { action: "start" });
      }
      const { pods: listed } = await call("GET", "/v2/pods");
      if (listed.length !== pods) throw new Error(`${listed.length} pods listed, want ${pods}`);
    }
  };
  try {
    const startedAt = performance.now();
    const before = process.cpuUsage();
    await clock.run(live());
    const { user, system } = process.cpuUsage(before);
    const spentUsd = platform.store.ledger.spentUsd(platform.store.now());
    return { dayMs: performance.now() - startedAt, cpuMs: (user + system) / 1_000, requests, spentUsd };
  } finally {
    platform.close();
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
