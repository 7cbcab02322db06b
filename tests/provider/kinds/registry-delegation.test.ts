import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Props } from "../../../provider/table/props";
import { canonicalArn } from "../../../provider/kinds/registry-delegation/arn";
import { delegation } from "../fixtures";
import { type Program, startWorld, type World } from "../world";

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.emulator.close());

const program = (inputs: Props = {}): Program => ({
  ecr: { kind: "RegistryDelegation", inputs: { ...delegation, ...inputs } },
});
const id = () => world.entry("ecr").id;
const delegations = () => world.platform.registries.delegations;
const asked = (method: string) => world.emulator.requests.list().filter((request) => request.method === method);

describe("a delegation of a registry", () => {
  it.each(["", ":2.1", ":latest"])("R-21: of %p is registered, and differs in nothing afterwards", async (tag) => {
    const asks = program({ resource: `${String(delegation.resource)}${tag}` });
    await world.up(asks);
    expect(world.entry("ecr").outputs).toMatchObject({
      ...{ awsUser: "123456789012", awsRegion: "eu-central-1", repository: "trainer" },
      ...{ tag: tag.slice(1) || "latest", name: "ecr" },
    });
    expect(await world.refresh()).toEqual([]);
    expect(await world.up(asks)).toEqual({ ecr: "same" });
  });

  it("R-21: of another repository is another one, and the old one is revoked", async () => {
    await world.up(program());
    const before = id();
    expect(await world.up(program({ resource: `${String(delegation.resource)}-b` }))).toEqual({ ecr: "replace" });
    expect((await delegations().list()).map((each) => each.id)).toEqual([id()]);
    expect(id()).not.toBe(before);
  });

  it("R-22: that is revoked already counts as revoked", async () => {
    await world.up(program());
    await delegations().delete(id());
    await world.destroy();
    expect(asked("DELETE").map(({ status }) => status)).toEqual([204, 404]);
  });

  it("R-22: that somebody revoked is registered again after a refresh", async () => {
    await world.up(program());
    await delegations().delete(id());
    expect(await world.refresh()).toEqual(["ecr"]);
    expect(await world.up(program())).toEqual({ ecr: "create" });
  });

  it("R-20: is read from the list, which any number of them share", async () => {
    const several = (count: number): Program =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`ecr${at}`, program().ecr!]));
    await world.up(several(20));
    world.emulator.requests.clear();
    await world.refreshAtOnce();
    expect(asked("GET")).toHaveLength(1);
  });

  it("A-31: is registered once where the answer is lost and the name is ours", async () => {
    world.emulator.faults.add({ method: "POST", path: "/v2/registries/delegations", phase: "after" });
    await world.up({ ecr: { kind: "RegistryDelegation", inputs: { resource: delegation.resource } } });
    expect(asked("POST")).toHaveLength(1);
    expect(await delegations().list()).toMatchObject([{ id: id() }]);
  });

  it("A-31: of a name of the program's is not taken over where nothing tells who registered it", async () => {
    world.emulator.faults.add({ method: "POST", path: "/v2/registries/delegations", phase: "after" });
    await expect(world.up(program())).rejects.toMatchObject({ code: "create_ambiguous" });
  });

  it("is adopted where it is of the repository that the program says, and refused where it is not", async () => {
    const { id: theirs } = await delegations().create({ name: "ecr", resource: String(delegation.resource) });
    const adopt = { id: theirs };
    await expect(world.up(program({ adopt, resource: `${String(delegation.resource)}-b` }))).rejects.toThrow(
      /resource/,
    );
    await world.up(program({ adopt }));
    expect(id()).toBe(theirs);
  });

  it("is imported with its whole ARN", async () => {
    const resource = "arn:aws-cn:ecr:cn-north-1:123456789012:repository/team/app:2.1";
    const { id: theirs } = await delegations().create({ resource });
    const { inputs } = await world.provider("RegistryDelegation").import(theirs, {});
    expect(inputs).toMatchObject({ resource });
  });
});

describe("the ARN of a repository", () => {
  it.each(["", "arn:aws:s3:::bucket", "{unknown}"])("is compared as it stands where it is none: %p", (text) => {
    expect(canonicalArn(text)).toBe(text);
  });
});
