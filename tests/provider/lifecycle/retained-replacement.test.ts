import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createClient } from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { openProject } from "../../support/project";

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator({ rateLimit: false, speed: 1_000 });
});
afterEach(() => emulator.close());

const pod = (count: number, isRetained = true, more = "") =>
  `new compute.Pod("web", { image: "registry.example.com/acme/x:1", gpu: { id: "NVIDIA L40S", count: ${count} }, ${more} ` +
  `mounts: { persistent: { size: 20, path: "/data" } }, waitFor: "none" }, { retainOnDelete: ${isRetained} });\n`;
const volume = (size: number, isRetained = true) =>
  `new compute.NetworkVolume("data", { dataCenter: "EU-XX-1", size: ${size} }, { retainOnDelete: ${isRetained} });\n`;
const endpoint = (queue: string) =>
  `new compute.Endpoint("echo", { type: "QUEUE", image: "registry.example.com/acme/echo:1", waitFor: "none", ` +
  `${queue}, workers: { max: 0 }, scaling: { type: "QUEUE_DELAY", queueDelay: 3 } }, { retainOnDelete: true });\n`;
const template = (name: string, more = "") =>
  `new compute.Template("base", { name: "${name}", image: "registry.example.com/acme/x:1", ${more} }, { retainOnDelete: true });\n`;

describe.each(["dynamic", "plugin"] as const)("a replacement of what retainOnDelete keeps, in the form %s,", (mode) => {
  it("is said to leave the old object with its data and its cost", async () => {
    const { preview, up } = await openProject(emulator, mode);
    await up(pod(1));
    const [old] = [...emulator.store.pods.values()];
    const { said } = await preview(pod(2));
    expect(said).toMatch(
      `info: ${old!.id} stays on the platform with its data, and costs 0.86 USD/h (retainOnDelete). Let it go afterwards with`,
    );
    expect(said).toContain("Cost: 0.00 USD/h → 1.72 USD/h (+1.72), list price.");
    expect(said).not.toContain("destroy");
    await up(pod(2));
    const client = createClient({ ...emulator, limiter: false });
    expect((await client.pods.get(old!.id)).status).not.toBe("TERMINATED");
    await client.close();
  });

  it("is said to destroy what the state does not keep yet, though the program asks for it", async () => {
    const { preview, up } = await openProject(emulator, mode);
    await up(pod(1, false));
    const { said } = await preview(pod(2));
    expect(said).toContain("its deletion destroys the pod's persistent disk");
    expect(said).toContain("Cost: 0.86 USD/h → 1.72 USD/h (+0.86), list price.");
    expect(said).not.toContain("stays on the platform");
  });

  it("is said to leave the old object where --replace asks for it", async () => {
    const { preview, up } = await openProject(emulator, mode);
    await up(pod(1));
    const { said } = await preview(pod(1), { replace: ["**::web"] });
    expect(said).toContain("stays on the platform with its data, and costs 0.86 USD/h (retainOnDelete)");
    expect(said).toContain("Cost: 0.00 USD/h → 0.86 USD/h (+0.86), list price.");
    expect(said).not.toContain("destroy");
  });

  it("is not refused for a volume, of which nothing is lost", async () => {
    const { preview, up } = await openProject(emulator, mode);
    await up(volume(20));
    const { result, said } = await preview(volume(10));
    expect(said).toContain("stays on the platform with its data, and is billed (retainOnDelete)");
    expect(result).toBe("succeeded");
    expect((await up(volume(10))).result).toBe("succeeded");
    expect(emulator.store.volumes.size).toBe(2);
    await up(volume(10, false));
    expect((await preview(volume(9, false))).result).toBe("failed");
  });

  it("T-24: is refused under the unique name of a template, which stays with it", async () => {
    const { preview, up } = await openProject(emulator, mode);
    await up(template("base", 'mounts: { persistent: { size: 20, path: "/data" } }'));
    const { result, said } = await preview(template("base"));
    expect(said).toContain(
      "is what this resource has so far, and retainOnDelete keeps it: give the resource another name",
    );
    expect(result).toBe("failed");
    expect((await preview(template("base"), { replace: ["**::base"] })).said).not.toContain("deleteBeforeReplace");
    expect((await up(template("other"))).result).toBe("succeeded");
  });

  it("is not refused for the jobs of an endpoint, which goes on", async () => {
    const { preview, up } = await openProject(emulator, mode);
    await up(endpoint('cpu: [{ id: "cpu3c", vcpuCount: 2 }]'));
    const client = createClient({ ...emulator, limiter: false });
    for await (const { id } of client.serverless.listAll()) await client.queue(id).run({ input: {} });
    await client.close();
    const { result, said } = await preview(endpoint('gpu: { pools: ["ADA_24"] }'));
    expect(said).not.toMatch(/cancel/);
    expect(result).toBe("succeeded");
  });
});
