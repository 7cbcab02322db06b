import { afterEach, expect, it } from "@jest/globals";
import { cpuPod } from "../fixtures";
import { type Program, startRig, type Rig } from "../rig";

let rig: Rig;
afterEach(() => rig.emulator.close());

const open = async (refreshBeforeUpdate: string) => {
  rig = await startRig({ "compute:refreshBeforeUpdate": refreshBeforeUpdate });
  await rig.up(program);
  rig.emulator.requests.clear();
};
const program: Program = Object.fromEntries(
  ["a", "b", "c"].map((name) => [name, { kind: "Pod", inputs: { ...cpuPod, name, __key: `key-${name}` } }]),
);
const asked = () => rig.emulator.requests.list().map(({ method, path }) => `${method} ${path}`);

it("compute:refreshBeforeUpdate lets a plain up correct what somebody changed", async () => {
  await open("true");
  const { id } = rig.entry("b");
  await rig.platform.pods.update(id, { image: "registry.example.com/somebody/else:1" });
  expect(await rig.up(program)).toEqual({ a: "same", b: "update", c: "same" });
  expect((await rig.platform.pods.get(id)).image).toBe(cpuPod.image);
  expect(await rig.up(program)).toEqual({ a: "same", b: "same", c: "same" });
});

it("compute:refreshBeforeUpdate asks for a list of each kind and nothing else where nothing drifted", async () => {
  await open("true");
  const diffs = ["a", "b", "c"].map((name) => {
    const { id, outputs, inputs } = rig.entry(name);
    return rig.provider("Pod").diff(id, outputs, inputs);
  });
  expect((await Promise.all(diffs)).map(({ changes }) => changes)).toEqual([false, false, false]);
  expect(asked()).toEqual(["GET /v2/pods"]);
});

it("compute:refreshBeforeUpdate leaves what is gone to a refresh", async () => {
  await open("true");
  await rig.platform.pods.delete(rig.entry("b").id);
  expect(await rig.up(program)).toEqual({ a: "same", b: "same", c: "same" });
});

it("without compute:refreshBeforeUpdate a plain up compares with the state, and asks nothing", async () => {
  await open("false");
  await rig.platform.pods.update(rig.entry("b").id, { image: "registry.example.com/somebody/else:1" });
  rig.emulator.requests.clear();
  expect(await rig.up(program)).toEqual({ a: "same", b: "same", c: "same" });
  expect(asked()).toEqual([]);
});
