import type { Pod } from "../../../api/pods";
import { CallError } from "../../../client/errors/errors";
import type { Session } from "../../host/session";
import { isStopped } from "./waiting";

/** The number of tries of one action, and the pause between them. */
const attempts = 4;
const pauseMs = 2_000;

/**
 * Starts or stops a pod. The client sends an action once, because a second restart would really restart again. These two
 * aim at a state, so after a lost or useless answer a read tells whether to send the action again.
 */
export async function bringTo(session: Session, id: string, action: "start" | "stop"): Promise<Pod> {
  const { client, clock } = session;
  for (let sent = 1; ; sent++) {
    try {
      return await client.pods[action](id);
    } catch (error) {
      if (!(error instanceof CallError) || error.outcome === "refused" || sent === attempts) throw error;
      await clock.sleep(pauseMs * sent);
    }
    const pod = await client.pods.get(id);
    if (isStopped(pod) === (action === "stop")) return pod;
  }
}

/**
 * Restarts a running pod, once. After a lost or useless answer, reads show whether its container has started again (P-45).
 * If none shows that, the platform may still carry it out, so it is not sent again.
 */
export async function restart({ client, clock }: Session, { id, startedAt }: Pod): Promise<Pod> {
  try {
    return await client.pods.restart(id);
  } catch (error) {
    if (!(error instanceof CallError) || error.outcome === "refused") throw error;
    for (let looks = 1; looks < attempts; looks++) {
      await clock.sleep(pauseMs * looks);
      const pod = await client.pods.get(id);
      if (pod.status !== "RUNNING" || pod.startedAt !== startedAt) return pod;
    }
    throw error;
  }
}
