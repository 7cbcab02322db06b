import { ownMember } from "../../values/own-member";
import type { Pod } from "../../api/pods";
import { ConflictError, NotFoundError } from "../../client/errors/api-errors";
import { CallError } from "../../client/errors/errors";
import type { Client, Hooks } from "../../client/index";
import { totalUsd } from "../../provider/cost/money";
import { isStopped } from "../../provider/kinds/pod/waiting";
import type { NotCompared } from "../documents/drift";
import { type Comparable, type Failure, openComparable } from "../drift/find";
import type { PodRow, StackReport, Stop } from "../documents/keep";
import { type Io, messageOf } from "../io";
import { type Account, sealedKeys, Shared } from "../state/accounts";
import { type StackResource, titleOf } from "../state/deployment";
import type { StateFlags } from "../state/load-stack";
import { spentToday } from "../status/spent";
import { busyOf, decide, mayStop } from "./decide";
import type { PassMemory } from "./memory";

export interface PassFlags extends StateFlags {
  readonly dryRun?: boolean;
  /** Above `maxDailyCost`, stops every pod that may be stopped. */
  readonly cap?: boolean;
}

/** The shared reads of one pass: one list for each kind and account serves all stacks. */
export class Pass extends Shared {
  requests = 0;
  readonly left: Record<string, number> = {};
  readonly hooks: Hooks = {
    onRequest: () => (this.requests += 1),
    onResponse: ({ rateLimit = [] }) => {
      for (const { name, remaining } of rateLimit)
        this.left[name] = Math.min(remaining, ownMember(this.left, name) ?? remaining);
    },
  };
}

/**
 * Reads one stack once, and stops the pods that its program allows: only pods in the state, with their own key and address,
 * and after one more read right before. Unreadable facts, such as invisible objects, are reported and do not prevent
 * other decisions. A signal ends the pass early, so that the work done can be reported.
 *
 * @throws CommandFailure if the state can't be read.
 */
export async function lookAfter(
  io: Io,
  name: string,
  flags: PassFlags,
  memory: PassMemory,
  pass: Pass,
): Promise<StackReport> {
  pass.requests = 0;
  const stack = await openComparable(io, flags, pass.hooks, pass);
  const title = titleOf(stack.made, name);
  const seen: Seen[] = [];
  for (const account of stack.accounts) seen.push(await look(io, stack, account, pass));
  /** Pods stopped by this pass, from the platform's answer. */
  const now = new Map<string, Pod>();
  const costNow = () => totalUsd(seen.flatMap(({ running }) => running.map((pod) => (now.get(pod.id) ?? pod).cost)));
  const spent = seen.flatMap((one) => one.spent);
  const isBilled = spent.length > 0 || seen.some(({ unbilled }) => unbilled.length === 0);
  const spentInAll = totalUsd(spent.map(({ usd }) => usd));
  const maxDailyCost = stack.own.maxDailyCost ?? null;
  const unbilled = isBilled || maxDailyCost !== null ? seen.flatMap((one) => one.unbilled) : [];
  const isOver = maxDailyCost !== null && spentInAll + costNow() > maxDailyCost;
  const stopped: Stop[] = [];
  const notStopped: Stop[] = [];
  for (const { account, pods } of seen) {
    const where = account.settings.apiUrl ?? "";
    for (const { resource, pod } of pods) {
      const { outputs } = resource;
      const { why, idle } = decide(pod, outputs, memory.idleOf(where, pod.id), io.now());
      memory.noteIdle(where, pod.id, idle);
      const tooDear = isOver && flags.cap && mayStop(outputs) && pod.status === "RUNNING" ? beyondBudget : undefined;
      const reason = why ?? tooDear;
      if (reason === undefined) continue;
      if (io.signal.aborted) break;
      const at = new Date(io.now()).toISOString();
      const stop: Stop = { name: resource.name, id: pod.id, why: reason, at };
      const end = flags.dryRun ? pod : await stopPod(account.client, pod, io.signal);
      if (typeof end === "string") notStopped.push({ ...stop, why: `${reason}, but ${end.replace(/\.$/, "")}` });
      else if (end) {
        stopped.push(stop);
        now.set(pod.id, end);
        // A process that is killed before its report has told of no stop.
        if (!flags.dryRun) memory.noteDone(title, [stop], io.now());
      }
    }
  }
  return {
    stack: title,
    at: new Date(io.now()).toISOString(),
    pods: seen.flatMap(({ pods }) => pods.map(({ resource, pod }) => rowOf(resource, now.get(pod.id) ?? pod))),
    stopped,
    notStopped,
    unknown: [
      ...seen.flatMap(({ found }) => found.failures.map(inWords)),
      ...unbilled.map(inWords),
      ...seen.flatMap(({ found }) => found.notCompared.map(notComparedInWords)),
      ...sealedKeys(stack.sealed),
    ],
    drift: seen.flatMap(({ found }) => found.drift),
    costPerHour: costNow(),
    spentToday: isBilled ? spentInAll : null,
    spent,
    maxDailyCost,
    requests: pass.requests,
    requestsLeft: { ...pass.left },
  };
}

