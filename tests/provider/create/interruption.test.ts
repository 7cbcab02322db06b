import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { compiled } from "../../examples/compiled";
import { type ExampleStack, openExample } from "../../examples/example-stack";
import { linkedFolder } from "../../examples/linked-folder";

/** Pods that never get ready by themselves, and one that finds no capacity. */
const program = `
  import * as compute from "pulumi-compute-platform";
  const image = "registry.example.com/public/x:1";
  export const ids = ["a", "b"].map((name) => new compute.Pod(name, { image, gpu: { id: "NVIDIA L40S" } }).id);
  new compute.Pod("c", { image, gpu: { id: "NVIDIA H200" }, waitForCapacity: "2h" });
`;
/** Longer than this test, at the speed of the platform. */
const foreverMs = 3e9;

let example: ExampleStack;
beforeEach(async () => {
  example = await openExample(linkedFolder({ "Pulumi.yaml": "name: cut\nruntime: nodejs\n", ...compiled(program) }));
  const { store } = example.emulator;
  store.settings.provisioningMs = foreverMs;
  store.settings.creditUsd = 1e9;
  store.capacity.setFree({ type: "NVIDIA H200" }, 0);
});
afterEach(() => example.close());

/** Resolves when both pods are made and the third has been refused. */
const underWay = (): Promise<void> =>
  new Promise((resolve) => {
    const { store, requests } = example.emulator;
    const stop = requests.onRequest(() => {
      // The catalog is asked after the third was refused; the others may come later.
      const isAsked = requests.list().some(({ path }) => path.startsWith("/v2/catalog"));
      if (store.pods.size < 2 || posts() < 3 || !isAsked) return;
      stop();
      resolve();
    });
  });
const posts = () => example.emulator.requests.list().filter(({ method }) => method === "POST").length;

describe("A run that is interrupted", () => {
  it("A-31: for good ends within seconds and loses no id: the next run goes on with the same pods", async () => {
    const { stack, emulator } = example;
    const terminate = new AbortController();
    const running = stack.up({ terminate: terminate.signal });
    await underWay();
    terminate.abort();
    await expect(running).rejects.toMatchObject({ code: "terminated" });

    const made = [...emulator.store.pods.newestFirst()].map(({ id }) => id).sort();
    expect(made).toHaveLength(2);
    await emulator.clock.advance(foreverMs);
    emulator.store.settings.provisioningMs = 0;
    emulator.store.capacity.setFree({ type: "NVIDIA H200" }, 8);
    emulator.requests.clear();
    const { result, outputs } = await stack.up();
    expect(result).toBe("succeeded");
    expect([...(outputs["ids"] as string[])].sort()).toEqual(made);
    expect(posts()).toBe(1);
    expect(emulator.store.pods.size).toBe(3);
    expect(await stack.up({ expectNoChanges: true })).toMatchObject({ result: "succeeded" });
  }, 90_000);

  it("once begins nothing more, and saves what was running", async () => {
    const { stack, emulator } = example;
    const stop = new AbortController();
    const running = stack.up({ signal: stop.signal });
    await underWay();
    stop.abort();
    emulator.store.capacity.setFree({ type: "NVIDIA H200" }, 8);
    await emulator.clock.advance(foreverMs);
    emulator.store.settings.provisioningMs = 0;
    expect((await running).result).not.toBe("succeeded");
    emulator.requests.clear();
    expect(await stack.up()).toMatchObject({ result: "succeeded" });
    // The third had nothing under way but a wait for capacity, which ended with the run.
    expect(posts()).toBe(1);
    expect(emulator.store.pods.size).toBe(3);
  }, 90_000);
});
