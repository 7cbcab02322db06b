/** Host and port as in an address, without the scheme's own port: `api.example.com`, `127.0.0.1:8080`. */
export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : "");

/** Scheme, host and port; undefined for what is not an address. */
export const originOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).origin : undefined;

/** Whether a request to this host stays on this machine. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/** Hosts in a list such as `api.example.com, emulator:8080`. An address stands for its host. */
export const namedHosts = (text: string | undefined): string[] =>
  (text ?? "")
    .split(/[\s,]+/)
    .filter((name) => name !== "")
    .map((name) => (name.includes("://") ? hostOf(name) : name.toLowerCase()));

/** A host is named with its port, unless that is the scheme's own. */
export const listed = (address: string, hosts: readonly string[]): boolean => hosts.includes(hostOf(address));
