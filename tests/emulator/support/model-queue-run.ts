import assert from "node:assert/strict";
import { dataCenter } from "./model";
import type { Caller } from "./model-caller";
import { ModelEndpoint } from "./model-queue";
import type { Operation } from "./model-steps";

export type QueueOperation = Extract<Operation, { readonly on: "queue" }>;

/** Endpoints and their jobs, on both sides. */
export async function queueStep(caller: Caller, operation: QueueOperation): Promise<void> {
  const { model } = caller;
  const { now } = model;
  switch (operation.op) {
    case "create endpoint":
      return createEndpoint(caller, operation);
    case "patch endpoint": {
      const id = caller.pick("endpoints", operation.what);
      const { name, image } = operation;
      const body = { ...(name !== undefined && { name }), ...(image !== undefined && { image }) };
      return caller.call("PATCH", `/v2/serverless/${id}`, body, () => {
        const endpoint = model.endpoints.get(id);
        if (!endpoint) return 404;
        endpoint.advanceTo(now);
        endpoint.name = name ?? endpoint.name;
        if (image !== undefined) endpoint.setImage(image, now);
        return 200;
      });
    }
    case "delete endpoint": {
      const id = caller.pick("endpoints", operation.what);
      return caller.call("DELETE", `/v2/serverless/${id}`, undefined, () => (model.endpoints.delete(id) ? 204 : 404));
    }
    case "run": {
      const id = caller.pick("endpoints", operation.what);
      const { runMs, outcome } = operation;
      const wishes = {
        COMPLETED: { delayMs: runMs },
        FAILED: { delayMs: runMs, fail: "told to" },
        TIMED_OUT: { hang: true },
      };
      const body = { input: { $emulate: wishes[outcome] }, policy: { executionTimeout: 5_000 } };
      const expected = () => (model.endpoints.has(id) ? 200 : 404);
      const lastsMs = outcome === "TIMED_OUT" ? 5_000 : runMs;
      return caller.call("POST", `/queue/v2/${id}/run`, body, expected, "jobs", (job) => {
        model.endpointOfJob.set(job, id);
        model.endpoints.get(id)?.advanceTo(now);
        model.endpoints.get(id)?.submit(job, now, lastsMs, outcome);
      });
    }
    case "cancel":
    case "retry": {
      const job = caller.pick("jobs", operation.what);
      const id = model.endpointOfJob.get(job) ?? "none";
      return caller.call("POST", `/queue/v2/${id}/${operation.op}/${job}`, undefined, () => {
        const endpoint = model.endpoints.get(id);
        endpoint?.advanceTo(now);
        return endpoint?.[operation.op](job, now) ?? 404;
      });
    }
    case "purge": {
      const id = caller.pick("endpoints", operation.what);
      return caller.call("POST", `/queue/v2/${id}/purge-queue`, undefined, () => {
        const endpoint = model.endpoints.get(id);
        endpoint?.advanceTo(now);
        endpoint?.purge();
        return endpoint ? 200 : 404;
      });
    }
  }
}

async function createEndpoint(
  caller: Caller,
  { hasWorker, isUpsideDown, image, ...indexes }: Extract<QueueOperation, { op: "create endpoint" }>,
): Promise<void> {
  const { model } = caller;
  const registry = caller.pick("registries", indexes.registry);
  const volume = caller.pick("volumes", indexes.volume);
  const templateId = caller.pick("templates", indexes.template);
  const body = {
    name: "endpoint",
    type: "QUEUE",
    scaling: { type: "REQUEST_COUNT", requestCount: 1 },
    cpu: [{ id: "cpu3c", vcpuCount: 2 }],
    dataCenterIds: [dataCenter],
    workers: isUpsideDown ? { min: 2, max: 1 } : hasWorker ? { min: 1, max: 1 } : { min: 0, max: 0 },
    ...(templateId === undefined ? { image } : { templateId }),
    ...(registry !== undefined && { registry }),
    ...(volume !== undefined && { networkVolumes: [volume] }),
  };
  const expected = () => {
    const refused = model.things.cannotUse(templateId, true);
    if (refused !== undefined) return refused;
    const isMissing =
      (registry !== undefined && !model.registries.has(registry)) ||
      (volume !== undefined && !model.volumes.has(volume));
    return isUpsideDown || isMissing ? 400 : 201;
  };
  await caller.call("POST", "/v2/serverless", body, expected, "endpoints", (id) => {
    const template = model.things.templates.get(templateId ?? "");
    const used = registry ?? template?.registry ?? null;
    model.endpoints.set(
      id,
      new ModelEndpoint(model.now, hasWorker, "endpoint", template?.image ?? image, used, volume),
    );
  });
}

/** Settings, versions, health and every job that was ever submitted. */
export async function compareQueues(caller: Caller): Promise<void> {
  const { model, platform } = caller;
  const listed = await caller.listed("endpoints");
  assert.deepEqual(
    Object.fromEntries(listed.map(({ id, name, image, registry }) => [id, { name, image, registry }])),
    Object.fromEntries([...model.endpoints].map(([id, { name, image, registry }]) => [id, { name, image, registry }])),
  );
  for (const [id, endpoint] of model.endpoints) {
    endpoint.advanceTo(model.now);
    const [health, { body: workers }] = await Promise.all([
      platform.get(`/queue/v2/${id}/health`),
      platform.get(`/v2/serverless/${id}/workers`),
    ]);
    assert.deepEqual(health.body, endpoint.health(model.now));
    assert.deepEqual([workers.endpointVersion, workers.summary.total], [endpoint.version, endpoint.hasWorker ? 1 : 0]);
  }
  for (const [job, id] of model.endpointOfJob) {
    const { status, body } = await platform.get(`/queue/v2/${id}/status/${job}`);
    const known = model.endpoints.get(id)?.jobs.get(job);
    assert.equal(status, known ? 200 : 404);
    if (!known) continue;
    const delayTime = known.startedAt === undefined ? undefined : known.startedAt - known.queuedAt;
    assert.deepEqual([body.status, body.delayTime], [known.status, delayTime], `job ${job}`);
  }
}
