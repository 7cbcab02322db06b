import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Props } from "../../../provider/table/props";
import { type Rig, startRig } from "../rig";

const volume = {
  name: "data",
  size: 100,
  dataCenter: "EU-XX-1",
  __provider: "NetworkVolume",
  __logicalName: "data",
  __key: "key-of-data",
};
const pod = {
  name: "a",
  image: "a:1",
  gpu: { id: "NVIDIA L40S" },
  __provider: "Pod",
  __logicalName: "a",
  __key: "key-of-a",
};
const disk = { persistent: { size: 20, path: "/data" } };

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(async () => {
  await rig.close();
});

/** What an engine asks that has the resource, and replaces it for an option of the program. */
async function replaced(kind: "NetworkVolume" | "Pod", olds: Props, news: Props) {
  const provider = rig.provider(kind);
  const before = await provider.check(olds, news);
  expect(before.failures).toEqual([]);
  return provider.check({}, news);
}

describe("a replacement that the engine asks nobody about", () => {
  it("is refused where it would destroy data that is not to be lost", async () => {
    const { failures } = await replaced("NetworkVolume", volume, volume);
    expect(failures).toEqual([
      {
        property: "",
        reason:
          "because of an option of the program (replacementTrigger, replaceWith or deletedWith), the engine would replace the NetworkVolume " +
          "and destroy everything on the volume, or leave it behind in no state; take the option out, which the resource, a component around " +
          'it or a transform may have; or set dataLoss: "allow" to lose the data',
      },
    ]);
    expect(await replaced("Pod", { ...pod, mounts: disk }, { ...pod, mounts: disk, dataLoss: "refuse" })).toMatchObject(
      {
        failures: [{ property: "dataLoss" }],
      },
    );
  });

  it("goes on with a warning where the data may be lost, and without one where there is none", async () => {
    const allowed = await replaced("NetworkVolume", volume, { ...volume, dataLoss: "allow" });
    expect(allowed.failures).toEqual([]);
    expect(rig.said).toEqual([
      "NetworkVolume data is replaced because of an option of the program (replacementTrigger, replaceWith or deletedWith): its deletion destroys " +
        "everything on the volume",
    ]);
    const { failures } = await replaced("Pod", { ...pod, mounts: {} }, { ...pod, mounts: {}, dataLoss: "refuse" });
    expect(failures).toEqual([]);
    expect(rig.said).toHaveLength(1);
  });

  it("is none after a diff, after a check that failed, and where the engine has not said that it has the resource", async () => {
    await rig.up({ data: { kind: "NetworkVolume", inputs: volume } });
    const { id, inputs, outputs } = rig.entry("data");
    const provider = rig.provider("NetworkVolume");
    expect(inputs).toMatchObject({ __key: "key-of-data" });
    await provider.check(inputs, inputs);
    await provider.diff(id, outputs, inputs);
    expect((await provider.check({}, inputs)).failures).toEqual([]);
    expect((await provider.check(inputs, { ...inputs, size: 0 })).failures).toHaveLength(1);
    expect((await provider.check({}, inputs)).failures).toEqual([]);
    expect((await provider.check({}, inputs)).failures).toEqual([]);
  });
});
