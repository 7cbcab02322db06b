import type { Cluster, ClusterCreate } from "../../../api/clusters";
import type { Operations } from "../operations";
import { pick, type Props } from "../../table/props";
import type { Field } from "../../table/resource";
import { cluster as declaration } from "./fields";
import { clusterHardware } from "../shared/hardware";
import { nobodyGetsIn } from "../shared/ssh-access";

const inputs: Readonly<Record<string, Field>> = declaration.inputs;
const bodyMembers = Object.keys(inputs).filter((name) => name !== "name" && !inputs[name]?.local);

/** A cluster has no status of its own: it is ready when all its pods run (C-30). */
function isReady({ pods, compute, primary }: Cluster, waitFor: unknown): boolean {
  if (waitFor === "none") return true;
  if ((pods.byStatus.RUNNING ?? 0) < compute.podCount) return false;
  return waitFor !== "ssh" || primary?.sshEndpoint !== undefined;
}

/** No member is on its way to RUNNING. */
const isSettled = ({ pods: { byStatus } }: Cluster): boolean =>
  ["PROVISIONING", "STARTING"].every((status) => (byStatus[status] ?? 0) === 0);

function failure({ pods }: Cluster): string | undefined {
  const lost = ["ERROR", "EXITED", "TERMINATED"].filter((status) => (pods.byStatus[status] ?? 0) > 0);
  if (lost.length === 0) return undefined;
  const what = lost.map((status) => `${pods.byStatus[status]} of its ${pods.total} pods are in ${status}`).join(", ");
  return `${what}, and members can't be started one by one (P-59): see their logs, and change what is wrong or replace the cluster`;
}

export const clusterOperations: Operations<Cluster> = {
  hardware: clusterHardware,
  afterCreate: [],
  caution: nobodyGetsIn,
  create: ({ client }, inputs, name) => client.clusters.create({ ...pick(inputs, bodyMembers), name } as ClusterCreate),
  read: ({ client }, id) => client.reads.cluster(id),
  get: ({ client }, id) => client.clusters.get(id),

  observe: ({ name, type, compute, pods, primary, network, dataCenterId, template, createdAt }): Props => ({
    ...{ name, type, pods, primary, network, dataCenterId, template, createdAt },
    // A member that the platform adds to its answers is no drift.
    compute: pick(compute, ["gpuTypeId", "gpuCountPerPod", "podCount"]),
  }),

  async apply({ client }, cluster, { news, changed, isUnready, withinMs }, seen) {
    let now = cluster;
    if (changed.has("name")) seen((now = await client.clusters.update(now.id, { name: String(news.name) })));
    // Members that have finished since the cluster was ready do not run again (P-59), and a new name needs none of them.
    const isDone = (value: Cluster) => isReady(value, news.waitFor) || (!isUnready && isSettled(value));
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
