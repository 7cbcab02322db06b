import { describe, expect, it } from "@jest/globals";
import { startEmulator } from "../../emulator";
import { clusterBody, gpuPod, usePlatform } from "./support/platform";

const platform = usePlatform({ accounts: { theirs: "their-key" } });
const theirs = { key: "their-key" };
const control = (path: string, body?: unknown) => platform.post(`/_emulator/${path}`, body, { key: null });

const volume = { name: "data", size: 10, dataCenter: "EU-RO-1" };
const credential = { name: "hub", username: "u", password: "p" };
const template = { name: "base", image: "i" };

/** One object of every sort, as paths. */
async function oneOfEach(): Promise<string[]> {
  const { body: stock } = await platform.get("/v2/catalog/datacenters");
  const bodies = {
    "/v2/pods": gpuPod(),
    "/v2/clusters": clusterBody(),
    "/v2/network-volumes": { ...volume, dataCenter: stock.dataCenters[0].id },
    "/v2/registries": credential,
    "/v2/templates": template,
    "/v2/account/secrets": { name: "s", value: "v" },
  };
  const paths: string[] = [];
  for (const [path, body] of Object.entries(bodies)) paths.push(`${path}/${(await platform.create(path, body)).id}`);
  return paths;
}

describe("accounts", () => {
  it("A-24: what one account has is a 404 to the key of another, to read, change and delete, and in none of its lists", async () => {
    for (const path of await oneOfEach()) {
      expect([path, (await platform.get(path)).status]).toEqual([path, 200]);
      expect([path, (await platform.get(path, theirs)).status]).toEqual([path, 404]);
      // No operation changes a credential.
      const changed = await platform.patch(path, { name: "mine" }, theirs);
      expect([path, changed.status]).toEqual([path, path.includes("registries") ? 405 : 404]);
      expect([path, (await platform.delete(path, theirs)).status]).toEqual([path, 404]);
      const list = (await platform.get(path.slice(0, path.lastIndexOf("/")), theirs)).body;
      expect(Object.values(list)[0]).toEqual([]);
      expect([path, (await platform.get(path)).status]).toEqual([path, 200]);
    }
  });

  it("A-24: a pod can use neither a volume, a credential nor a private template of another account", async () => {
    const paths = await oneOfEach();
    const id = (family: string) => paths.find((path) => path.startsWith(`/v2/${family}/`))!.split("/")[3];
    const create = (body: object) => platform.post("/v2/pods", gpuPod(body), theirs);
    expect((await create({ mounts: { network: [{ volumeId: id("network-volumes"), path: "/d" }] } })).status).not.toBe(
      201,
    );
    expect((await create({ registry: id("registries") })).status).not.toBe(201);
    expect(await platform.post("/v2/pods", { templateId: id("templates"), name: "p" }, theirs)).toMatchObject({
      status: 404,
    });
    expect((await create({})).status).toBe(201);
  });

  it("T-3, T-20: a public template of another account can be read and used, not changed, and shows no credential", async () => {
    const { id: registry } = await platform.create("/v2/registries", credential);
    const { id } = await platform.create("/v2/templates", { ...template, public: true, registry });
    const path = `/v2/templates/${id}`;
    expect(await platform.get(path, theirs)).toMatchObject({ status: 200, body: { name: "base", registry: null } });
    expect((await platform.patch(path, { name: "mine" }, theirs)).status).toBe(404);
    expect((await platform.get("/v2/templates", theirs)).body.templates).toEqual([]);
    const community = (await platform.get("/v2/catalog/templates?source=community", theirs)).body.templates;
    expect(community).toContainEqual(expect.objectContaining({ id }));
    const made = await platform.post("/v2/pods", { templateId: id, name: "p", gpu: gpuPod().gpu }, theirs);
    expect(made).toMatchObject({ status: 201, body: { image: "i", registry: null } });
  });

  it("A-24: jobs, logs and version 1 know the objects of the key's account only", async () => {
    const { id } = await platform.runningPod();
    for (const path of [`/v2/pods/${id}/logs`, `/v1/pods/${id}`])
      expect([path, (await platform.get(path, theirs)).status]).toEqual([path, 404]);
    expect((await platform.get("/v1/pods", theirs)).body).toEqual([]);
  });

  it("bills each account for its own objects", async () => {
    await platform.runningPod();
    await platform.advance(3_600_000);
    const bill = (key?: string) => platform.get("/v2/billing/pods", key === undefined ? {} : { key });
    const [ours, others] = [await bill(), await bill("their-key")];
    expect(ours.status).toBe(200);
    expect(JSON.stringify(others.body)).not.toEqual(JSON.stringify(ours.body));
    expect((await platform.get("/_emulator/state?account=theirs")).body.account.spentUsd).toBe(0);
    expect((await platform.get("/_emulator/state")).body.account.spentUsd).toBeGreaterThan(0);
  });

  it("A-50: requests of one account take nothing from the limits of another", async () => {
    await control("keys", { key: "slow", account: "theirs", quota: { minute: 1 } });
    await platform.get("/v2/pods", { key: "slow" });
    expect((await platform.get("/v2/pods", { key: "slow" })).status).toBe(429);
    expect((await platform.get("/v2/pods")).status).toBe(200);
  });
});

