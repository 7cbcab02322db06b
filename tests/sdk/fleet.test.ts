import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Emulator, startEmulator } from "../../emulator";
import type { LocalStack, OperationResult, UpOptions } from "../../engine";
import type { Mode } from "../../proofs/plugin";
import * as dynamic from "../../sdk";
import * as plugin from "../../sdk/plugin";
import { RemoteFleet } from "../support/remote-fleet";
import { Project } from "../support/project";
import type { ServedStack } from "../support/served-stack";

const ways = [
  ["dynamic resources", "dynamic"],
  ["the plugin", "plugin"],
  ["the plugin's own component, as other languages have it", "component"],
] as const;
type Way = (typeof ways)[number][1];
/** The class with the plugin's pods is the one with dynamic ones: it lives one life, and a stack moves to it and from it. */
const implementations = ways.filter(([, way]) => way !== "plugin");
const first = "registry.example.com/acme/worker:1";
const second = "registry.example.com/acme/worker:2";
const cpu = { id: "cpu3c", vcpuCount: 2 };

const classes = { dynamic: dynamic.Fleet, plugin: plugin.Fleet, component: RemoteFleet };

/** Each of these fleets, with what it says in outputs. In this process: to start one for every run takes longer than the run. */
const register = (way: Way, fleets: Fleets): Record<string, unknown> => {
  const Fleet = classes[way];
  const made = Object.entries(fleets).map(([name, args]) => {
    const { ids, ready } = new Fleet(name, args as never);
    return [name, { ids, ready }] as const;
  });
  return Object.fromEntries(made);
};

let emulator: Emulator;
let project: Project;
beforeEach(async () => {
  emulator = await startEmulator({
    rateLimit: false,
    speed: 200,
    settings: { creditUsd: 1e9, spendingCapPerHourUsd: 1e9 },
  });
  emulator.store.capacity.setFree({}, 10_000);
  project = new Project(emulator, { name: "fleets" });
});
afterEach(async () => {
  stacks.clear();
  await emulator.close();
});

type Fleets = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const stacks = new Map<Mode, Promise<ServedStack>>();
let now: { readonly way: Way; readonly fleets: Fleets };
const open = (way: Way, fleets: Fleets, speed = 20): Promise<ServedStack> => {
  now = { way, fleets };
  const mode = way === "dynamic" ? "dynamic" : "plugin";
  const opened = stacks.get(mode) ?? project.here({ mode, speed }, () => register(now.way, now.fleets));
  stacks.set(mode, opened);
  return opened;
};
/** With a host in a process of its own, which can be interrupted. */
const openForReal = (way: Way, fleets: Fleets): Promise<LocalStack> =>
  project.apart(undefined, () => register(way, fleets));
const up = async (way: Way, fleets: Fleets, options: UpOptions = {}): Promise<OperationResult> =>
  (await open(way, fleets)).up(options);
const preview = async (way: Way, fleets: Fleets, options: UpOptions = {}): Promise<OperationResult> =>
  (await open(way, fleets)).preview(options);

const pods = () => [...emulator.store.pods.values()];
const idsOf = (result: OperationResult, name = "workers"): Record<string, string> =>
  (result.outputs[name] as unknown as { ready: Record<string, string> }).ready;
/** Steps that do something, as `update workers-a`. */
const done = ({ steps }: OperationResult): string[] =>
  steps
    .filter(({ op }) => op !== "same" && op !== "read")
    .map(({ op, name }) => `${op} ${name}`)
    .sort();
const said = ({ diagnostics }: OperationResult): string => diagnostics.map(({ message }) => message).join("\n");

describe.each(ways)("a fleet of %s", (_called, way) => {
  it("comes up, stays as it is, grows and shrinks without touching a pod that stays, and goes", async () => {
    const fleet = (count: number): Fleets => ({ workers: { count, pod: { image: first, cpu } } });
    expect(await preview(way, fleet(3))).toMatchObject({ result: "succeeded" });
    expect(pods()).toEqual([]);
    const made = await up(way, fleet(3));
    expect(said(made)).toBe("");
    expect(made.result).toBe("succeeded");
    expect(pods().map(({ status }) => status)).toEqual(["RUNNING", "RUNNING", "RUNNING"]);
    const ids = idsOf(made);
    expect(Object.keys(ids)).toEqual(["0", "1", "2"]);
    expect(await preview(way, fleet(3), { expectNoChanges: true })).toMatchObject({ result: "succeeded" });
    const stack = await open(way, fleet(3));
    expect((await stack.refresh()).result).toBe("succeeded");
    expect(await stack.refresh({ expectNoChanges: true })).toMatchObject({ result: "succeeded" });
    expect(await up(way, fleet(3), { expectNoChanges: true })).toMatchObject({ result: "succeeded" });
    const grown = await up(way, fleet(4));
    expect(done(grown)).toEqual(["create workers-3", "update workers"]);
    expect(idsOf(grown)).toMatchObject(ids);
    const shrunk = await up(way, fleet(2));
    expect(done(shrunk)).toEqual(["delete workers-2", "delete workers-3", "update workers"]);
    expect(idsOf(shrunk)).toEqual({ "0": ids["0"], "1": ids["1"] });
    expect((await (await open(way, fleet(2))).destroy()).result).toBe("succeeded");
    expect(pods()).toEqual([]);
  }, 240_000);
});

