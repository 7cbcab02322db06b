import { expect, it } from "@jest/globals";
import { createProviders } from "../../../provider";
import { openBookkeeping } from "../../../provider/host/open-bookkeeping";
import type { Fate } from "../../../proofs/direct-dispatcher";
import { VirtualClock } from "../../../proofs/virtual-clock";
import { apiKey, apiUrl, clientOn, virtualPlatform } from "../../../proofs/virtual-platform";
import { temporaryFolder } from "../../support/temporary-folder";

const image = "registry.example.com/acme/trainer:1";
const made = {
  networkVolume: { at: "volumes", args: { dataCenter: "EU-XX-1", size: 20 } },
  pod: { at: "pods", args: { image, cpu: { id: "cpu3c", vcpuCount: 2 }, waitFor: "none" } },
  cluster: {
    at: "clusters",
    args: { type: "TRAINING", image, compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 } },
  },
  template: { at: "templates", args: { image } },
  registryDelegation: {
    at: "delegations",
    args: { resource: "arn:aws:ecr:eu-central-1:123456789012:repository/trainer" },
  },
  accountSecret: { at: "secrets", args: { value: "example-only-not-a-secret" } },
} as const;

const lags = [0, 5_000, 29_000];
const rows = Object.keys(made).flatMap((kind) => lags.map((lagMs) => ({ kind: kind as keyof typeof made, lagMs })));

/** The first POST is carried out, and its answer lost. */
function losingOneAnswer(): (method: string) => Fate {
  let isLost = false;
  return (method) => {
    if (method !== "POST" || isLost) return "ok";
    isLost = true;
    return "lost-after";
  };
}

it.each(rows)(
  "A-31, A-35: a $kind whose answer is lost is made once where lists lag by $lagMs ms",
  async ({ kind, lagMs }) => {
    const clock = new VirtualClock();
    const platform = virtualPlatform(clock, { fate: losingOneAnswer(), latencyMs: () => 100 }, () => 0.5, {
      listLagMs: lagMs,
      rateLimit: null,
      creditUsd: 1e6,
    });
    const env = { COMPUTE_JOURNAL_DIR: temporaryFolder("journal") };
    const providers = createProviders({
      env: { COMPUTE_API_KEY: apiKey, COMPUTE_API_URL: apiUrl },
      clock,
      randomBytes: (size) => new Uint8Array(size).fill(7),
      connect: () => clientOn(platform.dispatcher, clock, () => 0.5),
      openBookkeeping: (settings, _, notify) => openBookkeeping(settings, clock, env, notify),
    });
    const { at, args } = made[kind];
    const there = () => [...platform.store[at].values()].map(({ id }) => id);
    const before = there();
    const own = { __logicalName: "one", __key: "one", __provider: "code" };
    const { inputs } = await clock.run(providers[kind].check({}, { ...args, ...own }));
    const { id } = await clock.run(providers[kind].create(inputs));
    expect(there()).toEqual([...before, id]);
    platform.close();
  },
);
