import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Client, createClient } from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { createProviders } from "../../../provider";
import type { InitializationError } from "../../../provider/lifecycle/failures/errors";
import { hidden } from "../../../provider/state/state";
import { exportNameOf } from "../../../provider/state/stored-provider";
import type { Props } from "../../../provider/table/props";
import type { Resource } from "../../../provider/table/resource";
import { ManualClock } from "../../support/manual-clock";
import { addressedKinds, cpuPod, exampleOf as exampleOfAll, familyOf, pathOf } from "../fixtures";

let clock: ManualClock;
let emulator: Emulator;
let client: Client;
let providers: ReturnType<typeof createProviders>;
/** An engine configures its providers at the start of each operation. */
let begin: () => void;
beforeEach(async () => {
  clock = new ManualClock(Date.UTC(2026, 4, 4, 9));
  emulator = await startEmulator({ clock, rateLimit: false });
  const { apiKey, apiUrl, queueUrl } = emulator;
  client = createClient({ apiKey, apiUrl, queueUrl, clock, limiter: false, random: () => 0 });
  providers = createProviders({ env: {}, clock, randomBytes: (size) => new Uint8Array(size), connect: () => client });
  const config = {
    get: (key: string) => ({ "compute:apiKey": apiKey, "compute:apiUrl": apiUrl, "compute:queueUrl": queueUrl })[key],
  };
  begin = () => {
    for (const each of Object.values(providers)) void each.configure({ config });
  };
  begin();
});
afterEach(() => emulator.close());

const of = (kind: Resource["kind"]) => providers[exportNameOf(kind)];
const make = (kind: Resource["kind"], inputs: Props = {}) =>
  of(kind).create({ ...exampleOf[kind], ...inputs, __provider: kind });
const exampleOf = { ...exampleOfAll, Pod: cpuPod };
const deletions = () => emulator.requests.list().filter(({ method }) => method === "DELETE");

describe.each(addressedKinds)("deleting a %s", (kind) => {
  it("is done in the run that has refreshed it twice, as the resource and as what that has replaced", async () => {
    const { id, outs } = await make(kind, { __key: "key" });
    for (let entries = 0; entries < 2; entries++) await of(kind).read(id, outs);
    for (let entries = 0; entries < 2; entries++) await of(kind).diff(id, outs, { ...exampleOf[kind], __key: "key" });
    await of(kind).delete(id, outs);
    expect(deletions().map(({ status }) => status)).toEqual([204]);
  });

  it("A-24: that is gone already is done", async () => {
    const { id, outs } = await make(kind);
    await familyOf[kind](client).delete(id);
    await of(kind).delete(id, outs);
    expect(deletions().map(({ status }) => status)).toEqual([204, 404]);
  });

  it("A-30: whose answer is lost is sent again, and finds it gone", async () => {
    const { id, outs } = await make(kind);
    emulator.faults.add({ method: "DELETE", path: `${pathOf[kind]}/:id`, phase: "after" });
    await of(kind).delete(id, outs);
    expect(deletions()).toHaveLength(2);
    await expect(familyOf[kind](client).get(id)).rejects.toMatchObject({ status: 404 });
  });

  it("A-5: that is refused fails, and says so", async () => {
    const { id, outs } = await make(kind);
    emulator.faults.add({ method: "DELETE", path: `${pathOf[kind]}/:id`, phase: "before", status: 403 });
    await expect(of(kind).delete(id, outs)).rejects.toMatchObject({ code: "forbidden" });
    expect(await familyOf[kind](client).get(id)).toMatchObject({ id });
  });
});

describe.each(["Pod", "Cluster"] as const)("deleting a %s", (kind) => {
  it("whose replacement is not ready yet, as an engine does that goes on after failures, is refused", async () => {
    const key = { [hidden.key]: "key" };
    const old = await make(kind, key);
    emulator.scripts.add({ match: {}, stayProvisioning: true });
    const timeouts = { create: 60, update: 60 };
    const fails = (code: string) => expect.objectContaining({ code });
    const unready = (await make(kind, { ...key, timeouts }).catch((error: unknown) => error)) as InitializationError;
    expect(unready).toMatchObject({ code: "initialization" });
    await expect(of(kind).delete(old.id, old.outs)).rejects.toEqual(fails("replacement_unready"));
    expect(deletions()).toEqual([]);
    // The old one may go once the new one is ready.
    emulator.scripts.clear();
    clock.advance(600_000);
    const news = { ...exampleOf[kind], ...key, timeouts, __provider: kind };
    await of(kind).update(unready.id, unready.properties, news);
    await of(kind).delete(old.id, old.outs);
    await expect(familyOf[kind](client).get(old.id)).rejects.toMatchObject({ status: 404 });
    expect(await familyOf[kind](client).get(unready.id)).toMatchObject({ id: unready.id });
  });

  it("whose replacement was not ready in an operation before is deleted, and so is the replacement", async () => {
    const key = { [hidden.key]: "key" };
    const old = await make(kind, key);
    emulator.scripts.add({ match: {}, stayProvisioning: true });
    const unready = (await make(kind, { ...key, timeouts: { create: 60 } }).catch(
      (error: unknown) => error,
    )) as InitializationError;
    begin();
    await of(kind).delete(old.id, old.outs);
    await of(kind).delete(unready.id, unready.properties);
    for (const { id } of [old, unready])
      await expect(familyOf[kind](client).get(id)).rejects.toMatchObject({ status: 404 });
  });

  /** The platform says yes at once, and does it only later. */
  const slowly = (afterMs: number) => {
    const family = familyOf[kind](client);
    const really = family.delete.bind(family);
    family.delete = async (id) => {
      const due = clock.now() + afterMs;
      clock.onSleep = async (until) => {
        if (until < due) return;
        clock.onSleep = () => undefined;
        await really(id);
      };
    };
    return () => (family.delete = really);
  };

  it("P-47: ends only when it is gone", async () => {
    const { id, outs } = await make(kind);
    slowly(40_000);
    const startedAt = clock.now();
    await of(kind).delete(id, outs);
    expect(clock.now() - startedAt).toBeGreaterThanOrEqual(40_000);
    await expect(familyOf[kind](client).get(id)).rejects.toMatchObject({ status: 404 });
  });

  it("gives up after timeouts.delete, with the last that was seen; the next time it goes on", async () => {
    const { id, outs } = await make(kind, { timeouts: { delete: "30s" } });
    const quickly = slowly(3_600_000);
    await expect(of(kind).delete(id, outs)).rejects.toMatchObject({
      code: "wait_timeout",
      message: expect.stringMatching(/after 30 s.*RUNNING/),
    });
    quickly();
    await of(kind).delete(id, outs);
    await expect(familyOf[kind](client).get(id)).rejects.toMatchObject({ status: 404 });
  });
});

