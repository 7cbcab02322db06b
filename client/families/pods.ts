import type * as z from "zod";
import {
  type Pod,
  type PodAction,
  type PodCreate,
  type PodList,
  type PodListQuery,
  pods,
  type PodUpdate,
} from "../../api/pods";
import { absentIsDeleted } from "../errors/api-errors";
import { lastLines, type LastLinesOptions } from "../logs/last-lines";
import type { LogEvent } from "../logs/log-event";
import { followLog, type LogOptions } from "../logs/logs";
import { allItems } from "../reads/pages";
import type { CallOptions } from "../http/prepare";
import type { Transport } from "../http/transport";

export type PodPage = z.infer<typeof PodList>;
export type PodListOptions = CallOptions & z.input<typeof PodListQuery>;

/** Machines, GPU or CPU, that run one container image each. */ // section 4
export class Pods {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * One page of pods, newest first. Members of clusters only when asked for.
   * A page may hold fewer pods than `limit`, even none, while there is more: see {@link Pods.listAll}.
   *
   * @param options `limit` 1 to 1000, default 1000; `cursor` from the page before.
   * @throws UnprocessableError when the cursor is not of this list.
   */ // P-1, A-65, P-2, P-5, A-64
  list({ signal, priority, ...query }: PodListOptions = {}): Promise<PodPage> {
    return this.#transport.call(pods.list, { params: {}, query, signal, priority });
  }

  /** Every pod, newest first, read page by page while you go. Leaving the loop ends the reading. */
  listAll({ signal, priority, ...query }: Omit<PodListOptions, "cursor"> = {}): AsyncGenerator<Pod, void, void> {
    return allItems(
      (cursor) => this.list({ ...query, ...(cursor === undefined ? {} : { cursor }), signal, priority }),
      (page) => page.pods,
    );
  }

  /**
   * Starts a pod. Answers as soon as the platform accepts it, with status `PROVISIONING`; it bills from then.
   * Exactly one of `gpu` and `cpu`; `image` unless `templateId`. Never sent twice after a lost answer.
   *
   * @throws InvalidRequestError before sending: a body above 102,400 bytes or against the schema.
   * @throws BadRequestError when a rule is broken or there is no capacity.
   * @throws PaymentRequiredError when the balance does not cover an hour of it.
   * @throws PermissionError when the account may not use this hardware.
   * @throws NotFoundError when the template does not exist.
   */ // P-10, P-13, P-11, P-12, A-31, P-3, A-40, A-20, P-17, P-19, A-23, P-36
  create(body: PodCreate, options?: CallOptions): Promise<Pod> {
    return this.#transport.call(pods.create, { params: {}, body, ...options });
  }

  /** One pod, also a member of a cluster. @throws NotFoundError */ // P-20
  get(id: string, options?: CallOptions): Promise<Pod> {
    return this.#transport.call(pods.get, { params: { id }, ...options });
  }

  /**
   * Changes the members of the body and leaves the rest; `env` is replaced as a whole.
   * On a running pod everything but `name`, `locked` and `globalNetworking` resets the container.
   *
   * @throws ConflictError for a member of a cluster.
   * @throws BadRequestError for a mount that can't change so.
   */ // P-21, A-80, A-82, P-51, P-59, M-26 to M-30
  update(id: string, body: PodUpdate, options?: CallOptions): Promise<Pod> {
    return this.#transport.call(pods.update, { params: { id }, body, ...options });
  }

  /**
   * Terminates the pod and its persistent disk, for ever; a network volume is only detached.
   * A pod that is already gone counts as deleted.
   *
   * @throws ConflictError for a member of a cluster.
   */ // P-22, M-31, P-59
  delete(id: string, options?: CallOptions): Promise<void> {
    return absentIsDeleted(this.#transport.call(pods.delete, { params: { id }, ...options }));
  }

  /**
   * Triggers a change of status: `start`, `stop` and `restart` answer the pod, `terminate` nothing.
   * Not repeated after a lost answer: a second `restart` would be a second restart.
   *
   * @throws ConflictError when the action is not among the pod's `actions`, or it is locked.
   */ // P-23, P-50, P-46
  action(id: string, action: PodAction, options?: CallOptions): Promise<Pod | undefined> {
    return this.#transport.call(pods.action, { params: { id }, body: { action }, ...options });
  }

  /**
   * Starts a stopped or failed pod on the host it had.
   * @throws BadRequestError when its host has no free GPU; it stays stopped.
   */ // P-44, P-63, P-58
  async start(id: string, options?: CallOptions): Promise<Pod> {
    return (await this.action(id, "start", options)) as Pod;
  }

  /** Stops a pod: compute is given back, disk and host are kept. @throws ConflictError when locked. */ // P-43, P-46
  async stop(id: string, options?: CallOptions): Promise<Pod> {
    return (await this.action(id, "stop", options)) as Pod;
  }

  /** Restarts a running pod in place; its container disk is wiped. */ // P-45
  async restart(id: string, options?: CallOptions): Promise<Pod> {
    return (await this.action(id, "restart", options)) as Pod;
  }

  /** The same as {@link Pods.delete}, as an action. @throws NotFoundError when it is gone already. */ // P-47
  async terminate(id: string, options?: CallOptions): Promise<void> {
    await this.action(id, "terminate", options);
  }

  /**
   * The log of a pod, line by line, until the pod is gone; it stays open while a pod is stopped. Broken connections are
   * resumed: no line is lost or repeated. Leaving the loop or the signal closes the connection.
   *
   * @throws NotFoundError if the pod does not exist at the start; the signal's reason.
   */ // P-24, section 11, L-13
  logs(id: string, options: LogOptions = {}): AsyncGenerator<LogEvent, void, void> {
    return followLog(this.#transport, pods.logs, { id }, options);
  }

  /**
   * The last lines of a pod's log as it is now, oldest first.
   * @throws NotFoundError when there is no such pod.
   */ // P-24
  lastLines(id: string, options?: LastLinesOptions): Promise<LogEvent[]> {
    return lastLines(this.#transport, pods.logs, { id }, options);
  }
}
