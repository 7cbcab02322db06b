import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { fingerprints, hidden } from "../../../provider/state/state";
import type { Props } from "../../../provider/table/props";
import { secret } from "../fixtures";
import { type Program, startWorld, type World } from "../world";

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.emulator.close());

const program = (inputs: Props = {}): Program => ({ hub: { kind: "AccountSecret", inputs: { ...secret, ...inputs } } });
const id = () => world.entry("hub").id;
const secrets = () => world.platform.account.secrets;
const asked = (method: string) => world.emulator.requests.list().filter((request) => request.method === method);
describe("a secret of the account", () => {
  it("U-11: is made with all that the program says, and differs in nothing afterwards", async () => {
    await world.up(program({ description: "for the team" }));
    expect(await secrets().list()).toMatchObject([{ name: "hub_token", description: "for the team" }]);
    expect(await world.refresh()).toEqual([]);
    expect(await world.up(program({ description: "for the team" }))).toEqual({ hub: "same" });
  });

  it("U-16: has its value nowhere in state", async () => {
    await world.up(program({ value: "first-canary" }));
    await world.up(program({ value: "second-canary" }));
    await world.refresh();
    expect(JSON.stringify(world.entry("hub").outputs)).not.toContain("canary");
  });

  it("U-13: gets another value in place, and keeps its id", async () => {
    await world.up(program());
    const before = id();
    expect(await world.up(program({ value: "another" }))).toEqual({ hub: "update" });
    expect(id()).toBe(before);
    expect(asked("PATCH")).toHaveLength(1);
    expect(await world.refresh()).toEqual([]);
  });

  it("U-19: gets value and description one after the other, so that it is known which of them it has", async () => {
    await world.up(program());
    world.emulator.faults.add({
      method: "PATCH",
      path: "/v2/account/secrets/:id",
      phase: "before",
      status: 403,
      nth: 2,
    });
    const next = program({ value: "another", description: "new" });
    await expect(world.up(next)).rejects.toMatchObject({ code: "initialization" });
    const { valueLastUpdatedAt } = await secrets().get(id());
    world.clock.advance(60_000);
    world.emulator.requests.clear();
    world.emulator.faults.clear();
    expect(await world.up(next)).toEqual({ hub: "update" });
    expect(asked("PATCH")).toHaveLength(1);
    expect(await secrets().get(id())).toMatchObject({ description: "new", valueLastUpdatedAt });
  });

  it("U-15: shows that somebody else has set its value, and sets the program's again", async () => {
    await world.up(program());
    world.clock.advance(60_000);
    await secrets().update(id(), { value: "foreign" });
    expect(await world.refresh()).toEqual(["hub"]);
    const { outputs, inputs } = world.entry("hub");
    const { reasons } = await world.provider("AccountSecret").diff(id(), outputs, inputs);
    expect(reasons).toEqual(["the secret value is set again, because somebody else has changed it."]);
    expect(await world.up(program())).toEqual({ hub: "update" });
    expect(await world.refresh()).toEqual([]);
    expect(await world.up(program())).toEqual({ hub: "same" });
  });

  it("U-15: sets its value again with any other change, where somebody else has set it", async () => {
    await world.up(program());
    world.clock.advance(60_000);
    await secrets().update(id(), { value: "foreign" });
    await world.up(program({ description: "new" }));
    expect(asked("PATCH")).toHaveLength(3);
    expect(await world.refresh()).toEqual([]);
  });

  it("U-15: sees no drift in its own rotations, whenever they are", async () => {
    await world.up(program());
    world.clock.advance(60_000);
    await world.up(program({ value: "another" }));
    world.clock.advance(60_000);
    expect(await world.refresh()).toEqual([]);
  });

  it("U-10: is refused where the name is taken in any case, with who has it", async () => {
    const { id: holder } = await secrets().create({ name: "HUB_Token", value: "theirs" });
    await expect(world.up(program())).rejects.toMatchObject({
      code: "name_taken",
      message: expect.stringMatching(
        new RegExp(`a secret named "hub_token" exists already \\(${holder}\\), and names are unique`),
      ),
    });
    expect(await secrets().list()).toMatchObject([{ id: holder }]);
  });

  it("U-10: is refused in the platform's own words where nobody can look who has the name", async () => {
    await secrets().create({ name: "hub_token", value: "theirs" });
    world.emulator.faults.add({
      method: "GET",
      path: "/v2/account/secrets",
      phase: "before",
      status: 502,
      times: "always",
    });
    await expect(world.up(program())).rejects.toMatchObject({ status: 409 });
  });

  it("U-10: asks for the old one to go first where the names differ in case only", async () => {
    await world.up(program());
    const { outputs, inputs } = world.entry("hub");
    const diff = (name: string) => world.provider("AccountSecret").diff(id(), outputs, { ...inputs, name });
    expect(await diff("HUB_TOKEN")).toMatchObject({ replaces: ["name"], deleteBeforeReplace: true });
    expect(await diff("other")).toMatchObject({ replaces: ["name"], deleteBeforeReplace: false });
  });

  it("A-31: of a name of ours is made once where the answer to its create is lost", async () => {
    world.emulator.faults.add({ method: "POST", path: "/v2/account/secrets", phase: "after" });
    await world.up({ hub: { kind: "AccountSecret", inputs: { value: "example-only" } } });
    expect(asked("POST")).toHaveLength(1);
    expect(await secrets().list()).toMatchObject([{ id: id() }]);
  });

  it("A-31: of a name of the program's is not taken over where nothing tells who made it", async () => {
    world.emulator.faults.add({ method: "POST", path: "/v2/account/secrets", phase: "after" });
    await expect(world.up(program())).rejects.toMatchObject({ code: "create_ambiguous" });
    expect(await secrets().list()).toHaveLength(1);
  });

  it("is adopted, and its value counts as the program's until it says another", async () => {
    const { id: theirs } = await secrets().create({ name: "hub_token", value: "theirs", description: "old" });
    const { valueLastUpdatedAt } = await secrets().get(theirs);
    world.clock.advance(60_000);
    const adopting = { adopt: { name: "hub_token" }, description: "new", __key: "key" };
    await world.up(program(adopting));
    expect(id()).toBe(theirs);
    expect(await secrets().get(theirs)).toMatchObject({ description: "new", valueLastUpdatedAt });
    expect(await world.up(program({ ...adopting, value: "another" }))).toEqual({ hub: "update" });
  });

  it("is imported without its value, which the next up takes from the program and does not send", async () => {
    const { id: theirs } = await secrets().create({ name: "hub_token", value: "theirs", description: "old" });
    const { props, inputs } = await world.provider("AccountSecret").import(theirs, {});
    expect(inputs).toEqual({ name: "hub_token", description: "old" });
    expect(props).toMatchObject({ [hidden.unread]: ["value"] });
    const { outs } = await world.provider("AccountSecret").update(theirs, props, { ...secret, description: "old" });
    expect(outs[fingerprints]).toMatchObject({ value: expect.any(String) });
    expect(asked("PATCH")).toEqual([]);
  });
});
