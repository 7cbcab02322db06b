import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { fingerprints, hidden } from "../../../provider/state/state";
import type { Props } from "../../../provider/table/props";
import { secret } from "../fixtures";
import { type Program, startRig, type Rig } from "../rig";

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.emulator.close());

const program = (inputs: Props = {}): Program => ({ hub: { kind: "AccountSecret", inputs: { ...secret, ...inputs } } });
const id = () => rig.entry("hub").id;
const secrets = () => rig.platform.account.secrets;
const asked = (method: string) => rig.emulator.requests.list().filter((request) => request.method === method);
describe("a secret of the account", () => {
  it("U-11: is made with all that the program says, and differs in nothing afterwards", async () => {
    await rig.up(program({ description: "for the team" }));
    expect(await secrets().list()).toMatchObject([{ name: "hub_token", description: "for the team" }]);
    expect(await rig.refresh()).toEqual([]);
    expect(await rig.up(program({ description: "for the team" }))).toEqual({ hub: "same" });
  });

  it("U-16: has its value nowhere in state", async () => {
    await rig.up(program({ value: "first-canary" }));
    await rig.up(program({ value: "second-canary" }));
    await rig.refresh();
    expect(JSON.stringify(rig.entry("hub").outputs)).not.toContain("canary");
  });

  it("U-13: gets another value in place, and keeps its id", async () => {
    await rig.up(program());
    const before = id();
    expect(await rig.up(program({ value: "another" }))).toEqual({ hub: "update" });
    expect(id()).toBe(before);
    expect(asked("PATCH")).toHaveLength(1);
    expect(await rig.refresh()).toEqual([]);
  });

  it("U-19: gets value and description one after the other, so that it is known which of them it has", async () => {
    await rig.up(program());
    rig.emulator.faults.add({
      method: "PATCH",
      path: "/v2/account/secrets/:id",
      phase: "before",
      status: 403,
      nth: 2,
    });
    const next = program({ value: "another", description: "new" });
    await expect(rig.up(next)).rejects.toMatchObject({ code: "initialization" });
    const { valueLastUpdatedAt: before } = await secrets().get(id());
    rig.clock.advance(60_000);
    rig.emulator.requests.clear();
    rig.emulator.faults.clear();
    expect(await rig.up(next)).toEqual({ hub: "update" });
    expect(asked("PATCH")).toHaveLength(1);
    const { description, valueLastUpdatedAt } = await secrets().get(id());
    expect({ description, isSet: valueLastUpdatedAt !== before }).toEqual({ description: "new", isSet: true });
    expect(await rig.refresh()).toEqual([]);
  });

  it("U-15: shows that somebody else has set its value, and sets the program's again", async () => {
    await rig.up(program());
    rig.clock.advance(60_000);
    await secrets().update(id(), { value: "foreign" });
    expect(await rig.refresh()).toEqual(["hub"]);
    const { outputs, inputs } = rig.entry("hub");
    const { reasons } = await rig.provider("AccountSecret").diff(id(), outputs, inputs);
    expect(reasons).toEqual(["the secret value is set again, because somebody else has changed it."]);
    expect(await rig.up(program())).toEqual({ hub: "update" });
    expect(await rig.refresh()).toEqual([]);
    expect(await rig.up(program())).toEqual({ hub: "same" });
  });

  it("U-15: leaves the value that somebody else has set to the next run, which says so, where only another argument changes", async () => {
    await rig.up(program());
    rig.clock.advance(60_000);
    await secrets().update(id(), { value: "foreign" });
    await rig.up(program({ description: "new" }));
    expect(asked("PATCH")).toHaveLength(2);
    const { outputs, inputs } = rig.entry("hub");
    const { reasons } = await rig.provider("AccountSecret").diff(id(), outputs, inputs);
    expect(reasons).toEqual(["the secret value is set again, because somebody else has changed it."]);
    expect(await rig.up(program({ description: "new" }))).toEqual({ hub: "update" });
    expect(asked("PATCH")).toHaveLength(3);
    expect(await rig.refresh()).toEqual([]);
  });

  it("U-15: sees no drift in its own rotations, whenever they are", async () => {
    await rig.up(program());
    rig.clock.advance(60_000);
    await rig.up(program({ value: "another" }));
    rig.clock.advance(60_000);
    expect(await rig.refresh()).toEqual([]);
  });

  it("U-11: is refused under a name that no secret can have, with the rule in plain words", async () => {
    await expect(rig.up(program({ name: "1st" }))).rejects.toThrow(
      /^name: .*the first of them a letter or `_`; the platform refuses names that begin with its reserved prefix$/,
    );
  });

  it("U-10: is refused where the name is taken in any case, with who has it", async () => {
    const { id: holder } = await secrets().create({ name: "HUB_Token", value: "theirs" });
    await expect(rig.up(program())).rejects.toMatchObject({
      code: "name_taken",
      message: expect.stringMatching(
        new RegExp(`the AccountSecret ${holder} has the name that this resource asks for, and names are unique`),
      ),
    });
    expect(await secrets().list()).toMatchObject([{ id: holder }]);
  });

  it("U-10: is refused in the platform's own words where nobody can look who has the name", async () => {
    await secrets().create({ name: "hub_token", value: "theirs" });
    rig.emulator.faults.add({
      method: "GET",
      path: "/v2/account/secrets",
      phase: "before",
      status: 502,
      times: "always",
    });
    await expect(rig.up(program())).rejects.toMatchObject({ status: 409 });
  });

  it("U-10: asks for the old one to go first where the names differ in case only", async () => {
    await rig.up(program());
    const { outputs, inputs } = rig.entry("hub");
    const diff = (name: string) => rig.provider("AccountSecret").diff(id(), outputs, { ...inputs, name });
    expect(await diff("HUB_TOKEN")).toMatchObject({ replaces: ["name"], deleteBeforeReplace: true });
    expect(await diff("other")).toMatchObject({ replaces: ["name"], deleteBeforeReplace: false });
  });

  it("A-31: of a name of ours is made once where the answer to its create is lost", async () => {
    rig.emulator.faults.add({ method: "POST", path: "/v2/account/secrets", phase: "after" });
    await rig.up({ hub: { kind: "AccountSecret", inputs: { value: "example-only" } } });
    expect(asked("POST")).toHaveLength(1);
    expect(await secrets().list()).toMatchObject([{ id: id() }]);
  });

  it("A-31: of a name of the program's is not taken over where nothing tells who made it", async () => {
    rig.emulator.faults.add({ method: "POST", path: "/v2/account/secrets", phase: "after" });
    await expect(rig.up(program())).rejects.toMatchObject({ code: "create_ambiguous" });
    expect(await secrets().list()).toHaveLength(1);
  });

  it("is adopted, and its value counts as the program's until it says another", async () => {
    const { id: theirs } = await secrets().create({ name: "hub_token", value: "theirs", description: "old" });
    const { valueLastUpdatedAt } = await secrets().get(theirs);
    rig.clock.advance(60_000);
    const adopting = { adopt: { name: "hub_token" }, description: "new", __key: "key" };
    await rig.up(program(adopting));
    expect(id()).toBe(theirs);
    expect(await secrets().get(theirs)).toMatchObject({ description: "new", valueLastUpdatedAt });
    expect(await rig.up(program({ ...adopting, value: "another" }))).toEqual({ hub: "update" });
  });

  it("is imported without its value, which the next up takes from the program and does not send", async () => {
    const { id: theirs } = await secrets().create({ name: "hub_token", value: "theirs", description: "old" });
    const { props, inputs } = await rig.provider("AccountSecret").import(theirs, {});
    expect(inputs).toEqual({ name: "hub_token", description: "old" });
    expect(props).toMatchObject({ [hidden.unread]: ["value"] });
    const { outs } = await rig.provider("AccountSecret").update(theirs, props, { ...secret, description: "old" });
    expect(outs[fingerprints]).toMatchObject({ value: expect.any(String) });
    expect(asked("PATCH")).toEqual([]);
  });
});
