import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createClient } from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { openProject } from "../../support/project";

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator({ rateLimit: false, speed: 1_000 });
});
afterEach(() => emulator.close());

const client = () => createClient({ ...emulator, limiter: false });
const program = (password: string, rest: string, serverless = false) => `
  const credential = new compute.RegistryCredential("acme", { username: "u", password: "${password}" });
  const template = new compute.Template("base", { image: "registry.example.com/acme/x:1", registry: credential, serverless: ${serverless} });
  ${rest}
`;
const pod = (more = "") => `new compute.Pod("web", { templateId: template, gpu: { id: "NVIDIA L40S" }, ${more} });`;
const cluster = `new compute.Cluster("web", { type: "TRAINING", templateId: template, compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 } });`;
const endpoint = (more = "") => `new compute.Endpoint("web", { templateId: template, type: "QUEUE", jobLoss: "allow",
  scaling: { type: "QUEUE_DELAY", queueDelay: 3 }, gpu: { pools: ["ADA_24"] }, ${more} });`;

describe.each(["dynamic", "plugin"] as const)("a registry credential that is rotated, in the form %s", (mode) => {
  it.each([
    {
      rule: "P-34, R-12",
      what: "pod",
      held: pod(),
      serverless: false,
      called: "Pod web",
      remedy: "argument `registry`",
      mended: pod("registry: credential"),
    },
    {
      rule: "C-22",
      what: "cluster",
      held: cluster,
      serverless: false,
      called: "Cluster web",
      remedy: "`--replace`",
      mended: undefined,
    },
    {
      rule: "R-14",
      what: "endpoint",
      held: endpoint(),
      serverless: true,
      called: "Endpoint web",
      remedy: "argument `registry`",
      mended: endpoint("registry: credential"),
    },
  ])(
    "$rule: is refused where the $what has it only through its template, also in previews after an up that was not previewed",
    async ({ held, serverless, called, remedy, mended }) => {
      const { preview, up } = await openProject(emulator, mode);
      expect(await up(program("old", held, serverless))).toMatchObject({ result: "succeeded" });
      expect(await preview(program("old", held, serverless))).toMatchObject({ result: "succeeded" });
      const refused = await preview(program("new", held, serverless));
      expect(refused.result).toBe("failed");
      expect(refused.said).toContain(`${called} has the registry credential `);
      expect(refused.said).toContain(remedy);
      expect(await client().registries.list()).toHaveLength(1);
      expect(await up(program("new", held, serverless))).toMatchObject({ result: "failed" });
      const later = await preview(program("new", held, serverless));
      expect(later.result).toBe("failed");
      expect(later.said).toContain(`${called} has the registry credential `);
      if (mended === undefined) return;
      expect(await up(program("new", mended, serverless))).toMatchObject({ result: "succeeded" });
      expect(await client().registries.list()).toHaveLength(1);
      expect(await preview(program("new", mended, serverless))).toMatchObject({ result: "succeeded" });
    },
    60_000,
  );

  it("C-22: goes on where the cluster that has it is replaced in the same up", async () => {
    const { up } = await openProject(emulator, mode);
    await up(program("old", cluster));
    await up(program("old", cluster));
    const done = await up(program("new", cluster), { replace: ["**Cluster::web"] });
    expect(done).toMatchObject({ result: "succeeded" });
    expect(await client().registries.list()).toHaveLength(1);
  }, 60_000);
});
