import { collected } from "../../values/many";
import type { Pod } from "../../api/pods";
import type { QueueHealth } from "../../api/queue";
import type { WorkerList } from "../../api/serverless";
import { templateSources } from "../../api/words";
import type { Template } from "../../api/templates";
import { delegationIn } from "../reads/sources";
import { listOf, oneOf } from "./lookup";
import type { Ask } from "./questions";
import { sshWaysOf } from "./ssh";

export interface GetPodsArgs {
  /** Also members of clusters. Default false. */ // P-2
  readonly includeClusterPods?: boolean | undefined;
}

/** A pod, and with its ways in the command of the best of them, direct before proxy; null while nobody can log in. */
export type FoundPod = Pod & { readonly ssh: { readonly command: string | null } };

const withCommand = (pod: Pod): FoundPod => ({ ...pod, ssh: sshWaysOf(pod) });

/** Every pod of the account, newest first: one call for each 1,000. */
export const pods = (once: Ask, { includeClusterPods = false }: GetPodsArgs): Promise<FoundPod[]> =>
  once(`pods ${includeClusterPods}`, async (client) =>
    (await collected(client.pods.listAll({ includeClusterPods }))).map(withCommand),
  );

/** Also a member of a cluster by its id. */
export const pod = oneOf(
  "pod",
  (once) => pods(once, {}),
  async (client, id) => withCommand(await client.pods.get(id)),
);

export const clusters = listOf("clusters", (client) => client.clusters.list());
export const cluster = oneOf("cluster", clusters, (client, id) => client.clusters.get(id));

export const networkVolumes = listOf("network volumes", (client) => client.networkVolumes.list());
export const networkVolume = oneOf("network volume", networkVolumes, (client, id) => client.networkVolumes.get(id));

export const registryCredentials = listOf("registry credentials", (client) => client.registries.list());
export const registryCredential = oneOf("registry credential", registryCredentials, (client, id) =>
  client.registries.get(id),
);

/** The platform has no address for one delegation, so its client takes it out of the list. */
export const registryDelegations = listOf("registry delegations", (client) => client.registries.delegations.list());
export const registryDelegation = oneOf("registry delegation", registryDelegations, async (client, id) =>
  delegationIn(await client.registries.delegations.list(), id),
);

/** The account's public SSH keys, one authorized_keys line each. */ // U-1
export const sshKeys = listOf("ssh keys", (client) => client.account.sshKeys.list());

/** Every secret of the account, without its value. */ // U-10, U-16
export const accountSecrets = listOf("secrets", (client) => client.account.secrets.list());
/** Names are compared without regard to case, as the platform does. */ // U-10
export const accountSecret = oneOf(
  "secret",
  accountSecrets,
  (client, id) => client.account.secrets.get(id),
  (one, other) => one.toLowerCase() === other.toLowerCase(),
);

export interface GetTemplatesArgs {
  /** `own` for those of the account, else a slice of the public catalog, at most 100. Default: all of them. */ // T-1, K-7
  readonly source?: Source | undefined;
}

const sources = ["own", ...templateSources] as const;
type Source = (typeof sources)[number];

/** Templates, each once. `serverless` ones are not for pods. */
export async function templates(once: Ask, { source }: GetTemplatesArgs): Promise<Template[]> {
  const slices = await Promise.all((source ? [source] : sources).map((each) => slice(once, each)));
  const found = slices.flat();
  return [...new Map(found.map((template) => [template.id, template] as const)).values()];
}

const slice = (once: Ask, source: Source): Promise<Template[]> =>
  once(`templates ${source}`, (client) =>
    source === "own" ? collected(client.templates.listAll()) : client.catalog.templates({ source }),
  );

/** Every serverless endpoint of the account. */
export const endpoints = listOf("endpoints", ({ serverless }) => collected(serverless.listAll()));
export const endpoint = oneOf("serverless endpoint", endpoints, ({ serverless }, id) => serverless.get(id));

export interface GetEndpointHealthArgs {
  readonly endpointId: string;
}

/** Jobs and workers of one queue endpoint, counted. @throws NotFoundError when there is no such endpoint. */
export const endpointHealth = (once: Ask, { endpointId }: GetEndpointHealthArgs): Promise<QueueHealth> =>
  once(`health ${endpointId}`, (client) => client.queue(endpointId).health());

export interface GetServerlessWorkersArgs {
  readonly endpointId: string;
}

/** The workers of one endpoint. @throws NotFoundError when there is no such endpoint. */
export const serverlessWorkers = (once: Ask, { endpointId }: GetServerlessWorkersArgs): Promise<WorkerList> =>
  once(`workers ${endpointId}`, (client) => client.serverless.workers(endpointId));
