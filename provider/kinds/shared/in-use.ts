import type { Cluster } from "../../../api/clusters";
import type { Pod } from "../../../api/pods";
import type { ServerlessEndpoint } from "../../../api/serverless";
import { BadRequestError } from "../../../client";
import { InUseError } from "./errors";
import type { Session } from "../../host/session";
import type { KindName } from "../names";
import type { Operations } from "../operations";

/** Who may use an object. */
interface Users {
  readonly isUser: (pod: Pod) => boolean;
  /** Only of what clusters refer to by themselves, and not through their members. */
  readonly isUsedBy?: (cluster: Cluster) => boolean;
  /** What to do where a cluster uses it that can't be pointed at something else. */
  readonly ofClusters?: string;
  /** Only of what the platform tells of endpoints. */
  readonly isListedBy?: (endpoint: ServerlessEndpoint) => boolean;
}

const everyMs = 2_000;
/** How long the platform may need to see that the last user is gone. */
const graceMs = 10_000;

/**
 * The deletion of what others use. The platform refuses that with 400 while one does (R-12, T-22, V-16), which ends by itself when this
 * very run is deleting the pod, so that is waited out; nothing else is.
 *
 * @throws InUseError naming the users.
 */
export const deletionOfUnused =
  (kind: KindName, remove: Operations["remove"], usersOf: (id: string) => Users): Operations["delete"] =>
  async (session, id, withinMs, _state, declared) => {
    const { clock, leaving } = session;
    const deadline = clock.now() + withinMs;
    let lastLeaving = clock.now();
    for (;;) {
      try {
        return await remove(session, id);
      } catch (error) {
        if (!(error instanceof BadRequestError)) throw error;
        const now = clock.now();
        if (leaving.size > 0) lastLeaving = now;
        if (now + everyMs > deadline || now - lastLeaving >= graceMs) {
          const found = await users(session, usersOf(id));
          const remedy = found.some((user) => user.startsWith("cluster ")) ? usersOf(id).ofClusters : undefined;
          throw new InUseError(kind, id, found, error, { isReplaced: declared !== undefined, remedy });
        }
        await clock.sleep(everyMs);
      }
    }
  };

async function users({ client }: Session, { isUser, isUsedBy, isListedBy }: Users): Promise<string[]> {
  const found: string[] = [];
  try {
    for await (const pod of client.pods.listAll({ includeClusterPods: true })) {
      if (isUser(pod)) found.push(`${pod.cluster ? `cluster ${pod.cluster.id}` : `pod ${pod.name}`} (${pod.id})`);
    }
    for (const cluster of isUsedBy ? await client.clusters.list() : []) {
      if (isUsedBy?.(cluster)) found.push(`cluster ${cluster.name} (${cluster.id})`);
    }
    if (!isListedBy) return found;
    for await (const endpoint of client.serverless.listAll()) {
      if (isListedBy(endpoint)) found.push(`endpoint ${endpoint.name} (${endpoint.id})`);
    }
  } catch {
    // The names are a help, not the point: what counts is the refusal that led here.
  }
  return found;
}
