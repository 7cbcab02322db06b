import { Pool } from "undici";
import { type Emulator, startEmulator } from "../../emulator";
import type { Chance } from "../chance";
import { mutatedBytes, mutatedValue } from "./mutate";
import { textOf, type Target } from "./watched";

type Body = Readonly<Record<string, unknown>>;

const year = 366 * 86_400_000;

/** Each route with a body, as it should be. */
const bodies: Readonly<Record<string, readonly Body[]>> = {
  clock: [{ advanceMs: 60_000 }, { advanceMs: year }, { advanceMs: 10 * year }],
  faults: [
    {
      method: "POST",
      path: "/v2/pods/:id/action",
      nth: 2,
      times: "always",
      phase: "before",
      status: 503,
      body: { a: 1 },
    },
    { path: "/v2/*", phase: "slow", delayMs: 5, bytes: 3, everyMs: 1, headers: { "retry-after": "7" } },
    { path: "*a*b*c", phase: "mid-body", bytes: 10 },
  ],
  scripts: [
    { match: { name: "trainer", image: "i" }, exitAfterMs: 10_000, errorAtPoll: 3 },
    { match: { clusterId: "c" }, provisioningMs: 5, startingMs: 5, failStart: true, stayProvisioning: true },
  ],
  keys: [{ key: "k", grant: { api: "read-only", queue: "none", endpoints: ["e"] }, user: "u", quota: { minute: 5 } }],
  settings: [
    { provisioningMs: 1, startingMs: 1, listLagMs: 1, creditUsd: 1e6, spendingCapPerHourUsd: 1e6, deniedGpus: ["x"] },
    { rateLimit: null, streamForm: "object", logIdForm: "suffixed", automaticJobRetries: 2, workerQuota: null },
    { rateLimit: { minute: 9, hour: 99, day: 999 }, queueRequestsPerWorker: 5, limitQueueLength: true },
  ],
  capacity: [{ type: "NVIDIA A40", dataCenter: "EU-XX-1", cloud: "SECURE", free: 0 }, { free: 100 }],
  preempt: [{ podId: "p" }],
  "pod-action": [{ podId: "p", action: "stop" }],
  workers: [{ endpointId: "e", workerId: "w", event: "lost" }],
  "live-view": [{ endpointId: "e", available: false }],
  builds: [{ endpointId: "e", imageName: "i:2", outcome: "COMPLETED", commitHash: "abc", branch: "main" }],
  "pod-log": [{ podId: "p", lines: ["a", "b"] }],
};
const bodyless = [
  "reset",
  "requests",
  "faults",
  "scripts",
  "clock",
  "state",
  "dump",
  "dump?secrets=true",
  "capacity",
  "requests?last=5",
  "pod-log?podId=p",
];
const types = ["application/json", "application/json; charset=utf-8", "text/plain", "", "application/jsonp"];

/** The emulator's own routes, asked by anybody for anything; the platform is looked at in between. */
export async function controlRoutes(): Promise<{ target: Target; close: () => Promise<void> }> {
  const emulator = await startEmulator({ speed: 0, rateLimit: false });
  const pool = new Pool(emulator.apiUrl, { connections: 2, headersTimeout: 30_000, bodyTimeout: 30_000 });
  const call = async (method: string, path: string, body?: Buffer, type = "application/json") => {
    const headers = { authorization: `Bearer ${emulator.apiKey}`, ...(body && type && { "content-type": type }) };
    const answer = await pool.request({ method, path, headers, body: body ?? null });
    await answer.body.arrayBuffer();
    return answer.statusCode;
  };
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));
  const dump = await populated(emulator, (path, body) => call("POST", path, json(body)));

  const feed = async (chance: Chance): Promise<string> => {
    const status = await askOnce(chance, dump, call);
    if (status >= 500) throw new Error(`answered ${status}`);
    if (chance.int(0, 9) === 0) await look(emulator, call, dump);
    const [defect] = emulator.store.defects.splice(0);
    if (defect !== undefined) throw new Error(textOf(defect));
    return String(status);
  };
  const close = async () => {
    await pool.close();
    await emulator.close();
  };
  return { target: { name: "control routes", feed, mostMb: 200 }, close };
}

