import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Props } from "../../../provider/table/props";
import { addressedKinds, pathOf, volume } from "../fixtures";
import { type Program, startRig, Rig } from "../rig";
import type { Transition } from "./transition";
import { transitions } from "./transitions";

/** The table says what the platform can do; here the emulator is asked, with every row, whether that is so. */
let rig: Rig;
/** What the rows call `v-1`, `r-1` and so on, by the ids that the platform gave. */
let ids: Readonly<Record<string, string>>;

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; json: Props }> {
  const response = await fetch(rig.emulator.apiUrl + path, {
    method,
    headers: { authorization: `Bearer ${rig.emulator.apiKey}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: (await response.json().catch(() => ({}))) as Props };
}
const made = async (path: string, body: unknown) => String((await call("POST", path, body)).json.id);

beforeAll(async () => {
  rig = await startRig();
  const template = { name: "t", image: "registry.example.com/acme/template:1", disk: 30 };
  ids = {
    "r-1": await made("/v2/registries", { name: "given", username: "u", password: "p" }),
    "v-1": await made("/v2/network-volumes", volume),
    "v-2": await made("/v2/network-volumes", volume),
    "t-1": await made("/v2/templates", template),
    "t-3": await made("/v2/templates", { ...template, name: "t3", serverless: true }),
    "t-4": await made("/v2/templates", { ...template, name: "t4", serverless: true }),
    "t-2": await made("/v2/templates", { ...template, name: "t2" }),
  };
});
afterAll(() => rig.emulator.close());

function real<T>(value: T): T {
  const text = JSON.stringify(value).replace(/"([rvt]-\d)"/g, (_all, name: string) => JSON.stringify(ids[name]));
  return JSON.parse(text) as T;
}

const program = ({ resource }: Transition, inputs: Props): Program => ({
  it: { kind: resource.kind, inputs: { timeouts: {}, ...real(inputs) } },
});

const requests = () => rig.emulator.requests.list();

async function withObject(transition: Transition, test: (path: string) => Promise<void>): Promise<void> {
  await rig.up(program(transition, transition.from));
  rig.emulator.requests.clear();
  try {
    await test(`${pathOf[transition.resource.kind]}/${rig.entry("it").id}`);
  } finally {
    await rig.destroy();
  }
}

/** Of objects with an address each; what shares one has tests of its own. */
const addressed = transitions.filter(({ resource }) => addressedKinds.some((kind) => kind === resource.kind));
/** What the platform is asked for: of what is only ours, a replacement is our own doing. */
const isAsked = ({ resource, field }: Transition) => !resource.inputs[field]?.local;
const having = (outcomes: readonly string[]) => addressed.filter(({ outcome }) => outcomes.includes(outcome));

/** What brings a change about: for most an update, for some an action, and for what is only ours nothing at all. */
function requestsFor({ resource, field }: Transition): string[] {
  const { sent, local, restarts } = resource.inputs[field] ?? {};
  if (sent === "action" || (local && restarts)) return ["POST"];
  return local ? [] : ["PATCH"];
}

describe("what is called an update", () => {
  it.each(having(["update"]))("$resource.kind $field: $change is accepted, and lasts", async (transition) => {
    await withObject(transition, async () => {
      expect(await rig.up(program(transition, transition.to))).toEqual({ it: "update" });
      const writes = requests().filter(({ method }) => method !== "GET");
      expect(writes.map(({ method }) => method)).toEqual(requestsFor(transition));
      for (const { status } of writes) expect(status).toBe(200);
      expect(await rig.refresh()).toEqual([]);
      expect(await rig.up(program(transition, transition.to))).toEqual({ it: "same" });
    });
  });
});

/** An argument of a pod that may hold a secret, set to what the platform has by itself. */
const isFirstSet = ({ resource, change }: Transition) =>
  resource.kind === "Pod" && change === "empty where there was none";

describe("what is called no change", () => {
  it.each(having(["none"]).filter(isFirstSet))(
    "$resource.kind $field: $change is recorded, since drift in it counts from now on, and changes nothing",
    async (transition) => {
      await withObject(transition, async () => {
        expect(await rig.up(program(transition, transition.to))).toEqual({ it: "update" });
        expect(requests().filter(({ method }) => method !== "GET")).toEqual([]);
        expect(await rig.up(program(transition, transition.to))).toEqual({ it: "same" });
      });
    },
  );

  it.each(having(["none"]).filter((transition) => !isFirstSet(transition)))(
    "$resource.kind $field: $change asks the platform nothing",
    async (transition) => {
      await withObject(transition, async () => {
        expect(await rig.up(program(transition, transition.to))).toEqual({ it: "same" });
        expect(requests()).toEqual([]);
      });
    },
  );
});

describe("what is called a replacement", () => {
  it.each(having(["replace", "refused"]).filter(isAsked))(
    "$resource.kind $field: $change can't be had in place",
    async (transition) => {
      await withObject(transition, async (path) => {
        const { [transition.field]: value } = real(transition.to);
        const before = await call("GET", path);
        const { status } = await call("PATCH", path, { [transition.field]: value ?? { network: [] } });
        const after = await call("GET", path);
        const { [transition.field]: now } = after.json;
        expect(now).toEqual(before.json[transition.field]);
        // `mounts: {}` is the one way of asking for nothing (M-25); everything else is refused.
        const asksNothing = transition.field === "mounts" && JSON.stringify(value) === "{}";
        expect(asksNothing ? [200] : [400, 405, 422]).toContain(status);
      });
    },
  );
});

describe("adopting what an earlier program made", () => {
  /** What is left out is not compared, and what is never reported counts as it is declared. */
  const isCompared = ({ resource, field, from, to }: Transition) => {
    const { writeOnly, secret, local, isShownAlike } = resource.inputs[field] ?? {};
    const isDeclared = to[field] !== undefined || to.cpu !== undefined;
    const isAlike = [to[field]].flat().some((one) => isShownAlike?.(from[field], one));
    return !writeOnly && !secret && !local && isDeclared && !isAlike;
  };

  /** The same platform, and a program that knows nothing of what is there. */
  async function adopt(transition: Transition): Promise<{ stranger: Rig; id: string; done: unknown }> {
    const { id } = rig.entry("it");
    const stranger = new Rig(rig.emulator, rig.clock, {});
    const { it: declared } = program(transition, transition.to);
    const inputs = { ...(declared!.inputs as Props), adopt: { id }, __key: "key" };
    const adopting: Program = { it: { kind: transition.resource.kind, inputs } };
    const done: unknown = await stranger.up(adopting).catch((error: unknown) => error);
    return { stranger, id, done };
  }

  it.each(having(["none", "update"]))("$resource.kind $field: $change is mended in place", async (transition) => {
    await withObject(transition, async () => {
      const { stranger, id, done } = await adopt(transition);
      expect(done).toEqual({ it: "create" });
      expect(stranger.entry("it").id).toBe(id);
      expect(requests().some(({ method, path }) => method === "POST" && !path.includes("action"))).toBe(false);
      expect(await stranger.refresh()).toEqual([]);
    });
  });

  it.each(having(["replace", "refused"]).filter(isCompared))(
    "$resource.kind $field: $change is refused, by name, and nothing is changed",
    async (transition) => {
      await withObject(transition, async (path) => {
        const before = await call("GET", path);
        const { stranger, done } = await adopt(transition);
        expect(String(done)).toMatch(new RegExp(`(${transition.field}|cpu): .*an update can't change it`));
        expect(stranger.state.size).toBe(0);
        expect(requests().filter(({ method }) => method !== "GET")).toEqual([]);
        expect((await call("GET", path)).json).toEqual(before.json);
      });
    },
  );
});
