import * as pulumi from "@pulumi/pulumi";

/**
 * Where the provider finds the platform, as this stack is configured: namespace `compute`, before the environment
 * (`COMPUTE_API_KEY`, `COMPUTE_API_URL`, `COMPUTE_BASE_URL`, `COMPUTE_QUEUE_URL`, `COMPUTE_PORT_URL`). Nothing has a default.
 */
export const config = {
  /** The API key, a secret. */
  get apiKey(): pulumi.Output<string> | undefined {
    const value = process.env["COMPUTE_API_KEY"];
    return namespace().getSecret("apiKey") ?? (value ? pulumi.secret(value) : undefined);
  },
  /** Prefix before `/v2/…` of the management interface. */
  get apiUrl(): string | undefined {
    return setting("apiUrl", "COMPUTE_API_URL");
  },
  /** Address of the version 1 interface, ends in `/v1`. */
  get baseUrl(): string | undefined {
    return setting("baseUrl", "COMPUTE_BASE_URL");
  },
  /** Prefix before `/v2/{endpointId}/…` of the queue. */
  get queueUrl(): string | undefined {
    return setting("queueUrl", "COMPUTE_QUEUE_URL");
  },
  /** Where http ports of pods are served, with `{podId}` and `{port}` in it, as in `https://{podId}-{port}.example.com`. */
  get portUrl(): string | undefined {
    return setting("portUrl", "COMPUTE_PORT_URL");
  },
};

const namespace = (): pulumi.Config => new pulumi.Config("compute");

const setting = (name: string, variable: string): string | undefined =>
  namespace().get(name) ?? (process.env[variable] || undefined);
