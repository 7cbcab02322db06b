/** What the addresses of a pod follow from. */
export interface Reachable {
  readonly id: string;
  /** As in the arguments: `8080/http`. */
  readonly ports: readonly string[];
  /** Addresses that the platform tells, by port. */
  readonly endpoints: Readonly<Record<string, string>>;
}

/**
 * The address of each http port of a pod. The platform serves http ports through a proxy of its own, and its contract names
 * no address for them: it follows from `pattern`, in which `{podId}` and `{port}` stand for both. Without a pattern a port has
 * an address only where the platform tells one.
 */
export function portUrls({ id, ports, endpoints }: Reachable, pattern: string | undefined): Record<string, string> {
  const http = ports.filter((port) => port.endsWith("/http"));
  return Object.fromEntries(
    http.flatMap((port) => {
      const told = endpoints[port];
      const url =
        pattern?.replaceAll("{podId}", id).replaceAll("{port}", port.slice(0, -"/http".length)) ??
        (told && `http://${told}`);
      return url ? [[port, url] as const] : [];
    }),
  );
}
