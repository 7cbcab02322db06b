import type { KindName } from "../../provider/kinds/names";
import { quoted } from "../../values/shell";
import type { Pod } from "../../api/pods";
import { unlessAbsent } from "../../client/errors/api-errors";
import type { Client } from "../../client/index";
import { CommandFailure, type Io, writeSentences } from "../io";
import { openPlatform } from "../platform";
import type { CalledObject } from "../logs/called";
import { findStack } from "../stack/flags";
import { AccountBook, refuseSealed } from "./accounts";
import { isCurrent, readDeployment, type StackResource } from "./deployment";
import { CliFailure } from "./pulumi-cli";
import { openKeys, readState, type StateFlags } from "./load-stack";

/** An object named by a person, with its client. */
export interface Reached extends Pick<CalledObject, "id" | "lacking"> {
  readonly client: Client;
}

/** A pod by its id or name; a cluster is its entry node. @throws CommandFailure as `reach`, and for an endpoint. */
export async function reachPod(io: Io, flags: StateFlags, called: string): Promise<Reached> {
  const state = await stateHere(io, flags);
  const pods = meantBy(state, "Pod", called);
  if (pods.length > 0) return reach(io, flags, state, pods, called);
  const clusters = meantBy(state, "Cluster", called);
  const [cluster] = clusters;
  if (!cluster && endpointsMeantBy(state, called).length > 0)
    throw new CommandFailure(`${called} is an endpoint. \`compute logs --endpoint ${quoted(called)}\` shows its logs.`);
  if (!cluster) return memberOfCluster(io, flags, state, await reach(io, flags, state, [], called));
  const { client } = await reach(io, flags, state, clusters, called);
  const { primary } = await client.clusters.get(cluster.id, { signal: io.signal });
  if (!primary)
    throw new CommandFailure(`Cluster ${called} has no entry node yet. \`compute status\` shows its members.`);
  return { client, id: primary.podId };
}

/** An endpoint by its id, or by its name in the stack. @throws CommandFailure like `reach`. */
export async function reachEndpoint(io: Io, flags: StateFlags, called: string): Promise<Reached> {
  const state = await stateHere(io, flags);
  return reach(io, flags, state, endpointsMeantBy(state, called), called);
}

const endpointsMeantBy = (state: State | undefined, called: string): StackResource[] =>
  meantBy(state, "Endpoint", called);

/** The resources, or effects on them, that count as endpoints. */
export const endpointsAmong = <T extends Pick<StackResource, "kind">>(resources: readonly T[]): T[] =>
  resources.filter(({ kind }) => kind === "Endpoint");

type State = NonNullable<Awaited<ReturnType<typeof stateHere>>>;

function meantBy(state: State | undefined, kind: KindName, called: string): StackResource[] {
  const all = (state?.stack.resources ?? []).filter((one) => one.kind === kind && one.id !== "");
  const byId = all.filter(({ id }) => id === called);
  return byId.length > 0 ? byId : all.filter((one) => isCurrent(one) && isNamed(one, called));
}

const isOfProvider = ({ stack: { providers } }: State, { provider }: StackResource): boolean =>
  providers.some(({ ref }) => ref === provider);

/**
 * Finds the object and its client: with the key and address of its `Provider` in the stack here, or else with those of the
 * stack or the environment. No stack is needed: an unreadable state is skipped.
 *
 * @throws CommandFailure if the key of its provider can't be decrypted, or the stack has several of the name.
 */
async function reach(
  io: Io,
  flags: StateFlags,
  state: State | undefined,
  meant: readonly StackResource[],
  called: string,
): Promise<Reached> {
  const [resource, ...others] = meant;
  if (resource && others.length > 0)
    throw new CommandFailure(
      `The stack has ${meant.length} of the kind ${resource.kind} that are called ${called}: ${meant.map(({ id }) => id).join(", ")}. Give the id of one.`,
    );
  if (state && resource && isOfProvider(state, resource)) {
    const { client } = await new AccountBook(io, flags).accountOf(await openKeys(io, state), resource);
    return { client, id: resource.id };
  }
  const lacking = state && !resource ? io.stack : undefined;
  return { client: await openPlatform(io, flags), id: resource?.id ?? called, lacking };
}

/**
 * Looks for an unknown pod among the members of clusters of the stack's `Provider`s, if the expected account lacks it.
 *
 * @throws CommandFailure if no readable account has it, and the key of a cluster's provider can't be decrypted.
 */
async function memberOfCluster(io: Io, flags: StateFlags, state: State | undefined, pod: Reached): Promise<Reached> {
  const clusters = state?.stack.resources.filter((one) => one.kind === "Cluster" && isOfProvider(state, one)) ?? [];
  if (!state || clusters.length === 0 || (await podOf(pod, io.signal))) return pod;
  const accounts = await new AccountBook(io, flags).read({ ...(await openKeys(io, state)), resources: clusters });
  for (const { client, resources } of accounts.reached) {
    const member = { client, id: pod.id };
    const cluster = resources.length > 0 && (await podOf(member, io.signal))?.cluster;
    if (cluster && resources.some(({ id }) => id === cluster.id)) return member;
  }
  refuseSealed(accounts);
  return pod;
}

const podOf = ({ client, id }: Reached, signal: AbortSignal): Promise<Pod | undefined> =>
  unlessAbsent(client.pods.get(id, { signal }));

const isNamed = ({ name, inputs, outputs }: StackResource, called: string): boolean =>
  [name, outputs["platformName"], outputs["name"], inputs["name"]].includes(called);

/** The state of the stack, with encrypted secrets; undefined if there is none or it can't be read here. */
async function stateHere(io: Io, flags: StateFlags) {
  const { EngineError } = await import("../../engine/errors.js");
  try {
    const state = await readState(io, { stack: await findStack(io, flags) });
    return { ...state, stack: readDeployment(state.text, state.where) };
  } catch (error) {
    // A failure of the CLI is reported, because people can fix it.
    if (error instanceof CliFailure) writeSentences(io.stderr, [`warning: ${error.message}`]);
    else if (!(error instanceof EngineError || error instanceof CommandFailure)) throw error;
    return undefined;
  }
}
