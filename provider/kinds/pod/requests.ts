import type { Pod } from "../../../api/pods";
import { ConflictError, NotFoundError, type ResourceClient } from "../../../client";
import { type LockedDoing, LockedError } from "./errors";
import type { Operations } from "../operations";
import { pick } from "../../table/props";
import { appliesTemplate, createBody, restarting } from "../../table/requests";
import { pod as declaration } from "./fields";
import { hidden } from "../../state/state";
import { failure, isReady } from "../shared/pod-readiness";
import { nobodyGetsIn } from "../shared/ssh-access";
import { bringTo } from "./action";
import { injected, isStopped, planPod } from "./plan";
import { foundOnItsWay, rolling } from "./rolling";
import { observePod } from "./view";
import { podHardware } from "./hardware";

/** The contract keeps a locked pod from being stopped only (P-46); a platform that goes further is not to leave people with a bare 409. */
async function unlessLocked<R>(client: ResourceClient, id: string, doing: LockedDoing, call: Promise<R>): Promise<R> {
  try {
    return await call;
  } catch (error) {
    const isLocked = error instanceof ConflictError && (await client.pods.get(id)).locked;
    throw isLocked ? new LockedError(id, doing, error) : error;
  }
}

export const podOperations: Operations<Pod> = {
  hardware: podHardware,
  caution: nobodyGetsIn,
  create: ({ client }, inputs, name) => client.pods.create(createBody(declaration, inputs, name)),
  read: ({ client }, id) => client.reads.pod(id),
  get: ({ client }, id, options) => client.pods.get(id, options),
  // Members of clusters are no pods of their own (P-2).
  async list({ client }, options) {
    const all: Pod[] = [];
    for await (const pod of client.pods.listAll(options)) all.push(pod);
    return all;
  },
  partOf: ({ cluster }) => (cluster ? { what: "cluster", rule: "P-59" } : undefined),
  isGone: ({ status }) => status === "TERMINATED",
  observe: observePod,
  // Without a template, nobody but the platform adds variables on the program's behalf: others are not in the program.
  presumed: ({ templateId }) => (templateId === undefined ? { [hidden.inheritedEnv]: [...injected] } : {}),
  async valuesFromTemplate({ client }, { templateId }) {
    if (typeof templateId !== "string") return undefined;
    try {
      return pick(await client.templates.get(templateId), ["startSsh", "startJupyter"]);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      return { startSsh: true, startJupyter: true }; // as templates have it where nobody says otherwise (T-21)
    }
  },
  isUnawaited: ({ waitFor, desiredStatus }) => waitFor === "none" && desiredStatus === "RUNNING",
  isSettled: (pod) => pod.status === "RUNNING" || isStopped(pod),
  sawUnsettled: foundOnItsWay,
  expectUpdate({ rollouts }, id, { desiredStatus }, changed) {
    const starts = changed.has("desiredStatus") || restarting(declaration, changed).length > 0;
    if (starts && desiredStatus === "RUNNING") rollouts.foresees(id);
  },
  bringsEnv: (task) => appliesTemplate(declaration, task),

  async apply(session, pod, { olds, news, changed, withinMs }, seen) {
    const { client } = session;
    let now = pod;
    const note = (value: Pod, isTaken = false) => seen((now = value), isTaken);
    const steps = planPod(pod, olds, news, changed);
    const takesAway = steps.some((step) => "action" in step) || restarting(declaration, changed).length > 0;
    await rolling(session, pod, { news, withinMs, takesAway }, async () => {
      for (const step of steps) {
        if ("action" in step) {
          const doing = step.action === "stop" ? "stopped" : "changed";
          note(await unlessLocked(client, now.id, doing, bringTo(session, now.id, step.action)));
        } else {
          const update = client.pods.update(now.id, step.patch);
          const isMore = Object.keys(step.patch).some((name) => name !== "locked");
          note(await unlessLocked(client, now.id, "changed", update), isMore);
        }
      }
      return now;
    });
    const wait = { onValue: (value: Pod) => note(value), withinMs };
    if (news.desiredStatus === "EXITED") {
      const isDone = ({ status }: Pod) => status === "EXITED" || status === "ERROR";
      if (!isDone(now) && news.waitFor !== "none") await client.waits.pod(now.id, { ...wait, isDone });
    } else if (news.waitFor !== "none" && !isReady(now, news.waitFor)) {
      await client.waits.pod(now.id, { ...wait, isDone: (value) => isReady(value, news.waitFor), failure });
    }
  },

  remove: ({ client }, id) => client.pods.delete(id),

  async delete({ client, leaving }, id, withinMs) {
    leaving.add(id);
    try {
      await unlessLocked(client, id, "deleted", client.pods.delete(id));
      await client.waits.podGone(id, { withinMs });
    } finally {
      leaving.delete(id);
    }
  },
};
