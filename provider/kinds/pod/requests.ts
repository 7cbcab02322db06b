import type { Pod } from "../../../api/pods";
import { ConflictError, NotFoundError, type ResourceClient } from "../../../client";
import { type LockedDoing, LockedError } from "../../lifecycle/errors";
import type { Operations } from "../operations";
import { isObject, pick, type Props } from "../../table/props";
import { pod as declaration } from "./fields";
import { podCreateOmits } from "./rules";
import { hidden } from "../../state/state";
import { requested } from "./foreign-variables";
import { nobodyGetsIn } from "../shared/ssh-access";
import { bringTo } from "./action";
import { appliesTemplate, injected, planPod } from "./plan";
import { observePod } from "./view";
import { podHardware } from "../shared/hardware";

const omitted: readonly string[] = ["name", ...podCreateOmits];
const bodyMembers = Object.keys(declaration.inputs).filter((name) => !omitted.includes(name));

function bodyOf(inputs: Props): Props {
  const body = pick(inputs, bodyMembers);
  return isObject(body.env) ? { ...body, env: requested(body.env as Record<string, string>) } : body;
}

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
  afterCreate: ["locked", "desiredStatus"],
  caution: nobodyGetsIn,
  create: ({ client }, inputs, name) => client.pods.create({ ...bodyOf(inputs), name }),
  read: ({ client }, id) => client.reads.pod(id),
  get: ({ client }, id) => client.pods.get(id),
  isGone: ({ status }) => status === "TERMINATED",
  observe: observePod,
  // Without a template, nobody but the platform adds variables on the program's behalf: others are not in the program.
  presumed: ({ templateId }) => (templateId === undefined ? { [hidden.inheritedEnv]: [...injected] } : {}),
  async brought({ client }, { templateId }) {
    if (typeof templateId !== "string") return undefined;
    try {
      return pick(await client.templates.get(templateId), ["startSsh", "startJupyter"]);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      return { startSsh: true, startJupyter: true }; // as templates have it where nobody says otherwise (T-21)
    }
  },
  bringsEnv: ({ news, changed }) => appliesTemplate(news, changed),

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
