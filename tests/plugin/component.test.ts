import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Emulator, startEmulator } from "../../emulator";
import type { OperationResult, UpOptions } from "../../engine";
import * as compute from "../../sdk/plugin";
import { Project } from "../support/project";
import { RemoteFleet } from "../support/remote-fleet";
import type { ServedStack } from "../support/served-stack";

const pod = { image: "registry.example.com/acme/worker:1", cpu: { id: "cpu3c", vcpuCount: 2 } };

let emulator: Emulator;
let program: () => Record<string, unknown>;
let stack: ServedStack;
beforeEach(async () => {
  emulator = await startEmulator({ rateLimit: false, speed: 200 });
  const project = new Project(emulator, { name: "fleets" });
  stack = await project.here({ mode: "plugin", speed: 20 }, () => Promise.resolve(program()));
});
afterEach(() => emulator.close());

interface Entry {
  readonly urn: string;
  readonly type: string;
  readonly provider?: string;
  readonly customTimeouts?: object;
  readonly propertyDependencies?: Readonly<Record<string, readonly string[] | null>>;
  readonly inputs?: Readonly<Record<string, unknown>>;
}
const up = (declare: () => Record<string, unknown> | void, options: UpOptions = {}): Promise<OperationResult> => {
  program = () => declare() ?? {};
  return stack.up(options);
};
const entry = async (name: string, type = "Pod"): Promise<Entry> => {
  const { deployment } = (await stack.exportState()) as unknown as { deployment: { resources: Entry[] } };
  const found = deployment.resources.find(({ urn }) => urn.endsWith(`compute:index:${type}::${name}`));
  if (!found) throw new Error(`there is no ${type} ${name}`);
  return found;
};
const said = ({ diagnostics }: OperationResult): string[] => diagnostics.map(({ message }) => message);

describe("a Fleet that the plugin makes", () => {
  it("gives each pod the dependencies and the secrets of its own arguments", async () => {
    const made = await up(() => {
      const hub = new compute.RegistryCredential("hub", { username: "ada", password: "hush" });
      const env = { STAGE: "test", TOKEN: pulumi.secret("hush-token") };
      new RemoteFleet("workers", {
        pod: { ...pod, registry: hub.id, env },
        pods: { a: {}, b: { env: { TOKEN: pulumi.secret("hush-too") } } },
      });
    });
    expect(said(made)).toEqual([]);
    const [a, b] = [await entry("workers-a"), await entry("workers-b")];
    const hub = (await entry("hub", "RegistryCredential")).urn;
    const dependencies = Object.entries(a.propertyDependencies ?? {}).filter(([, urns]) => (urns ?? []).length > 0);
    expect(dependencies).toEqual([["registry", [hub]]]);
    expect(a.inputs).toMatchObject({ env: { STAGE: "test", TOKEN: { ciphertext: expect.anything() } } });
    expect(b.inputs).toMatchObject({ env: { TOKEN: { ciphertext: expect.anything() } } });
    expect(JSON.stringify(await stack.exportState())).not.toContain("hush");
  }, 60_000);

  it("makes its pods with the provider that the program names", async () => {
    const made = await up(() => {
      const provider = new compute.Provider("second", { apiKey: emulator.apiKey, apiUrl: emulator.apiUrl });
      new RemoteFleet("workers", { pod, count: 1 }, { provider });
    });
    expect(said(made)).toEqual([]);
    for (const [name, type] of [["workers-0", "Pod"] as const, ["workers", "Ready"] as const])
      expect((await entry(name, type)).provider).toContain("pulumi:providers:compute::second::");
  }, 60_000);

  it("waits as long as the option customTimeouts says, like the class for TypeScript", async () => {
    const timeouts = { create: "45m", update: "50m" };
    await up(() => {
      new RemoteFleet("workers", { pod, count: 1 }, { customTimeouts: timeouts });
      new compute.Fleet("others", { pod, count: 1 }, { customTimeouts: timeouts });
    });
    for (const name of ["workers", "others"])
      expect((await entry(name, "Ready")).customTimeouts).toEqual({ create: 2700, update: 3000 });
  }, 60_000);

  it("takes alternatives of a pod in place of those of all pods", async () => {
    const gpus = { gpu: { id: "NVIDIA L40S" }, gpuAlternatives: [{ id: "NVIDIA A40" }] };
    const { cpu: _, ...image } = pod;
    await up(() => {
      new RemoteFleet("workers", { pod: { ...image, ...gpus }, pods: { a: {}, b: { gpu: { id: "NVIDIA A40" } } } });
    });
    expect((await entry("workers-a")).inputs).toMatchObject(gpus);
    expect((await entry("workers-b")).inputs).not.toHaveProperty("gpuAlternatives");
  }, 60_000);

  it("with continueOnError goes on where a pod fails: nothing waits, and the program comes to its end", async () => {
    emulator.faults.add({ method: "POST", path: "/v2/pods", phase: "before", status: 400, times: 1 });
    const declare = () => {
      new RemoteFleet("workers", { pod, count: 2 });
      new compute.RegistryCredential("after", { username: "ada", password: "hush" });
    };
    const made = await up(declare, { continueOnError: true });
    expect(made.result).toBe("failed");
    expect(said(made)).toHaveLength(1);
    expect(emulator.store.pods.size).toBe(1);
    expect(await entry("after", "RegistryCredential")).toBeDefined();
    await expect(entry("workers", "Ready")).rejects.toThrow("there is no Ready");
  }, 60_000);

  it.each([
    ["count", (id: pulumi.Output<string>) => ({ pod, count: id.apply(() => 3) })],
    ["pod", (id: pulumi.Output<string>) => ({ pod: id.apply(() => pod), count: 3 })],
    ["pods.a", (id: pulumi.Output<string>) => ({ pod, pods: { a: id.apply(() => ({})) } })],
  ])("names the argument %s where no preview can know it", async (name, args) => {
    program = () => {
      const hub = new compute.RegistryCredential("hub", { username: "ada", password: "hush" });
      new RemoteFleet("workers", args(hub.id));
      return {};
    };
    const seen = await stack.preview();
    expect(seen.result).toBe("failed");
    expect(said(seen)).toEqual([
      expect.stringContaining(`Fleet workers: \`${name}\` is not known before the deployment`),
    ]);
  });

  it("refuses the option deletedWith, in every language", async () => {
    const failed = await up(() => {
      const hub = new compute.RegistryCredential("hub", { username: "ada", password: "hush" });
      new RemoteFleet("workers", { pod, count: 1 }, { deletedWith: hub });
    });
    expect(said(failed)).toEqual([
      expect.stringContaining("the option `deletedWith` would leave the pods of the fleet"),
    ]);
  });
});
