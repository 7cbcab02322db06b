import * as z from "zod";
import { portSpec } from "../container";
import { acts, deletes, endpoint, reads, updates } from "../endpoint";

/** An endpoint as v1 shows it; described by name only, so all but the id is optional. */ // O-40
export const V1Endpoint = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  templateId: z.string().nullable().optional(),
  workersMin: z.number().optional(),
  workersMax: z.number().optional(),
  idleTimeout: z.number().optional(),
  scalerType: z.string().optional(),
  scalerValue: z.number().optional(),
  gpuTypeIds: z.array(z.string()).optional(),
  gpuCount: z.number().optional(),
  executionTimeoutMs: z.number().optional(),
  dataCenterIds: z.array(z.string()).optional(),
});
export type V1Endpoint = z.infer<typeof V1Endpoint>;

const endpointSettings = {
  name: z.string().optional(),
  workersMin: z.int().min(0).optional(),
  workersMax: z.int().min(0).optional(),
  /** Seconds, 1 to 3600; default 5. */
  idleTimeout: z.int().min(1).max(3600).optional(),
  scalerType: z.enum(["QUEUE_DELAY", "REQUEST_COUNT"]).optional(),
  /** Default 4. */
  scalerValue: z.number().min(0.5).optional(),
  gpuTypeIds: z.array(z.string()).optional(),
  gpuCount: z.int().min(1).optional(),
  cpuFlavorIds: z.array(z.string()).optional(),
  vcpuCount: z.int().min(1).optional(),
  executionTimeoutMs: z.int().optional(),
  flashboot: z.boolean().optional(),
  networkVolumeId: z.string().optional(),
  networkVolumeIds: z.array(z.string()).optional(),
  dataCenterIds: z.array(z.string()).optional(),
  allowedCudaVersions: z.array(z.string()).optional(),
  minCudaVersion: z.string().optional(),
};
export const V1EndpointCreate = z.looseObject({ ...endpointSettings, templateId: z.string() });
export type V1EndpointCreate = z.infer<typeof V1EndpointCreate>;
export const V1EndpointUpdate = z.looseObject({ ...endpointSettings, templateId: z.string().optional() });
export type V1EndpointUpdate = z.infer<typeof V1EndpointUpdate>;

/** A template as v1 shows it. */ // O-40
export const V1Template = z.looseObject({
  id: z.string(),
  name: z.string().optional(),
  imageName: z.string().optional(),
  isPublic: z.boolean().optional(),
  isServerless: z.boolean().optional(),
  containerDiskInGb: z.number().optional(),
  volumeInGb: z.number().optional(),
  readme: z.string().optional(),
});
export type V1Template = z.infer<typeof V1Template>;

const templateSettings = {
  isPublic: z.boolean().optional(),
  isServerless: z.boolean().optional(),
  containerDiskInGb: z.int().min(1).optional(),
  /** 0 for none; else what v2 asks of a persistent mount. */
  volumeInGb: z.union([z.literal(0), z.int().min(10)]).optional(),
  volumeMountPath: z.string().optional(),
  readme: z.string().optional(),
  ports: z.array(portSpec).optional(),
  env: z.record(z.string(), z.string()).optional(),
  dockerEntrypoint: z.array(z.string()).optional(),
  dockerStartCmd: z.array(z.string()).optional(),
  containerRegistryAuthId: z.string().nullable().optional(),
};
export const V1TemplateCreate = z.looseObject({ ...templateSettings, name: z.string(), imageName: z.string() });
export type V1TemplateCreate = z.infer<typeof V1TemplateCreate>;
export const V1TemplateUpdate = z.looseObject({
  ...templateSettings,
  name: z.string().optional(),
  imageName: z.string().optional(),
});
export type V1TemplateUpdate = z.infer<typeof V1TemplateUpdate>;

/** One line of a v1 bill, in USD. */ // O-40
export const V1BillingRecord = z.looseObject({
  time: z.string(),
  amount: z.number(),
  timeBilledMs: z.number().optional(),
  diskSpaceBilledGb: z.number().optional(),
  podId: z.string().optional(),
  endpointId: z.string().optional(),
  gpuTypeId: z.string().optional(),
});

const v1 = { id: "O-40", surface: "base" } as const;
const allEndpoints = { ...v1, path: "/endpoints" } as const;
const oneEndpoint = { ...v1, path: "/endpoints/:endpointId" } as const;
const endpointQuery = z.strictObject({
  includeTemplate: z.boolean().optional(),
  includeWorkers: z.boolean().optional(),
});

export const v1Endpoints = {
  list: endpoint({ ...reads, ...allEndpoints, query: endpointQuery, response: z.array(V1Endpoint) }),
  get: endpoint({ ...reads, ...oneEndpoint, query: endpointQuery, response: V1Endpoint }),
  /** Makes an endpoint from a template. @remarks Not sent twice after a lost answer. */
  create: endpoint({ ...acts, ...allEndpoints, body: V1EndpointCreate, response: V1Endpoint }),
  update: endpoint({ ...updates, ...oneEndpoint, body: V1EndpointUpdate, response: V1Endpoint }),
  delete: endpoint({ ...deletes, ...oneEndpoint }),
};

const allTemplates = { ...v1, path: "/templates" } as const;
const oneTemplate = { ...v1, path: "/templates/:templateId" } as const;
const templateQuery = z.strictObject({
  includeEndpointBoundTemplates: z.boolean().optional(),
  includePublicTemplates: z.boolean().optional(),
});

export const v1Templates = {
  /** Your own templates, and what the two flags add. */
  list: endpoint({ ...reads, ...allTemplates, query: templateQuery, response: z.array(V1Template) }),
  get: endpoint({ ...reads, ...oneTemplate, response: V1Template }),
  /** @throws BadRequestError when the name is taken. */ // T-24
  create: endpoint({ ...acts, ...allTemplates, body: V1TemplateCreate, response: V1Template }),
  update: endpoint({ ...updates, ...oneTemplate, body: V1TemplateUpdate, response: V1Template }),
  delete: endpoint({ ...deletes, ...oneTemplate }),
};

const bill = { ...reads, ...v1, response: z.array(V1BillingRecord) } as const;

/** v1 `/billing/endpoints` is serverless billing, which version 2 has under `/billing/serverless`. */ // B-3, B-14
export const v1Billing = {
  pods: endpoint({ ...bill, path: "/billing/pods" }),
  endpoints: endpoint({ ...bill, path: "/billing/endpoints" }),
  networkVolumes: endpoint({ ...bill, path: "/billing/networkvolumes" }),
};
