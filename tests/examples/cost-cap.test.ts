import { describe, expect, it } from "@jest/globals";
import { CostWatch } from "../../provider/cost/watch";
import { compiled } from "./compiled";
import { openExample } from "./example-stack";
import { linkedFolder } from "./linked-folder";
import { programsHere } from "../support/program-here";

describe("compute:maxHourlyCost and compute:maxDailyCost", () => {
  const watching = (limits: ConstructorParameters<typeof CostWatch>[0]) => {
    const warnings: string[] = [];
    return { warnings, watch: new CostWatch(limits, async (message) => void warnings.push(message)) };
  };

  it("P-61: warn once, when the sum passes the limit and not when it meets it", async () => {
    const { warnings, watch } = watching({ maxHourlyCost: 3.44 });
    await watch.add("Pod", "a", 1.72);
    await watch.add("Pod", "b", 1.72);
    expect(warnings).toEqual([]);
    await watch.add("Cluster", "c", 1.72);
    await watch.add("Pod", "d", 1.72);
    expect(warnings).toEqual([expect.stringContaining("exceeds compute:maxHourlyCost (3.44 USD/h)")]);
  });

  it("P-61: count a resource once, however often the engine checks it, and by its last price", async () => {
    const { warnings, watch } = watching({ maxHourlyCost: 2 });
    for (const price of [1.72, 1.72, 0.4]) await watch.add("Pod", "a", price);
    await watch.add("Pod", "b", 1.6);
    expect(warnings).toEqual([]);
  });

  it("P-61: say of a day what the pods come to around the clock, beside what they say of an hour", async () => {
    const { warnings, watch } = watching({ maxHourlyCost: 1, maxDailyCost: 41 });
    await watch.add("Pod", "a", 1.72);
    expect(warnings).toEqual([
      expect.stringContaining("1.72 USD/h exceeds compute:maxHourlyCost (1.00 USD/h)."),
      expect.stringMatching(
        /^Estimated cost of at least 41\.28 USD a day, at 1\.72 USD\/h around the clock, exceeds compute:maxDailyCost \(41.00 USD\)\./,
      ),
    ]);
  });

  const program = `
    import * as compute from "pulumi-compute-platform";
    for (const name of ["a", "b"])
      new compute.Pod(name, { image: "registry.example.com/public/x:1", gpu: { id: "NVIDIA L40S" }, disk: 10 });
  `;
  const open = (limit = {}) =>
    openExample(
      linkedFolder({ "Pulumi.yaml": "name: capped\nruntime: nodejs\n", ...compiled(program) }),
      limit,
      programsHere,
    );

  it.each([
    { name: "compute:maxHourlyCost", value: "1.5", said: "compute:maxHourlyCost (1.50 USD/h)" },
    { name: "compute:maxDailyCost", value: "40", said: "compute:maxDailyCost (40.00 USD)" },
  ])(
    "$name warns in a preview, for no read of its own: one list a kind tells whether something is left",
    async ({ name, value, said }) => {
      const { stack, emulator, close } = await open({ [name]: { value } });
      try {
        const { result, diagnostics } = await stack.preview();
        expect(result).toBe("succeeded");
        expect(diagnostics.filter(({ severity }) => severity === "warning")).toEqual([
          expect.objectContaining({
            severity: "warning",
            message: expect.stringContaining(said),
          }),
        ]);
        expect(
          emulator.requests
            .list()
            .map(({ path }) => path)
            .sort(),
        ).toEqual(["/v2/catalog/gpus", "/v2/catalog/gpus", "/v2/pods"]);
      } finally {
        await close();
      }
    },
    60_000,
  );

  it("warns of nothing where neither is set, and each pod says what it costs", async () => {
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
