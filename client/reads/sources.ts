import type { Secret } from "../../api/account";
import type { Cluster } from "../../api/clusters";
import type { NetworkVolume } from "../../api/network-volumes";
import type { Pod } from "../../api/pods";
import type { Delegation, Registry } from "../../api/registries";
import type { ServerlessEndpoint } from "../../api/serverless";
import type { Template } from "../../api/templates";
import type { Priority } from "../http/prepare";
import { NotFoundError } from "../errors/api-errors";
import type { Source } from "./snapshot";
import type { Call } from "../http/transport";

/* eslint-disable @typescript-eslint/no-require-imports -- an interface is loaded when something of it is first read */
const secrets = () => (require("../../api/account") as typeof import("../../api/account")).secrets;
const clusters = () => (require("../../api/clusters") as typeof import("../../api/clusters")).clusters;
const networkVolumes = () =>
  (require("../../api/network-volumes") as typeof import("../../api/network-volumes")).networkVolumes;
const pods = () => (require("../../api/pods") as typeof import("../../api/pods")).pods;
const registries = () => (require("../../api/registries") as typeof import("../../api/registries")).registries;
const delegations = () => (require("../../api/registries") as typeof import("../../api/registries")).delegations;
const serverless = () => (require("../../api/serverless") as typeof import("../../api/serverless")).serverless;
const templates = () => (require("../../api/templates") as typeof import("../../api/templates")).templates;
/* eslint-enable @typescript-eslint/no-require-imports */

/** Where the kinds that Pulumi manages are read from. */
export interface Sources {
  readonly pod: Source<Pod>;
  readonly cluster: Source<Cluster>;
  readonly networkVolume: Source<NetworkVolume>;
  readonly registry: Source<Registry>;
  readonly template: Source<Template>;
  readonly endpoint: Source<ServerlessEndpoint>;
  readonly secret: Source<Secret>;
  readonly delegation: Source<Delegation>;
}

export function sources(call: Call, priority: Priority): Sources {
  const idOf = ({ id }: { readonly id: string }) => id;
  const whole = <T>(items: readonly T[]) => ({ items });
  return {
    pod: {
      idOf,
      get: (id) => call(pods().get, { params: { id }, priority }),
      async page(cursor) {
        // Members of clusters are not asked for: a page would fill up with them, and they are read by id (P-2).
        const page = await call(pods().list, { params: {}, query: pageAt(cursor), priority });
        return { items: page.pods, pagination: page.pagination };
      },
    },
    cluster: {
      idOf,
      get: (id) => call(clusters().get, { params: { id }, priority }),
      page: async () => whole((await call(clusters().list, { params: {}, priority })).clusters),
    },
    networkVolume: {
      idOf,
      get: (id) => call(networkVolumes().get, { params: { id }, priority }),
      page: async () => whole((await call(networkVolumes().list, { params: {}, priority })).networkVolumes),
    },
    registry: {
      idOf,
      get: (id) => call(registries().get, { params: { id }, priority }),
      page: async () => whole((await call(registries().list, { params: {}, priority })).registries),
    },
    template: {
      idOf,
      get: (id) => call(templates().get, { params: { id }, priority }),
      async page(cursor) {
        const page = await call(templates().list, { params: {}, query: pageAt(cursor), priority });
        return { items: page.templates, pagination: page.pagination };
      },
    },
    endpoint: {
      idOf,
      get: (id) => call(serverless().get, { params: { id }, priority }),
      async page(cursor) {
        const page = await call(serverless().list, { params: {}, query: pageAt(cursor), priority });
        return { items: page.endpoints, pagination: page.pagination };
      },
    },
    secret: {
      idOf,
      get: (id) => call(secrets().get, { params: { id }, priority }),
      page: async () => whole((await call(secrets().list, { params: {}, query: {}, priority })).secrets),
    },
    delegation: {
      idOf,
      get: async (id) => delegationIn((await call(delegations().list, { params: {}, priority })).delegations, id),
      page: async () => whole((await call(delegations().list, { params: {}, priority })).delegations),
    },
  };
}

/** The largest page there is. */
const pageAt = (cursor: string | undefined) => ({ limit: 1_000, ...(cursor === undefined ? {} : { cursor }) });

/** @throws NotFoundError, as a read of one object does, when the list lacks it. */
export function delegationIn(all: readonly Delegation[], id: string): Delegation {
  const found = all.find((delegation) => delegation.id === id);
  if (found) return found;
  throw new NotFoundError("GET /v2/registries/delegations", { status: 404, detail: `there is no delegation ${id}` });
}
