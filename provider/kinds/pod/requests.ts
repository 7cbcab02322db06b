import type { Pod } from "../../../api/pods";
import { ConflictError, NotFoundError, type ResourceClient } from "../../../client";
import { type LockedDoing, LockedError } from "./errors";
import type { Operations } from "../operations";
import { pick } from "../../table/props";
import { appliesTemplate, createBody } from "../../table/requests";
import { pod as declaration } from "./fields";
import { hidden } from "../../state/state";
import { nobodyGetsIn } from "../shared/ssh-access";
import { bringTo } from "./action";
import { injected, planPod } from "./plan";
import { observePod } from "./view";
import { podHardware } from "./hardware";

function isReady(pod: Pod, waitFor: unknown): boolean {
  if (pod.status !== "RUNNING") return false;
  if (waitFor !== "ssh") return true;
  return pod.ports.includes("22/tcp") ? pod.ssh.direct !== null : pod.ssh.proxy !== null;
}

/** Why a pod that should run will not, as it is. */
const failures: Readonly<Record<string, string>> = {
  ERROR: "it is in ERROR: either the image can't be pulled or its process exits; its log says which",
  EXITED: "its container ended or was stopped (EXITED); its log says why",
  TERMINATED: "it was terminated",
};
const failure = ({ status }: Pod): string | undefined => failures[status];

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
  bringsEnv: (task) => appliesTemplate(declaration, task),

  async apply(session, pod, { olds, news, changed, withinMs }, seen) {
    const { client } = session;
    let now = pod;
    const note = (value: Pod, isTaken = false) => seen((now = value), isTaken);
    for (const step of planPod(pod, olds, news, changed)) {
      if ("action" in step) {
        const doing = step.action === "stop" ? "stopped" : "changed";
        note(await unlessLocked(client, now.id, doing, bringTo(session, now.id, step.action)));
      } else {
        const update = client.pods.update(now.id, step.patch);
        const isMore = Object.keys(step.patch).some((name) => name !== "locked");
        note(await unlessLocked(client, now.id, "changed", update), isMore);
      }
    }
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
