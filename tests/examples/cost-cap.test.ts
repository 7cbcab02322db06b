import { describe, expect, it } from "@jest/globals";
import { CostWatch } from "../../sdk/cost/cap";
import { catalogFixture } from "../../emulator/catalog/fixtures/catalog";
import { compiled } from "./compiled";
import { openExample } from "./example-stack";
import { linkedFolder } from "./linked-folder";
import { programsHere } from "../support/program-here";

const pod = { gpu: { id: "NVIDIA L40S", count: 2 } };
const catalog = { gpus: catalogFixture.gpus, cpus: catalogFixture.cpus };

describe("compute:maxHourlyCost", () => {
  it("P-61: warns once, when the sum passes the limit and not when it meets it", () => {
    const warnings: string[] = [];
    const watch = new CostWatch(3.44, (message) => warnings.push(message));
    watch.add("Pod", pod, catalog);
    watch.add("Pod", pod, catalog);
    expect(warnings).toEqual([]);
    watch.add("Pod", pod, catalog);
    watch.add("Pod", pod, catalog);
    expect(warnings).toEqual([expect.stringContaining("exceeds compute:maxHourlyCost (3.44 USD/h)")]);
  });

  const program = `
    import * as compute from "pulumi-compute-platform";
    for (const name of ["a", "b"])
      new compute.Pod(name, { image: "registry.example.com/public/x:1", gpu: { id: "NVIDIA L40S" }, disk: 10 });
  `;
  const open = (limit?: string) =>
    openExample(
      linkedFolder({ "Pulumi.yaml": "name: capped\nruntime: nodejs\n", ...compiled(program) }),
      limit === undefined ? {} : { "compute:maxHourlyCost": { value: limit } },
      programsHere,
    );

  it("warns in a preview, for the two price lists beside the stock and what the provider reads", async () => {
    const { stack, emulator, close } = await open("1.5");
    try {
      const { result, diagnostics } = await stack.preview();
      expect(result).toBe("succeeded");
      expect(diagnostics.filter(({ severity }) => severity === "warning")).toEqual([
        expect.objectContaining({
          severity: "warning",
          message: expect.stringContaining("compute:maxHourlyCost (1.5 USD/h)"),
        }),
      ]);
      expect(
        emulator.requests
          .list()
          .map(({ path }) => path)
          .sort(),
      ).toEqual(["/v2/catalog/cpus", "/v2/catalog/gpus", "/v2/catalog/gpus", "/v2/catalog/gpus"]);
    } finally {
      await close();
    }
  }, 60_000);

  it("warns of nothing where it is not set, and each pod says what it costs", async () => {
    const { stack, close } = await open();
    try {
      const { result, diagnostics } = await stack.preview();
      expect(result).toBe("succeeded");
      expect(diagnostics.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
        "info: Cost: 0.00 USD/h → 0.86 USD/h (+0.86), list price.",
        "info: Cost: 0.00 USD/h → 0.86 USD/h (+0.86), list price.",
      ]);
    } finally {
      await close();
    }
  }, 60_000);
});
