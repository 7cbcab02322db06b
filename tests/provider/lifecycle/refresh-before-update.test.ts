import { afterEach, expect, it } from "@jest/globals";
import { cpuPod } from "../fixtures";
import { type Program, startWorld, type World } from "../world";

let world: World;
afterEach(() => world.emulator.close());

const open = async (refreshBeforeUpdate: string) => {
  world = await startWorld({ "compute:refreshBeforeUpdate": refreshBeforeUpdate });
  await world.up(program);
  world.emulator.requests.clear();
};
const program: Program = Object.fromEntries(
  ["a", "b", "c"].map((name) => [name, { kind: "Pod", inputs: { ...cpuPod, name, __key: `key-${name}` } }]),
);
const asked = () => world.emulator.requests.list().map(({ method, path }) => `${method} ${path}`);

it("compute:refreshBeforeUpdate lets a plain up correct what somebody changed", async () => {
  await open("true");
  const { id } = world.entry("b");
  await world.platform.pods.update(id, { image: "registry.example.com/somebody/else:1" });
  expect(await world.up(program)).toEqual({ a: "same", b: "update", c: "same" });
  expect((await world.platform.pods.get(id)).image).toBe(cpuPod.image);
  expect(await world.up(program)).toEqual({ a: "same", b: "same", c: "same" });
});

it("compute:refreshBeforeUpdate asks for a list of each kind and nothing else where nothing drifted", async () => {
  await open("true");
  const diffs = ["a", "b", "c"].map((name) => {
    const { id, outputs, inputs } = world.entry(name);
    return world.provider("Pod").diff(id, outputs, inputs);
  });
  expect((await Promise.all(diffs)).map(({ changes }) => changes)).toEqual([false, false, false]);
  expect(asked()).toEqual(["GET /v2/pods"]);
});

it("compute:refreshBeforeUpdate leaves what is gone to a refresh", async () => {
  await open("true");
  await world.platform.pods.delete(world.entry("b").id);
  expect(await world.up(program)).toEqual({ a: "same", b: "same", c: "same" });
});

it("without compute:refreshBeforeUpdate a plain up compares with the state, and asks nothing", async () => {
  await open("false");
  await world.platform.pods.update(world.entry("b").id, { image: "registry.example.com/somebody/else:1" });
  world.emulator.requests.clear();
  expect(await world.up(program)).toEqual({ a: "same", b: "same", c: "same" });
  expect(asked()).toEqual([]);
});
