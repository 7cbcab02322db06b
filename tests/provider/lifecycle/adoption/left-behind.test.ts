import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Catalog } from "../../../../provider/cost/pricing";
import { leftInWords, waysOn } from "../../../../provider/lifecycle/adoption/left-in-words";
import type { Props } from "../../../../provider/table/props";
import { cpuPod, credential, gpuEndpoint, gpuPod, secret, trainingCluster } from "../../fixtures";
import { Machine } from "../../machine";
import { wire } from "../../rig";
import { checked, elsewhere, entry, named, own, unnamed, volumesOn } from "./one-volume";

let machine: Machine;
beforeEach(async () => {
  machine = await Machine.start();
});
afterEach(() => machine.close());

type Process = ReturnType<Machine["process"]>;
const { made } = volumesOn(() => machine);

describe("What an earlier run made and no state has", () => {
  it.each([
    ["on the machine that made it", () => machine.process()],
    ["on any other", () => machine.process({ storage: elsewhere() })],
  ])("is not made again %s, and the refusal names it and the ways on", async (_, start) => {
    machine.states = [];
    const { id, name } = await made();
    const { failures, said } = await checked(start(), unnamed);
    expect(failures).toHaveLength(1);
    expect(said).toContain(`an earlier run made NetworkVolume ${id} ("${name}"`);
    expect(said).toContain("billed) for NetworkVolume data, and no state has it. Nothing was created or changed.");
    expect(said).toContain(
      `to keep it, give its resource \`adopt: { id: "${id}" }\`; to leave it alone, run \`compute doctor --let-go ${id}\`, ` +
        "and the next `up` makes another beside it; delete it only if nobody needs it.",
    );
    // An engine that creates without asking first is refused too.
    const creating = start().networkVolume.create({ ...unnamed, name: "data-again" });
    await expect(creating).rejects.toMatchObject({ code: "left", message: expect.stringContaining(id) });
    expect(await machine.volumes()).toEqual([id]);
  });

  it("is billed where it has no price by the hour, whatever prices are known", () => {
    const object = { id: "v1", name: "data" };
    const prices = { gpuTypes: [], cpuTypes: [], dataCenters: [] } as unknown as Catalog;
    for (const known of [undefined, prices])
      expect(leftInWords("NetworkVolume", object, known)).toBe('NetworkVolume v1 ("data", billed)');
  });

  it("is made again beside it only by a program that has its resource, where nobody knows whether this one has", () => {
    const beside =
      /doctor --let-go p1`, and the next `up`( of a program that has its resource)? makes another beside it/;
    expect(beside.exec(waysOn("Pod", "p1"))?.[1]).toBeDefined();
    expect(beside.exec(waysOn("Pod", "p1", { called: "Pod web" }))?.[0]).not.toContain("of a program");
  });

  it("is named with what else the stack left of the kind, and with nothing of other stacks", async () => {
    machine.states = [];
    const { id } = await made();
    const more = await made({ ...unnamed, __key: "key-more", __logicalName: "more" });
    const theirs = await made({ ...unnamed, __stack: "another" });
    const { said } = await checked(machine.process({ storage: elsewhere() }), unnamed);
    expect(said).toContain(id);
    expect(said).toContain(`This stack also left NetworkVolume ${more.id}`);
    expect(said).not.toContain(theirs.id);
  });

  it("is none where a state has it, or the engine has named it", async () => {
    machine.states = [];
    const { id, outs } = await made();
    const process = machine.process();
    await process.networkVolume.diff(id, outs, (await checked(process, unnamed, outs)).inputs);
    expect((await checked(process, unnamed)).said).toBe("");
    machine.states = [entry(id)];
    expect((await checked(machine.process({ storage: elsewhere() }), unnamed)).said).toBe("");
  });

  it("is recognised no more where its name has lost its mark", async () => {
    machine.states = [];
    const { id } = await made();
    await machine.platform.networkVolumes.update(id, { name: "kept" });
    expect((await checked(machine.process({ storage: elsewhere() }), unnamed)).said).toBe("");
  });

  it.each<[string, (process: Process, id: string) => Promise<unknown>]>([
    ["a program has read it by .get", (process, id) => process.networkVolume.read(id, {})],
    ["an import of it was killed", (process, id) => process.networkVolume.import(id, own)],
  ])("is known under any name where %s", async (_, call) => {
    machine.states = [];
    const { id } = await made();
    await machine.platform.networkVolumes.update(id, { name: "kept" });
    await call(machine.process(), id);
    expect((await checked(machine.process(), unnamed)).said).toContain(id);
  });

  it("is taken for unknown where the state can't be read, and refused", async () => {
    const opened = { exported: () => Promise.reject(new Error("no pulumi")) };
    const { id } = await made(unnamed, machine.process({ opened }));
    for (const interrupted of [undefined, "take over"]) {
      const process = machine.process({ opened, storage: elsewhere(), ...(interrupted && { interrupted }) });
      expect((await checked(process, unnamed)).said).toMatch(
        new RegExp(`${id} .*and the state, which may have it, could not be read`),
      );
    }
  });

  it("stops the creates of its kind where nothing can be listed", async () => {
    const process = machine.process();
    const { inputs } = await checked(process, unnamed);
    machine.emulator.faults.add({
      method: "GET",
      path: "/v2/network-volumes",
      phase: "before",
      status: 403,
      times: "always",
    });
    await expect(machine.process().networkVolume.create(inputs)).rejects.toThrow(/403/);
    machine.emulator.faults.clear();
    expect(await machine.volumes()).toEqual([]);
  });

  it("stands in the way of a replacement before anything is deleted, until the program adopts it", async () => {
    machine.states = [];
    const { id: kept, outs } = await made();
    machine.states = [entry(kept)];
    // A replacement that was cut short on another machine: its object bears the mark of the same resource.
    const [twin] = [
      await machine.platform.networkVolumes.create({ name: markOf(outs), size: 120, dataCenter: "US-XX-1" }),
    ];
    const process = machine.process({ storage: elsewhere() });
    const news = { ...unnamed, dataCenter: "US-XX-1", dataLoss: "allow" };
    const { inputs } = await checked(process, news, outs);
    await expect(process.networkVolume.diff(kept, outs, inputs)).rejects.toMatchObject({
      code: "left",
      message: expect.stringContaining(twin.id),
    });
    const adopting = machine.process({ storage: elsewhere() });
    const adopted = await checked(adopting, { ...news, adopt: { id: twin.id } }, outs);
    expect(adopted.said).toBe("");
    const { replaces } = await adopting.networkVolume.diff(kept, outs, adopted.inputs);
    expect(replaces).toEqual(["dataCenter"]);
    const { inputs: replacing } = await checked(adopting, { ...news, adopt: { id: twin.id } });
    expect((await adopting.networkVolume.create(replacing)).id).toBe(twin.id);
  });
});

/** The mark of a name, with another tail. */
const markOf = ({ name }: Props) => String(name).replace(/[2-7][a-z2-7]{2}$/, "2aa");

describe('With compute:interrupted set to "take over"', () => {
  const runner = (over: object = {}) =>
    machine.process({ storage: elsewhere(), interrupted: "take over", opened: over });

  it("what is left is taken up as it is, and no second is made", async () => {
    machine.states = [];
    const { id } = await made();
    const process = runner();
    const { inputs, said } = await checked(process, unnamed);
    expect(said).toBe("");
    expect(machine.warnings.join()).toMatch(
      new RegExp(`${id} .*\`up\` takes it over unchanged \\(compute:interrupted\\)`),
    );
    const made2 = await process.networkVolume.create(inputs).catch((error: unknown) => error as { id: string });
    expect(made2.id).toBe(id);
    expect(await machine.volumes()).toEqual([id]);
  });

  it.each(["acme", undefined])(
    "R-15: a credential (name %s) whose create this machine's journal knows needs no replacement, which would have another name",
    async (name) => {
      machine.states = [];
      const news = { ...(name && { name }), username: "puller", password: "example-1", ...own };
      const killed = machine.process();
      const { id } = await killed.registryCredential.create(
        wire((await killed.registryCredential.check({}, news)).inputs),
      );
      await killed.end();
      const next = machine.process({ interrupted: "take over" }).registryCredential;
      const { inputs, failures } = await next.check({}, news);
      expect(failures).toEqual([]);
      const taken = await next.create(wire(inputs));
      expect(taken.id).toBe(id);
      expect((await next.diff(id, wire(taken.outs), wire(inputs))).changes).toBe(false);
      expect(await machine.platform.registries.list()).toHaveLength(1);
      const edited = machine.process({ interrupted: "take over" }).registryCredential;
      const other = wire((await edited.check({}, { ...news, password: "example-2" })).inputs);
      await expect(edited.create(other)).rejects.toMatchObject({ cause: { code: "made_otherwise" } });
    },
  );

  it.each<
    readonly [keyof Process & ("pod" | "cluster" | "endpoint" | "registryCredential" | "accountSecret"), Props, string]
  >([
    [
      "pod",
      { ...gpuPod, startSsh: true, dataCenterIds: ["EU-XX-1"], triggers: ["1"], locked: true },
      "dataCenterIds, startSsh, triggers",
    ],
    ["cluster", { ...trainingCluster, startSsh: true }, "startSsh"],
    ["endpoint", gpuEndpoint, "templateId"],
    ["registryCredential", credential, "username, password"],
    ["accountSecret", secret, "value"],
  ])(
    "what no read shows of a %s counts as the program has it, is named, and leaves no changes",
    async (kind, { name: _, ...inputs }, unread) => {
      machine.states = [];
      machine.emulator.store.settings.creditUsd = 1e9;
      const { id: templateId } = await machine.platform.templates.create({
        name: "base",
        image: "x:1",
        serverless: true,
      });
      const news = { ...inputs, ...own, __logicalName: "it", ...(kind === "endpoint" && { templateId }) };
      let hasEngine = true;
      const killed = machine.process({ hasEngine: () => hasEngine })[kind];
      const checkedNews = wire((await killed.check({}, news)).inputs);
      machine.emulator.requests.onRequest(({ method }) => void (hasEngine &&= method !== "POST"));
      await killed.create(checkedNews).catch(() => undefined);
      const next = runner()[kind];
      const { inputs: checkedAgain, failures } = await next.check({}, news);
      expect(failures).toEqual([]);
      const again = wire(checkedAgain);
      expect(machine.warnings.join()).toContain(
        `The platform does not report ${unread}: the state takes that from the program`,
      );
      const { id, outs } = await next.create(again);
      expect((await next.diff(id, wire(outs), again)).changes).toBe(false);
      expect(machine.emulator.requests.list().filter(({ method }) => method === "POST")).toHaveLength(2);
    },
  );

  it("several, and what other stacks of one name may have, are refused all the same", async () => {
    machine.states = [];
    const { id, outs } = await made();
    const { said: shared } = await checked(runner({ isShared: true }), unnamed);
    expect(shared).toMatch(new RegExp(`${id}.*a stack of the same name in another organization, leave it as it is`));
    await machine.platform.networkVolumes.create({ name: markOf(outs), size: 10, dataCenter: "EU-XX-1" });
    expect((await checked(runner(), unnamed)).said).toContain(id);
  });
});

