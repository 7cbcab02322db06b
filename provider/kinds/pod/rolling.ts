import type { Pod } from "../../../api/pods";
import type { Session } from "../../host/session";
import { mayBeDone, WaitFailedError } from "../../../client/errors/errors";
import { isObject, type Props } from "../../table/props";
import { failure, isReady } from "../shared/pod-readiness";
import { isStopped } from "./waiting";

/** The pods that roll together: they share the session's rollout of this group. */
interface Share {
  readonly group: string;
  readonly maxUnavailable: number;
}

function shareOf({ rollout, desiredStatus }: Props): Share | undefined {
  if (!isObject(rollout) || desiredStatus === "EXITED") return undefined;
  return { group: String(rollout.group), maxUnavailable: Number(rollout.maxUnavailable) };
}

/**
 * Changes a pod when its turn has come. It counts as away until it runs again, whether or not anybody waits for that; one
 * that did not run before takes nobody's turn.
 *
 * @param takesAway the change restarts or starts the container.
 * @throws RolloutStoppedError before anything was changed.
 */
export async function rolling(
  session: Session,
  pod: Pod,
  { news, withinMs, takesAway }: { readonly news: Props; readonly withinMs: number; readonly takesAway: boolean },
  change: () => Promise<Pod>,
): Promise<Pod> {
  const share = shareOf(news);
  if (!share || !takesAway) return change();
  const rollout = session.rollouts.of(share.group);
  const follow = (id: string) => {
    rollout.isAway(id);
    session.client.waits.pod(id, { isDone: isRunning, failure, withinMs }).then(
      () => rollout.isBack(id),
      (error: Error) => rollout.isLost(id, whyLost(error)),
    );
  };
  for (const id of rollout.takeFoundAway()) if (id !== pod.id) follow(id);
  if (isRunning(pod)) await rollout.turn(pod.id, share.maxUnavailable, session.signal);
  else rollout.isAway(pod.id);
  let now: Pod;
  try {
    now = await change();
  } catch (error) {
    if (mayBeDone(error)) follow(pod.id);
    else rollout.isBack(pod.id);
    throw error;
  }
  if (isRunning(now)) rollout.isBack(pod.id);
  else follow(pod.id);
  return now;
}

/** As part of a sentence, which has named the pod. */
const whyLost = (error: Error): string =>
  error instanceof WaitFailedError ? error.reason : error.message.replace(/\.$/, "");

const isRunning = (pod: Pod): boolean => isReady(pod, "running");

/** A run that ended too soon has left it on its way. */
export function foundOnItsWay({ rollouts }: Session, pod: Pod, news: Props): void {
  const share = shareOf(news);
  if (share && !isRunning(pod) && !isStopped(pod)) rollouts.of(share.group).foundAway(pod.id);
}
