import { apiKey, apiUrl, clientOn, virtualPlatform } from "../../../proofs/virtual-platform";
import { VirtualClock } from "../../../proofs/virtual-clock";
import { createProviders } from "../../../provider";
import type { Props } from "../../../provider/table/props";

/** Steps that the engines run at once where `--parallel` says nothing. */
const slots = 16;
const pods = 200;
const secondsToRun = 60;
const ample = { minute: 1_000, hour: 100_000, day: 1_000_000 };
const published = { minute: 60, hour: 3_000, day: 50_000 };

/**
 * How long 200 pods that take a minute each need until all of them run, with `Ready` and without: virtual time on a virtual
 * platform that answers within 100 ms, with as many creates at once as the engine's parallel slots let through.
 */
export async function fleetRows(): Promise<string[]> {
  const rows: string[] = [];
  for (const [quota, rateLimit] of [
    ["1,000 requests a minute", ample],
    ["60 requests a minute", published],
  ] as const)
    for (const withReady of [true, false]) {
      const { seconds, requests } = await until(withReady, rateLimit);
      const how = withReady ? 'with Ready, `waitFor: "none"`' : "each pod waits for itself";
      rows.push(`| ${[how, quota, `${seconds.toFixed(0)} s`, requests].join(" | ")} |`);
    }
  return [
    `| ${pods} pods of ${secondsToRun} s each, ${slots} at a time, virtual time | the account allows | all run after | requests |`,
    "| --- | --- | --: | --: |",
    ...rows,
  ];
}

type Quota = typeof ample;

async function until(withReady: boolean, rateLimit: Quota): Promise<{ seconds: number; requests: number }> {
  const clock = new VirtualClock();
  let requests = 0;
  const traffic = {
    fate: () => {
      requests += 1;
      return "ok" as const;
    },
    latencyMs: () => 100,
  };
  const platform = virtualPlatform(clock, traffic, () => 0.5, {
    provisioningMs: (secondsToRun - 10) * 1_000,
    startingMs: 10_000,
    rateLimit,
    creditUsd: 1e9,
    spendingCapPerHourUsd: 1e9,
  });
  platform.store.capacity.setFree({}, 10_000);
  let made = 0;
  const { pod, ready } = createProviders({
    env: { COMPUTE_API_KEY: apiKey, COMPUTE_API_URL: apiUrl },
    clock,
    randomBytes: (size) => Uint8Array.from({ length: size }, (_, at) => ((made += 1) >> (8 * (at % 3))) & 0xff),
    connect: () => clientOn(platform.dispatcher, clock, () => 0.5),
  });
  const startedAt = clock.now();
  const create = async (index: number): Promise<string> => {
    const image = "registry.example.com/acme/worker:1";
    const asked: Props = { image, cpu: { id: "cpu3c", vcpuCount: 2 }, __logicalName: `w${index}`, __key: `k${index}` };
    const { inputs } = await pod.check({}, withReady ? { ...asked, waitFor: "none" } : asked);
    return (await pod.create(inputs)).id;
  };
  const all = async () => {
    const ids = await atOnce(slots, pods, create);
    if (withReady) await ready.create({ pods: ids, __key: "all" });
  };
  try {
    await clock.run(all());
    return { seconds: (clock.now() - startedAt) / 1_000, requests };
  } finally {
    platform.close();
  }
}

/** Makes this number of calls, at most `most` in parallel. */
async function atOnce<T>(most: number, count: number, call: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < count; index = next++) results[index] = await call(index);
  };
  await Promise.all(Array.from({ length: most }, lane));
  return results;
}
