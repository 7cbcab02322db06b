import type { Pod } from "../../../api/pods";
import { NotFoundError, unlessAbsent, WaitFailedError, WaitTimeoutError } from "../../../client";
import { free } from "../../cost/pricing";
import { NotReadyError, type NotReadyPod } from "./errors";
import type { Session } from "../../host/session";
import { type Props, strings } from "../../table/props";
import { hasUnknown } from "../../table/unknown";
import type { Operations } from "../operations";
import { failure, hasRun, isReady } from "../shared/pod-readiness";
import { ready } from "./fields";

/** A wait, done or planned. */
export interface Ready {
  readonly id: string;
  readonly name: string;
  /** The pods that did not become ready, as last seen. */
  readonly failed?: readonly Pod[];
  readonly counts?: readonly [ready: number, all: number];
}

/** The greatest number of failed pods whose log is read, because they usually say the same. */
const mostRead = 3;

const objectOf = (id: string): Ready => ({ id, name: id });
const nothing = () => Promise.resolve();

/** The ids without duplicates. */
const podsOf = ({ pods }: Props): string[] => [...new Set(strings(pods))];

/** The reason why a pod did not become ready; undefined if it did. Throws errors about anything else. */
async function whyNot(wait: Promise<Pod>, seen: () => Pod | undefined): Promise<NotReadyPod["why"] | undefined> {
  try {
    await wait;
    return undefined;
  } catch (error) {
    if (error instanceof NotFoundError) return "it is gone, or belongs to another account (404)";
    if (error instanceof WaitFailedError) return failure(seen()!) ?? error.message;
    if (error instanceof WaitTimeoutError)
      return `after ${error.withinMs / 1_000} s it is still ${seen()?.status ?? "not to be seen"}`;
    throw error;
  }
}

/** A pod that may stay stopped needs no further wait. */
const isAsAwaited = (pod: Pod, { waitFor, acceptStopped }: Props): boolean =>
  isReady(pod, waitFor) || (acceptStopped === true && hasRun(pod));

const seenNow = ({ client }: Session, id: string): Promise<Pod | undefined> => unlessAbsent(client.reads.pod(id));

const readyOperations: Operations<Ready> = {
  idOf: (_inputs, randomBytes) => `ready-${Buffer.from(randomBytes(8)).toString("hex")}`,

  create: (_session, _inputs, id) => Promise.resolve(objectOf(id)),
  read: (_session, id) => Promise.resolve(objectOf(id)),
  get: (_session, id) => Promise.resolve(objectOf(id)),
  list: () => Promise.resolve([]),
  observe: (_object, asked) => ({ ids: podsOf(asked) }),

  async caution(session, inputs) {
    const ids = hasUnknown(inputs.pods) ? [] : podsOf(inputs);
    const are = await Promise.all(ids.map((id) => seenNow(session, id).catch(() => undefined)));
    const ended = are.filter((pod) => pod && hasRun(pod) && !session.rollouts.absent.has(pod.id)).length;
    return ended === 0
      ? undefined
      : `${ended} of its ${ids.length} pods have ended: unless this \`up\` starts them, it ends with an error`;
  },

  async due(session, news) {
    if (hasUnknown(news.pods)) return undefined;
    const ids = podsOf(news);
    for (const absence of ["certain", "possible"]) {
      const changing = ids.filter((id) => session.rollouts.absent.get(id) === absence).length;
      const restart = absence === "certain" ? "restart" : "may restart";
      if (changing > 0) return `${changing} of ${ids.length} pods ${restart} in this run, so it waits for them.`;
    }
    const are = await Promise.all(ids.map((id) => seenNow(session, id)));
    const waiting = are.filter((pod) => !pod || !isAsAwaited(pod, news));
    if (waiting.length === 0) return undefined;
    const stopped = waiting.some((pod) => pod && hasRun(pod));
    const advice =
      " A stopped pod that has `stopAfter` or `stopWhenIdle` stays stopped: set `acceptStopped: true` for it.";
    return `${waiting.length} of ${ids.length} pods are not ready, so it waits for them.${stopped ? advice : ""}`;
  },

  async apply({ client, rollouts }, object, { news, withinMs, isMadeNow }, seen) {
    // In any case the state must record that these pods were awaited.
    seen(object, true);
    const ids = podsOf(news);
    let ready = 0;
    const found = await Promise.all(
      ids.map(async (id): Promise<(NotReadyPod & { readonly last: Pod | undefined }) | undefined> => {
        let last: Pod | undefined;
        const onValue = (pod: Pod) => void (last = pod);
        // A pod that ends during the create of the fleet has failed.
        const isDone = (pod: Pod) => (isMadeNow ? isReady(pod, news.waitFor) : isAsAwaited(pod, news));
        const whyLost = (pod: Pod) => (isDone(pod) ? undefined : failure(pod));
        const wait = client.waits.pod(id, { isDone, failure: whyLost, onValue, withinMs });
        const why = await whyNot(wait, () => last);
        rollouts.absent.delete(id);
        if (why === undefined) ready += 1;
        seen({ ...object, counts: [ready, ids.length] }, true);
        return why === undefined
          ? undefined
          : { id, name: last?.name, why, last, hasRun: last !== undefined && hasRun(last) };
      }),
    );
    const failed = found.filter((pod) => pod !== undefined);
    if (failed.length === 0) return;
    seen({ ...object, failed: failed.flatMap(({ last }) => last ?? []) }, true);
    // The error contains no variables, unlike a pod.
    throw new NotReadyError(
      failed.map(({ last, ...pod }) => pod),
      ids.length,
    );
  },

  phase: ({ counts: [ready, all] = [0, 0] }) => (ready < all ? `${ready} of ${all} pods are ready` : undefined),

  async lastLogLines({ client }, { failed = [] }) {
    const logs = failed.slice(0, mostRead).map(async ({ id, name }) => {
      const events = await client.pods.lastLines(id).catch(() => []);
      return events.map((event) => ({ ...event, line: `${name}: ${event.line}` }));
    });
    return (await Promise.all(logs)).flat();
  },

  sendDelete: nothing,
  delete: nothing,
};

export const kind = { resource: ready, operations: readyOperations, pricing: free };
