import { afterEach, expect, it } from "@jest/globals";
import { type Emulator, startEmulator } from "../../emulator";
import { programsHere } from "../support/program-here";
import { Project } from "../support/project";
import { until } from "../support/until";

let emulator: Emulator | undefined;
afterEach(() => emulator?.close());

const volume = (name: string) =>
  `new (require("pulumi-compute-platform").NetworkVolume)("${name}", { dataCenter: "EU-XX-1", size: 10 });\n`;

it("the next up makes no second of what a run had made when its lock was removed and another run wrote the state, and says what to do", async () => {
  const platform = await startEmulator({ speed: 0, rateLimit: false });
  emulator = platform;
  const { store, faults } = platform;
  const project = new Project(platform);
  const write = (...names: string[]) => project.write(names.map(volume).join(""));
  const open = () => project.apart(programsHere);
  const made = () => [...store.volumes.values()].map(({ id }) => id);

  write();
  const stack = await open();
  await stack.up();
  const other = await open();
  const before = await other.exportState();

  // The answer waits until the other run has ended.
  faults.add({ method: "POST", path: "/v2/network-volumes", phase: "slow", delayMs: 3_000 });
  write("data");
  const running = stack.up().catch((error: unknown) => error);
  await until(() => made().length > 0);
  await other.cancel();
  await other.importState({ ...before, version: 3 });

  await platform.clock.advance(3_000);
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
