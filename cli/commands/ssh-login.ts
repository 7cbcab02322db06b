import { ownMember } from "../../values/own-member";
import type { Pod, SshEndpoint } from "../../api/pods";
import { NotFoundError } from "../../client/errors/api-errors";
import type { Client } from "../../client/index";
import { hasKeys, isSshAddress } from "../../client/queries/ssh";
import { capital } from "../../client/text";
import { CommandFailure, type Io, writeSentences } from "../io";
import { quoted } from "../../values/shell";
import { mayRest } from "../../provider/kinds/pod/waiting";
import { notVisible } from "../../provider/lifecycle/failures/errors";
import { goneFromPlatform } from "../logs/called";
import { type Account, AccountBook, inAccount } from "../state/accounts";
import { seenElsewhere, type Stack, type StackResource } from "../state/deployment";
import { runnerOf } from "../state/pulumi-cli";
import type { StateFlags } from "../state/load-stack";
import { namesInRuns } from "../stack/names";

/** Its name within a sentence. */
const called = ({ kind, name }: StackResource): string =>
  kind === "Cluster" ? `the entry node of cluster ${name}` : `pod ${name}`;

/** The pod or cluster of this name in a stack, and its pod if SSH can reach it. @throws CommandFailure if not. */
export async function reachableBySsh(io: Io, flags: StateFlags, stack: Stack, name: string | undefined) {
  const resource = podNamed(stack.resources, name);
  const account = await new AccountBook(io, flags).accountOf(stack, resource);
  return { resource, pod: await inAccount(account, findPod(io, account, resource)) };
}

/** The pod of a resource, or the entry node of a cluster. @throws CommandFailure that says why SSH can't reach it. */
async function findPod(io: Io, { client, here }: Account, resource: StackResource): Promise<Pod> {
  const { signal } = io;
  const pod = await getPod(client, resource, here, signal);
  if (pod.status !== "RUNNING") throw new CommandFailure(notRunning(resource, pod.status));
  if (pod.ssh.direct === null && pod.ssh.proxy === null)
    throw new CommandFailure(
      `The platform reports no SSH for ${called(resource)}. Set startSsh: true and add "22/tcp" to its ports, then run up.`,
    );
  if (!hasKeys(pod))
    writeSentences(io.stderr, [`warning: ${await withoutKeys(client, resource, signal, await runnerOf(io))}`]);
  return pod;
}

/** The pod or the cluster of this name in the program, or with this id. @throws CommandFailure if there is none, or several. */
function podNamed(resources: readonly StackResource[], name: string | undefined): StackResource {
  const hosts = hostsAmong(resources.filter(({ isLeftover }) => !isLeftover));
  const byId = hosts.find(({ id }) => id !== "" && id === name);
  if (byId) return byId;
  const named = hostsNamed(hosts, name);
  const [resource] = named;
  if (resource !== undefined && named.length > 1)
    throw new CommandFailure(
      `The stack has ${named.length} ${resource.kind.toLowerCase()}s called ${name}: ${named.map(({ id }) => id).join(", ")}. Give the id of one.`,
    );
  if (resource !== undefined) return resource;
  const names = namesInRuns(hosts.map((one) => one.name)).join(", ");
  const asked =
    name === undefined
      ? "Give the name of a pod or a cluster of the stack, or --config for all."
      : `The stack has no pod and no cluster called ${name}.`;
  throw new CommandFailure(`${asked} ${names === "" ? "It has neither." : `It has: ${names}.`}`);
}

async function getPod(client: Client, resource: StackResource, here: Account["here"], signal: AbortSignal) {
  const { kind, name, id, awaitsReplacement } = resource;
  if (id === "") throw new CommandFailure(`${kind} ${name} is not created yet. Run up first.`);
  if (awaitsReplacement)
    throw new CommandFailure(
      `The replacement of ${kind} ${name} was begun, and the new one is not made yet. Run up first.`,
    );
  try {
    const podId = kind === "Cluster" ? (await client.clusters.get(id, { signal })).primary?.podId : id;
    if (podId === undefined)
      throw new CommandFailure(`Cluster ${name} has no entry node yet. \`compute status --watch\` shows when it runs.`);
    return await client.pods.get(podId, { signal });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    const seen = seenElsewhere(resource, here);
    if (here !== undefined && seen !== undefined)
      throw new CommandFailure(notVisible(`looking at ${kind} ${id}`, seen, here));
    throw goneFromPlatform(`${kind} ${name}`, id);
  }
}

const remedies: Readonly<Record<string, string>> = {
  PROVISIONING: "Wait until it is RUNNING; `compute status --watch` shows when.",
  STARTING: "Wait until it is RUNNING; `compute status --watch` shows when.",
  EXITED: "Start it with `compute up --refresh`, unless the program sets desiredStatus to EXITED.",
};

