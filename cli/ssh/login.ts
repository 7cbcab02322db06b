import type { Pod, SshEndpoint } from "../../api/pods";
import { NotFoundError } from "../../client/errors/api-errors";
import type { Client } from "../../client/index";
import { CommandFailure } from "../io";
import { notVisible } from "../../provider/lifecycle/errors";
import type { Account } from "../state/accounts";
import type { StackResource } from "../state/deployment";
import { seenElsewhere, type Sighting } from "../state/sightings";

/**
 * The pod of a resource, where somebody can log in to it.
 *
 * @throws CommandFailure that says why nobody can.
 */
export async function findPod(
  { client, here }: Pick<Account, "client" | "here">,
  resource: StackResource,
  signal: AbortSignal,
): Promise<Pod> {
  const { name } = resource;
  const pod = await getPod(client, resource, here, signal);
  if (pod.status !== "RUNNING") throw new CommandFailure(notRunning(name, pod.status));
  if (pod.ssh.direct === null && pod.ssh.proxy === null)
    throw new CommandFailure(
      `The platform reports no SSH for pod ${name}. Set startSsh: true and add "22/tcp" to its ports, then run up.`,
    );
  if (isWithoutSsh(resource, pod))
    throw new CommandFailure(
      `Pod ${name} was made without SSH. Set startSsh: true; this replaces the pod. Or set env.PUBLIC_KEY to your public key, if its image starts SSH for it.`,
    );
  if (!hasKeys(pod)) await refuseWithoutKeys(client, resource, signal);
  return pod;
}

/** The platform puts the account's keys there when the pod is made (P-53). Where they are, somebody is let in. */
const hasKeys = ({ env }: Pod): boolean => env["PUBLIC_KEY"] !== undefined;

/**
 * Nobody can log in to this pod of a resource, although the platform may report an address for SSH (P-55). A template may have started
 * SSH, which nobody can see from here; such a pod counts as one with SSH.
 */
export const isWithoutSsh = ({ inputs }: StackResource, pod: Pod): boolean =>
  !hasKeys(pod) && inputs["startSsh"] !== true && inputs["templateId"] === undefined;

/** The pod of this name in the program. @throws CommandFailure where there is none, or several. */
export function podNamed(resources: readonly StackResource[], name: string): StackResource {
  const pods = resources.filter(({ kind, isLeftover }) => kind === "Pod" && !isLeftover);
  const named = pods.filter((pod) => pod.name === name);
  const [pod] = named;
  if (named.length > 1)
    throw new CommandFailure(
      `The stack has ${named.length} pods called ${name}: ${named.map(({ urn }) => urn).join(", ")}. \`compute status\` shows the SSH line of each.`,
    );
  if (pod !== undefined) return pod;
  const names = pods.map((one) => one.name).join(", ");
  throw new CommandFailure(
    `The stack has no pod called ${name}. ${names === "" ? "It has no pods." : `It has: ${names}.`}`,
  );
}

async function getPod(
  client: Client,
  resource: StackResource,
  here: Sighting | undefined,
  signal: AbortSignal,
): Promise<Pod> {
  const { name, id } = resource;
  if (id === "") throw new CommandFailure(`Pod ${name} is not created yet. Run up first.`);
  try {
    return await client.pods.get(id, { signal });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    const seen = here === undefined ? undefined : seenElsewhere(resource, here);
    if (here !== undefined && seen !== undefined)
      throw new CommandFailure(notVisible(`looking at Pod ${id}`, seen, here));
    throw new CommandFailure(
      `Pod ${name} (${id}) does not exist on the platform any more. \`compute drift\` shows what else changed.`,
    );
  }
}

const remedies: Readonly<Record<string, string>> = {
  PROVISIONING: "Wait until it is RUNNING; `compute status --watch` shows when.",
  STARTING: "Wait until it is RUNNING; `compute status --watch` shows when.",
  EXITED: "Start it with `compute up --refresh`, unless the program sets desiredStatus to EXITED.",
};

const notRunning = (name: string, status: string): string =>
  `Pod ${name} is ${status}, and only a RUNNING pod can be reached by SSH. ${
    remedies[status] ?? `\`compute logs ${name}\` may say why.`
  }`;

/** An image may have keys of its own, which nobody can see from here, so only an account without keys is a reason. */
async function refuseWithoutKeys(client: Client, { name }: StackResource, signal: AbortSignal): Promise<void> {
  const keys = await client.account.sshKeys.list({ signal }).catch(() => undefined);
  if (keys?.length === 0)
    throw new CommandFailure(
      `The account has no SSH key registered, so you can't log in to pod ${name}. Register your public key; only pods created after that accept it.`,
    );
}

/**
 * What `ssh` is called with. The platform's ready-made line is not used: what it says must not reach a shell.
 *
 * @throws CommandFailure for a command where only the proxy is left, which carries an interactive shell only (P-55).
 */
export function sshArguments(name: string, { ssh: { direct, proxy } }: Pod, command: readonly string[]): string[] {
  if (direct === null && command.length > 0)
    throw new CommandFailure(
      `Pod ${name} can be reached only through the platform's proxy, which runs no commands. Add "22/tcp" to its ports, or log in with \`compute ssh ${name}\`.`,
    );
  const { host, port, username } = (direct ?? proxy) as SshEndpoint;
  if (!/^[\w.:][\w.:-]*$/.test(host) || !/^\w[\w.-]*$/.test(username))
    throw new CommandFailure(
      `The platform answered an address for SSH to pod ${name} that is none: ${JSON.stringify(`${username}@${host}`)}. Nothing was run.`,
    );
  return [...(port === 22 ? [] : ["-p", String(port)]), `${username}@${host}`, ...command];
}