describe.each(implementations)("a fleet of %s", (_called, way) => {
  it("P-51: rolls a changed image, at most one pod at a time, and a preview says that it waits", async () => {
    const fleet = (image: string): Fleets => ({ workers: { count: 3, maxUnavailable: 1, pod: { image, cpu } } });
    await up(way, fleet(first));
    let most = 0;
    emulator.requests.onRequest(() => {
      most = Math.max(most, pods().filter(({ status }) => status !== "RUNNING").length);
    });
    const expected = ["update workers", "update workers-0", "update workers-1", "update workers-2"];
    expect(done(await preview(way, fleet(second)))).toEqual(expected);
    const rolled = await up(way, fleet(second));
    expect(said(rolled)).toBe("");
    expect(done(rolled)).toEqual(expected);
    expect(pods().map(({ image, status }) => `${image} ${status}`)).toEqual([1, 2, 3].map(() => `${second} RUNNING`));
    expect(most).toBe(1);
  }, 240_000);

  it("goes on after an up that was interrupted while it waited", async () => {
    const fleets: Fleets = { workers: { count: 3, pod: { image: first, cpu } } };
    emulator.scripts.add({ match: {}, stayProvisioning: true });
    const stopping = new AbortController();
    const stop = emulator.requests.onRequest(({ method, path }) => {
      if (method === "GET" && path.startsWith("/v2/pods") && pods().length === 3) setImmediate(() => stopping.abort());
    });
    const giveUp = { signal: stopping.signal, ...(way === "dynamic" ? { terminate: stopping.signal } : {}) };
    const stack = await openForReal(way, fleets);
    const ended = await stack.up(giveUp).then(
      ({ result }) => result,
      ({ code }: { code: string }) => code,
    );
    expect(ended).toBe(way === "dynamic" ? "terminated" : "failed");
    stop();
    const made = pods().map(({ id }) => id);
    expect(made).toHaveLength(3);
    emulator.scripts.clear();
    expect(await stack.up()).toMatchObject({ result: "succeeded" });
    expect(pods().map(({ id, status }) => `${id} ${status}`)).toEqual(made.map((id) => `${id} RUNNING`));
  }, 240_000);
});

/** What follows from the members that both implementations share: tried with one of them, in turns. */
describe("a fleet", () => {
  it("by names loses one without replacing another, and lets one differ", async () => {
    const way: Way = "component";
    const fleet = (own: Record<string, unknown>): Fleets => ({ workers: { pods: own, pod: { image: first, cpu } } });
    const before = idsOf(await up(way, fleet({ bookkeeping: {}, code: { image: second }, web: {} })));
    expect(pods().filter(({ image }) => image === second)).toHaveLength(1);
    const after = await up(way, fleet({ web: {}, code: { image: second } }));
    expect(done(after)).toEqual(["delete workers-bookkeeping", "update workers"]);
    expect(idsOf(after)).toEqual({ code: before["code"], web: before["web"] });
  }, 240_000);

  it("A-57: of 16 pods is waited for with lists only", async () => {
    const way: Way = "dynamic";
    const fleets: Fleets = { workers: { count: 16, pod: { image: first, cpu } } };
    // Its polls are those of users.
    const stack = await open(way, fleets, 1);
    expect(await stack.up()).toMatchObject({ result: "succeeded" });
    const looks = emulator.requests
      .list()
      .filter(({ method, path }) => method === "GET" && path.startsWith("/v2/pods"));
    expect(looks.filter(({ path }) => path.startsWith("/v2/pods/"))).toEqual([]);
    expect(looks.length).toBeLessThanOrEqual(10);
    emulator.requests.clear();
    expect(await stack.up({ expectNoChanges: true })).toMatchObject({ result: "succeeded" });
    expect(emulator.requests.list().filter(({ method }) => method === "GET").length).toBeLessThanOrEqual(4);
  }, 240_000);

  it("P-49: names the one that failed among many, and the next up mends that one, waits, and then leaves all alone", async () => {
    const way: Way = "component";
    const own = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [name, { image: `x/${name}:1` }]));
    const fleets: Fleets = { workers: { pods: own, pod: { cpu } } };
    emulator.scripts.add({ match: { image: "x/c:1" }, failStart: true });
    const broken = await up(way, fleets);
    expect(broken.result).toBe("failed");
    expect(said(broken)).toMatch(/1 of 5 pods did not get ready: workers-c-\w+ \(\w+\): it is in ERROR/);
    emulator.scripts.clear();
    expect(done(await preview(way, fleets))).toEqual(["update workers", "update workers-c"]);
    const mended = await up(way, fleets);
    expect(done(mended)).toEqual(["update workers", "update workers-c"]);
    expect(mended.result).toBe("succeeded");
    expect(pods()).toHaveLength(5);
    expect(await up(way, fleets, { expectNoChanges: true })).toMatchObject({ result: "succeeded" });
  }, 240_000);

  it("stands beside another one in the same program", async () => {
    const way: Way = "dynamic";
    const fleets: Fleets = {
      workers: { count: 2, maxUnavailable: 1, pod: { image: first, cpu } },
      others: { pods: { a: {} }, maxUnavailable: 1, pod: { image: first, cpu } },
    };
    const made = await up(way, fleets);
    expect(Object.keys(idsOf(made, "others"))).toEqual(["a"]);
    expect(new Set([...Object.values(idsOf(made)), ...Object.values(idsOf(made, "others"))]).size).toBe(3);
    const changed = { ...fleets, others: { ...fleets["others"], pod: { image: second, cpu } } };
    expect(done(await up(way, changed))).toEqual(["update others", "update others-a"]);
  }, 240_000);

  it("is changed in part by --target, and the rest later", async () => {
    const way: Way = "component";
    const fleet = (image: string): Fleets => ({ workers: { count: 2, pod: { image, cpu } } });
    await up(way, fleet(first));
    const urn = "urn:pulumi:dev::fleets::compute:index:Fleet$compute:index:Pod::workers-1";
    expect(done(await up(way, fleet(second), { target: [urn] }))).toEqual(["update workers-1"]);
    const rest = await up(way, fleet(second));
    expect(done(rest)).toEqual(["update workers", "update workers-0"]);
    expect(pods().map(({ image, status }) => `${image} ${status}`)).toEqual([1, 2].map(() => `${second} RUNNING`));
  }, 240_000);
});

