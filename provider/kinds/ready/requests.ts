import type { Pod } from "../../../api/pods";
import { NotFoundError, WaitFailedError, WaitTimeoutError } from "../../../client";
import { NotReadyError, type NotReadyPod } from "./errors";
import type { Session } from "../../host/session";
import { type Props, strings } from "../../table/props";
import { hasUnknown } from "../../table/unknown";
import type { Operations } from "../operations";
import { failure, isReady } from "../shared/pod-readiness";

/** A wait that has been made, or will be. */
export interface Ready {
  readonly id: string;
  readonly name: string;
}

const objectOf = (id: string): Ready => ({ id, name: id });
const nothing = () => Promise.resolve();

/** Each id once: a pod that is listed twice is one pod. */
const podsOf = ({ pods }: Props): string[] => [...new Set(strings(pods))];

/** Why a pod is not as it is waited for; undefined where it is, and an error that is about something else comes out. */
async function whyNot(wait: Promise<Pod>, seen: () => Pod | undefined): Promise<NotReadyPod["why"] | undefined> {
  try {
    await wait;
    return undefined;
  } catch (error) {
    if (error instanceof NotFoundError) return "it is gone (404)";
    if (error instanceof WaitFailedError) return failure(seen()!) ?? error.message;
    if (error instanceof WaitTimeoutError)
      return `after ${error.withinMs / 1_000} s it is still ${seen()?.status ?? "not to be seen"}`;
    throw error;
  }
}

async function isThereAndReady({ client }: Session, id: string, waitFor: unknown): Promise<boolean> {
  try {
    return isReady(await client.reads.pod(id), waitFor);
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
}

export const readyOperations: Operations<Ready> = {
  idOf: (_inputs, randomBytes) => `ready-${Buffer.from(randomBytes(8)).toString("hex")}`,

  create: (_session, _inputs, id) => Promise.resolve(objectOf(id)),
  read: (_session, id) => Promise.resolve(objectOf(id)),
  get: (_session, id) => Promise.resolve(objectOf(id)),
  list: () => Promise.resolve([]),
  observe: (_object, asked) => ({ ids: podsOf(asked) }),

  async due(session, news) {
    const { pods, waitFor } = news;
    if (hasUnknown(pods)) return undefined;
    const ids = podsOf(news);
    const changing = ids.filter((id) => session.rollouts.isForeseen(id)).length;
    if (changing > 0) return `${changing} of ${ids.length} pods start anew in this run, so it waits for them.`;
    const are = await Promise.all(ids.map((id) => isThereAndReady(session, id, waitFor)));
    const waiting = are.filter((is) => !is).length;
    return waiting > 0 ? `${waiting} of ${ids.length} pods are not ready, so it waits for them.` : undefined;
  },

  async apply({ client, rollouts }, object, { news, withinMs }, seen) {
    // Whatever comes of it, the state is to say that these pods were waited for.
    seen(object, true);
    const ids = podsOf(news);
    const found = await Promise.all(
      ids.map(async (id): Promise<NotReadyPod | undefined> => {
        let last: Pod | undefined;
        const onValue = (pod: Pod) => void (last = pod);
        const isDone = (pod: Pod) => isReady(pod, news.waitFor);
        const wait = client.waits.pod(id, { isDone, failure, onValue, withinMs });
        const why = await whyNot(wait, () => last);
        rollouts.hasSettled(id);
        return why === undefined ? undefined : { id, name: last?.name, why };
      }),
    );
    const failed = found.filter((pod) => pod !== undefined);
    if (failed.length > 0) throw new NotReadyError(failed, ids.length);
  },

  remove: nothing,
  delete: nothing,
};
