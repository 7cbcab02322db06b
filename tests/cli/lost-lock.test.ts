import { afterEach, expect, it } from "@jest/globals";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../emulator";
import { LocalStack } from "../../engine";
import { linkedFolder } from "../examples/linked-folder";
import { programsHere } from "../support/program-here";
import { until } from "../support/until";

let emulator: Emulator | undefined;
afterEach(() => emulator?.close());

const volume = (name: string) =>
  `new (require("pulumi-compute-platform").NetworkVolume)("${name}", { dataCenter: "EU-XX-1", size: 10 });\n`;

it("the next up makes no second of what a run had made when its lock was removed and another run wrote the state, and says what to do", async () => {
  const platform = await startEmulator({ speed: 1, rateLimit: false });
  emulator = platform;
  const { apiUrl, apiKey, store, faults } = platform;
  const folder = linkedFolder({ "Pulumi.yaml": "name: lost\nruntime: nodejs\nmain: index.js\n" });
  const env = { COMPUTE_API_URL: apiUrl, COMPUTE_API_KEY: apiKey, COMPUTE_JOURNAL_DIR: join(folder, "journal") };
  const write = (...names: string[]) => writeFileSync(join(folder, "index.js"), names.map(volume).join(""));
  const open = () =>
    LocalStack.open({
      projectDir: folder,
      stack: "dev",
      backendUrl: `file://${folder}`,
      passphrase: "test",
      env,
      ambient: programsHere,
    });
  const made = () => [...store.volumes.values()].map(({ id }) => id);

  write();
  const stack = await open();
  await stack.up();
  const other = await open();
  const before = await other.exportState();

  // The answer waits longer than the other run takes.
  faults.add({ method: "POST", path: "/v2/network-volumes", phase: "slow", delayMs: 3_000 });
  write("data");
  const running = stack.up().catch((error: unknown) => error);
  await until(() => made().length > 0);
  await other.cancel();
  await other.importState({ ...before, version: 3 });

  const [id = ""] = made();
  expect(await running).toMatchObject({ code: "unlocked", message: expect.stringContaining(`, id ${id}\n`) });
  expect(JSON.stringify(await other.exportState())).not.toContain(id);
  const { result, diagnostics } = await other.up();
  expect(result).toBe("failed");
  expect(diagnostics.map(({ message }) => message).join()).toMatch(
    new RegExp(`NetworkVolume ${id} .*no state has it.*adopt`),
  );
  expect(made()).toEqual([id]);
}, 120_000);
