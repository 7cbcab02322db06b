import { serverless, type ServerlessEndpoint } from "../../api/serverless";
import { ConfigurationError } from "../errors/errors";
import type { CallOptions } from "../http/prepare";
import type { Transport } from "../http/transport";
import { type Address, addressOf } from "../settings/address";
import type { Addresses } from "../settings/options";

export type Reported = Pick<ServerlessEndpoint, "requestUrls">;

/** Where the queues of endpoints are, for a client without `queueUrl`: each endpoint reports its own, and is asked once. */ // E-15
export class QueueAddresses {
  private readonly found = new Map<string, Address>();

  constructor(private readonly transport: Transport) {}

  /** Undefined where `queueUrl` says it for all endpoints. @param reported the endpoint, if it has been read already. */
  async of(endpointId: string, { signal, priority }: CallOptions, reported?: Reported): Promise<Address | undefined> {
    const { addresses } = this.transport;
    if (addresses.queueUrl) return undefined;
    if (!addresses.apiUrl) return addressOf("queue", addresses);
    const known = this.found.get(endpointId);
    if (known) return known;
    const asked = { params: { id: endpointId }, signal, priority };
    const { requestUrls } = reported ?? (await this.transport.call(serverless.get, asked));
    const { run, base } = { ...requestUrls } as { readonly run?: string; readonly base?: string };
    if (run === undefined && base !== undefined)
      throw new ConfigurationError(
        "queueUrl",
        `Endpoint ${endpointId} has no queue: it balances load, and reports no address for jobs.`,
      );
    const address = run === undefined ? addressOf("queue", addresses) : reportedBy(endpointId, run, addresses);
    this.found.set(endpointId, address);
    return address;
  }
}

/** @throws ConfigurationError for an address of another form than the contract has it, or where the key must not go. */
function reportedBy(endpointId: string, url: string, addresses: Addresses): Address {
  const end = `/v2/${endpointId}/run`;
  const refuse = (why: string) =>
    new ConfigurationError(
      "queueUrl",
      `Endpoint ${endpointId} reports an address of its queue that can't be used: ${why} Set queueUrl, which goes before it.`,
    );
  if (!url.endsWith(end)) throw refuse(`it does not end in ${end}.`);
  try {
    return addressOf("queue", { ...addresses, queueUrl: url.slice(0, -end.length) });
  } catch (error) {
    throw error instanceof ConfigurationError ? refuse(error.message) : error;
  }
}
