import type { Pod } from "../../../api/pods";
import { CallError } from "../../../client/errors/errors";
import type { Session } from "../../host/session";
import { isStopped } from "./waiting";

/** How often one action is sent, and the pause before it is sent again. */
const attempts = 4;
const pauseMs = 2_000;

/**
 * Starts or stops a pod. The client sends an action once, since a second restart is a second restart; these two aim at a
 * state, so that after an answer that was lost or of no use, a look at the pod tells whether to send it again.
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
 * Restarts a running pod, once. After an answer that was lost or of no use, looks show whether its container has started
 * since (P-45). Where none shows it, the platform may still carry it out, so it is not sent again.
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
