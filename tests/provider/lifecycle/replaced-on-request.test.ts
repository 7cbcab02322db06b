import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createClient } from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { act } from "../../../emulator/pods/actions";
import { openProject } from "../../support/project";

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator({ rateLimit: false, speed: 1_000 });
});
afterEach(() => emulator.close());

const credential = (name: string, more = "") =>
  `new compute.RegistryCredential("${name}", { name: "acme", username: "u", password: "p" }, { ${more} });\n`;
const template = (name: string, more = "") =>
  `new compute.Template("${name}", { name: "base", image: "registry.example.com/acme/x:1" }, { ${more} });\n`;

describe.each(["dynamic", "plugin"] as const)(
  "--replace of a resource that was renamed and not changed since, in the form %s",
  (mode) => {
    const renamed = async (declared: (name: string, more?: string) => string) => {
      const { preview, up } = await openProject(emulator, mode);
      const after = declared("after", 'aliases: [{ name: "before" }]');
      expect(await up(declared("before"))).toMatchObject({ result: "succeeded" });
      expect(await up(after)).toMatchObject({ result: "succeeded" });
      return {
        preview: () => preview(after, { replace: ["**::after"] }),
        up: () => up(after, { replace: ["**::after"] }),
      };
    };

    it("R-15: knows that a credential's name is that of the object that it replaces, and gets another one on the platform", async () => {
      const { preview, up } = await renamed(credential);
      expect((await preview()).said).not.toContain("asks for the name");
      expect(await up()).toMatchObject({ result: "succeeded", said: expect.not.stringContaining("asks for the name") });
      expect(emulator.store.registries.size).toBe(1);
    });

    it("T-24: says of a template's name that it needs deleteBeforeReplace, and not that another resource has it", async () => {
      const { preview, up } = await renamed(template);
      const { said } = await preview();
      expect(said).toContain("which it replaces, and names are unique");
      expect(said).not.toContain("aliases");
      const refused = await up();
      expect(refused.result).toBe("failed");
      expect(refused.said).toContain("is what this resource has so far");
    });
  },
);

const pod = (more = "") =>
  `new compute.Pod("web", { image: "registry.example.com/acme/x:1", gpu: { id: "NVIDIA L40S" }, ` +
  `mounts: { persistent: { size: 20, path: "/data" } }, waitFor: "none", ${more} });\n`;
const volume = `new compute.NetworkVolume("data", { dataCenter: "EU-XX-1", size: 10 });\n`;
const destroys = (what: string, data: string) =>
  `warning: ${what} is replaced because of a request (--replace or a taint): its deletion destroys ${data}`;

describe.each(["dynamic", "plugin"] as const)("a preview of --replace, in the form %s,", (mode) => {
  it("tells the data that goes, and no cost where the new object costs as much as the old one", async () => {
    const { preview, up } = await openProject(emulator, mode);
    const program = pod() + volume;
    expect((await up(program)).result).toBe("succeeded");
    const { said } = await preview(program, { replace: ["**::web", "**::data"] });
    expect(said).toContain(destroys("Pod web", "the pod's persistent disk"));
    expect(said).toContain(destroys("NetworkVolume data", "everything on the volume"));
    expect(said).not.toContain("Cost:");
    expect((await preview(program)).said).not.toContain("destroys");
  });

  it("counts the old object as what it costs where it is", async () => {
    const { preview, up } = await openProject(emulator, mode);
    await up(pod("desiredStatus: 'EXITED'"));
    const { said } = await preview(pod("desiredStatus: 'RUNNING'"), { replace: ["**::web"] });
    expect(said).toContain("Cost: 0.00 USD/h → 0.86 USD/h (+0.86), list price.");
    await up(pod("desiredStatus: 'RUNNING'"));
    const { said: stopping } = await preview(pod("desiredStatus: 'EXITED'"), { replace: ["**::web"] });
    expect(stopping).toContain("Cost: 0.86 USD/h → 0.00 USD/h (-0.86), list price.");
  });
});

describe.each(["dynamic", "plugin"] as const)(
  "an object that is gone and was to change in place, in the form %s,",
  (mode) => {
    it.each([
      [
        "a pod",
        (value: string) =>
          `new compute.Pod("web", { image: "x:1", cpu: { id: "cpu3c", vcpuCount: 4 }, env: { A: "${value}" } });`,
      ],
      ["a volume", (value: string) => `new compute.NetworkVolume("data", { dataCenter: "EU-XX-1", size: ${value}0 });`],
    ])("is told with the way on: %s", async (_, program) => {
      const { preview, up } = await openProject(emulator, mode);
      expect(await up(program("1"))).toMatchObject({ result: "succeeded" });
      const { pods, volumes } = emulator.store;
      const client = createClient({ ...emulator, limiter: false });
      for (const { id } of pods.values()) await client.pods.delete(id);
      for (const { id } of volumes.values()) await client.networkVolumes.delete(id);
      await client.close();
      const gone =
        "It no longer exists on the platform, so `up` will fail on it; run `up --refresh`, which creates it again.";
      expect(await preview(program("2"))).toEqual({ result: "succeeded", said: `info: ${gone}` });
      expect(await up(program("2"))).toMatchObject({ result: "failed", said: expect.stringContaining("404") });
      expect(await up(program("2"), { refresh: true })).toMatchObject({ result: "succeeded" });
      expect(pods.size + volumes.size).toBe(1);
    });
  },
);

