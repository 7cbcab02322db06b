import * as z from "zod";
import type { Families } from "../families";
import { existingIn } from "../kernel/refusal";
import { buildEndsAt } from "../serverless/builds";
import type { WorkerState } from "../serverless/record";
import { loseWorker } from "../serverless/run-jobs";
import { type ControlRoute, route } from "./route";

const ofWorker = { endpointId: z.string(), workerId: z.string() };

/** A worker that crashes (J-51), or fails its health checks from now on, or passes them again (E-16). */
export const WorkerEvent = z.strictObject({ ...ofWorker, event: z.enum(["lost", "unhealthy", "healthy"]) });

/** Whether the live view of the queue is available to the worker list (E-41). */
export const LiveView = z.strictObject({ endpointId: z.string(), available: z.boolean() });

/** A build from source that begins now and takes its course on the clock (E-18); a COMPLETED one makes a release (E-17). */
export const BuildSpec = z.strictObject({
  endpointId: z.string(),
  imageName: z.string(),
  outcome: z.enum(["COMPLETED", "FAILED", "CANCELLED", "TEST_FAILED"]).default("COMPLETED"),
  error: z.string().optional(),
  commitHash: z.string().optional(),
  commitMessage: z.string().optional(),
  branch: z.string().optional(),
});

export const PodPrint = z.strictObject({ podId: z.string(), lines: z.array(z.string()).min(1) });

/** The emulator's own routes for jobs, workers and logs. */
export function serverlessControl({ platform, podLogs }: Families): readonly ControlRoute[] {
  return [
    route("POST", "/workers", WorkerEvent, (store, { endpointId, workerId, event }) => {
      const endpoint = platform.endpoint(endpointId);
      const worker = existingIn(endpoint.workers, workerId, "worker");
      platform.change(endpoint, () => {
        if (event === "lost") loseWorker(endpoint, worker, store.now(), platform.effects);
        else setHealth(worker, event === "healthy", store.now());
      });
    }),
    route("POST", "/live-view", LiveView, (_store, { endpointId, available }) => {
      platform.endpoint(endpointId).hasLiveView = available;
    }),
    route("POST", "/builds", BuildSpec, (store, { endpointId, ...spec }) => {
      const endpoint = platform.endpoint(endpointId);
      const { commitHash = null, commitMessage = null, branch = null, error = null, ...rest } = spec;
      const build = {
        ...platform.effects.newRecord("b"),
        createdAt: store.now(),
        commitHash,
        commitMessage,
        branch,
        error,
        ...rest,
        isReleased: false,
      };
      platform.change(endpoint, () => {
        endpoint.builds.push(build);
        endpoint.alarms.add(buildEndsAt(build));
      });
      return { id: build.id };
    }),
    { method: "GET", path: "/pod-log", handle: (_store, _, query) => podLogs.latest(query.get("podId") ?? "") },
    route("POST", "/pod-log", PodPrint, (_store, { podId, lines }) => {
      for (const line of lines) podLogs.write(podId, line);
    }),
  ];
}

/** An unhealthy worker gets no jobs; the one it has goes on. */
function setHealth(worker: WorkerState, isHealthy: boolean, now: number): void {
  if (!isHealthy) worker.status = "UNHEALTHY";
  else if (worker.jobId !== undefined) worker.status = "RUNNING";
  else if (worker.startedAt === undefined) worker.status = "INITIALIZING";
  else Object.assign(worker, { status: "IDLE", idleSince: now });
}
