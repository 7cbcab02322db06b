import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Props } from "../../../provider/table/props";
import { gpuPod } from "../fixtures";
import { type Program, startRig, type Rig } from "../rig";

/** A template has both flags on unless it says otherwise (T-21), and a pod takes them over once (P-32, P-39). */
let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.emulator.close());

const flags = ["startSsh", "startJupyter"] as const;
const pod = (inputs: Props): Program => ({
  it: { kind: "Pod", inputs: { ...gpuPod, templateId, mounts: { persistent: { size: 20, path: "/d" } }, ...inputs } },
});
let templateId: string;
const withTemplate = async (settings: { startSsh?: boolean; startJupyter?: boolean }) => {
  const template = await rig.platform.templates.create({ name: "base", image: "i", ...settings });
  templateId = template.id;
};
const reads = () => rig.emulator.requests.list().filter(({ method }) => method === "GET").length;
describe.each(flags)("%s of a pod from a template that the program left out", (flag) => {
  describe.each([true, false])("and that the template has as %s", (value) => {
    beforeEach(async () => {
      await withTemplate(value ? {} : { [flag]: false });
      await rig.up(pod({}));
    });

    it("P-39, T-21: set to the same is no change", async () => {
      rig.emulator.requests.clear();
      expect(await rig.up(pod({ [flag]: value }))).toEqual({ it: "same" });
      expect(reads()).toBe(0);
    });

    it("P-39, T-21: set to the other needs a new pod", async () => {
      expect(await rig.up(pod({ [flag]: !value }))).toEqual({ it: "replace" });
    });

    it("P-39: is refused where the new pod would lose data, and where nothing changes it is not", async () => {
      expect(await rig.up(pod({ [flag]: value, dataLoss: "refuse" }))).toEqual({ it: "same" });
      await expect(rig.up(pod({ [flag]: !value, dataLoss: "refuse" }))).rejects.toThrow(/would destroy/);
    });

    it("T-23: stays as it was when the template is edited", async () => {
      await rig.platform.templates.update(templateId, { [flag]: !value });
      expect(await rig.up(pod({ [flag]: value }))).toEqual({ it: "same" });
      expect(await rig.up(pod({ [flag]: value, disk: 60 }))).toEqual({ it: "update" });
    });
  });

  it("P-35: of a template that came later is not the pod's", async () => {
    await withTemplate({});
    await rig.up(pod({ templateId: undefined }));
    expect(await rig.up(pod({}))).toEqual({ it: "update" });
    expect(await rig.up(pod({ [flag]: false }))).toEqual({ it: "same" });
    expect(await rig.up(pod({ [flag]: true }))).toEqual({ it: "replace" });
  });
});
