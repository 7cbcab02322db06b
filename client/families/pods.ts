import type * as z from "zod";
import { type Pod, type PodAction, type PodListQuery, pods } from "../../api/pods";
import { lastLines, type LastLinesOptions } from "../logs/last-lines";
import type { LogEvent } from "../logs/log-event";
import { followLog, type LogOptions } from "../logs/logs";
import { allItems } from "../reads/pages";
import type { CallOptions } from "../http/prepare";
import type { Transport } from "../http/transport";
import { familyOn } from "./family";

export function podsOn(transport: Transport) {
  const family = familyOn(transport.call, pods);
  /**
   * Triggers a change of status: `start`, `stop` and `restart` answer the pod, `terminate` nothing.
   * Not repeated after a lost answer: a second `restart` would be a second restart.
   *
   * @throws ConflictError when the action is not among the pod's `actions`, or it is locked.
   */ // P-23, P-50, P-46
  const action = (id: string, action: PodAction, options?: CallOptions): Promise<Pod | undefined> =>
    family.action(id, { action }, options);
  return {
    ...family,
    action,
    /** Every pod, newest first, read page by page while you go. Leaving the loop ends the reading. */
    listAll: (
      options: CallOptions & Omit<z.input<typeof PodListQuery>, "cursor"> = {},
    ): AsyncGenerator<Pod, void, void> =>
      allItems(
        (cursor) => family.list({ ...options, cursor }),
        (page) => page.pods,
      ),
    /**
     * Starts a stopped or failed pod on the host it had.
     * @throws BadRequestError when its host has no free GPU; it stays stopped.
     */ // P-44, P-63, P-58
    start: async (id: string, options?: CallOptions): Promise<Pod> => (await action(id, "start", options)) as Pod,
    /** Stops a pod: compute is given back, disk and host are kept. @throws ConflictError when locked. */ // P-43, P-46
    stop: async (id: string, options?: CallOptions): Promise<Pod> => (await action(id, "stop", options)) as Pod,
    /** Restarts a running pod in place; its container disk is wiped. */ // P-45
    restart: async (id: string, options?: CallOptions): Promise<Pod> => (await action(id, "restart", options)) as Pod,
    /** The same as `delete`, as an action. @throws NotFoundError when it is gone already. */ // P-47
    terminate: async (id: string, options?: CallOptions): Promise<void> =>
      void (await action(id, "terminate", options)),
    /**
     * The log of a pod, line by line, until the pod is gone; it stays open while a pod is stopped. Broken connections are
     * resumed: no line is lost or repeated. Leaving the loop or the signal closes the connection.
     *
     * @throws NotFoundError if the pod does not exist at the start; the signal's reason.
     */ // P-24, section 11, L-13
    logs: (id: string, options: LogOptions = {}): AsyncGenerator<LogEvent, void, void> =>
      followLog(transport, pods.logs, { id }, options),
    /** The last lines of a pod's log as it is now, oldest first. @throws NotFoundError when there is no such pod. */ // P-24
    lastLines: (id: string, options?: LastLinesOptions): Promise<LogEvent[]> =>
      lastLines(transport, pods.logs, { id }, options),
  };
}