describe.each(["dynamic", "plugin"] as const)("a pod that was stopped meanwhile, in the form %s,", (mode) => {
  it("costs nothing until it is replaced, whatever the state says", async () => {
    const { preview, up } = await openProject(emulator, mode);
    expect(await up(pod())).toMatchObject({ result: "succeeded" });
    for (const each of emulator.store.pods.values()) act(emulator.store, each, "stop");
    const { said } = await preview(pod("triggers: ['1'], dataLoss: 'allow'"));
    expect(said).toContain("Replaced because triggers changed");
    expect(said).toContain("Cost: 0.00 USD/h → 0.86 USD/h (+0.86), list price.");
  });
});

describe.each(["dynamic", "plugin"] as const)("an object that is gone and made again, in the form %s,", (mode) => {
  const gone = async () => {
    const project = await openProject(emulator, mode);
    await project.up(pod());
    const client = createClient({ ...emulator, limiter: false });
    for (const { id } of emulator.store.pods.values()) await client.pods.delete(id);
    await client.close();
    return project;
  };
  const expectAnew = (said: string) => {
    expect(said).toContain("It no longer exists on the platform, so a new one is created.");
    expect(said).toContain("Cost: 0.00 USD/h → 0.86 USD/h (+0.86), list price.");
    expect(said).not.toContain("destroys");
  };

  it("is told with its cost after a refresh in the same preview", async () => {
    expectAnew((await (await gone()).preview(pod(), { refresh: true })).said);
  });

  it("is told with its cost where --replace asks for it", async () => {
    expectAnew((await (await gone()).preview(pod(), { replace: ["**::web"] })).said);
  });

  it("is told with its cost where what replaces it is asked for, and no data is said to go", async () => {
    expectAnew((await (await gone()).preview(pod("triggers: ['1'], dataLoss: 'allow'"))).said);
  });

  it("is told with its cost where a preview finds it gone", async () => {
    expectAnew((await (await gone()).preview(pod("env: { A: 'b' }"))).said);
  });
});

describe.each(["dynamic", "plugin"] as const)(
  "after a replacement that deleted first and failed, in the form %s,",
  (mode) => {
    it("a change that would have been in place creates the object, which no option asks for, and loses no data", async () => {
      const { preview, up } = await openProject(emulator, mode);
      const declared = (size: number, option = "") =>
        `new compute.NetworkVolume("data", { name: "data", dataCenter: "EU-XX-1", size: ${size}, ${option} });\n`;
      expect(await up(declared(100))).toMatchObject({ result: "succeeded" });
      const place = {
        method: "POST",
        path: "/v2/network-volumes",
        phase: "before",
        status: 400,
        times: "always",
      } as const;
      const refusal = emulator.faults.add(place);
      expect(await up(declared(50, `dataLoss: "allow" }, { deleteBeforeReplace: true`))).toMatchObject({
        result: "failed",
      });
      expect(emulator.store.volumes.size).toBe(0);
      refusal.remove();
      const { result, said } = await preview(declared(120));
      expect(result).toBe("succeeded");
      expect(said).toContain("It no longer exists on the platform, so a new one is created.");
      expect(said).not.toMatch(/an option of the program|destroys/);
      expect(await up(declared(120))).toMatchObject({ result: "succeeded" });
      expect([...emulator.store.volumes.values()].map(({ size }) => size)).toEqual([120]);
    });

    it("the cost counts from nothing", async () => {
      const { preview, up } = await openProject(emulator, mode);
      const declared = (image: string, option = "") =>
        `new compute.Pod("web", { image: "registry.example.com/acme/x:${image}", gpu: { id: "NVIDIA L40S" }, waitFor: "none", ${option} });\n`;
      expect(await up(declared("1"))).toMatchObject({ result: "succeeded" });
      const refusal = emulator.faults.add({
        method: "POST",
        path: "/v2/pods",
        phase: "before",
        status: 400,
        times: "always",
      });
      const replacing = `cloud: "COMMUNITY" }, { deleteBeforeReplace: true`;
      expect(await up(declared("1", replacing))).toMatchObject({ result: "failed" });
      refusal.remove();
      const { said } = await preview(declared("2"));
      expect(said).toContain("It no longer exists on the platform, so a new one is created.");
      expect(said).toContain("0.00 USD/h → 0.86 USD/h");
      expect(said).not.toMatch(/an option of the program|destroys|wipes/);
    });
  },
);