describe("keys of accounts", () => {
  it("makes an account by giving it a key, and moves a key from one account to another", async () => {
    const { id } = await platform.create("/v2/pods", gpuPod());
    const made = await control("keys", { key: "third-key", account: "third" });
    expect(made.body).toEqual({ account: "third", grant: "all", user: "owner", disabled: false });
    expect((await platform.get(`/v2/pods/${id}`, { key: "third-key" })).status).toBe(404);
    await control("keys", { key: "third-key" });
    expect((await platform.get(`/v2/pods/${id}`, { key: "third-key" })).status).toBe(200);
    expect((await platform.get("/_emulator/state")).body.accounts).toEqual(["default", "theirs", "third"]);
  });

  it("looks at one account with ?account=, and refuses one that is not there", async () => {
    await platform.post("/v2/pods", gpuPod(), theirs);
    expect((await platform.get("/_emulator/state?account=theirs")).body.pods).toHaveLength(1);
    expect((await platform.get("/_emulator/state")).body.pods).toEqual([]);
    expect((await platform.get("/_emulator/state?account=nobody")).status).toBe(404);
    expect(platform.emulator.accounts.get("theirs")?.pods.size).toBe(1);
  });

  it("refuses two accounts with one key or name", async () => {
    const wrong: Record<string, string>[] = [{ theirs: "emulator-key" }, { default: "other" }, { one: "k", two: "k" }];
    for (const accounts of wrong)
      await expect(startEmulator({ accounts })).rejects.toThrow(/needs a name and a key that no other account has/);
  });
});

describe("dumps of accounts", () => {
  it("hold every account, and bring each back with its keys", async () => {
    await platform.create("/v2/pods", gpuPod({ name: "ours" }));
    await platform.post("/v2/pods", gpuPod({ name: "theirs" }), theirs);
    await control("keys", { key: "third-key", account: "third" });
    await platform.post("/v2/pods", gpuPod({ name: "third" }), { key: "third-key" });
    const { body: dump } = await platform.get("/_emulator/dump?secrets=true");
    await control("reset");
    expect((await platform.get("/v2/pods", theirs)).body.pods).toEqual([]);
    expect((await platform.get("/v2/pods", { key: "third-key" })).status).toBe(401);
    expect((await control("load", dump)).status).toBe(204);
    for (const [key, name] of [
      ["emulator-key", "ours"],
      ["their-key", "theirs"],
      ["third-key", "third"],
    ] as const)
      expect((await platform.get("/v2/pods", { key })).body.pods).toMatchObject([{ name }]);
  });

  it("mask the secrets of every account", async () => {
    await platform.post("/v2/registries", { ...credential, password: "canary-51" }, theirs);
    const text = JSON.stringify((await platform.get("/_emulator/dump")).body);
    expect(text).toContain("theirs");
    expect(text).not.toContain("canary-51");
    expect(text).not.toContain("their-key");
  });

  it("that are wrong in one account change nothing in any", async () => {
    const { id } = await platform.create("/v2/pods", gpuPod());
    const dump = platform.emulator.dump() as { accounts: Record<string, object> };
    await platform.delete(`/v2/pods/${id}`);
    const wrong = { ...dump, accounts: { theirs: { ...dump.accounts.theirs, pods: [{ id: "stray" }] } } };
    expect((await control("load", wrong)).status).toBe(422);
    expect((await platform.get("/v2/pods")).body.pods).toEqual([]);
  });

  it("of an emulator that knew one account load as before, and the other account is empty then", async () => {
    await platform.create("/v2/pods", gpuPod());
    const { accounts: _, ...older } = platform.emulator.dump();
    await platform.post("/v2/pods", gpuPod(), theirs);
    expect((await control("load", older)).status).toBe(204);
    expect((await platform.get("/v2/pods")).body.pods).toHaveLength(1);
    expect((await platform.get("/v2/pods", theirs)).body.pods).toEqual([]);
  });

  it("of one account are what they were before there were several", async () => {
    const alone = await startEmulator();
    expect(Object.keys(alone.dump())).not.toContain("accounts");
    await alone.close();
  });
});
