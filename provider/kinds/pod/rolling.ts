import type { Pod } from "../../../api/pods";
import type { RollingPod } from "../../host/rollouts";
import type { Session } from "../../host/session";
import { secretsIn } from "../../../client/errors/redact";
import { mayBeDone, WaitFailedError } from "../../../client/errors/errors";
import { isObject, type Props } from "../../table/props";
import type { Task } from "../operations";
import { lineOf } from "../shared/log-line";
import { failure, isReady } from "../shared/pod-readiness";
import { isStopped } from "./waiting";

/** The session's rollout that a pod shares with its group. */
function shareOf({ rollout, desiredStatus }: Props) {
  if (!isObject(rollout) || desiredStatus === "EXITED") return undefined;
  return { group: String(rollout.group), maxUnavailable: Number(rollout.maxUnavailable) };
}

/**
 * Changes a pod when its turn has come. The pod counts as unavailable until it runs again, even if nobody waits for that.
 * One that did not run before needs no turn.
 *
 * @param takesAway the change restarts or starts the container.
 * @throws RolloutStoppedError before any change.
 */
export async function rolling(
  session: Session,
  pod: Pod,
  { news, withinMs, takesAway, name }: Pick<Task, "news" | "withinMs" | "name"> & { readonly takesAway: boolean },
  change: () => Promise<Pod>,
): Promise<Pod> {
  const share = shareOf(news);
  if (!share || !takesAway) return change();
  const rollout = session.rollouts.of(share.group);
  const follow = (each: RollingPod) => {
    const { id } = each;
    rollout.markAway(each);
    session.client.waits.pod(id, { isDone: isRunning, failure, withinMs }).then(
      () => rollout.markBack(id),
      async (error: Error) =>
        rollout.markLost(id, { why: whyLost(error), said: await lastLines(session, id, [pod, news]) }),
    );
  };
  const self = { id: pod.id, name: name ?? pod.name };
  for (const found of rollout.takeFoundAway()) if (found.id !== pod.id) follow(found);
  if (isRunning(pod)) await rollout.waitForTurn(self, share.maxUnavailable, session.calledOff);
  else rollout.markAway(self);
  let now: Pod;
  try {
    now = await change();
  } catch (error) {
    if (mayBeDone(error)) follow(self);
    else rollout.markBack(pod.id);
    throw error;
  }
  if (isRunning(now)) rollout.markBack(pod.id);
  else follow(self);
  return now;
}

/** The last log lines of a lost pod, with secrets masked. A failed read hides no other error. */
async function lastLines({ client, secrets, signal }: Session, id: string, mayHoldSecrets: unknown): Promise<string[]> {
  const events = await client.pods.lastLines(id, { signal }).catch(() => []);
  return events.map((event) => lineOf(event, [...secrets, ...secretsIn(mayHoldSecrets)]));
}

/** As part of a sentence, which has named the pod. */
const whyLost = (error: Error): string =>
  error instanceof WaitFailedError ? error.reason : error.message.replace(/\.$/, "");

const isRunning = (pod: Pod): boolean => isReady(pod, "running");

/** Notes a pod that an earlier run left while it was starting. */
export function foundOnItsWay({ rollouts }: Session, pod: Pod, news: Props, name?: string): void {
  const share = shareOf(news);
  if (share && !isRunning(pod) && !isStopped(pod))
    rollouts.of(share.group).markFoundAway({ id: pod.id, name: name ?? pod.name });
}
