import type { Cluster } from "../../api/clusters";
import type { NetworkVolume } from "../../api/network-volumes";
import type { Pod } from "../../api/pods";
import type { Delegation, Registry } from "../../api/registries";
import type { Secret } from "../../api/account";
import { templateSources } from "../../api/words";
import type { Template } from "../../api/templates";
import type { Client } from "../client";
import { lookUp, type LookupArgs } from "./lookup";
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
  once(`pods ${includeClusterPods}`, async (client) => {
    const found: FoundPod[] = [];
    for await (const pod of client.pods.listAll({ includeClusterPods })) found.push(withCommand(pod));
    return found;
  });

/** One pod, by id or by name; also a member of a cluster by its id. */
export const pod = (once: Ask, args: LookupArgs): Promise<FoundPod> =>
  lookUp(
    "pod",
    args,
    () => pods(once, {}),
    (id) => once(`pod ${id}`, async (client) => withCommand(await client.pods.get(id))),
  );

export const clusters = (once: Ask): Promise<Cluster[]> => once("clusters", (client) => client.clusters.list());

export const cluster = (once: Ask, args: LookupArgs): Promise<Cluster> =>
  lookUp(
    "cluster",
    args,
    () => clusters(once),
    (id) => once(`cluster ${id}`, (client) => client.clusters.get(id)),
  );

export const networkVolumes = (once: Ask): Promise<NetworkVolume[]> =>
  once("networkVolumes", (client) => client.networkVolumes.list());

export const networkVolume = (once: Ask, args: LookupArgs): Promise<NetworkVolume> =>
  lookUp(
    "network volume",
    args,
    () => networkVolumes(once),
    (id) => once(`network volume ${id}`, (client) => client.networkVolumes.get(id)),
  );

export const registryCredentials = (once: Ask): Promise<Registry[]> =>
  once("registries", (client) => client.registries.list());

export const registryCredential = (once: Ask, args: LookupArgs): Promise<Registry> =>
  lookUp(
    "registry credential",
    args,
    () => registryCredentials(once),
    (id) => once(`registry credential ${id}`, (client) => client.registries.get(id)),
  );

export const registryDelegations = (once: Ask): Promise<Delegation[]> =>
  once("delegations", (client) => client.registries.delegations.list());

/** One delegation, by id or by name. The platform has no address for one, so the list says what there is. */
export const registryDelegation = (once: Ask, args: LookupArgs): Promise<Delegation> =>
  lookUp(
    "registry delegation",
    args,
    () => registryDelegations(once),
    (id) => once(`delegation ${id}`, (client) => client.registries.delegations.get(id)),
  );

/** The account's public SSH keys, one authorized_keys line each. */ // U-1
export const sshKeys = (once: Ask): Promise<string[]> => once("ssh keys", (client) => client.account.sshKeys.list());

/** Every secret of the account, without its value. */ // U-10, U-16
export const accountSecrets = (once: Ask): Promise<Secret[]> =>
  once("account secrets", (client) => client.account.secrets.list());

/** One secret of the account, by id or by name; names are compared without regard to case, as the platform does. */ // U-10
export const accountSecret = (once: Ask, args: LookupArgs): Promise<Secret> =>
  lookUp(
    "secret",
    args,
    () => accountSecrets(once),
    (id) => once(`account secret ${id}`, (client) => client.account.secrets.get(id)),
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
    source === "own" ? ownTemplates(client) : client.catalog.templates({ source }),
  );

async function ownTemplates(client: Client): Promise<Template[]> {
  const found: Template[] = [];
  for await (const template of client.templates.listAll()) found.push(template);
  return found;
}
