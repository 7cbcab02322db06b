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

/** The ways into a pod, and the command of the best of them, direct before proxy; null while there is none. */
export function sshWaysOf(ssh: Pod["ssh"]): Pod["ssh"] & { readonly command: string | null } {
  const [proxy, direct] = [withOwnCommand(ssh.proxy), withOwnCommand(ssh.direct)];
  return {
    ...ssh,
    proxy,
    direct,
    command: direct?.command ?? proxy?.command ?? null,
  };
}
