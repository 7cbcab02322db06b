import { type V1Pod, type V1PodCreate, type V1PodQuery, v1Pods, type V1PodUpdate } from "../../../api/v1/pods";
import { absentIsDeleted } from "../../errors/api-errors";
import type { CallOptions } from "../../http/prepare";
import type { Call } from "../../http/transport";

/** Pods in their flat version 1 form. The four actions answer nothing that may be read. */ // O-20
export class V1Pods {
  constructor(private readonly call: Call) {}

  /** Starts or resumes a pod; one that runs already is left alone. @throws BadRequestError for cluster members. */ // O-20, O-24, O-26
  async start(podId: string, options?: CallOptions): Promise<void> {
    await this.call(v1Pods.start, { params: { podId }, ...options });
  }

  /** Stops a pod; one that is stopped already is left alone. @throws BadRequestError when locked. */ // O-21, O-24, O-25
  async stop(podId: string, options?: CallOptions): Promise<void> {
    await this.call(v1Pods.stop, { params: { podId }, ...options });
  }

  /**
   * Recreates its container and wipes the container disk; version 2 has no such operation.
   *
   * @throws BadRequestError when locked.
   */ // O-22, O-25
  async reset(podId: string, options?: CallOptions): Promise<void> {
    await this.call(v1Pods.reset, { params: { podId }, ...options });
  }

  /** Restarts a pod in place. @throws BadRequestError for cluster members. */ // O-23, O-26
  async restart(podId: string, options?: CallOptions): Promise<void> {
    await this.call(v1Pods.restart, { params: { podId }, ...options });
  }

  /** The pods that pass all filters. */ // O-27
  list({ signal, priority, ...query }: CallOptions & V1PodQuery = {}): Promise<V1Pod[]> {
    return this.call(v1Pods.list, { params: {}, query, signal, priority });
  }

  /** One pod. @throws NotFoundError */ // O-27
  get(podId: string, options?: CallOptions): Promise<V1Pod> {
    return this.call(v1Pods.get, { params: { podId }, ...options });
  }

  /** Starts a pod. It keeps its `templateId`, unlike one made through version 2. Not sent twice after a lost answer. */ // O-27
  create(body: V1PodCreate, options?: CallOptions): Promise<V1Pod> {
    return this.call(v1Pods.create, { params: {}, body, ...options });
  }

  /** Changes the members of the body; resets the pod unless they are only `name` or `locked`. */ // O-27
  update(podId: string, body: V1PodUpdate, options?: CallOptions): Promise<V1Pod> {
    return this.call(v1Pods.update, { params: { podId }, body, ...options });
  }

  /** Terminates a pod for ever. One that is already gone counts as deleted. */ // O-27
  delete(podId: string, options?: CallOptions): Promise<void> {
    return absentIsDeleted(this.call(v1Pods.delete, { params: { podId }, ...options }));
  }
}
