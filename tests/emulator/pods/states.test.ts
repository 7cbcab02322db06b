import { describe, expect, it } from "@jest/globals";
import { cpuPod, gpuPod, usePlatform } from "../support/platform";

const platform = usePlatform();
const act = (id: string, action: string) => platform.post(`/v2/pods/${id}/action`, { action });

describe("pods: states and actions", () => {
  it("P-10, P-13, P-20, P-42, A-11: a new pod is PROVISIONING, then STARTING, then RUNNING", async () => {
    const created = await platform.post("/v2/pods", gpuPod());
    expect(created.status).toBe(201);
    expect(created.headers["content-type"]).toBe("application/json");
    expect(created.body).toMatchObject({ status: "PROVISIONING", actions: ["stop", "terminate"], startedAt: null });
    const seen: string[] = [];
    for (let second = 0; second < 4; second++) {
      seen.push((await platform.get(`/v2/pods/${created.body.id}`)).body.status);
      await platform.advance(1_000);
    }
    expect(seen).toEqual(["PROVISIONING", "PROVISIONING", "STARTING", "RUNNING"]);
  });

  it.each([
    { from: "PROVISIONING", afterMs: 0, actions: ["stop", "terminate"] },
    { from: "STARTING", afterMs: 2_500, actions: ["stop", "terminate"] },
    { from: "RUNNING", afterMs: 5_000, actions: ["stop", "restart", "terminate"] },
  ])("P-23, P-43, P-50, A-26: in $from just $actions are valid", async ({ from, afterMs, actions }) => {
    const { id } = await platform.create("/v2/pods", gpuPod());
    await platform.advance(afterMs);
    const before = (await platform.get(`/v2/pods/${id}`)).body;
    expect(before).toMatchObject({ status: from, actions });
    for (const action of ["start", "restart"].filter((each) => !actions.includes(each))) {
      const refused = await act(id, action);
      expect(refused).toMatchObject({ status: 409, body: { title: "Conflict", status: 409 } });
    }
    expect((await platform.get(`/v2/pods/${id}`)).body).toEqual(before);
    const stopped = await act(id, "stop");
    expect(stopped).toMatchObject({
      status: 200,
      body: { status: "EXITED", actions: ["start", "terminate"], cost: 0 },
    });
  });

  it("P-44, P-63: start brings a stopped pod back on the same machine, with a new startedAt", async () => {
    const running = await platform.runningPod({ ports: ["22/tcp"] });
    await act(running.id, "stop");
    await platform.advance(60_000);
    const stopped = (await platform.get(`/v2/pods/${running.id}`)).body;
    expect(stopped).toMatchObject({ status: "EXITED", dataCenterId: running.dataCenterId, ssh: { direct: null } });
    const starting = await act(running.id, "start");
    expect(starting).toMatchObject({ status: 200, body: { status: "STARTING" } });
    await platform.advance(1_000);
    const again = (await platform.get(`/v2/pods/${running.id}`)).body;
    expect(again).toMatchObject({ status: "RUNNING", dataCenterId: running.dataCenterId });
    expect(again.ssh.direct.host).toBe(running.ssh.direct.host);
    expect(again.ssh.direct.port).not.toBe(running.ssh.direct.port);
    expect(Date.parse(again.startedAt)).toBeGreaterThan(Date.parse(running.startedAt));
  });

  it("P-45: restart goes through STARTING back to RUNNING", async () => {
    const { id } = await platform.runningPod();
    expect(await act(id, "restart")).toMatchObject({ status: 200, body: { status: "STARTING", runtime: null } });
    await platform.advance(1_000);
    expect((await platform.get(`/v2/pods/${id}`)).body.status).toBe("RUNNING");
  });

  it.each(["action", "DELETE"])("P-22, P-47, A-12: terminated by %s, a pod is gone for everything", async (way) => {
    const { id } = await platform.runningPod();
    const gone = way === "action" ? await act(id, "terminate") : await platform.delete(`/v2/pods/${id}`);
    expect(gone).toMatchObject({ status: 204, body: undefined });
    expect(gone.headers["content-length"]).toBeUndefined();
    const later = [
      await platform.get(`/v2/pods/${id}`),
      await act(id, "start"),
      await platform.delete(`/v2/pods/${id}`),
    ];
    expect(later.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(later[0]?.body).toEqual({ title: "Not Found", status: 404, detail: "pod not found" });
    expect((await platform.get("/v2/pods")).body.pods).toEqual([]);
  });

  it("P-46: the lock refuses stop and nothing else, and actions do not show it", async () => {
    const { id } = await platform.runningPod();
    expect((await platform.patch(`/v2/pods/${id}`, { locked: true })).body).toMatchObject({
      locked: true,
      status: "RUNNING",
      actions: ["stop", "restart", "terminate"],
    });
    expect((await act(id, "stop")).status).toBe(409);
    expect((await platform.patch(`/v2/pods/${id}`, { name: "other" })).body.name).toBe("other");
    expect((await act(id, "restart")).status).toBe(200);
    expect((await platform.delete(`/v2/pods/${id}`)).status).toBe(204);
  });

  it("P-48: a pod whose process ends is EXITED and costs nothing", async () => {
    platform.emulator.scripts.add({ match: { name: "trainer" }, exitAfterMs: 10_000 });
    const { id } = await platform.create("/v2/pods", gpuPod());
    await platform.advance(12_999);
    expect((await platform.get(`/v2/pods/${id}`)).body.status).toBe("RUNNING");
    await platform.advance(1);
    expect((await platform.get(`/v2/pods/${id}`)).body).toMatchObject({ status: "EXITED", cost: 0, runtime: null });
  });

  it.each(["trainer-cwjhrmx7b5ll", "trainer"])(
    "P-48: so is one that still has the name of its create, %s",
    async (name) => {
      platform.emulator.scripts.add({ match: { name: "trainer" }, exitAfterMs: 10_000 });
      const { id } = await platform.create("/v2/pods", { ...gpuPod(), name });
      const { id: other } = await platform.create("/v2/pods", { ...gpuPod(), name: "trainer-eu" });
      await platform.advance(60_000);
      expect((await platform.get(`/v2/pods/${id}`)).body.status).toBe("EXITED");
      expect((await platform.get(`/v2/pods/${other}`)).body.status).toBe("RUNNING");
    },
  );

  it("P-48: so is one that got the name of its script only when it ran, as a provider gives it", async () => {
    platform.emulator.scripts.add({ match: { name: "trainer" }, exitAfterMs: 10_000 });
    const { id } = await platform.create("/v2/pods", { ...gpuPod(), name: "trainer-made-up" });
    await platform.advance(5_000);
    expect((await platform.get("/v2/pods")).body.pods).toMatchObject([{ status: "RUNNING" }]);
    await platform.patch(`/v2/pods/${id}`, { name: "trainer" });
    await platform.advance(8_000);
    expect((await platform.get(`/v2/pods/${id}`)).body.status).toBe("EXITED");
  });

  it("P-49, R-17: a pod that can't start ends in ERROR, from where start is valid", async () => {
    const registry = await platform.create("/v2/registries", { name: "bad", username: "u", password: "wrong" });
    platform.emulator.scripts.add({ match: { registry: registry.id }, failStart: true });
    const { id } = await platform.create("/v2/pods", gpuPod({ registry: registry.id }));
    await platform.advance(5_000);
    expect((await platform.get(`/v2/pods/${id}`)).body).toMatchObject({
      status: "ERROR",
      actions: ["start", "terminate"],
    });
    platform.emulator.scripts.clear();
    expect((await act(id, "start")).body.status).toBe("STARTING");
  });

  it("P-58: start is refused with 400 while the host has nothing free; the pod stays EXITED", async () => {
    const { id } = await platform.runningPod();
    await act(id, "stop");
    await platform.post("/_emulator/capacity", { type: "NVIDIA L40S", free: 0 });
    expect(await act(id, "start")).toMatchObject({ status: 400, body: { title: "Bad Request" } });
    expect((await platform.get(`/v2/pods/${id}`)).body.status).toBe("EXITED");
    await platform.post("/_emulator/capacity", { type: "NVIDIA L40S", free: 1 });
    expect((await act(id, "start")).status).toBe(200);
  });

  it("P-23, A-28: an unknown action or member is refused with 422", async () => {
    const { id } = await platform.create("/v2/pods", cpuPod());
    const refused = await platform.post(`/v2/pods/${id}/action`, { action: "explode", now: true });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        errors: [
          "$: additional properties 'now' not allowed",
          "$.action: value must be one of 'start', 'stop', 'restart', 'terminate'",
        ],
      },
    });
  });
});
