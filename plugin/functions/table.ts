import * as z from "zod";
import { Secret } from "../../api/account";
import { clouds } from "../../api/pods";
import { complianceMarks, CpuType, DataCenter, GpuType, regions } from "../../api/catalog";
import { templateSources } from "../../api/words";
import { Cluster } from "../../api/clusters";
import { NetworkVolume, volumeTypes } from "../../api/network-volumes";
import { Pod } from "../../api/pods";
import { Delegation, Registry } from "../../api/registries";
import { QueueHealth } from "../../api/queue";
import { ServerlessEndpoint, WorkerList } from "../../api/serverless";
import { Template } from "../../api/templates";
import * as queries from "../../client/queries";

/** A function of the schema: one question of `client/queries`, in the form of Pulumi's protocol. */
export interface Fn {
  readonly doc: string;
  readonly args: z.ZodObject;
  readonly argDocs: Readonly<Record<string, string>>;
  /** The names of enums that differ from their argument's name. */
  readonly enums?: Readonly<Record<string, string>>;
  /** The schema of the answer, or of one element if `list` is set. */
  readonly answer: z.ZodObject;
  readonly answerName: string;
  /** The member of the answer with the list: a function always answers with an object. */
  readonly list?: string;
  /** Members of the answer that may contain tokens. */
  readonly secret?: readonly string[];
  readonly run: (once: queries.Ask, args: never) => Promise<unknown>;
}

const lookup = {
  args: z.strictObject({ id: z.string().optional(), name: z.string().optional() }),
  argDocs: {
    id: "The platform's id. Exactly one of `id` and `name`.",
    name: "The name on the platform, which must be unique among the objects of the account.",
  },
};
const nothing = { args: z.strictObject({}), argDocs: {} };

/** The environment and command of a container, which are secret. */
const container = ["env", "args", "cmd", "entrypoint"];
const withNames = <T extends { readonly env?: Readonly<Record<string, string>> | undefined }>(one: T) => ({
  ...one,
  envNames: Object.keys(one.env ?? {}).sort(),
});
const envNames = { envNames: z.array(z.string()) };

const ssh = Pod.shape.ssh.extend({ command: z.string().nullable() });
const pod = { answer: Pod.extend({ ssh, ...envNames }), answerName: "PodResult", secret: container };
const cluster = { answer: Cluster, answerName: "ClusterResult" };
const networkVolume = { answer: NetworkVolume, answerName: "NetworkVolumeResult" };
const endpoint = { answer: ServerlessEndpoint.extend(envNames), answerName: "EndpointResult", secret: container };
const registryCredential = { answer: Registry, answerName: "RegistryCredentialResult" };
const registryDelegation = { answer: Delegation, answerName: "RegistryDelegationResult" };
const accountSecret = { answer: Secret, answerName: "AccountSecretResult" };

type Answered = Pick<Fn, "answer" | "answerName" | "secret">;

const one = (doc: string, kind: Answered, run: Fn["run"]): Fn => ({ doc, ...lookup, ...kind, run });
const every = (doc: string, list: string, kind: Answered, run: Fn["run"]): Fn => ({
  doc,
  ...nothing,
  ...kind,
  list,
  run,
});