it("Ready looks into no pod: each leads to its fleet, and so to all other pods", async () => {
  let looks = 0;
  const get = () => void (looks += 1);
  const watched = (name: string) =>
    Object.defineProperty(new dynamic.Pod(name, { image: first, cpu, waitFor: "none" }), "probe", {
      enumerable: true,
      get,
    });
  const program = () => void new dynamic.Ready("all", { pods: [watched("a"), watched("b")] });
  expect(await (await project.here({}, program)).preview()).toMatchObject({ result: "succeeded" });
  expect(looks).toBe(0);
}, 120_000);

describe("a fleet's arguments", () => {
  it.each([
    [{ pod: { image: first, cpu } }, "set exactly one of `count` and `pods`"],
    [{ pod: { image: first, cpu }, count: 1, pods: {} }, "set exactly one of `count` and `pods`"],
    [{ pod: { image: first, cpu }, count: 1.5 }, "`count` is not a whole number"],
    [{ pod: { image: first, cpu }, count: 1, maxUnavailable: 0 }, "`maxUnavailable` is not a whole number"],
    [{ count: 1, image: first }, "a fleet has no argument `image`; what its pods have in common goes into `pod`"],
    [{ pod: { image: first, cpu }, cuont: 1 }, "a fleet has no argument `cuont`; did you mean `count`?"],
    [{ count: 1 }, "`pod` is missing"],
    [{ pod: { imagee: first, cpu }, count: 3 }, "`pod.imagee` is not an argument of Pod; did you mean image?"],
    [
      { pod: { image: first }, pods: { a: { cpu }, b: { cpu, stopAfter: "1h", gpuTypeId: "x" } } },
      "`pods.b.gpuTypeId` is not an argument of Pod; use gpu.id",
    ],
    [
      { pod: { image: first, cpu, waitFor: "ssh" }, count: 1 },
      "`pod.waitFor` is not for the pods of a fleet; set `waitFor` of",
    ],
    [
      { pod: { image: first, cpu }, pods: { a: { name: "x" } } },
      "`pods.a.name` is not for the pods of a fleet; remove it",
    ],
  ])("%j is refused", async (args, why) => {
    for (const way of ["dynamic", "component"] as const) {
      const result = await preview(way, { workers: args });
      expect(result.result).toBe("failed");
      expect(said(result)).toContain(`Fleet workers: ${why}`);
    }
  });
});

it("a stack moves between dynamic resources, the plugin and its component, and nothing changes", async () => {
  const fleets: Fleets = { workers: { count: 2, maxUnavailable: 1, pod: { image: first, cpu } } };
  await up("dynamic", fleets);
  for (const way of ["plugin", "component", "plugin", "component", "dynamic"] as const)
    expect(await up(way, fleets, { expectNoChanges: true })).toMatchObject({ result: "succeeded" });
}, 240_000);
