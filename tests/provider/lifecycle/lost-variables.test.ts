import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Props } from "../../../provider/table/props";
import { unknownValue } from "../../../provider/table/unknown";
import { kinds } from "../../../provider/kinds";
import { type AddressedKindName as Kind, addressedKinds, exampleOf, familyOf, gpuPod } from "../fixtures";
import { type Rig, startRig, wire } from "../rig";

let rig: Rig;
beforeEach(async () => {
  rig = await startRig();
});
afterEach(() => rig.close());

/** Whose update replaces the environment as a whole. */
const withEnv = addressedKinds.filter((kind) => kinds[kind].operations.environmentOf !== undefined);

/** What a test asks of any family. */
interface Family {
  create(body: Props): Promise<{ id: string; name: string }>;
  update(id: string, body: Props): Promise<unknown>;
}
const family = (kind: Kind) => familyOf[kind](rig.platform) as unknown as Family;

const handed = { __key: "k", __urn: "urn:pulumi:dev::p::t::it", __preview: true };
const env = { WANDB_KEY: "canary-4711", MODE: "train" };

/** An object that somebody made by hand. */
async function made(kind: Kind, more: Props = { env }): Promise<{ id: string; name: string }> {
  const { desiredStatus: _, ...inputs } = exampleOf[kind];
  const object = await family(kind).create({ ...inputs, ...more });
  rig.clock.advance(60_000);
  return object;
}

/** What a preview says of an object that has just been imported, of which the program says this besides. */
async function previewOfImport(kind: Kind, id: string, change: Props): Promise<readonly string[]> {
  const provider = rig.provider(kind);
  const { props, inputs: before } = wire(await provider.import(id, { __key: "k" }));
  return reasonsOf(kind, id, props, { ...before, ...change }, before);
}

async function reasonsOf(kind: Kind, id: string, state: Props, asked: Props, before: Props) {
  const { inputs, failures } = await rig.provider(kind).check(wire(before), { ...asked, ...handed });
  expect(failures).toEqual([]);
  const { reasons } = await rig.provider(kind).diff(id, wire(state), wire(inputs));
  expect(rig.informed.join()).not.toMatch(/canary/);
  return reasons;
}

/** What a preview says of a create that adopts the object, besides that it does. */
async function previewOfAdoption(kind: Kind, id: string, change: Props): Promise<readonly string[]> {
  rig.informed.length = 0;
  const asked = { ...exampleOf[kind], ...change, adopt: { id }, ...handed };
  expect((await rig.provider(kind).check({}, asked)).failures).toEqual([]);
  expect(rig.informed.join()).not.toMatch(/canary/);
  return rig.informed.filter((each) => each !== `It is there already, as ${id}: \`up\` adopts it and makes no other.`);
}

const removed = (name: string) =>
  `env.${name} is removed: the program does not declare it, and only the platform has its value.`;
const restarts = "The container restarts, which wipes the container disk; mounted disks keep their data.";

describe.each(withEnv)("A-82: a %s that was made by hand", (kind) => {
  it("imported: a preview names each variable that declaring env removes", async () => {
    const { id } = await made(kind);
    const said = await previewOfImport(kind, id, { env: { MODE: "eval" } });
    expect(said.slice(0, 2)).toEqual(["env.MODE changes in place.", removed("WANDB_KEY")]);
  });

  it("imported: says of no variable that it changes that has its value already", async () => {
    const { id } = await made(kind);
    const said = await previewOfImport(kind, id, { env: { MODE: "train" } });
    expect(said[0]).toBe(removed("WANDB_KEY"));
    expect(said.join()).not.toMatch(/env\.MODE/);
  });

  it("imported: records env without an update where it is the same", async () => {
    const { id } = await made(kind);
    const recorded = "env is recorded as the program's; the platform has this value already.";
    expect(await previewOfImport(kind, id, { env })).toEqual([recorded]);
  });

  it("adopted: the preview of the create names what the update that follows changes and removes", async () => {
    const { id } = await made(kind);
    const said = await previewOfAdoption(kind, id, { env: { MODE: "eval" } });
    expect(said.slice(0, 2)).toEqual(["env.MODE changes in place.", removed("WANDB_KEY")]);
    expect(said.includes(restarts)).toBe(kind === "Pod");
  });

  it("adopted: says nothing where nothing changes", async () => {
    const { id } = await made(kind);
    expect(await previewOfAdoption(kind, id, { env })).toEqual([]);
    expect(await previewOfAdoption(kind, id, {})).toEqual([]);
  });

  it("adopted without env: a later up names what declaring it removes", async () => {
    const { id } = await made(kind);
    const inputs = { ...exampleOf[kind], adopt: { id }, __key: "k" };
    await rig.up({ it: { kind, inputs } });
    const { outputs, inputs: before } = rig.entry("it");
    const said = await reasonsOf(kind, id, outputs, { ...before, env: { MODE: "eval" } }, before);
    expect(said.slice(0, 2)).toEqual(["env.MODE changes in place.", removed("WANDB_KEY")]);
  });

  it("names what somebody has added since, which no refresh has seen", async () => {
    await rig.up({ it: { kind, inputs: { ...exampleOf[kind], env: { MODE: "train" }, __key: "k" } } });
    const { id, outputs, inputs: before } = rig.entry("it");
    await family(kind).update(id, { env });
    const said = await reasonsOf(kind, id, outputs, { ...before, env: { MODE: "eval" } }, before);
    expect(said.slice(0, 2)).toEqual(["env.MODE changes in place.", removed("WANDB_KEY")]);
  });
});

