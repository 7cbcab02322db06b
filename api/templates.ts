import * as z from "zod";
import { containerRequest, containerResponse } from "./container";
import { creates, deletes, endpoint, reads, updates } from "./endpoint";
import { MountsResponse, TemplateMounts } from "./mounts";
import { cudaVersion, openEnum, PageQuery, Pagination } from "./shared";

export const templateCategories = ["CPU", "NVIDIA", "AMD"] as const;

/** A template as the platform reports it. */ // T-6
export const Template = z.looseObject({
  id: z.string(),
  name: z.string(),
  ...containerResponse,
  mounts: MountsResponse,
  serverless: z.boolean(),
  public: z.boolean(),
  category: openEnum(templateCategories),
  startSsh: z.boolean(),
  startJupyter: z.boolean(),
  allowedCudaVersions: z.array(z.string()),
});
export type Template = z.infer<typeof Template>;

const settings = {
  ...containerRequest,
  mounts: TemplateMounts.optional(),
  /** Default false. */
  serverless: z.boolean().optional(),
  /** Default false. */
  public: z.boolean().optional(),
  /** Grouping only. Default `NVIDIA`. */
  category: z.enum(templateCategories).optional(),
  /** Default true, unlike on a pod. */ // T-21
  startSsh: z.boolean().optional(),
  /** Default true, unlike on a pod. */ // T-21
  startJupyter: z.boolean().optional(),
  /** `[]` means any. */
  allowedCudaVersions: z.array(cudaVersion).optional(),
};

/** What a template is created from. Names must be unique. */ // T-2, T-24
export const TemplateCreate = z.strictObject({ name: z.string().min(1), ...settings, image: z.string() });
export type TemplateCreate = z.infer<typeof TemplateCreate>;

/** What an update of an own template takes. Existing pods and endpoints are not touched. */ // T-4, T-23
export const TemplateUpdate = z.strictObject({ name: z.string().min(1).optional(), ...settings });
export type TemplateUpdate = z.infer<typeof TemplateUpdate>;

export const templates = {
  /** One page of your own and your team's templates. `limit` 1 to 1000, default 1000. */
  list: endpoint({
    ...reads,
    id: "T-1",
    path: "/v2/templates",
    query: PageQuery,
    response: z.looseObject({ templates: z.array(Template), pagination: Pagination.optional() }),
  }),
  /**
   * Makes a template. `startSsh` and `startJupyter` default to true here, unlike on a pod.
   * @throws BadRequestError when the name is taken.
   */ // T-21, T-24
  create: endpoint({ ...creates, id: "T-2", path: "/v2/templates", body: TemplateCreate, response: Template }),
  /** One template, your own or public. @throws NotFoundError */
  get: endpoint({ ...reads, id: "T-3", path: "/v2/templates/:id", response: Template }),
  /** Changes the members of the body. @throws NotFoundError also for a public template of somebody else. */ // T-20
  update: endpoint({ ...updates, id: "T-4", path: "/v2/templates/:id", body: TemplateUpdate, response: Template }),
  /**
   * Deletes a template.
   * @remarks One that is already gone counts as deleted.
   * @throws BadRequestError while a pod, a cluster or an endpoint is bound to it.
   */ // T-22
  delete: endpoint({ ...deletes, id: "T-5", path: "/v2/templates/:id", refusals: [400] }),
};
