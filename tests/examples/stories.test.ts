import { describe, expect, it } from "@jest/globals";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { createClient } from "../../client";
import { type ExampleStack, openExample, openExampleHere, root } from "./example-stack";

const example = (name: string) => join(root, "examples", name);
const withSettings = (pairs: Record<string, string>, secret = false) =>
  Object.fromEntries(Object.entries(pairs).map(([key, value]) => [key, { value, secret }]));

async function during<Opened extends Pick<ExampleStack, "close">, T>(
  story: Promise<Opened>,
  act: (opened: Opened) => Promise<T>,
): Promise<T> {
  const opened = await story;
  try {
    return await act(opened);
  } finally {
    await opened.close();
  }
}

describe("what the examples tell", () => {
  it("R-12, R-15: credential-rotation: one up repoints both pods and deletes the old credential last", async () => {
    const first = openExampleHere(example("credential-rotation"), withSettings({ registryPassword: "hush-1" }, true));
    await during(first, async ({ stack, emulator }) => {
      await stack.up();
      const client = createClient(emulator);
      const [before] = await client.registries.list();
      const podsBefore = (await client.pods.list()).pods.map(({ id }) => id);
      await stack.setConfig("registryPassword", "hush-2", { secret: true });
      emulator.requests.clear();
      expect(await stack.up()).toMatchObject({ result: "succeeded" });
      const writes = emulator.requests.list().filter(({ method }) => method !== "GET");
      expect(writes.map(({ method, path }) => `${method} ${path.split("/")[2]}`)).toEqual([
        "POST registries",
        "PATCH pods",
        "PATCH pods",
        "DELETE registries",
      ]);
      const [after, ...others] = await client.registries.list();
      expect(others).toEqual([]);
      expect(after?.id).not.toBe(before?.id);
      const { pods } = await client.pods.list();
      expect(pods.map(({ id }) => id)).toEqual(podsBefore);
      expect(pods.map(({ registry }) => registry)).toEqual([after?.id, after?.id]);
      expect(JSON.stringify(await stack.exportState())).not.toMatch(/hush-/);
      await client.close();
    });
  }, 60_000);

  it("U-18: account-secrets: another token is set in place, and the pod restarts to get it", async () => {
    const first = openExampleHere(example("account-secrets"), withSettings({ hubToken: "hush-1" }, true));
    await during(first, async ({ stack, emulator }) => {
      expect(await stack.up()).toMatchObject({ result: "succeeded" });
      const bootEnv = () => [...emulator.store.pods.values()].map((pod) => pod.bootEnv?.HUB_TOKEN);
      expect(bootEnv()).toEqual(["hush-1"]);
      await emulator.clock.advance(60_000);
      await stack.setConfig("hubToken", "hush-2", { secret: true });
      emulator.requests.clear();
      expect(await stack.up()).toMatchObject({ result: "succeeded" });
      const writes = emulator.requests.list().filter(({ method }) => method !== "GET");
      expect(writes.map(({ method, path }) => `${method} ${path.split("/")[2]}`)).toEqual([
        "PATCH account",
        "POST pods",
      ]);
      expect(bootEnv()).toEqual(["hush-2"]);
      expect(JSON.stringify(await stack.exportState())).not.toMatch(/hush-/);
    });
  }, 60_000);

  it("J-1: serverless-smoke-test: the stack is not up where the job is not answered, and is once it is", async () => {
    // In a process of its own, which ends with what the program does not catch.
    await during(openExample(example("serverless-smoke-test")), async ({ stack, emulator }) => {
      emulator.faults.add({
        method: "POST",
        path: "/queue/v2/:id/run",
        phase: "before",
        status: 403,
        times: "always",
      });
      await expect(stack.up()).resolves.toMatchObject({ result: "failed" });
      emulator.faults.clear();
      expect(await stack.up()).toMatchObject({ result: "succeeded" });
      const client = createClient(emulator);
      const [endpoint] = (await client.serverless.list()).endpoints;
      expect((await client.queue(endpoint?.id ?? "").health()).jobs).toMatchObject({ completed: 1, inQueue: 0 });
      await client.close();
    });
  }, 60_000);

  it("P-43: drift-check: compute drift ends with 0, and with 2 after somebody stopped the pod", async () => {
    await during(openExampleHere(example("drift-check")), async ({ stack, emulator }) => {
      await stack.up();
      const state = JSON.stringify(await stack.exportState());
      const env = { ...process.env, COMPUTE_API_URL: emulator.apiUrl, COMPUTE_API_KEY: emulator.apiKey };
      const drift = async (): Promise<{ code: number; out: string }> => {
        const child = promisify(execFile)(
          process.execPath,
          [join(root, "dist/cli/main.js"), "drift", "--file", "-", "--sarif"],
          { env },
        );
        child.child.stdin?.end(state);
        try {
          return { code: 0, out: (await child).stdout };
        } catch (error) {
          const { code, stdout } = error as { code: number; stdout: string };
          return { code, out: stdout };
        }
      };
      expect(await drift()).toMatchObject({ code: 0 });
      const client = createClient(emulator);
      const [pod] = (await client.pods.list()).pods;
      await client.pods.stop(pod?.id ?? "");
      await client.close();
      const { code, out } = await drift();
      expect(code).toBe(2);
      expect(JSON.parse(out)).toMatchObject({ runs: [{ results: [{ ruleId: "stopped" }] }] });
    });
  }, 60_000);
});
