import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Props } from "../../../provider/table/props";
import { canonicalArn } from "../../../provider/kinds/registry-delegation/fields";
import { delegation } from "../fixtures";
import { type Program, type Rig, startRig } from "../rig";

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.emulator.close());

const program = (inputs: Props = {}): Program => ({
  ecr: { kind: "RegistryDelegation", inputs: { ...delegation, ...inputs } },
});
const id = () => rig.entry("ecr").id;
const delegations = () => rig.platform.registries.delegations;
const asked = (method: string) => rig.emulator.requests.list().filter((request) => request.method === method);

describe("a delegation of a registry", () => {
  it.each(["", ":2.1", ":latest"])("R-21: of %p is registered, and differs in nothing afterwards", async (tag) => {
    const asks = program({ resource: `${String(delegation.resource)}${tag}` });
    await rig.up(asks);
    expect(rig.entry("ecr").outputs).toMatchObject({
      awsUser: "123456789012",
      awsRegion: "eu-central-1",
      repository: "trainer",
      tag: tag.slice(1) || "latest",
      name: "ecr",
    });
    expect(await rig.refresh()).toEqual([]);
    expect(await rig.up(asks)).toEqual({ ecr: "same" });
  });

  it.each([{ tag: "" }, { tag: "*" }, { repository: "ecr/trainer" }, { name: undefined }])(
    "R-23: that the platform tells as %p replaces nothing",
    async (told) => {
      const { delegations: stored } = rig.emulator.store;
      const set = stored.set.bind(stored);
      stored.set = (entry) => set({ ...entry, record: { ...entry.record, ...told } });
      await rig.up(program());
      expect(await rig.refresh()).toEqual([]);
      expect(await rig.up(program())).toEqual({ ecr: "same" });
      expect(await rig.up(program({ resource: `${String(delegation.resource)}-b` }))).toEqual({ ecr: "replace" });
    },
  );

  it("R-21: of another repository is another one, and the old one is revoked", async () => {
    await rig.up(program());
    const before = id();
    expect(await rig.up(program({ resource: `${String(delegation.resource)}-b` }))).toEqual({ ecr: "replace" });
    expect((await delegations().list()).map((each) => each.id)).toEqual([id()]);
    expect(id()).not.toBe(before);
  });

  it("R-22: that is revoked already counts as revoked", async () => {
    await rig.up(program());
    await delegations().delete(id());
    await rig.destroy();
    expect(asked("DELETE").map(({ status }) => status)).toEqual([204, 404]);
  });

  it("R-22: that somebody revoked is registered again after a refresh", async () => {
    await rig.up(program());
    await delegations().delete(id());
    expect(await rig.refresh()).toEqual(["ecr"]);
    expect(await rig.up(program())).toEqual({ ecr: "create" });
  });

  it("A-35: that the list does not show yet is not gone", async () => {
    await rig.up(program());
    const made = id();
    rig.emulator.store.settings.listLagMs = 29_000;
    expect(await rig.refresh()).toEqual([]);
    expect(await rig.up(program())).toEqual({ ecr: "same" });
    expect(id()).toBe(made);
  });

  it("R-20: is read from the list, which any number of them share", async () => {
    const several = (count: number): Program =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`ecr${at}`, program().ecr!]));
    await rig.up(several(20));
    rig.emulator.requests.clear();
    await rig.refreshAtOnce();
    expect(asked("GET")).toHaveLength(1);
  });

  it("A-31: is registered once where the answer is lost and the name is ours", async () => {
    rig.emulator.faults.add({ method: "POST", path: "/v2/registries/delegations", phase: "after" });
    await rig.up({ ecr: { kind: "RegistryDelegation", inputs: { resource: delegation.resource } } });
    expect(asked("POST")).toHaveLength(1);
    expect(await delegations().list()).toMatchObject([{ id: id() }]);
  });

  it("A-31: of a name of the program's is not taken over where nothing tells who registered it", async () => {
    rig.emulator.faults.add({ method: "POST", path: "/v2/registries/delegations", phase: "after" });
    const known = program({ __key: "ecr" });
    await expect(rig.up(known)).rejects.toMatchObject({ code: "create_ambiguous" });
    const { failures } = await rig.provider("RegistryDelegation").check({}, known.ecr!.inputs as Props);
    expect(failures).toMatchObject([{ reason: expect.stringMatching(/has that name.*adopt: \{ id \}/) }]);
  });

  it("is adopted where it is of the repository that the program says, and refused where it is not", async () => {
    const { id: theirs } = await delegations().create({ name: "ecr", resource: String(delegation.resource) });
    const adopt = { id: theirs };
    await expect(rig.up(program({ adopt, resource: `${String(delegation.resource)}-b` }))).rejects.toThrow(/resource/);
    await rig.up(program({ adopt }));
    expect(id()).toBe(theirs);
  });

  it("is imported with its whole ARN", async () => {
    const resource = "arn:aws-cn:ecr:cn-north-1:123456789012:repository/team/app:2.1";
    const { id: theirs } = await delegations().create({ resource });
    const { inputs } = await rig.provider("RegistryDelegation").import(theirs, {});
    expect(inputs).toMatchObject({ resource });
  });
});

describe("the ARN of a repository", () => {
  it.each(["", "arn:aws:s3:::bucket", "{unknown}"])("is compared as it stands where it is none: %p", (text) => {
    expect(canonicalArn(text)).toBe(text);
  });
});
