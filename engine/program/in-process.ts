import type { ProviderSettings } from "../hosts/host";
import type { Monitor } from "../protocol/monitor-server";
import type { RawProvider } from "../protocol/provider-verbs";
import type { Unconfigured } from "../hosts/provider-pool";

/**
 * A program and its provider in this very process, reached without gRPC and without children: how a proof runs
 * thousands of operations a minute. Everything between the two is the engine as it is.
 */
export interface InProcess {
  /** Registers what the program asks for. What it throws ends the operation. */
  readonly run: (monitor: Monitor) => Promise<void>;
  /** Starts a provider host, configured. */
  readonly connect: (settings: ProviderSettings) => Promise<RawProvider>;
  /** Starts the plugin of a package. */
  readonly launch: () => Promise<Unconfigured>;
}
