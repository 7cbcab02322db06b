import type { Cluster } from "../../../api/clusters";
import type { Operations } from "../operations";
import { isEmpty, pick } from "../../table/props";
import { reported } from "../../table/reported";
import { createBody, updateBody } from "../../table/requests";
import { cluster as declaration } from "./fields";
import { clusterHardware } from "./hardware";
import { nobodyGetsIn } from "../shared/ssh-access";

/** A cluster has no status of its own: it is ready when all its pods run (C-30). */
function isReady({ pods, compute, primary }: Cluster, waitFor: unknown): boolean {
  if (waitFor === "none") return true;
  if ((pods.byStatus.RUNNING ?? 0) < compute.podCount) return false;
  return waitFor !== "ssh" || primary?.sshEndpoint !== undefined;
}

/** No member is on its way to RUNNING. */
const isAtRest = ({ pods: { byStatus } }: Cluster): boolean =>
  ["PROVISIONING", "STARTING"].every((status) => (byStatus[status] ?? 0) === 0);

/** Statuses of members that will not run again. */
const lost: readonly string[] = ["ERROR", "EXITED", "TERMINATED"];

function failure({ pods }: Cluster): string | undefined {
  const found = lost.filter((status) => (pods.byStatus[status] ?? 0) > 0);
  if (found.length === 0) return undefined;
  const what = found.map((status) => `${pods.byStatus[status]} of its ${pods.total} pods are in ${status}`).join(", ");
  return `${what}, and members can't be started one by one: see their logs, and change what is wrong or replace the cluster`; // P-59
}

export const clusterOperations: Operations<Cluster> = {
  hardware: clusterHardware,
  caution: nobodyGetsIn,
  create: ({ client }, inputs, name) => client.clusters.create(createBody(declaration, inputs, name)),
  read: ({ client }, id) => client.reads.cluster(id),
  get: ({ client }, id, options) => client.clusters.get(id, options),
  list: ({ client }, options) => client.clusters.list(options),

  observe: (cluster) => ({
    ...reported(declaration, cluster),
    // A member that the platform adds to its answers is no drift.
    compute: pick(cluster.compute, ["gpuTypeId", "gpuCountPerPod", "podCount"]),
  }),

  async apply({ client }, cluster, task, seen) {
    const { news, isUnready, withinMs } = task;
    let now = cluster;
    const body = updateBody(declaration, task);
    if (!isEmpty(body)) seen((now = await client.clusters.update(now.id, body)));
    // Members that have finished since the cluster was ready do not run again (P-59), and a new name needs none of them.
    const isDone = (value: Cluster) => isReady(value, news.waitFor) || (!isUnready && isAtRest(value));
    if (isDone(now)) return;
    seen(
      await client.waits.cluster(now.id, {
        isDone,
        failure: (value) => (isUnready ? failure(value) : undefined),
        onValue: seen,
        withinMs,
      }),
    );
  },

  async lastWords({ client }, { id }) {
    const failed = (await client.clusters.pods(id)).find(({ status }) => lost.includes(status));
    return failed && client.pods.lastLines(failed.id);
  },

  remove: ({ client }, id) => client.clusters.delete(id),

  async delete({ client, leaving }, id, withinMs) {
    leaving.add(id);
    try {
      await client.clusters.delete(id);
      await client.waits.clusterGone(id, { withinMs });
    } finally {
      leaving.delete(id);
    }
  },
};