describe("An object with a name of the program's", () => {
  it("bears a mark until its create has named it", async () => {
    machine.states = [];
    machine.emulator.faults.add({
      method: "PATCH",
      path: "/v2/network-volumes/:id",
      phase: "before",
      status: 403,
      times: "always",
    });
    const process = machine.process();
    const { inputs } = await checked(process, named);
    await process.networkVolume.create(inputs).catch(() => undefined);
    const [it] = await machine.platform.networkVolumes.list();
    expect(it!.name).toMatch(/^datasets-c[a-z2-7]{11}$/);
    expect((await checked(machine.process({ storage: elsewhere() }), named)).said).toContain(it!.id);
  });

  it.each<readonly [string, "pod" | "cluster" | "endpoint", Props]>([
    ["pod", "pod", gpuPod],
    ["pod that is to be locked", "pod", { ...gpuPod, locked: true }],
    ["cluster", "cluster", trainingCluster],
    ["endpoint", "endpoint", { ...gpuEndpoint, workers: { min: 1, max: 2 } }],
  ])(
    "gets it by the last request of its create: a %s is recognised on any machine as long as it is waited for",
    async (_, kind, inputs) => {
      machine.emulator.store.settings.creditUsd = 1e9;
      const { [kind]: provider } = machine.process();
      const news = { ...inputs, ...own, __logicalName: "it" };
      const checkedNews = wire((await provider.check({}, news)).inputs);
      const seen: string[] = [];
      machine.clock.onSleep = async () => {
        machine.clock.onSleep = () => undefined;
        seen.push(...(await provider.check({}, news)).failures.map(({ reason }) => reason));
        const other = machine.process({ storage: elsewhere() })[kind];
        seen.push(...(await other.check({}, news)).failures.map(({ reason }) => reason));
      };
      machine.emulator.requests.clear();
      const { id, outs } = await provider.create(checkedNews);
      expect(seen).toEqual([expect.stringContaining(id)]);
      expect(outs).toMatchObject({ name: inputs.name });
      const sent = machine.emulator.requests.list().filter(({ method }) => method !== "GET");
      expect(sent.map(({ method }) => method)).toEqual(["POST", "PATCH"]);
      expect(machine.emulator.requests.list().at(-1)).toMatchObject({ method: "PATCH" });
    },
  );

  it("is refused on the machine that made it; any other warns of its name", async () => {
    machine.states = [];
    const { id } = await made(named);
    expect((await checked(machine.process(), named)).said).toContain(id);
    machine.warnings.length = 0;
    expect((await checked(machine.process({ storage: elsewhere() }), named)).said).toBe("");
    expect(machine.warnings.join()).toMatch(
      new RegExp(`${id} .*has this name already, and no state .*\`adopt: { id: "${id}" }`),
    );
  });
});

