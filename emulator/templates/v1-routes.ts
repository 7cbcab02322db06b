import { v1Templates } from "../../api/v1/others";
import type { Operations } from "../kernel/route";
import { v1Operations } from "../kernel/v1-compat";
import type { ServerlessPlatform } from "../serverless/platform";
import { boundTemplate, templateIdOf } from "../serverless/v1-view";
import { type Readmes, toV1Template } from "./v1-view";
import { createTemplate, deleteTemplate, ownTemplate, updateTemplate, visibleTemplate } from "./rules";
import { toTemplateCreate, toTemplateUpdate } from "./v1-request";

/** Own ones; public ones and the hidden ones of endpoints to read. */
export function v1TemplateOperations(platform: ServerlessPlatform, readmes: Readmes): Operations {
  const { store } = platform;
  const bound = () => platform.all().filter(({ templateId }) => templateId === undefined);
  /** The endpoint whose hidden template that is. */
  const boundTo = (id: string) => bound().find((each) => templateIdOf(each) === id);
  return v1Operations(
    v1Templates,
    {
      list: ({ query }) => {
        const templates = [
          ...store.listed(store.templates),
          ...store.foreignTemplates().filter((each) => store.isListed(each)),
        ].filter(({ owner }) => owner === "self" || query.includePublicTemplates === true);
        const hidden = query.includeEndpointBoundTemplates ? bound().map(boundTemplate) : [];
        return [...templates.map((each) => toV1Template(each, readmes.of(each.id))), ...hidden];
      },
      get: ({ params }) => {
        const hidden = boundTo(params.templateId);
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
    },
    {
      resource: ({ templateId = "" }, _, { method }) => {
        if (method !== "GET") ownTemplate(store, templateId);
        else if (!boundTo(templateId)) visibleTemplate(store, templateId);
      },
    },
  );
}
