import type { Pod } from "../../api/pods";
import { NotFoundError } from "../../client/errors/api-errors";
import type { Client } from "../../client/index";
import { CommandFailure, type Io, writeSentences } from "../io";
import { openPlatform, type PlatformFlags } from "../platform";
import { findStack } from "../stack/flags";
import { AccountBook, refuseSealed } from "./accounts";
import { isCurrent, type Kind, readDeployment, type StackResource } from "./deployment";
import { CliFailure } from "./elsewhere";
import { openKeys, readState } from "./load-stack";

/** An object that a person names, and with what it is reached. */
export interface Reached {
  readonly client: Client;
  readonly id: string;
}

/**
 * A pod by its id or its name. A cluster stands for its entry node, and each of its members can be named by its own id.
 *
 * @throws CommandFailure as `reach` does, and where a cluster has no entry node yet.
 */
export async function reachPod(io: Io, flags: PlatformFlags, called: string): Promise<Reached> {
  const state = await stateHere(io, flags);
  const pods = meantBy(state, "Pod", called);
  if (pods.length > 0) return reach(io, flags, state, pods, called);
  const clusters = meantBy(state, "Cluster", called);
  const [cluster] = clusters;
  if (!cluster) return memberOfCluster(io, flags, state, await reach(io, flags, state, [], called));
  const { client } = await reach(io, flags, state, clusters, called);
  const { primary } = await client.clusters.get(cluster.id, { signal: io.signal });
  if (!primary)
    throw new CommandFailure(`Cluster ${called} has no entry node yet. \`compute status\` shows its members.`);
  return { client, id: primary.podId };
}

/** An endpoint by its id, or by the name that it has in the stack. @throws CommandFailure as `reach` does. */
export async function reachEndpoint(io: Io, flags: PlatformFlags, called: string): Promise<Reached> {
  const state = await stateHere(io, flags);
  return reach(io, flags, state, meantBy(state, "Endpoint", called), called);
}

/** What may be named as an endpoint. */
export const endpointsAmong = (resources: readonly StackResource[]): StackResource[] =>
  resources.filter(({ kind }) => kind === "Endpoint");

type State = NonNullable<Awaited<ReturnType<typeof stateHere>>>;

/** The resources of this kind that a person names by the id or a name. */
function meantBy(state: State | undefined, kind: Kind, called: string): StackResource[] {
  const all = (state?.stack.resources ?? []).filter((one) => one.kind === kind && one.id !== "");
  const byId = all.filter(({ id }) => id === called);
  return byId.length > 0 ? byId : all.filter((one) => isCurrent(one) && isNamed(one, called));
}

/** Whether a resource has one of the providers that the program names. */
const isOfProvider = ({ stack: { providers } }: State, { provider }: StackResource): boolean =>
  providers.some(({ ref }) => ref === provider);

/**
 * How to reach what is meant: with the key and at the address of its `Provider`, where the stack here has it by one, and else with those
 * of the stack or the environment. A command that uses this needs no stack: one whose state can't be read here is passed over.
 *
 * @throws CommandFailure where the key of its provider can't be opened, or the name fits several.
 */
async function reach(
  io: Io,
  flags: PlatformFlags,
  state: State | undefined,
  meant: readonly StackResource[],
  called: string,
): Promise<Reached> {
  const [resource, ...others] = meant;
  if (!state || !meant.some((one) => isOfProvider(state, one))) {
    // The one that the stack has by this name is meant, whatever else in the account is called so.
    const id = resource && others.length === 0 ? resource.id : called;
    return { client: await openPlatform(io, flags), id };
  }
  if (others.length > 0)
    throw new CommandFailure(
      `The stack has ${meant.length} of the kind ${resource!.kind} that are called ${called}: ${meant.map(({ id }) => id).join(", ")}. Give the id of one.`,
    );
  const { client } = await new AccountBook(io, flags).accountOf(await openKeys(io, state), resource!);
  return { client, id: resource!.id };
}

/**
 * What no state names may be a member of a cluster that the stack has by a `Provider`: it is looked for there, where the account that it
 * was to be reached in does not have it.
 *
 * @throws CommandFailure where it is in none of the accounts that can be looked at, and the key of a cluster's provider can't be opened.
 */
async function memberOfCluster(io: Io, flags: PlatformFlags, state: State | undefined, pod: Reached): Promise<Reached> {
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

async function podOf({ client, id }: Reached, signal: AbortSignal): Promise<Pod | undefined> {
  try {
    return await client.pods.get(id, { signal });
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** By its name in the program, or on the platform. */
const isNamed = ({ name, inputs, outputs }: StackResource, called: string): boolean =>
  [name, outputs["platformName"], outputs["name"], inputs["name"]].includes(called);

/** The state of the stack that is meant, with its secrets closed; undefined where there is none, or it can't be read here. */
async function stateHere(io: Io, flags: PlatformFlags) {
  const { EngineError } = await import("../../engine/errors.js");
  try {
    const state = await readState(io, { stack: await findStack(io, flags) });
    return { ...state, stack: readDeployment(state.text, state.where) };
  } catch (error) {
    // Where the state is read by the CLI, people can do something about its failure.
    if (error instanceof CliFailure) writeSentences(io.stderr, [`warning: ${error.message}`]);
    else if (!(error instanceof EngineError || error instanceof CommandFailure)) throw error;
    return undefined;
  }
}
