import * as z from "zod";
import { endpoint, reads } from "./endpoint";
import { clouds } from "./pods";
import { volumeTypes } from "./network-volumes";
import { cudaVersion, openEnum, whole } from "./shared";
import { Template } from "./templates";
import { templateSources } from "./words";

export const availabilities = ["NONE", "LOW", "MEDIUM", "HIGH"] as const;
export const regions = [
  "NORTH_AMERICA",
  "SOUTH_AMERICA",
  "EUROPE",
  "ASIA",
  "MIDDLE_EAST",
  "AFRICA",
  "OCEANIA",
  "ANTARCTICA",
  "UNKNOWN",
] as const;
export const complianceMarks = [
  "GDPR",
  "ISO_IEC_27001",
  "ISO_14001",
  "PCI_DSS",
  "HITRUST",
  "SOC_1_TYPE_2",
  "SOC_2_TYPE_2",
  "SOC_3_TYPE_2",
  "ITAR",
  "FISMA_HIGH",
  "HIPAA",
  "RENEWABLE",
] as const;

const Availability = openEnum(availabilities);
/** Where there is stock of a kind of hardware, and how much. */ // K-21
export const Site = z.looseObject({ id: z.string(), name: z.string(), availability: Availability });

/** A GPU type. Its `id` goes into pods and clusters, its `pool` into endpoints. */ // K-10, K-23
export const GpuType = z.looseObject({
  id: z.string(),
  name: z.string(),
  pool: z.string().nullable(),
  manufacturer: openEnum(["NVIDIA", "AMD", "UNKNOWN"]),
  /** VRAM in GB. */
  memory: whole,
  secure: z.boolean(),
  community: z.boolean(),
  /** USD per hour for one GPU. */
  price: z.looseObject({ secure: z.number(), community: z.number(), serverless: z.number().optional() }),
  /** Largest single pod; a ceiling, not stock. */
  maxCount: z.looseObject({ secure: whole, community: whole }),
  /** Only on request; advisory. */ // K-21
  availability: Availability.optional(),
  dataCenters: z.array(Site).optional(),
  cudaVersions: z.array(z.looseObject({ version: z.string(), available: z.boolean() })).optional(),
});
export type GpuType = z.infer<typeof GpuType>;

/** A CPU flavor. */ // K-11
export const CpuType = z.looseObject({
  id: z.string(),
  name: z.string(),
  group: z.string(),
  vcpu: z.looseObject({ min: whole, max: whole }),
  /** GB per vCPU; may be fractional. */
  ramGbPerVcpu: z.number(),
  /** USD per hour for one vCPU. */
  price: z.looseObject({ securePerVcpu: z.number(), serverlessPerVcpu: z.number() }),
  availability: Availability.optional(),
  dataCenters: z.array(Site).optional(),
});
export type CpuType = z.infer<typeof CpuType>;

/** A data center. */ // K-12
export const DataCenter = z.looseObject({
  id: z.string(),
  name: z.string(),
  region: openEnum(regions),
  globalNetwork: z.boolean(),
  /** Tiers offered, the primary first; empty means no network volumes. */ // V-15
  networkVolumeTypes: z.array(openEnum(volumeTypes)),
  compliance: z.array(openEnum(complianceMarks)),
  gpuAvailability: z.array(Site).optional(),
  cpuAvailability: z.array(Site).optional(),
});
export type DataCenter = z.infer<typeof DataCenter>;

/** `include=AVAILABILITY` and `product` come together or not at all. */ // K-1
export const GpuQuery = z.strictObject({
  include: z
    .array(z.enum(["AVAILABILITY"]))
    .max(1)
    .optional(),
  product: z.array(z.enum(["POD", "CLUSTER", "SERVERLESS"])).optional(),
  count: z.int().min(1).optional(),
  cloud: z.enum(clouds).optional(),
  countryCodes: z.array(z.string().regex(/^[A-Z]{2}$/)).optional(),
  cudaVersions: z.array(cudaVersion).optional(),
  minCudaVersion: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .optional(),
});
export type GpuQuery = z.infer<typeof GpuQuery>;

export const CpuQuery = z.strictObject({
  include: z
    .array(z.enum(["AVAILABILITY"]))
    .max(1)
    .optional(),
  product: z.array(z.enum(["POD", "SERVERLESS"])).optional(),
  vcpuCount: z.int().min(2).optional(),
});
export type CpuQuery = z.infer<typeof CpuQuery>;

const dataCenterInclude = z.array(z.enum(["GPU_AVAILABILITY", "CPU_AVAILABILITY"])).optional();

/** Different filters combine with AND. */ // K-5
export const DataCenterQuery = z.strictObject({
  include: dataCenterInclude,
  /** Any of these. */
  regions: z.array(z.enum(regions)).optional(),
  /** All of these. */
  networkVolumeTypes: z.array(z.enum(volumeTypes)).optional(),
  /** All of these. */
  compliance: z.array(z.enum(complianceMarks)).optional(),
  globalNetwork: z.boolean().optional(),
});
export type DataCenterQuery = z.infer<typeof DataCenterQuery>;

export const catalog = {
  /**
   * GPU types, prices in USD an hour for one GPU.
   * `include: ["AVAILABILITY"]` and `product` come together; the other filters need them.
   *
   * @throws BadRequestError for a filter without availability.
   */
  gpus: endpoint({
    ...reads,
    id: "K-1",
    refusals: [400],
    path: "/v2/catalog/gpus",
    query: GpuQuery,
    response: z.looseObject({ gpus: z.array(GpuType) }),
  }),
  /** One GPU type by its id, e.g. `NVIDIA L40S`. Not to be had anywhere is still an answer. @throws NotFoundError */ // K-20
  gpu: endpoint({
    ...reads,
    id: "K-2",
    refusals: [400],
    path: "/v2/catalog/gpus/:id",
    query: GpuQuery,
    response: GpuType,
  }),
  /** CPU flavors, prices in USD an hour for one vCPU. */
  cpus: endpoint({
    ...reads,
    id: "K-3",
    refusals: [400],
    path: "/v2/catalog/cpus",
    query: CpuQuery,
    response: z.looseObject({ cpus: z.array(CpuType) }),
  }),
  /** One CPU flavor, e.g. `cpu3c`. @throws NotFoundError */
  cpu: endpoint({
    ...reads,
    id: "K-4",
    refusals: [400],
    path: "/v2/catalog/cpus/:id",
    query: CpuQuery,
    response: CpuType,
  }),
  /** Data centers that pass all filters. */
  dataCenters: endpoint({
    ...reads,
    id: "K-5",
    path: "/v2/catalog/datacenters",
    query: DataCenterQuery,
    response: z.looseObject({ dataCenters: z.array(DataCenter) }),
  }),
  /** One data center. @throws NotFoundError */
  dataCenter: endpoint({
    ...reads,
    id: "K-6",
    path: "/v2/catalog/datacenters/:id",
    query: z.strictObject({ include: dataCenterInclude }),
    response: DataCenter,
  }),
  /** At most 100 public templates of one `source`; your own are under `templates`. */ // K-26
  templates: endpoint({
    ...reads,
    id: "K-7",
    path: "/v2/catalog/templates",
    query: z.strictObject({ source: z.enum(templateSources).optional() }),
    response: z.looseObject({ templates: z.array(Template) }),
  }),
};
