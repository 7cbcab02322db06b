import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Emulator, startEmulator } from "../../../emulator";
import { Project } from "../../support/project";
import type { ServedStack } from "../../support/served-stack";

let emulator: Emulator;
let project: Project;
let stack: ServedStack;
beforeEach(async () => {
  emulator = await startEmulator({ speed: 10_000, rateLimit: false });
  project = new Project(emulator);
  stack = await project.here();
});
afterEach(() => emulator.close());

const write = (program: string) => project.write(`const compute = require("pulumi-compute-platform");\n${program}`);

const cpu = 'cpu: { id: "cpu3c", vcpuCount: 2 }';

describe("what failed is told once under --continue-on-error", () => {
  const errorsOf = async () => {
    const { result, diagnostics } = await stack.up({ continueOnError: true });
    expect(result).toBe("failed");
    return diagnostics.filter(({ severity }) => severity === "error").map(({ urn }) => urn?.split("::").at(-1));
  };

  it("and not again by the Ready of a Fleet whose pods failed, nor by what depends on that", async () => {
    emulator.faults.add({ method: "POST", path: "/v2/pods", phase: "before", status: 422, times: "always" });
    write(`const fleet = new compute.Fleet("workers", { count: 2, pod: { image: "x:1", ${cpu} } });
      new compute.NetworkVolume("other", { dataCenter: "EU-XX-1", size: 10 });
      new compute.Template("after", { image: "x:1", name: "after" }, { dependsOn: [fleet] });`);
    expect((await errorsOf()).sort()).toEqual(["workers-0", "workers-1"]);
    expect([...emulator.store.volumes.values()]).toHaveLength(1);
  }, 60_000);

  it("and not again by a pod whose volume failed", async () => {
    emulator.faults.add({ method: "POST", path: "/v2/network-volumes", phase: "before", status: 422, times: "always" });
    write(`const data = new compute.NetworkVolume("data", { dataCenter: "EU-XX-1", size: 10 });
      new compute.Pod("web", { image: "x:1", ${cpu}, mounts: { network: [{ volumeId: data.id, path: "/data" }] } });`);
    expect(await errorsOf()).toEqual(["data"]);
  }, 60_000);
});

it("a preview of an exported resource shows what is known of it, and no mark of the SDK", async () => {
  write('exports.data = new compute.NetworkVolume("data", { dataCenter: "EU-XX-1", size: 10, name: "weights" });');
  const before = await stack.preview();
  expect(before.outputs).toEqual({ data: expect.objectContaining({ name: "weights", size: 10 }) });
  expect(JSON.stringify(before.outputs)).not.toMatch(/isPulumiResource|\[unknown\]/);
  await stack.up();
  const after = await stack.preview();
  expect(after.outputs).toEqual({ data: expect.objectContaining({ id: expect.any(String), size: 10 }) });
  expect(JSON.stringify(after.outputs)).not.toContain("isPulumiResource");
}, 60_000);
