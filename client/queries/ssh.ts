import type { Pod, SshEndpoint } from "../../api/pods";

/** Whether it is an address for SSH at all: what the platform says must not reach a shell or a file of ssh's. */
export const isSshAddress = ({ host, port, username }: SshEndpoint): boolean =>
  /^[\w.:][\w.:-]*$/.test(host) && /^\w[\w.-]*$/.test(username) && Number.isInteger(port) && port > 0 && port < 65_536;

/** A way into a pod with a line for a shell that is made from its checked parts; null where they are no address. */
const withOwnCommand = (way: SshEndpoint | null): SshEndpoint | null => {
  if (way === null || !isSshAddress(way)) return null;
  const { host, port, username } = way;
  return {
    ...way,
    command: `ssh ${username}@${host}${port === 22 ? "" : ` -p ${port}`}`,
  };
};

/** Whether the pod has keys to let people in by: the platform gives it those that the account had when it was created. */ // P-53, U-4
export const hasKeys = ({ env }: Pick<Pod, "env">): boolean => Boolean(env["PUBLIC_KEY"]);

/** The ways into a pod, and the command of the best of them, direct before proxy; null while nobody can log in. */ // P-55
export function sshWaysOf(pod: Pick<Pod, "ssh" | "status" | "env">): Pod["ssh"] & { readonly command: string | null } {
  const { ssh, status } = pod;
  const [proxy, direct] = [withOwnCommand(ssh.proxy), withOwnCommand(ssh.direct)];
  const isOpen = status === "RUNNING" && hasKeys(pod);
  return { ...ssh, proxy, direct, command: isOpen ? (direct?.command ?? proxy?.command ?? null) : null };
}