type Call = (method: string, path: string, body?: Buffer, type?: string) => Promise<number>;

function askOnce(chance: Chance, dump: Body, call: Call): Promise<number> {
  const kind = chance.int(0, 19);
  if (kind === 0) {
    const method = chance.pick(["GET", "POST", "DELETE", "PUT", "PATCH", "OPTIONS", "HEAD"]);
    return call(method, `/_emulator/${chance.pick(bodyless)}`);
  }
  const route = kind === 1 ? "load" : chance.pick(Object.keys(bodies));
  const sample = kind === 1 ? dump : chance.pick(bodies[route] as readonly Body[]);
  const raw = chance.int(0, 3) === 0;
  const body = raw
    ? mutatedBytes(JSON.stringify(sample), chance)
    : Buffer.from(JSON.stringify(mutatedValue(sample, chance)) ?? "");
  const type = chance.int(0, 9) === 0 ? chance.pick(types) : "application/json";
  return call("POST", `/_emulator/${route}`, body, type);
}

/** The platform answers as ever, whatever was loaded and set; then all is as it was. */
async function look(emulator: Emulator, call: Call, dump: Body): Promise<void> {
  // Every pattern is held against a path before the faults go: they would spoil the look.
  emulator.store.faults.strike("GET", `/v2/${"a/".repeat(2_000)}`);
  emulator.store.faults.clear();
  emulator.store.settings.rateLimit = null;
  const { pods, clusters } = emulator.store;
  const ids = [...pods.values()].slice(0, 3).map(({ id }) => encodeURIComponent(id));
  const lists = [
    "/v2/pods",
    "/v2/clusters",
    "/v2/serverless",
    "/v2/templates",
    "/v2/network-volumes",
    "/v2/billing/pods?lastN=5",
  ];
  const paths = [...lists, ...ids.map((id) => `/v2/pods/${id}`), "/_emulator/state", "/_emulator/dump"];
  for (const path of clusters.size > 200 ? lists : paths) {
    const status = await call("GET", path);
    if (status >= 500) throw new Error(`then GET ${path} answered ${status}`);
  }
  emulator.reset();
  emulator.load(dump);
}

/** One of everything, and how it looks in a dump. */
async function populated(emulator: Emulator, post: (path: string, body: Body) => Promise<number>): Promise<Body> {
  const image = "registry.example.com/acme/trainer:1";
  const pod = { name: "trainer", image, gpu: { id: "NVIDIA L40S" }, env: { A: "b" }, ports: ["22/tcp"] };
  const compute = { gpuTypeId: "NVIDIA H200", gpuCountPerPod: 8, podCount: 2 };
  const scaling = { type: "REQUEST_COUNT", requestCount: 1 };
  const queue = { name: "q", type: "QUEUE", image, gpu: { pools: ["ADA_24"] }, scaling, workers: { min: 1, max: 2 } };
  const made = [
    await post("/v2/pods", pod),
    await post("/v2/clusters", { name: "train", type: "TRAINING", compute, image }),
    await post("/v2/registries", { name: "r", username: "u", password: "p" }),
    await post("/v2/templates", { name: "t", image, env: { T: "x" } }),
    await post("/v2/account/secrets", { name: "s", value: "v" }),
    await post("/v2/network-volumes", { name: "data", size: 120, dataCenter: "EU-XX-1" }),
    await post("/v2/serverless", queue),
    await post("/_emulator/scripts", { match: { name: "later" }, exitAfterMs: 5_000 }),
  ];
  if (made.some((status) => status > 201)) throw new Error(`the emulator could not be filled: ${made.join(", ")}`);
  const [endpoint] = (emulator.dump() as { endpoints: [{ id: string }] }).endpoints;
  for (let i = 0; i < 2; i++)
    await post(`/queue/v2/${endpoint.id}/run`, { input: { $emulate: { chunks: 2, delayMs: 9_000 } } });
  await emulator.clock.advance(5_000);
  return JSON.parse(JSON.stringify(emulator.dump())) as Body;
}
