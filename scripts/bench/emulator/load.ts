import { performance } from "node:perf_hooks";
import { Pool } from "undici";
import type { Served } from "./boot";

/** Requests per second, and the time of one long list in ms, with `connections` clients that never pause. */
export async function measureRequests({ apiUrl, apiKey }: Served, seconds: number, connections = 16) {
  const pool = new Pool(apiUrl, { connections });
  const call = async (method: "GET" | "POST" | "DELETE", path: string, body?: object) => {
    const headers = { authorization: `Bearer ${apiKey}`, ...(body && { "content-type": "application/json" }) };
    const answer = await pool.request({ method, path, headers, body: body ? JSON.stringify(body) : null });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
    return text ? (JSON.parse(text) as { id: string }) : { id: "" };
  };
  const createPod = () => call("POST", "/v2/pods", { name: "bench", image: "i", cpu: { id: "cpu3c", vcpuCount: 2 } });
  const perSecond = async (once: () => Promise<unknown>) => {
    const startedAt = performance.now();
    let count = 0;
    const client = async () => {
      while (performance.now() - startedAt < seconds * 1000) {
        await once();
        count += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, client));
    return (count * 1000) / (performance.now() - startedAt);
  };
  try {
    const { id } = await createPod();
    const gets = await perSecond(() => call("GET", `/v2/pods/${id}`));
    const pairs = await perSecond(async () => call("DELETE", `/v2/pods/${(await createPod()).id}`));
    for (let i = 0; i < 999; i++) await createPod();
    await call("GET", "/v2/pods");
    const startedAt = performance.now();
    for (let i = 0; i < 20; i++) await call("GET", "/v2/pods");
    return { getsPerSecond: gets, writesPerSecond: 2 * pairs, listOf1000Ms: (performance.now() - startedAt) / 20 };
  } finally {
    await pool.close();
  }
}
