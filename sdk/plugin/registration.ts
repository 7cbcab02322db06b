import { version } from "../../client/http/version";
import type { Registration } from "../resource";

/** Resources of the plugin `pulumi-resource-compute`, of this package's version. The engine tells it what the constant and the key tell. */
export const throughPlugin: Registration = {
  type: (kind) => `compute:index:${kind}`,
  formerType: (kind) => `pulumi-nodejs:dynamic/compute:${kind}`,
  handOver: () => ({}),
  marksSecrets: true,
  options: { version },
};
