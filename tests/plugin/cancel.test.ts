import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Emulator, startEmulator } from "../../emulator";
import { Engine, type CallFailure, secret, urnOf } from "./driver";

let emulator: Emulator;
let engine: Engine;

// The platform's clock stands still, so that nothing it starts is ever ready; the plugin's goes on.
beforeEach(async () => {
  emulator = await startEmulator({ rateLimit: false, speed: 0, settings: { listLagMs: 60_000 } });
  engine = await Engine.start(emulator);
});

afterEach(async () => {
  engine.close();
  await emulator.close();
});

const pod = {
  name: "trainer",
  image: "registry.example.com/x:1",
  gpu: { id: "NVIDIA L40S" },
  env: { TOKEN: secret("t0ken") },
};
const urn = urnOf("Pod", "trainer");

/** Cancels once the platform has been asked, and tells what it was asked after that: at most what was on its way. */
async function cancelled(
  call: Promise<unknown>,
  seen: (path: string) => boolean,
): Promise<{ failure: CallFailure; asked: readonly string[] }> {
  await new Promise<void>((resolve) => {
    const stop = emulator.requests.onRequest(({ method, path }) => {
      if (!seen(`${method} ${path}`)) return;
      stop();
      resolve();
    });
  });
  const failure = call.then(
    () => Promise.reject(new Error("it went on in spite of Cancel")),
    (error: CallFailure) => error,
  );
  await engine.cancel();
  const asked: string[] = [];
  const stop = emulator.requests.onRequest(({ method, path }) => void asked.push(`${method} ${path}`));
  const end = await failure;
  stop();
  return { failure: end, asked };
}

const isLook = (request: string) => /^GET \/v2\/pods/.test(request);

describe("Cancel during a wait", () => {
  it("ends a create without another request and keeps the pod in state, with its secrets as secrets", async () => {
    const { inputs } = await engine.check(urn, pod);
    const { failure, asked } = await cancelled(engine.create(urn, inputs), isLook);
    expect(asked.length).toBeLessThan(2);
    expect(podIds()).toHaveLength(1);
    expect(failure.initFailed).toMatchObject({
      id: podIds()[0],
      properties: { name: "trainer", env: secret({ TOKEN: "t0ken" }) },
    });
    expect(failure.message).toMatch(/stays in the state; the next up continues/);
    expect(failure.initFailed?.reasons).toEqual([expect.stringContaining("the operation was cancelled")]);
  });

  it("ends all waits at once, and every object is in state", async () => {
    const urns = ["a", "b", "c"].map((name) => urnOf("Pod", name));
    const checked = await Promise.all(urns.map((each) => engine.check(each, { ...pod, name: each.slice(-1) })));
    const creates = checked.map(({ inputs }, at) =>
      engine.create(urns[at]!, inputs).catch((error: unknown) => error as CallFailure),
    );
    await cancelled(
      Promise.all(creates).then((failures) => Promise.reject(failures[0] as unknown as Error)),
      isLook,
    );
    const kept = (await Promise.all(creates)).map((failure) => (failure as CallFailure).initFailed?.id);
    expect(kept.sort()).toEqual(podIds().sort());
  });

  it("ends the wait for capacity, and nothing was made", async () => {
    emulator.faults.add({
      method: "POST",
      path: "/v2/pods",
      phase: "before",
      status: 400,
      times: "always",
      body: noCapacity,
    });
    const { inputs } = await engine.check(urn, { ...pod, waitForCapacity: "1h" });
    const { failure, asked } = await cancelled(engine.create(urn, inputs), (request) =>
      request.startsWith("GET /v2/catalog"),
    );
    expect(asked.length).toBeLessThan(2);
    expect(failure.initFailed).toBeUndefined();
    expect(podIds()).toEqual([]);
  });

  it("ends the look for a pod whose answer was lost, and says that the next up goes on from there", async () => {
    emulator.faults.add({ method: "POST", path: "/v2/pods", phase: "after", times: 1 });
    const { name: _, ...unnamed } = pod;
    const { inputs } = await engine.check(urn, unnamed);
    const { failure, asked } = await cancelled(engine.create(urn, inputs), isLook);
    expect(asked.length).toBeLessThan(2);
    expect(failure.message).toMatch(/interrupted/);
    expect(podIds()).toHaveLength(1);
  });

  it("ends the repeats of a request that the platform refuses, and says what it was refused for", async () => {
    emulator.faults.add({
      method: "POST",
      path: "/v2/pods",
      phase: "before",
      status: 429,
      times: "always",
      headers: { "retry-after": "60" },
    });
    const { inputs } = await engine.check(urn, pod);
    const isRefused = (request: string) => request.startsWith("POST /v2/pods");
    const { failure, asked } = await cancelled(engine.create(urn, inputs), isRefused);
    expect(asked.length).toBeLessThan(2);
    expect(failure.initFailed).toBeUndefined();
    expect(podIds()).toEqual([]);
  });

  it("answers when nothing waits, as it does at the end of every operation", async () => {
    await expect(engine.cancel()).resolves.toBeUndefined();
  });
});

const podIds = () => [...emulator.store.pods.values()].map(({ id }) => id);

const noCapacity = { title: "Bad Request", status: 400, detail: "no capacity" };
