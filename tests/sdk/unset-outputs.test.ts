import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { type Emulator, startEmulator } from "../../emulator";
import { openProject } from "../support/project";

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator({ rateLimit: false, speed: 1_000 });
});
afterEach(() => emulator.close());

const gpu = '{ id: "NVIDIA L40S" }';
const program = (disk: number, image = "x:1") => `
  const a = new compute.Pod("a", { image: "${image}", disk: ${disk}, gpu: ${gpu} });
  const read = compute.Pod.get("read", a.id);
  new compute.Pod("unset", { image: "x:1", gpu: ${gpu}, cloud: a.templateId.apply((id) => (id ? "COMMUNITY" : "SECURE")) });
  new compute.Pod("null", { image: "x:1", gpu: ${gpu}, cloud: a.registry.apply((id) => (id ? "COMMUNITY" : "SECURE")) });
  new compute.Pod("secret", { image: "x:1", gpu: ${gpu}, cloud: a.jupyterPassword.apply((word) => (word ? "COMMUNITY" : "SECURE")) });
  new compute.Pod("set", { image: "x:1", gpu: ${gpu}, cloud: a.dataCenterId.apply((id) => (id ? "SECURE" : "COMMUNITY")) });
  exports.template = a.templateId;
  exports.place = a.dataCenterId;
`;

it.each(["dynamic", "plugin"] as const)(
  "a preview knows in the form %s that an output is not set where its resource stays as it is, and not where it changes",
  async (mode) => {
    const { stack, up, preview } = await openProject(emulator, mode);
    expect(await up(program(20))).toMatchObject({ result: "succeeded" });
    expect(await preview(program(20))).toMatchObject({ result: "succeeded" });
    const ops = async () =>
      Object.fromEntries((await stack.preview()).steps.map(({ urn, op }) => [urn.split("::").at(-1), op]));
    expect(await ops()).toEqual({
      "people-dev": "same",
      a: "same",
      unset: "same",
      null: "same",
      secret: "same",
      set: "same",
      read: "read",
    });
    await preview(program(30));
    expect(await ops()).toMatchObject({ a: "update", set: expect.not.stringMatching("same") });
    expect(await up(program(30))).toMatchObject({ result: "succeeded" });
    expect((await ops()).unset).toBe("same");
  },
  60_000,
);