describe("deleting a pod", () => {
  it("P-46: that is locked is allowed by the contract", async () => {
    const { id, outs } = await make("Pod", { locked: true });
    await providers.pod.delete(id, outs);
    expect(deletions().map(({ status }) => status)).toEqual([204]);
  });

  it("P-46: that is locked, where the platform does not let it, says what to do", async () => {
    const { id, outs } = await make("Pod", { locked: true });
    emulator.faults.add({ method: "DELETE", path: "/v2/pods/:id", phase: "before", status: 409 });
    await expect(providers.pod.delete(id, outs)).rejects.toMatchObject({
      code: "pod_locked",
      message: expect.stringMatching(/locked.*was not deleted.*Set locked: false, run `up`/),
    });
  });

  it("P-59: that turns out to belong to a cluster keeps the platform's own answer", async () => {
    await make("Cluster");
    const [member] = (await client.pods.list({ includeClusterPods: true })).pods;
    await expect(providers.pod.delete(member!.id, {})).rejects.toMatchObject({ code: "conflict", status: 409 });
  });
});

describe("deleting what is in use", () => {
  const users = [
    { used: "NetworkVolume", user: "Pod" },
    { used: "NetworkVolume", user: "Cluster" },
    { used: "RegistryCredential", user: "Pod" },
    { used: "Template", user: "Cluster" },
    { used: "NetworkVolume", user: "Endpoint" },
  ] as const;
  const using = ({ used, user }: (typeof users)[number], id: string): Props =>
    user === "Endpoint"
      ? { networkVolumes: [id] }
      : used === "Template"
        ? { templateId: id, image: undefined }
        : used === "NetworkVolume"
          ? { mounts: { network: [{ volumeId: id, path: "/data" }] }, dataCenterIds: ["EU-XX-1"] }
          : { registry: id };

  it.each(users)("R-12, V-16: a $used waits for the $user that this run is deleting", async (each) => {
    const { used, user } = each;
    const thing = await make(used);
    const owner = await make(user, using(each, thing.id));
    // The engine deletes what it knows of no dependency between at once, and the user's own deletion takes a while.
    const family = familyOf[user](client);
    const really = family.delete.bind(family);
    let due = Infinity;
    family.delete = async () => {
      due = clock.now() + 5_000;
    };
    clock.onSleep = async (until) => {
      if (until < due) return;
      due = Infinity;
      await really(owner.id);
    };
    const startedAt = clock.now();
    await Promise.all([of(used).delete(thing.id, thing.outs), of(user).delete(owner.id, owner.outs)]);
    expect(clock.now() - startedAt).toBeGreaterThanOrEqual(5_000);
    const [refused, ...rest] = deletions()
      .filter(({ path }) => path.endsWith(thing.id))
      .reverse();
    expect([refused?.status, rest.at(-1)?.status]).toEqual([204, 400]);
  });

  it.each(users)("R-12, V-16: a $used is not waited for when the $user stays: the error names it", async (each) => {
    const { used, user } = each;
    const thing = await make(used);
    const owner = await make(user, using(each, thing.id));
    const startedAt = clock.now();
    const refused: unknown = await of(used)
      .delete(thing.id, thing.outs)
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: "in_use",
      message: expect.stringMatching(
        new RegExp(`${owner.id}.*run it without \`--target\`; if it belongs to another stack.*\`--continue-on-error\``),
      ),
    });
    // A destroy, and a resource that is out of the program, replace nothing.
    expect(String(refused)).not.toContain("deleteBeforeReplace");
    expect(clock.now() - startedAt).toBeLessThanOrEqual(15_000);
    expect(await familyOf[used](client).get(thing.id)).toMatchObject({ id: thing.id });
  });

  it("V-16: where the program has its resource still, the error says what the option deleteBeforeReplace does", async () => {
    const each = users[0];
    const thing = await make(each.used);
    await make(each.user, using(each, thing.id));
    await of(each.used).check({}, { ...exampleOf[each.used], __provider: each.used, __key: "k" });
    await expect(of(each.used).delete(thing.id, { ...thing.outs, __key: "k" })).rejects.toThrow(
      /If this NetworkVolume has the option deleteBeforeReplace, take it out/,
    );
  });
});
