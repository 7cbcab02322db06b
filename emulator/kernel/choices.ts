import { maxHttpPorts, maxVariables } from "../../api/container";

/**
 * The contract's choices (section 17) that are plain values: what neither the seed nor the live service states. Each is
 * here once, to be changed here when the live service shows otherwise. Choices that are behaviour are functions next to
 * their use, with their CH number in the docstring.
 */
export const choices = {
  /** CH-2: the `detail` of a 401 for a key that is no key. */
  invalidToken: "invalid bearer token",
  /** CH-11: `{{ PLATFORM_SECRET_name }}` in an env value (U-17), and the reserved start of secret names (U-11). */
  secretPrefix: "PLATFORM",
  /** CH-18: container disk in GB when neither body nor template says (P-16). */
  defaultDiskGb: 50,
  /** M-11. */
  maxEnv: maxVariables,
  /** M-11. */
  maxHttpPorts,
  /** P-19, CH-19: USD per hour over all resources. */
  spendingCapPerHourUsd: 80,
  /** */
  defaultPageSize: 1000,
  /** K-7. */
  maxCatalogTemplates: 100,
  /** Largest body of an operation that states no limit: above the largest secret (U-11) with JSON's escapes. */
  maxBodyBytes: 32 * 1024 * 1024,
  /** Deepest JSON accepted; deeper is refused with 400 before anything walks it. */
  maxJsonDepth: 512,
  /** Where the queue's operations and the two other surfaces live on the emulator's one port. */
  queuePrefix: "/queue",
  basePrefix: "/v1",
  /** P-30: the proxy every pod's `ssh.proxy` names. */
  sshProxyHost: "ssh.platform.example",
  /** P-56. */
  internalDnsSuffix: "internal.platform.example",
} as const;