describe("adopt", () => {
  it("is refused for what bears the mark of another resource, which says how to let go of it", async () => {
    machine.states = [];
    const { id } = await made({ ...unnamed, __key: "key-other", __logicalName: "other" });
    const { said } = await checked(machine.process(), { ...unnamed, adopt: { id } });
    expect(said).toMatch(new RegExp(`bears the mark of another resource.*\`compute doctor --let-go ${id}\``));
  });

  it("is what a resource does with its own left object", async () => {
    machine.states = [];
    const { id } = await made();
    const process = machine.process({ storage: elsewhere() });
    const { inputs, said } = await checked(process, { ...unnamed, adopt: { id } });
    expect(said).toBe("");
    expect((await process.networkVolume.create(inputs)).id).toBe(id);
    expect(await machine.volumes()).toEqual([id]);
  });
});

it("A pod that is stopped for good is not left", async () => {
  machine.states = [];
  const { pod } = machine.process();
  const news = { ...cpuPod, name: undefined, waitFor: "none", ...own, __key: "key-pod" };
  const { inputs } = await pod.check({}, news);
  const { id } = await pod.create(wire(inputs));
  await machine.platform.pods.terminate(id);
  expect((await machine.process({ storage: elsewhere() }).pod.check({}, news)).failures).toEqual([]);
});