it("A-82: an update sends nothing for an imported env that is as the program says, and writes it into the state", async () => {
  const { id } = await made("Pod");
  const { props, inputs } = wire(await rig.provider("Pod").import(id, { __key: "k" }));
  rig.state.set("it", { kind: "Pod", id, inputs, outputs: props, isBroken: false });
  rig.emulator.requests.clear();
  expect(await rig.up({ it: { kind: "Pod", inputs: { ...gpuPod, env, __key: "k" } } })).toEqual({ it: "update" });
  expect(rig.emulator.requests.list().filter(({ method }) => method !== "GET")).toEqual([]);
  expect(rig.entry("it").outputs).toMatchObject({ env });
});

it("an import names the variables that it does not copy", async () => {
  const { id } = await made("Pod", { env, args: "serve --fast" });
  await rig.provider("Pod").import(id, { __key: "k" });
  expect(rig.informed.join()).toContain("env (WANDB_KEY, MODE) may hold secrets and are not copied");
  rig.informed.length = 0;
  const { id: plain } = await made("Pod", { args: "serve --fast" });
  await rig.provider("Pod").import(plain, { __key: "k" });
  expect(rig.informed.join()).toMatch(/args, cmd may hold secrets and are not copied/);
  rig.informed.length = 0;
  const { id: one } = await made("Pod");
  await rig.provider("Pod").import(one, { __key: "k" });
  expect(rig.informed.join()).toContain("; env (WANDB_KEY, MODE) may hold secrets and is not copied");
});

describe("variables that an update removes", () => {
  const edited = { env: { MODE: "eval" } };

  it("P-60: are none that the platform has put in and keeps", async () => {
    const injected = { PUBLIC_KEY: "ssh-ed25519 AAAA me", JUPYTER_PASSWORD: "canary" };
    const { id } = await made("Pod", { env: { MODE: "train", ...injected } });
    const said = ["env.MODE changes in place.", restarts];
    expect(await previewOfAdoption("Pod", id, edited)).toEqual(said);
    expect(await previewOfImport("Pod", id, edited)).toEqual(said);
  });

  it("P-33: are none that came with the template", async () => {
    const { id: templateId } = await made("Template");
    await rig.up({ it: { kind: "Pod", inputs: { ...gpuPod, templateId, env: { OWN: "1" }, __key: "k" } } });
    const { id, outputs, inputs: before } = rig.entry("it");
    const said = await reasonsOf("Pod", id, outputs, { ...before, env: { OWN: "2" } }, before);
    expect(said).toEqual(["env.OWN changes in place.", restarts]);
  });

  it("P-35: may be there again with the template that the program puts in their place", async () => {
    const { id } = await made("Pod");
    const { id: templateId } = await made("Template", { env: { OTHER: "1" } });
    await rig.up({ it: { kind: "Pod", inputs: { ...gpuPod, adopt: { id }, __key: "k" } } });
    const { outputs, inputs: before } = rig.entry("it");
    const said = await reasonsOf("Pod", id, outputs, { ...before, templateId }, before);
    expect(said).toContain(
      "env.WANDB_KEY and env.MODE are removed, unless the template says otherwise: the program does not declare them, " +
        "and only the platform has their values.",
    );
  });

  it("may be declared where env is not known yet", async () => {
    const { id } = await made("Pod", { env: { WANDB_KEY: "canary" } });
    const said =
      "env.WANDB_KEY is removed, unless env, which is not known yet, says otherwise: the program does not declare it, and " +
      "only the platform has its value.";
    expect(await previewOfAdoption("Pod", id, { env: unknownValue })).toContain(said);
    expect(await previewOfImport("Pod", id, { env: unknownValue })).toContain(said);
  });

  it("are several in one sentence", async () => {
    const { id } = await made("Pod", { env: { A: "1", B: "2", C: "3" } });
    expect((await previewOfImport("Pod", id, { env: { C: "3" } }))[0]).toBe(
      "env.A and env.B are removed: the program does not declare them, and only the platform has their values.",
    );
  });

  it("are not known where the object can't be read, which the preview says", async () => {
    const { id } = await made("Pod");
    const { props, inputs: before } = wire(await rig.provider("Pod").import(id, { __key: "k" }));
    rig.emulator.faults.add({ method: "GET", phase: "before", status: 403, times: "always" });
    const said = await reasonsOf("Pod", id, props, { ...before, ...edited }, before);
    expect(said.slice(0, 2)).toEqual([
      "env.MODE is declared for the first time: it is set to the program's value.",
      "The variables of the object could not be read: those that the program does not declare are removed.",
    ]);
  });
});

it("M-7: an imported pod whose command the program declares as it is does not restart", async () => {
  const { id } = await made("Pod", { args: "serve --fast" });
  expect(await previewOfImport("Pod", id, { args: "serve --fast" })).toEqual([
    "args is recorded as the program's; the platform has this value already.",
  ]);
  expect(await previewOfImport("Pod", id, { args: "serve --slow" })).toEqual(["args changes in place.", restarts]);
});

it("a restart is told of no template that is only recorded after an import", async () => {
  const { id } = await made("Pod");
  const { id: templateId } = await made("Template", { env: {} });
  expect(await previewOfImport("Pod", id, { templateId })).toEqual([
    "templateId is recorded as the program says, because the import could not read it.",
  ]);
});