const inWords = ({ what, error }: Failure): string =>
  `Could not find out ${what}: ${messageOf(error).replace(/\.$/, "")}.`;

const notComparedInWords = ({ kind, name, path, reason }: NotCompared): string =>
  `Could not compare ${path} of ${kind} ${name}: it is ${reason}.`;

const beyondBudget = "the stack comes to more than compute:maxDailyCost today";

/** Tells whether today's cost, including the next hour, exceeds the limit. */
export const isOverBudget = ({ spentToday: spent, costPerHour, maxDailyCost }: StackReport): boolean =>
  maxDailyCost !== null && (spent ?? 0) + costPerHour > maxDailyCost;

type Seen = Awaited<ReturnType<typeof look>>;

/** Reads an account: its drift, its pods, and what the stack runs and was billed there. */
async function look(io: Io, stack: Comparable, account: Account, pass: Pass) {
  const { client, resources } = account;
  const { signal } = io;
  const found = await stack.compare(account);
  const there = new Map(found.platform.Pod.map((pod) => [pod.id, pod]));
  const pods = resources.flatMap((resource) => {
    const pod = resource.kind === "Pod" ? there.get(resource.id) : undefined;
    return pod ? [{ resource, pod }] : [];
  });
  // Replaced objects that were not deleted are billed too.
  const urns = new Set(resources.map(({ urn }) => urn));
  const billed = [...resources, ...stack.made.filter(({ isLeftover, urn }) => isLeftover && urns.has(urn))];
  const clusters = new Set(billed.filter(({ kind }) => kind === "Cluster").map(({ id }) => id));
  const { members, failures } = await membersOf(client, clusters, signal);
  const { bills, failures: unbilled } = await spentToday(client, billed, io.now(), signal, pass);
  const spent = billed.flatMap(({ kind, name, id }) => {
    const usd = bills.get(id);
    return usd === undefined ? [] : [{ kind, name, id, usd: totalUsd([usd]) }];
  });
  // Members of clusters alone show a cluster's cost.
  const running = [...billed.flatMap(({ id }) => there.get(id) ?? []), ...members];
  const whole = { ...found, failures: [...found.failures, ...failures] };
  return { account, found: whole, pods, running, spent, unbilled };
}

async function membersOf(client: Client, clusters: ReadonlySet<string>, signal: AbortSignal) {
  if (clusters.size === 0) return { members: [], failures: [] };
  try {
    const members: Pod[] = [];
    for await (const pod of client.pods.listAll({ signal, includeClusterPods: true }))
      if (pod.cluster && clusters.has(pod.cluster.id)) members.push(pod);
    return { members, failures: [] };
  } catch (error) {
    signal.throwIfAborted();
    return { members: [], failures: [{ what: "what its clusters cost", error: error as Error }] };
  }
}

/** Stops the pod in its decided run. @returns it; undefined if somebody else was first; the reason if it failed. */
async function stopPod(client: Client, pod: Pod, signal: AbortSignal): Promise<Pod | string | undefined> {
  try {
    const now = await client.pods.get(pod.id, { signal });
    if (now.status !== "RUNNING" || now.startedAt !== pod.startedAt) return undefined;
    if (now.locked) return "it is locked"; // P-46
    // It is carried out even if its answer is not awaited.
    return await client.pods.stop(pod.id);
  } catch (error) {
    if (error instanceof NotFoundError || error instanceof ConflictError) return undefined;
    if (!(error instanceof Error)) throw error;
    const isUnclear = error instanceof CallError && error.outcome !== "refused";
    const end = isUnclear ? await client.pods.get(pod.id).catch(() => undefined) : undefined;
    return end && isStopped(end) ? end : error.message;
  }
}

const rowOf = ({ name }: StackResource, pod: Pod): PodRow => ({
  name,
  id: pod.id,
  status: pod.status,
  busy: busyOf(pod) ?? null,
  costPerHour: pod.cost,
});
