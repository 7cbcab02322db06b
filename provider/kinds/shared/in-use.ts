import type { Pod } from "../../../api/pods";
import { BadRequestError } from "../../../client";
import { InUseError } from "../../lifecycle/errors";
import type { Session } from "../../host/session";

interface Deletion {
  readonly kind: string;
  readonly id: string;
  readonly withinMs: number;
  readonly delete: () => Promise<void>;
  readonly isUser: (pod: Pod) => boolean;
}

const everyMs = 2_000;
/** How long the platform may need to see that the last user is gone. */
const graceMs = 10_000;

/**
 * Deletes what pods use. The platform refuses that with 400 while one does (R-12, V-16), which ends by itself when this
 * very run is deleting the pod, so that is waited out; nothing else is.
 *
 * @throws InUseError naming the pods.
 */
export async function deleteUnused(session: Session, deletion: Deletion): Promise<void> {
  const { clock, leaving } = session;
  const deadline = clock.now() + deletion.withinMs;
  let lastLeaving = clock.now();
  for (;;) {
    try {
      return await deletion.delete();
    } catch (error) {
      if (!(error instanceof BadRequestError)) throw error;
      const now = clock.now();
      if (leaving.size > 0) lastLeaving = now;
      if (now + everyMs > deadline || now - lastLeaving >= graceMs) {
        throw new InUseError(deletion.kind, deletion.id, await users(session, deletion), error);
      }
      await clock.sleep(everyMs);
    }
  }
}

async function users({ client }: Session, { isUser }: Deletion): Promise<string[]> {
  const found: string[] = [];
  try {
    for await (const pod of client.pods.listAll({ includeClusterPods: true })) {
      if (isUser(pod)) found.push(`${pod.cluster ? `cluster ${pod.cluster.id}` : `pod ${pod.name}`} (${pod.id})`);
    }
  } catch {
    // The names are a help, not the point: what counts is the refusal that led here.
  }
  return found;
}
