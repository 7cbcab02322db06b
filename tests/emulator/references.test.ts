import { describe, expect, it } from "@jest/globals";
import { gpuPod, usePlatform } from "./support/platform";
import { queueEndpoint } from "./support/serverless";

const platform = usePlatform();
const credential = { name: "acme", username: "u", password: "p" };

describe("references between families", () => {
  it("V-16: a volume that an endpoint lists can't be deleted: 400", async () => {
    const volume = await platform.create("/v2/network-volumes", { name: "v", size: 10, dataCenter: "EU-XX-1" });
    const endpoint = await platform.create("/v2/serverless", queueEndpoint({ networkVolumes: [volume.id] }));
    expect((await platform.delete(`/v2/network-volumes/${volume.id}`)).status).toBe(400);
    expect((await platform.get(`/v2/network-volumes/${volume.id}`)).status).toBe(200);
    await platform.delete(`/v2/serverless/${endpoint.id}`);
    expect((await platform.delete(`/v2/network-volumes/${volume.id}`)).status).toBe(204);
  });

  it("R-14: an endpoint does not block the delete of a credential; its registry becomes null", async () => {
    const registry = await platform.create("/v2/registries", credential);
    const endpoint = await platform.create("/v2/serverless", queueEndpoint({ registry: registry.id }));
    expect(endpoint.registry).toBe(registry.id);
    expect((await platform.delete(`/v2/registries/${registry.id}`)).status).toBe(204);
    expect((await platform.get(`/v2/serverless/${endpoint.id}`)).body.registry).toBeNull();
  });

  it("R-10, R-15, R-16: v1 and v2 show the same credentials under the same ids, never what is in them", async () => {
    const made = await platform.post("/v1/containerregistryauth", credential);
    expect(made).toMatchObject({ status: 200, body: { name: "acme" } });
    const shown = { id: made.body.id, name: "acme" };
    expect((await platform.get("/v2/registries")).body).toEqual({ registries: [shown] });
    expect((await platform.get("/v1/containerregistryauth")).body).toEqual([shown]);
    expect((await platform.post("/v2/registries", credential)).status).toBe(400);
    await platform.delete(`/v2/registries/${shown.id}`);
    expect((await platform.get("/v1/containerregistryauth")).body).toEqual([]);
  });

  it("V-18: v1 and v2 show the same volumes; dataCenter is dataCenterId in v1, which has no type", async () => {
    const volume = await platform.create("/v2/network-volumes", { name: "v", size: 10, dataCenter: "EU-XX-1" });
    const { id, name, size, dataCenter } = volume;
    expect((await platform.get("/v1/networkvolumes")).body).toEqual([{ id, name, size, dataCenterId: dataCenter }]);
    const old = await platform.post("/v1/networkvolumes", { name: "w", size: 20, dataCenterId: "US-XX-1" });
    expect((await platform.get(`/v2/network-volumes/${old.body.id}`)).body).toMatchObject({
      dataCenter: "US-XX-1",
      type: "STANDARD",
    });
  });

  it("T-22, P-34: a pod made through v1 keeps its template and blocks the template's delete", async () => {
    const template = await platform.create("/v2/templates", { name: "t", image: "i" });
    const body = { name: "old", gpuTypeIds: ["NVIDIA L40S"], templateId: template.id };
    const made = await platform.post("/v1/pods", body);
    expect(made.status).toBe(201);
    expect((await platform.get(`/v2/pods/${made.body.id}`)).body.template).toBe(template.id);
    expect((await platform.delete(`/v2/templates/${template.id}`)).status).toBe(400);
    await platform.delete(`/v2/pods/${made.body.id}`);
    expect((await platform.delete(`/v2/templates/${template.id}`)).status).toBe(204);
  });

  it("T-25: the hidden template bound to an endpoint is not listed", async () => {
    await platform.create("/v2/serverless", queueEndpoint());
    expect((await platform.get("/v2/templates")).body.templates).toEqual([]);
    expect((await platform.get("/v2/catalog/templates")).body.templates.map(({ id }: { id: string }) => id)).toEqual([
      "t0official",
      "t1serverless",
    ]);
  });

  it("P-6: serverless workers are no pods of the list", async () => {
    await platform.create("/v2/serverless", queueEndpoint({ workers: { min: 1, max: 1 } }));
    await platform.advance(10_000);
    expect((await platform.get("/v2/pods?includeClusterPods=true")).body.pods).toEqual([]);
  });

  it("P-24, A-13: errors before a log stream are problem bodies", async () => {
    const missing = await platform.get("/v2/pods/none/logs");
    expect(missing).toMatchObject({ status: 404, body: { title: "Not Found" } });
    expect(missing.headers["content-type"]).toBe("application/problem+json");
    const { id } = await platform.create("/v2/pods", gpuPod());
    const refused = await platform.get(`/v2/pods/${id}/logs?tail=6000`);
    expect(refused).toMatchObject({ status: 422, body: { errors: ["$.query.tail: maximum: got 6000, want 5000"] } });
    expect(refused.headers["content-type"]).toBe("application/problem+json");
    expect((await platform.get(`/v2/pods/${id}/logs`, { key: null })).status).toBe(401);
  });
});
