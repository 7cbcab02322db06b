import { expect, it } from "@jest/globals";
import * as z from "zod";
import { createClient, type Client, type LogEvent } from "../../client";

/** Compiled and never called: each line that must not compile says so, and the compiler fails where it does. */
async function requests({
  pods,
  clusters,
  networkVolumes,
  registries,
  serverless,
  catalog,
  account,
  queue,
  v1,
}: Client) {
  await pods.create({ name: "n", image: "i", cpu: { id: "cpu3c", vcpuCount: 2 } });
  // @ts-expect-error a name is required
  await pods.create({ image: "i" });
  // @ts-expect-error no such member
  await pods.create({ name: "n", image: "i", colour: "red" });
  // @ts-expect-error a number, not its spelling
  await pods.create({ name: "n", disk: "40" });
  // @ts-expect-error not one of the clouds
  await pods.create({ name: "n", cloud: "PRIVATE" });
  // @ts-expect-error the data center of a pod never changes (A-45)
  await pods.update("p", { dataCenterIds: ["EU-XX-1"] });
  // @ts-expect-error no such action
  await pods.action("p", "reset");
  // @ts-expect-error no such filter
  await pods.list({ status: "RUNNING" });
  // @ts-expect-error the cursor is the loop's own business
  pods.listAll({ cursor: "c" });
  // @ts-expect-error not a source
  pods.logs("p", { source: "kernel" });
  // @ts-expect-error an id is a string
  await pods.get(7);
  // @ts-expect-error the type of a cluster is required
  await clusters.create({ name: "n", compute: { gpuTypeId: "g", gpuCountPerPod: 1, podCount: 2 } });
  // @ts-expect-error only the name can change (C-20)
  await clusters.update("c", { name: "n", type: "RAY" });
  // @ts-expect-error the data center never changes (V-12)
  await networkVolumes.update("v", { dataCenter: "EU-XX-1" });
  // @ts-expect-error the password is required
  await registries.create({ name: "n", username: "u" });
  // @ts-expect-error there is no update (R-11)
  await registries.update("r", {});
  // @ts-expect-error each scaling has its own member (E-12)
  await serverless.update("e", { scaling: { type: "QUEUE_DELAY", requestCount: 1 } });
  // @ts-expect-error not a product
  await catalog.gpus({ include: ["AVAILABILITY"], product: ["TOASTER"] });
  // @ts-expect-error a list of keys
  await account.sshKeys.replace("ssh-ed25519 AAAA");
  // @ts-expect-error an input is an object
  await queue("e").run("prompt");
  // @ts-expect-error a number of ms
  await queue("e").run({}, { policy: { ttl: "1h" } });
  // @ts-expect-error no such option
  await queue("e").runSync({}, { wait: 1_000 });
  // @ts-expect-error the image has another name on version 1
  await v1.templates.create({ name: "n", image: "i" });
  // @ts-expect-error not a form of authorization
  createClient({ queueAuth: "basic" });
}

/** Results need no cast. */
async function results({ pods, clusters, reads, waits, queue, billing, v1, account }: Client) {
  const pod = await pods.get("p");
  const cost: number = pod.cost;
  const status: string = pod.status;
  const center: string | null = pod.dataCenterId;
  const port: number | undefined = pod.ssh.direct?.port;
  const size: number | undefined = pod.mounts.persistent?.size;
  // @ts-expect-error null until placed
  const placed: string = pod.dataCenterId;
  const running: boolean = pod.status === "RUNNING";
  const [first] = await clusters.pods("c");
  const rank: number | null | undefined = first?.cluster?.rank;
  const same: typeof pod = await reads.pod("p");
  const ready: typeof pod = await waits.pod("p", { isDone: ({ status: now }) => now === "RUNNING", withinMs: 1 });
  for await (const event of pods.logs("p")) {
    const line: string = event.line;
    // @ts-expect-error undefined for a payload that is no log line (L-16)
    const ts: string = event.ts;
    void [line, ts, event satisfies LogEvent];
  }
  const job = await queue("e").run({ prompt: "p" }, { output: z.object({ seed: z.number() }) });
  const seed: number = (await job.result()).output.seed;
  const untyped: unknown = (await queue("e").runSync({})).output;
  // @ts-expect-error not known without a schema
  const guessed: string = (await queue("e").runSync({})).output;
  const gpuUsd: number = (await billing.pods()).metadata.totals.gpuAmount;
  const nothing: void = await v1.pods.start("p");
  const keys: string[] = await account.sshKeys.list();
  return [
    cost,
    status,
    center,
    port,
    size,
    placed,
    running,
    rank,
    same,
    ready,
    seed,
    untyped,
    guessed,
    gpuUsd,
    nothing,
    keys,
  ];
}

it("wrong bodies do not compile, and results need no cast", () => {
  expect([requests, results].map(({ length }) => length)).toEqual([1, 1]);
});
