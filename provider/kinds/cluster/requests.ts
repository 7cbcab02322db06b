import { ownMember } from "../../../values/own-member";
import type { Cluster as Reported } from "../../../api/clusters";
import type { Pod } from "../../../api/pods";
import type { CallOptions } from "../../../client";
import type { Operations, Reading } from "../operations";
import { hidden } from "../../state/state";
import { isEmpty, isObject, pick, type Props } from "../../table/props";
import { createBody, reported, updateBody } from "../../table/requests";
import { cluster as declaration } from "./fields";
import { clusterHardware, pricing } from "./hardware";
import { observeCommand } from "../shared/command";
import { inheritedEnv, observeEnv } from "../shared/environment";
import { CredentialHeldError, replacedCredentials } from "../shared/held-credential";
import { observeMounts } from "../shared/mounts";
import { nobodyGetsIn, nobodyIsLetIn } from "../shared/ssh-access";

/** A cluster, with one of its pods if that was read: all are alike (C-24), and the cluster's answer does not contain their settings. */
export interface Cluster extends Reported {
  readonly member?: Pod | undefined;
}

/** The settings that the cluster's answer lacks. Until a pod is read, they are unchanged. */
function observeSettings(member: Pod | undefined, asked: Props): Props {
  const { image, disk, ports } = member ?? {};
  if (!member) return pick(asked, [...settings, hidden.inheritedEnv]);
  // Nobody can change a member (P-59), so all variables besides the program's, even later ones, are the platform's (C-31).
  const inherited = inheritedEnv(member.env, isObject(asked.env) ? pick(asked, ["env"]) : asked);
  return {
    image,
    disk,
    ports,
    ...observeCommand(member, asked),
    env: observeEnv(declaration, member.env, asked, inherited),
    mounts: observeMounts(member.mounts),
    [hidden.inheritedEnv]: inherited,
  };
}

const settings = Object.entries(declaration.inputs).flatMap(([name, field]) => ("excludedBy" in field ? [name] : []));

async function inFull({ client }: Reading, cluster: Reported, options?: CallOptions): Promise<Cluster> {
  const [member] = await client.clusters.pods(cluster.id, options); // C-6
  return { ...cluster, member };
}

/** A cluster has no status: it is ready when all its pods run (C-30). */
function isReady({ pods, compute, primary }: Reported, waitFor: unknown): boolean {
  if (waitFor === "none") return true;
  if ((pods.byStatus.RUNNING ?? 0) < compute.podCount) return false;
  return waitFor !== "ssh" || primary?.sshEndpoint !== undefined;
}

/** No member is on its way to RUNNING. */
const isAtRest = ({ pods: { byStatus } }: Reported): boolean =>
  ["PROVISIONING", "STARTING"].every((status) => (ownMember(byStatus, status) ?? 0) === 0);

/** Statuses of members that will not run again (P-59). */
const lost: readonly string[] = ["ERROR", "EXITED", "TERMINATED"];
/** All members have run, and some have ended since: only a process that ran can have ended (P-48). */
const haveRun = ({ pods: { byStatus }, compute: { podCount } }: Reported): boolean => {
  const { RUNNING: running = 0, EXITED: ended = 0 } = byStatus;
  return ended > 0 && running + ended >= podCount;
};

const again = "run `up --replace` with the URN of the cluster";

/** @param isMadeNow its members may have ended because they can't work; those of an earlier run may have finished their work. */
function failure({ pods }: Reported, isMadeNow: boolean): string | undefined {
  const found = lost.filter(
    (status) => (ownMember(pods.byStatus, status) ?? 0) > 0 && (status !== "EXITED" || isMadeNow),
  );
  if (found.length === 0) return undefined;
  const what = found
    .map((status) => `${ownMember(pods.byStatus, status)} of its ${pods.total} pods are in ${status}`)
    .join(", ");
  const isDone = found.every((status) => status === "EXITED");
  const keep = isDone
    ? "if they have done their work, run `up` again, which takes the cluster as it is"
    : 'to keep it as it is, set `waitFor: "none"`';
  return (
    `${what}, and single members can't be started. What to do: read their logs with \`compute logs\`, and correct the program, ` +
    `which replaces the cluster; to try again without a change, ${again}; ${keep}`
  );
}