export const functions: Readonly<Record<string, Fn>> = {
  getPod: one(
    "One pod, by id or by name; also a member of a cluster by its id.",
    pod,
    async (once, args: queries.LookupArgs) => withNames(await queries.pod(once, args)),
  ),
  getPods: {
    doc: "Every pod of the account, newest first.",
    args: z.strictObject({ includeClusterPods: z.boolean().optional() }),
    argDocs: { includeClusterPods: "Also members of clusters. Default false." },
    ...pod,
    list: "pods",
    run: async (once, args: queries.GetPodsArgs) => (await queries.pods(once, args)).map(withNames),
  },
  getCluster: one("One cluster, by id or by name.", cluster, queries.cluster),
  getClusters: every("Every cluster of the account.", "clusters", cluster, queries.clusters),
  getNetworkVolume: one("One network volume, by id or by name.", networkVolume, queries.networkVolume),
  getNetworkVolumes: every(
    "Every network volume of the account.",
    "networkVolumes",
    networkVolume,
    queries.networkVolumes,
  ),
  getRegistryCredential: one(
    "One registry credential, by id or by name: never what is in it.",
    registryCredential,
    queries.registryCredential,
  ),
  getRegistryCredentials: every(
    "Every registry credential of the account: never what is in it.",
    "registryCredentials",
    registryCredential,
    queries.registryCredentials,
  ),
  getRegistryDelegation: one(
    "One registry delegation, by id or by name.",
    registryDelegation,
    queries.registryDelegation,
  ),
  getRegistryDelegations: every(
    "Every registry delegation of the account.",
    "registryDelegations",
    registryDelegation,
    queries.registryDelegations,
  ),
  getAccountSecret: one(
    "One secret of the account, by id or by name, whose case does not matter: never its value.",
    accountSecret,
    queries.accountSecret,
  ),
  getAccountSecrets: every(
    "Every secret of the account: never a value.",
    "accountSecrets",
    accountSecret,
    queries.accountSecrets,
  ),
  getEndpoint: one("One serverless endpoint, by id or by name.", endpoint, async (once, args: queries.LookupArgs) =>
    withNames(await queries.endpoint(once, args)),
  ),
  getEndpoints: every("Every serverless endpoint of the account.", "endpoints", endpoint, async (once) =>
    (await queries.endpoints(once)).map(withNames),
  ),
  getEndpointHealth: {
    doc: "How many jobs and workers a queue endpoint has, by where they stand.",
    args: z.strictObject({ endpointId: z.string() }),
    argDocs: { endpointId: "The platform's id of the endpoint." },
    answer: QueueHealth,
    answerName: "EndpointHealthResult",
    run: queries.endpointHealth,
  },
  getGpuTypes: {
    doc: "GPU types of the catalog.",
    args: z.strictObject({
      available: z.boolean().optional(),
      dataCenterId: z.string().optional(),
      cloud: z.enum(clouds).optional(),
      count: z.int().min(1).optional(),
    }),
    argDocs: {
      available: "Only types in stock now for pods, with their data centers. Advisory: a create may still find none.",
      dataCenterId: "Only types in stock in this data center. Implies `available`.",
      cloud: "Pool of hardware that stock is looked up in. Default `SECURE`. Needs `available`.",
      count: "GPUs in one pod, at least 1. Default 1. Needs `available`.",
    },
    answer: GpuType,
    answerName: "GpuTypeResult",
    list: "gpuTypes",
    run: queries.gpuTypes,
  },
  getCpuTypes: {
    doc: "CPU flavors of the catalog.",
    args: z.strictObject({
      available: z.boolean().optional(),
      dataCenterId: z.string().optional(),
      vcpuCount: z.int().min(2).optional(),
    }),
    argDocs: {
      available: "Only flavors in stock now for pods. Advisory.",
      dataCenterId: "Only flavors in stock in this data center. Implies `available`.",
      vcpuCount: "vCPUs in one pod: a power of two, at least 2. Needs `available`.",
    },
    answer: CpuType,
    answerName: "CpuTypeResult",
    list: "cpuTypes",
    run: queries.cpuTypes,
  },
  getDataCenters: {
    doc: "Data centers of the catalog that pass all filters.",
    args: z.strictObject({
      regions: z.array(z.enum(regions)).optional(),
      networkVolumeTypes: z.array(z.enum(volumeTypes)).optional(),
      compliance: z.array(z.enum(complianceMarks)).optional(),
      globalNetwork: z.boolean().optional(),
    }),
    argDocs: {
      regions: "In any of these regions.",
      networkVolumeTypes: "With all of these tiers of storage.",
      compliance: "With all of these marks.",
      globalNetwork: "With global networking, or without.",
    },
    enums: { regions: "Region", networkVolumeTypes: "NetworkVolumeType", compliance: "ComplianceMark" },
    answer: DataCenter,
    answerName: "DataCenterResult",
    list: "dataCenters",
    run: queries.dataCenters,
  },
  getTemplates: {
    doc: "Templates. Those with `serverless` are not for pods.",
    args: z.strictObject({ source: z.enum(["own", ...templateSources]).optional() }),
    argDocs: {
      source: "`own` for those of the account, else a slice of the public catalog, at most 100. Default: all of them.",
    },
    enums: { source: "TemplateSource" },
    answer: Template.extend(envNames),
    answerName: "TemplateResult",
    list: "templates",
    secret: container,
    run: async (once, args: queries.GetTemplatesArgs) => (await queries.templates(once, args)).map(withNames),
  },
  getServerlessWorkers: {
    doc: "Workers of a serverless endpoint, and how many there are in each status.",
    args: z.strictObject({ endpointId: z.string() }),
    argDocs: { endpointId: "The platform's id of the endpoint." },
    answer: WorkerList,
    answerName: "ServerlessWorkersResult",
    run: queries.serverlessWorkers,
  },
  getSshKeys: {
    doc: "The account's public SSH keys.",
    ...nothing,
    answer: z.object({ keys: z.array(z.string()) }),
    answerName: "SshKeysResult",
    run: async (once) => ({ keys: await queries.sshKeys(once) }),
  },
};
