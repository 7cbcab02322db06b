import type { Cluster } from "../../../api/clusters";
import type { Pod } from "../../../api/pods";
import type { ServerlessEndpoint } from "../../../api/serverless";
import { BadRequestError } from "../../../client";
import { InUseError } from "./errors";
import type { Session } from "../../host/session";
import type { KindName } from "../names";
import type { Operations } from "../operations";

/** The possible users of an object. */
interface Users {
  readonly isUser: (pod: Pod) => boolean;
  /** Tells whether a cluster itself uses the object, for references that its members do not show. */
  readonly isUsedBy?: (cluster: Cluster) => boolean;
  /** The remedy if a cluster uses the object and can't be pointed at another. */
  readonly ofClusters?: string;
  /** Tells whether an endpoint uses the object, for references that the platform reports. */
  readonly isListedBy?: (endpoint: ServerlessEndpoint) => boolean;
}

const everyMs = 2_000;
/** How long the platform may need to notice that the last user is gone. */
const graceMs = 10_000;

/**
 * Deletes an object that others may use. The platform refuses with 400 as long as one does (R-12, T-22, V-16). The refusal
 * is waited out only if this very run is deleting the user.
 *
 * @throws InUseError naming the users.
 */
export const deletionOfUnused =
  (kind: KindName, sendDelete: Operations["sendDelete"], usersOf: (id: string) => Users): Operations["delete"] =>
  async (session, id, withinMs, _state, programInputs) => {
    const { clock, leaving } = session;
    const deadline = clock.now() + withinMs;
    let lastLeaving = clock.now();
    for (;;) {
      try {
        return await sendDelete(session, id);
      } catch (error) {
        if (!(error instanceof BadRequestError)) throw error;
        const now = clock.now();
        if (leaving.size > 0) lastLeaving = now;
        if (now + everyMs > deadline || now - lastLeaving >= graceMs) {
          const found = await users(session, usersOf(id));
          const remedy = found.some((user) => user.startsWith("cluster ")) ? usersOf(id).ofClusters : undefined;
          throw new InUseError(kind, id, found, error, { isReplaced: programInputs !== undefined, remedy });
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
    // The names are only an explanation: the refusal is what counts.
  }
  return found;
}
