import { append, collected } from "../../../values/many";
import type { Pod } from "../../../api/pods";
import { BadRequestError, ConflictError, type ResourceClient } from "../../../client";
import { type LockedDoing, LockedError, StartRefusedError } from "./errors";
import type { Operations } from "../operations";
import { createBody, restarting } from "../../table/requests";
import { pod as declaration } from "./fields";
import { refuseHeldCredential } from "../shared/held-credential";
import { letsNobodyIn, nobodyGetsIn, nobodyIsLetIn } from "../shared/ssh-access";
import { bringTo, restart } from "./action";
import {
  updateCalls,
  podEnvironment,
  type PodCall,
  runOnOneVolume,
  startsOf,
  triggersIn,
  presumed,
  valuesFromTemplate,
} from "./update-calls";
import { foundOnItsWay, rolling } from "./rolling";
import { observePod } from "./view";
import { podHardware, pricing } from "./hardware";
import { failureOf, isAtRest, isAwaited, isSameRun, isStopped, phaseOf, podRun, wasStopped } from "./waiting";

/** Explains a 409 of a locked pod. By the contract a lock only prevents stopping (P-46), but a platform may go further. */
async function unlessLocked<R>(client: ResourceClient, id: string, doing: LockedDoing, call: Promise<R>): Promise<R> {
  try {
    return await call;
  } catch (error) {
    const isLocked = error instanceof ConflictError && (await client.pods.get(id)).locked;
    throw isLocked ? new LockedError(id, doing, error) : error;
  }
}

const isNotLock = (name: string) => name !== "locked";

const podOperations: Operations<Pod> = {
  hardware: podHardware,
  caution: nobodyGetsIn,
  advice: nobodyIsLetIn,
  keptAdvice: letsNobodyIn,
  create: ({ client }, inputs, name) => client.pods.create(createBody(declaration, inputs, name)),
  read: ({ client }, id) => client.reads.pod(id),
  get: ({ client }, id, options) => client.pods.get(id, options),
  // Members of clusters do not count as pods (P-2).
  list: ({ client }, options) => collected(client.pods.listAll(options)),
  partOf: ({ cluster }) => (cluster ? "cluster" : undefined), // P-59
  isGone: ({ status }) => status === "TERMINATED",
  endedInError: ({ status }) => status === "ERROR",
  runOf: podRun,
  observe: observePod,
  presumed,
  valuesFromTemplate,
  isUnawaited: ({ waitFor, desiredStatus }) => waitFor === "none" && desiredStatus === "RUNNING",
  hasArrived: (pod) => pod.status === "RUNNING" || isStopped(pod),
  sawOnItsWay: foundOnItsWay,
  refuseToStay: (session, kept) => refuseHeldCredential(session, declaration.inputs.registry, kept),
  environmentOf: podEnvironment,

  async apply(session, pod, { olds, news, changed, brought, withinMs, name, isMadeNow }, seen) {
    const { client } = session;
    let now = pod;
    const note = (value: Pod, isTaken = false) => seen((now = value), isTaken);
    const steps = updateCalls(pod, olds, news, changed, brought);
    const set: string[] = [];
    const notStarted = (error: unknown): never => {
      throw error instanceof BadRequestError ? new StartRefusedError(pod.id, set, error) : error;
    };
    const runs = steps.some((step) => "action" in step && step.action !== "stop");
    // The start carries out the triggers, after all other changes.
    const isTakenByRun = runs && triggersIn(changed).length > 0;
    const takesAway = steps.some((step) => "action" in step) || restarting(declaration, changed).length > 0;
    const take = async (step: PodCall): Promise<void> => {
      if ("action" in step) {
        const { action } = step;
        // The platform restarts a running container for some changes, but a template may set what it has already (P-51).
        if (action === "restart" && !isSameRun(pod, now)) return note(now, !wasStopped(pod, now));
        const doing = action === "stop" ? "stopped" : "changed";
        const call = action === "restart" ? restart(session, now) : bringTo(session, now.id, action).catch(notStarted);
        note(await unlessLocked(client, now.id, doing, call), isTakenByRun && action !== "stop");
      } else {
        const update = client.pods.update(now.id, step.patch);
        const names = Object.keys(step.patch);
        note(await unlessLocked(client, now.id, "changed", update), names.some(isNotLock) && !isTakenByRun);
        append(set, names);
      }
    };
    await rolling(session, pod, { news, withinMs, takesAway, name }, async () => {
      for (const step of steps) await take(step);
      // The pod was stopped after the read, so the change has started nothing.
      if (wasStopped(pod, now)) for (const step of startsOf(now, news, changed)) await take(step);
      return now;
    });
    // A pod that ends during its create has failed; later it may rest.
    if (isAwaited(now, news) || (!runs && !isMadeNow && isAtRest(now, news))) return;
    await client.waits.pod(now.id, {
      isDone: (value) => isAwaited(value, news),
      failure: (value) => failureOf(value, news),
      onValue: (value) => note(value),
      withinMs,
    });
  },

  phase: phaseOf,

  whyDeletedFirst: runOnOneVolume,

  lastLogLines: ({ client }, { id }) => client.pods.lastLines(id),

  rename: ({ client }, id, body) => client.pods.update(id, body),

  sendDelete: ({ client }, id) => client.pods.delete(id),

  delete: (session, id, withinMs) =>
    session.leaving.during(id, async () => {
      const { client } = session;
      await unlessLocked(client, id, "deleted", client.pods.delete(id));
      await client.waits.podGone(id, { withinMs });
    }),
};

export const kind = { resource: declaration, operations: podOperations, pricing };