function notRunning(resource: StackResource, status: string): string {
  const isLeft = status === "EXITED" && mayRest(resource.inputs);
  const remedy = isLeft ? "A new value in restartTriggers starts it, in an `up`." : ownMember(remedies, status);
  return `${capital(called(resource))} is ${status}, and only a RUNNING pod can be reached by SSH. ${
    remedy ?? `\`compute logs ${quoted(resource.name)}\` may say why.`
  }`;
}

/** Warns of a pod without a key from the platform (P-53). A template may have started SSH, which nobody sees here. */
async function withoutKeys(client: Client, resource: StackResource, signal: AbortSignal, runner: string) {
  const { inputs, kind, urn } = resource;
  const what = called(resource);
  const only = "you get in only if its image brings one";
  const orSetKey = kind === "Pod" ? ", or set env.PUBLIC_KEY to your public key, which restarts it" : "";
  if (inputs["startSsh"] !== true && inputs["templateId"] === undefined)
    return `${capital(what)} was made without startSsh, so the platform gave it no SSH key: ${only}. Otherwise set startSsh: true, which replaces the ${kind.toLowerCase()}${orSetKey}.`;
  const keys = await client.account.sshKeys.list({ signal }).catch(() => undefined);
  const [since, first] =
    keys?.length === 0
      ? ["the account has none registered", "register your public key, for instance with an SshKey, and replace it"]
      : ["the account had none when it was created, or env.PUBLIC_KEY was removed", "replace it"];
  return `${capital(what)} has no SSH key from the platform, since ${since}: ${only}. Otherwise ${first} with \`${runner} up --replace ${quoted(urn)}\`${orSetKey}.`;
}

/** The arguments of ssh for a resource, and its name in errors. */
export interface Login {
  readonly args: readonly string[];
  /** `pod trainer (root@203.0.113.17, port 30412)`. */
  readonly to: string;
}

export interface Ports {
  readonly local: number;
  readonly remote: number;
}

/** The limit for a login by ssh, in seconds. */
const patience = 20;

/**
 * The options by which ssh verifies the host. An address is soon reused by another pod, so a host key belongs to the id of
 * its pod: the first key is accepted, which ssh reports, and a different one of the same pod is refused. The proxy is one
 * host for all.
 *
 * @throws CommandFailure for an id that could be more than one word of an ssh file.
 */
function trust(resource: StackResource, { id, ssh: { direct } }: Pod): readonly (readonly [string, string])[] {
  if (direct !== null && !/^[\w.:-]+$/.test(id))
    throw new CommandFailure(
      `The id of ${called(resource)} is ${JSON.stringify(id)}, which ssh would not read as one word. Nothing was written or run.`,
    );
  return [
    ["StrictHostKeyChecking", "accept-new"],
    ["ConnectTimeout", String(patience)],
    ...(direct === null ? [] : ([["HostKeyAlias", `compute-${id}`]] as const)),
  ];
}

/**
 * The arguments of `ssh`. The platform's ready-made line is not used, because its text must not reach a shell.
 *
 * @param options of ssh, which precede ours.
 * @throws CommandFailure for a command through the proxy, which supports only an interactive shell (P-55).
 */
export function loginTo(
  resource: StackResource,
  pod: Pod,
  options: readonly string[],
  command: readonly string[] = [],
): Login {
  const { direct, proxy } = pod.ssh;
  if (direct === null && command.length > 0)
    throw new CommandFailure(
      `${capital(called(resource))} can be reached only through the platform's proxy, which runs no commands. Add "22/tcp" to its ports, or log in with \`compute ssh ${quoted(resource.name)}\`.`,
    );
  const { host, port, username } = checked(resource, (direct ?? proxy) as SshEndpoint);
  const own = trust(resource, pod).map(([name, value]) => `${name}=${value}`);
  return {
    args: [
      ...[...options, ...own].flatMap((option) => ["-o", option]),
      ...(port === 22 ? [] : ["-p", String(port)]),
      `${username}@${host}`,
      ...command,
    ],
    to: `${called(resource)} (${username}@${host}, port ${port})`,
  };
}

/** @throws CommandFailure if the platform's text is not an address: it must not reach a shell or an ssh file. */
function checked(resource: StackResource, endpoint: SshEndpoint): SshEndpoint {
  if (isSshAddress(endpoint)) return endpoint;
  const { host, username } = endpoint;
  throw new CommandFailure(
    `The platform answered an address for SSH to ${called(resource)} that is none: ${JSON.stringify(`${username}@${host}`)}. Nothing was run.`,
  );
}

/** The arguments of `ssh` to forward a port. @throws CommandFailure for the proxy, which forwards nothing (P-55). */
export function forwardTo(resource: StackResource, pod: Pod, ports: Ports, options: readonly string[]): Login {
  if (pod.ssh.direct === null)
    throw new CommandFailure(
      `${capital(called(resource))} can be reached only through the platform's proxy, which forwards no ports. Add "22/tcp" to its ports, then run up.`,
    );
  const forwarding = ["-N", "-o", "ExitOnForwardFailure=yes", "-L", `${ports.local}:localhost:${ports.remote}`];
  const { args, to } = loginTo(resource, pod, options);
  return { args: [...forwarding, ...args], to };
}

/** The resources for a login; pods first. */
export const hostsAmong = (resources: readonly StackResource[]): StackResource[] => [
  ...resources.filter(({ kind }) => kind === "Pod"),
  ...resources.filter(({ kind }) => kind === "Cluster"),
];

/** What a name means among hosts, as {@link hostsAmong} orders them: pods, or else clusters. */
export function hostsNamed(hosts: readonly StackResource[], name: string | undefined): StackResource[] {
  const named = hosts.filter((one) => one.name === name);
  return named.filter(({ kind }) => kind === named[0]?.kind);
}

/** Tells whether ssh reads a name as that of one host, rather than as a pattern or several. */
export const isHost = (name: string): boolean => /^[\w.@:/-]+$/.test(name);

/** The lines of a host in an ssh file. @throws CommandFailure */
export function hostLines(resource: StackResource, pod: Pod): string[] {
  const { direct, proxy } = pod.ssh;
  const { host, port, username } = checked(resource, (direct ?? proxy) as SshEndpoint);
  const settings = [["HostName", host], ["Port", port], ["User", username], ...trust(resource, pod)];
  return [`Host ${resource.name}`, ...settings.map(([name, value]) => `    ${name} ${value}`)];
}
