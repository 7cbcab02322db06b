import { describe, expect, it } from "@jest/globals";
import { gpuPod, usePlatform } from "./support/platform";

const platform = usePlatform();
const body = { name: "datasets", size: 120, dataCenter: "EU-XX-1" };
const create = (change: object = {}) => platform.post("/v2/network-volumes", { ...body, ...change });
const patch = (id: string, change: object) => platform.patch(`/v2/network-volumes/${id}`, change);

describe("network volumes", () => {
  it("V-2, V-3, V-6, V-19: created, it is there at once, in full", async () => {
    const created = await create({ type: "STANDARD" });
    expect(created).toMatchObject({ status: 201 });
    expect(created.body).toEqual({ id: expect.any(String), ...body, type: "STANDARD" });
    expect((await platform.get(`/v2/network-volumes/${created.body.id}`)).body).toEqual(created.body);
    const mounts = { network: [{ volumeId: created.body.id, path: "/d" }] };
    expect((await platform.post("/v2/pods", gpuPod({ mounts }))).status).toBe(201);
  });

  it("V-1: the list is whole, newest first; names need not be unique", async () => {
    for (let i = 0; i < 3; i++) await create({ size: 10 + i });
    const { networkVolumes } = (await platform.get("/v2/network-volumes")).body;
    expect(networkVolumes.map(({ size }: { size: number }) => size)).toEqual([12, 11, 10]);
  });

  it("V-4, V-10: renames and grows, also to the same size, and never shrinks", async () => {
    const { id } = (await create()).body;
    expect(await patch(id, { name: "n" })).toMatchObject({ status: 200, body: { name: "n", size: 120 } });
    expect((await patch(id, { size: 120 })).status).toBe(200);
    expect((await patch(id, { size: 121, name: "m" })).body).toMatchObject({ name: "m", size: 121 });
    expect((await patch(id, { size: 120 })).status).toBe(400);
    expect((await patch("none", { size: 120 })).body.detail).toBe("network volume not found");
  });

  it("V-11: sizes outside 10 to 4096 → 422, on create and update", async () => {
    for (const [size, status] of [
      [9, 422],
      [10, 201],
      [4096, 201],
      [4097, 422],
    ] as const) {
      expect((await create({ size })).status).toBe(status);
    }
    const { id } = (await create()).body;
    expect((await patch(id, { size: 4097 })).status).toBe(422);
  });

  it("V-12, V-13: data center and type are unknown on PATCH, and {} is empty: 422", async () => {
    const { id } = (await create()).body;
    const refused = await patch(id, { dataCenter: "US-XX-1", type: "STANDARD" });
    expect(refused.body.errors[0]).toBe("$: additional properties 'dataCenter', 'type' not allowed");
    expect((await patch(id, {})).body.errors).toEqual(["$: minProperties: got 0, want 1"]);
    expect((await platform.get(`/v2/network-volumes/${id}`)).body).toMatchObject(body);
  });

  it("V-14: a tier that the data center lacks, no tiers at all, or an unknown data center → 400", async () => {
    expect((await create({ dataCenter: "US-XX-1", type: "HIGH_PERFORMANCE" })).status).toBe(400);
    expect((await create({ dataCenter: "OC-XX-1" })).status).toBe(400);
    expect((await create({ dataCenter: "nowhere" })).status).toBe(400);
    expect((await create({ type: "FAST" })).status).toBe(422);
  });

  it("V-15: the default tier is the data center's first", async () => {
    expect((await create({ dataCenter: "EU-XX-1" })).body.type).toBe("STANDARD");
    expect((await create({ dataCenter: "AS-XX-1" })).body.type).toBe("HIGH_PERFORMANCE");
  });

  it("V-5, V-16: refused with 400 while a pod mounts it, stopped ones included; the volume stays", async () => {
    const { id } = (await create()).body;
    const pod = await platform.create("/v2/pods", gpuPod({ mounts: { network: [{ volumeId: id, path: "/d" }] } }));
    await platform.post(`/v2/pods/${pod.id}/action`, { action: "stop" });
    expect((await platform.delete(`/v2/network-volumes/${id}`)).status).toBe(400);
    expect((await platform.get(`/v2/network-volumes/${id}`)).status).toBe(200);
    await platform.delete(`/v2/pods/${pod.id}`);
    expect((await platform.delete(`/v2/network-volumes/${id}`)).status).toBe(204);
    expect((await platform.delete(`/v2/network-volumes/${id}`)).status).toBe(404);
    expect((await platform.get(`/v2/network-volumes/${id}`)).status).toBe(404);
  });

  it("V-17: the meter runs from creation to deletion", async () => {
    const { ledger, clock } = platform.emulator.store;
    const { id } = (await create({ size: 1000 })).body;
    await platform.advance(3_600_000);
    const spent = ledger.spentOnUsd(id, clock.now());
    expect(spent).toBeCloseTo((0.07 * 1000) / 730, 9);
    await platform.delete(`/v2/network-volumes/${id}`);
    await platform.advance(3_600_000);
    expect(ledger.spentOnUsd(id, clock.now())).toBe(spent);
  });
});
