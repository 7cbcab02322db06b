import type { ModelEndpoint } from "./model-queue";
import { ThingsModel } from "./model-things";

/**
 * The platform once more, as small as it can be said: what each request must answer and leave behind. Written from the
 * contract alone; it shares nothing with the emulator, or both could be wrong together.
 */
export type Status = "PROVISIONING" | "STARTING" | "RUNNING" | "EXITED";

export interface ModelPod {
  name: string;
  image: string;
  env: Record<string, string>;
  locked: boolean;
  status: Status;
  /** When it entered the status, in ms of model time. */
  since: number;
  readonly gpus: number;
  readonly registry: string | undefined;
  readonly volume: string | undefined;
  disk: number | undefined;
  readonly cluster: string | undefined;
}

export interface ModelVolume {
  name: string;
  size: number;
}

export const provisioningMs = 2_000;
export const startingMs = 1_000;

/** The one sort of machine in the model's only data center. */
export const gpuType = "NVIDIA A40";
export const dataCenter = "EU-XX-1";
export const gpusInAll = 4;

export class Model {
  now = 0;
  isBroke = false;
  readonly pods = new Map<string, ModelPod>();
  readonly volumes = new Map<string, ModelVolume>();
  readonly registries = new Map<string, string>();
  readonly clusters = new Map<
    string,
    { name: string; readonly members: readonly string[]; readonly template: string | undefined }
  >();
  readonly things = new ThingsModel();
  readonly endpoints = new Map<string, ModelEndpoint>();
  /** Jobs keep their endpoint's id when it is gone. */
  readonly endpointOfJob = new Map<string, string>();

  statusOf(pod: ModelPod): Status {
    const age = this.now - pod.since;
    if (pod.status === "PROVISIONING" && age >= provisioningMs + startingMs) return "RUNNING";
    if (pod.status === "PROVISIONING" && age >= provisioningMs) return "STARTING";
    if (pod.status === "STARTING" && age >= startingMs) return "RUNNING";
    return pod.status;
  }

  enter(pod: ModelPod, status: Status): void {
    pod.status = status;
    pod.since = this.now;
  }

  freeGpus(): number {
    let used = 0;
    for (const pod of this.pods.values()) if (this.statusOf(pod) !== "EXITED") used += pod.gpus;
    return gpusInAll - used;
  }

  /** Status of a create of `count` pods of so many GPUs. */
  canCreate(request: PodRequest, count: number): number {
    const { gpus, registry, volume, disk, template } = request;
    const refused = this.things.cannotUse(template, false);
    if (refused !== undefined) return refused;
    if (registry !== undefined && !this.registries.has(registry)) return 400;
    if (volume !== undefined && (!this.volumes.has(volume) || disk !== undefined)) return 400;
    if (gpus > 8) return 400;
    if (this.isBroke) return 402;
    return this.freeGpus() >= gpus * count ? 201 : 400;
  }

  /** A template is written out (P-32, P-33); its `startSsh` brings the account's keys (P-39, P-53). */
  addPod(id: string, request: PodRequest, name: string, cluster?: string): void {
    const { gpus, volume, disk } = request;
    const template = this.things.templates.get(request.template ?? "");
    const keys = template ? this.things.sshKeys : [];
    const image = template?.image ?? request.image;
    const registry = request.registry ?? template?.registry ?? undefined;
    const env = {
      ...(keys.length > 0 && { PUBLIC_KEY: keys.join("\n") }),
      ...template?.env,
      ...request.env,
    };
    const status = "PROVISIONING";
    this.pods.set(id, {
      name,
      image,
      env,
      gpus,
      registry,
      volume,
      disk,
      cluster,
      locked: false,
      status,
      since: this.now,
    });
  }

  /** Status of an action, and its effect when it has one. */
  act(id: string, action: "start" | "stop" | "restart" | "terminate"): number {
    const pod = this.pods.get(id);
    if (!pod) return 404;
    if (pod.cluster !== undefined) return 409;
    const status = this.statusOf(pod);
    switch (action) {
      case "start":
        if (status !== "EXITED") return 409;
        if (this.freeGpus() < pod.gpus) return 400;
        this.enter(pod, "STARTING");
        return 200;
      case "stop":
        if (status === "EXITED" || pod.locked) return 409;
        this.enter(pod, "EXITED");
        return 200;
      case "restart":
        if (status !== "RUNNING") return 409;
        this.enter(pod, "STARTING");
        return 200;
      case "terminate":
        this.pods.delete(id);
        return 204;
    }
  }

  patch(id: string, change: PodChange): number {
    const pod = this.pods.get(id);
    if (!pod) return 404;
    if (pod.cluster !== undefined) return 409;
    if (change.disk !== undefined && (pod.disk === undefined || change.disk < pod.disk)) return 400;
    const resets =
      (change.image !== undefined && change.image !== pod.image) ||
      (change.env !== undefined && JSON.stringify(change.env) !== JSON.stringify(pod.env)) ||
      (change.disk !== undefined && change.disk !== pod.disk);
    const isRunning = this.statusOf(pod) === "RUNNING";
    Object.assign(pod, change);
    if (resets && isRunning) this.enter(pod, "STARTING");
    return 200;
  }

  deletePod(id: string): number {
    const pod = this.pods.get(id);
    if (!pod) return 404;
    if (pod.cluster !== undefined) return 409;
    this.pods.delete(id);
    return 204;
  }

  deleteVolume(id: string): number {
    if (!this.volumes.has(id)) return 404;
    const users = [...this.pods.values(), ...this.endpoints.values()];
    if (users.some(({ volume }) => volume === id)) return 400;
    this.volumes.delete(id);
    return 204;
  }

  resize(id: string, size: number): number {
    const volume = this.volumes.get(id);
    if (!volume) return 404;
    if (size < 10 || size > 4096) return 422;
    if (size < volume.size) return 400;
    volume.size = size;
    return 200;
  }

  deleteRegistry(id: string): number {
    if (!this.registries.has(id)) return 404;
    if ([...this.pods.values()].some(({ registry }) => registry === id)) return 400;
    this.registries.delete(id);
    //
    this.things.forgetRegistry(id);
    for (const endpoint of this.endpoints.values()) if (endpoint.registry === id) endpoint.registry = null;
    return 204;
  }

  deleteCluster(id: string): number {
    const cluster = this.clusters.get(id);
    if (!cluster) return 404;
    for (const member of cluster.members) this.pods.delete(member);
    this.clusters.delete(id);
    return 204;
  }
}

export interface PodRequest {
  readonly image: string;
  readonly env: Record<string, string>;
  readonly gpus: number;
  readonly registry: string | undefined;
  readonly volume: string | undefined;
  /** Gives the image, and what else is not said. */
  readonly template: string | undefined;
  /** GB of the persistent mount. */
  readonly disk: number | undefined;
}

export interface PodChange {
  readonly name?: string;
  readonly image?: string;
  readonly env?: Record<string, string>;
  readonly locked?: boolean;
  readonly disk?: number;
}
