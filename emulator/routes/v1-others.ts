import type { Endpoint } from "../../api/endpoint";
import type { v1Endpoints, v1Templates } from "../../api/v1/others";
import { reachesEndpoint } from "../kernel/keys";
import type { Routes } from "../kernel/route";
import { createEndpoint, deleteEndpoint, updateEndpoint } from "../serverless/lifecycle";
import type { ServerlessPlatform } from "../serverless/platform";
import { serverlessTemplate } from "../serverless/template";
import { createTemplate, deleteTemplate, ownTemplate, updateTemplate, visibleTemplate } from "../templates/templates";
import type { Store } from "../world/store";
import { v1Routes } from "../kernel/v1-compat";
import { toEndpointCreate, toEndpointUpdate } from "../serverless/v1-request";
import { boundTemplate, templateIdOf, toV1Endpoint } from "../serverless/v1-view";
import { toTemplateCreate, toTemplateUpdate, toV1Template } from "../templates/v1-view";

export function v1EndpointRoutes(platform: ServerlessPlatform): Routes<typeof v1Endpoints> {
  const { store } = platform;
  return v1Routes<typeof v1Endpoints>({
    list: ({ query, key }) =>
      platform
        .all()
        .filter((each) => store.isListed(each) && reachesEndpoint(key, each.id))
        .map((endpoint) => toV1Endpoint(store, endpoint, query)),
    get: ({ params, query }) => toV1Endpoint(store, platform.endpoint(params.endpointId), query),
    create: ({ body }) => {
      const { name } = serverlessTemplate(store, body.templateId);
      const endpoint = createEndpoint(platform, toEndpointCreate(body, name, store.catalog));
      // v1 keeps the link, so that the template can't be deleted (T-22).
      endpoint.templateId = body.templateId;
      return toV1Endpoint(store, endpoint, {});
    },
    update: ({ params, body }) => {
      const endpoint = platform.endpoint(params.endpointId);
      updateEndpoint(platform, endpoint, toEndpointUpdate(body, endpoint.settings, store.catalog));
      endpoint.templateId = body.templateId ?? endpoint.templateId;
      return toV1Endpoint(store, endpoint, {});
    },
    delete: ({ params }) => deleteEndpoint(platform, platform.endpoint(params.endpointId)),
  });
}

/** Texts that only v1 knows, by template id. */
export class Readmes {
  private texts: Record<string, string> = {};

  constructor({ store }: ServerlessPlatform) {
    store.addSection("readmes", {
      dump: () => this.texts,
      load: (value) => void (this.texts = value as Record<string, string>),
      clear: () => void (this.texts = {}),
    });
  }

  of(id: string): string | undefined {
    return this.texts[id];
  }

  set(id: string, text: string | undefined): void {
    if (text !== undefined) this.texts = { ...this.texts, [id]: text };
  }
}

/** Own ones, public ones to read, and the hidden ones of endpoints to read. */
export function v1TemplateMountOptions(platform: ServerlessPlatform) {
  return {
    resource: ({ templateId = "" }: Readonly<Record<string, string>>, store: Store, { method }: Endpoint): void => {
      if (method !== "GET") ownTemplate(store, templateId);
      else if (!boundTo(platform, templateId)) visibleTemplate(store, templateId);
    },
  };
}

/** The endpoint whose hidden template that is. */
const boundTo = (platform: ServerlessPlatform, templateId: string) =>
  platform.all().find((each) => each.templateId === undefined && templateIdOf(each) === templateId);

export function v1TemplateRoutes(platform: ServerlessPlatform, readmes: Readmes): Routes<typeof v1Templates> {
  const { store } = platform;
  const bound = () => platform.all().filter(({ templateId }) => templateId === undefined);
  return v1Routes<typeof v1Templates>({
    list: ({ query }) => {
      const templates = [...store.templates.newestFirst(), ...store.foreignTemplates()]
        .filter(({ owner }) => owner === "self" || query.includePublicTemplates === true)
        .filter((each) => store.isListed(each));
      const hidden = query.includeEndpointBoundTemplates ? bound().map(boundTemplate) : [];
      return [...templates.map((each) => toV1Template(each, readmes.of(each.id))), ...hidden];
    },
    get: ({ params }) => {
      const hidden = boundTo(platform, params.templateId);
      if (hidden) return boundTemplate(hidden);
      const template = visibleTemplate(store, params.templateId);
      return toV1Template(template, readmes.of(template.id));
    },
    create: ({ body }) => {
      const template = createTemplate(store, toTemplateCreate(body));
      readmes.set(template.id, body.readme);
      return toV1Template(template, body.readme);
    },
    update: ({ params, body }) => {
      const template = ownTemplate(store, params.templateId);
      const updated = updateTemplate(store, template, toTemplateUpdate(body, template.mounts));
      readmes.set(updated.id, body.readme);
      return toV1Template(updated, readmes.of(updated.id));
    },
    delete: ({ params }) => deleteTemplate(store, ownTemplate(store, params.templateId).id),
  });
}
