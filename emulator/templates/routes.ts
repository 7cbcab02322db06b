import { templates } from "../../api/templates";
import { pageOf } from "../kernel/paging";
import { operations } from "../kernel/route";
import { createTemplate, deleteTemplate, ownTemplate, updateTemplate, visibleTemplate } from "./rules";
import { toTemplate } from "./record";

export const templateOperations = operations(
  templates,
  {
    list: ({ query, store }) => {
      const own = store.listed(store.templates).filter((each) => each.owner === "self");
      const { items, pagination } = pageOf(own, "T-1", query);
      return { templates: items.map(toTemplate), pagination };
    },
    create: ({ body, store }) => toTemplate(createTemplate(store, body)),
    get: ({ params, store }) => toTemplate(visibleTemplate(store, params.id)),
    update: ({ params, body, store }) => toTemplate(updateTemplate(store, ownTemplate(store, params.id), body)),
    delete: ({ params, store }) => deleteTemplate(store, ownTemplate(store, params.id).id),
  },
  {
    resource: ({ id = "" }, store, { method }) => void (method === "GET" ? visibleTemplate : ownTemplate)(store, id),
  },
);