const ended = ({ id, pods }: Reported): string =>
  `Cluster ${id}: ${pods.byStatus.EXITED} of its ${pods.total} pods ran and have ended (EXITED) before any run saw all of them ` +
  `running. The cluster is kept as it is. Single members can't be started: to run them again, ${again}.`;

const replaceIt =
  "have the cluster replaced in the same `up`, by `--replace` with its URN, which destroys everything on its pods' disks";

const clusterOperations: Operations<Cluster> = {
  hardware: clusterHardware,
  caution: nobodyGetsIn,
  advice: nobodyIsLetIn,
  create: ({ client }, inputs, name) => client.clusters.create(createBody(declaration, inputs, name)),
  read: async (session, id) => inFull(session, await session.client.reads.cluster(id)),
  inFull,
  get: async (reading, id, options) => inFull(reading, await reading.client.clusters.get(id, options), options),
  list: ({ client }, options) => client.clusters.list(options),

  observe: ({ member, ...cluster }, asked) => ({
    ...reported(declaration, cluster),
    ...observeSettings(member, asked),
    templateId: cluster.template, // C-21
    // A new member of the platform's answers is not drift.
    compute: pick(cluster.compute, ["gpuTypeId", "gpuCountPerPod", "podCount"]),
  }),

  /** Only its pods show a cluster's credential, so they are read if the program replaces one. */ // C-22
  async refuseToStay(session, { id, news, called }) {
    if (news.templateId === undefined) return;
    const replaced = await replacedCredentials(session, { refersTo: "RegistryCredential" });
    const members = replaced.size > 0 ? await session.client.clusters.pods(id) : [];
    const held = members.map(({ registry }) => registry).find((each) => each !== null && replaced.has(each));
    if (held) throw new CredentialHeldError(called, held, replaceIt);
  },

  async apply(session, cluster, task, report) {
    const { client, notify } = session;
    const { news, isUnready, isMadeNow = false, withinMs } = task;
    let { member } = cluster;
    let now: Reported = cluster;
    const seen = (value: Reported) => report({ ...(now = value), member });
    if (!member) {
      ({ member } = await inFull(session, cluster));
      seen(cluster);
    }
    const body = updateBody(declaration, task);
    if (!isEmpty(body)) seen(await client.clusters.update(now.id, body));
    // Members that finished after the cluster was ready do not run again (P-59), and a rename needs none of them.
    const isKept = (value: Reported) => (isUnready ? !isMadeNow && haveRun(value) : isAtRest(value));
    const isDone = (value: Reported) => isReady(value, news.waitFor) || isKept(value);
    if (!isDone(now)) {
      const waiting = { isDone, onValue: seen, withinMs };
      const whyNot = (value: Reported) => (isUnready ? failure(value, isMadeNow) : undefined);
      seen(await client.waits.cluster(now.id, { ...waiting, failure: whyNot }));
    }
    if (isUnready && !isReady(now, news.waitFor)) await notify.warn(ended(now));
  },

  phase: (cluster, { waitFor }) =>
    isReady(cluster, waitFor)
      ? undefined
      : `${cluster.pods.byStatus.RUNNING ?? 0} of ${cluster.compute.podCount} pods run`,

  async lastLogLines({ client }, { id }) {
    const failed = (await client.clusters.pods(id)).find(({ status }) => lost.includes(status));
    return failed && client.pods.lastLines(failed.id);
  },

  rename: ({ client }, id, body) => client.clusters.update(id, body),

  sendDelete: ({ client }, id) => client.clusters.delete(id),

  delete: (session, id, withinMs) =>
    session.leaving.during(id, async () => {
      await session.client.clusters.delete(id);
      await session.client.waits.clusterGone(id, { withinMs });
    }),
};

export const kind = { resource: declaration, operations: clusterOperations, pricing };
