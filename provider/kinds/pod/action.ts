import type { Pod } from "../../../api/pods";
import { CallError } from "../../../client/errors/errors";
import type { Session } from "../../host/session";
import { isStopped } from "./plan";

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
