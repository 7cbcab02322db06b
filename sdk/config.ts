import * as pulumi from "@pulumi/pulumi";
import { resolveSettings, type Settings } from "../client/settings/settings";

/** Not through `pulumi.Config`, which warns when a secret is read in the clear: it goes to the client and nowhere else. */
export const settings = (): Settings =>
  resolveSettings((name) => pulumi.runtime.getConfig(`compute:${name}`), process.env);

/**
 * Where the provider finds the platform, as this stack is configured: namespace `compute`, before the environment
 * (`COMPUTE_API_KEY`, `COMPUTE_API_URL`, `COMPUTE_BASE_URL`, `COMPUTE_QUEUE_URL`, `COMPUTE_QUEUE_AUTH`, `COMPUTE_PORT_URL`). Nothing has a default.
 */
export const config = {
  /** The API key, a secret. */
  get apiKey(): pulumi.Output<string> | undefined {
    const { apiKey } = settings();
    return apiKey === undefined ? undefined : pulumi.secret(apiKey);
  },
  /** Prefix before `/v2/…` of the platform's API. */
  get apiUrl(): string | undefined {
    return settings().apiUrl;
  },
  /** Address of the version 1 interface, ends in `/v1`. */
  get baseUrl(): string | undefined {
    return settings().baseUrl;
  },
  /** Prefix before `/v2/{endpointId}/…` of the queue. */
  get queueUrl(): string | undefined {
    return settings().queueUrl;
  },
  /** The form of authorization on the queue: `bearer`, which is the default, or `bare`. */
  get queueAuth(): "bearer" | "bare" | undefined {
    return settings().queueAuth;
  },
  /** Where http ports of pods are served, with `{podId}` and `{port}` in it, as in `https://{podId}-{port}.example.com`. */
  get portUrl(): string | undefined {
    return settings().portUrl;
  },
};

/** Whether the stack has it as a secret: then so are the addresses that are made from it. */
export function isPortUrlSecret(): boolean {
  // Not among the types of Pulumi's SDK, whose own `Config` asks the same.
  const { isConfigSecret } = pulumi.runtime as { readonly isConfigSecret?: (key: string) => boolean };
  return isConfigSecret?.("compute:portUrl") === true;
}
