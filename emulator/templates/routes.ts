import type { templates } from "../../api/templates";
import type { Routes } from "../kernel/route";
import { pageOf } from "../kernel/paging";
import { createTemplate, deleteTemplate, ownTemplate, toTemplate, updateTemplate, visibleTemplate } from "./templates";

export const templateRoutes: Routes<typeof templates> = {
  list: ({ query, store }) => {
    const own = store.templates.newestFirst().filter((each) => each.owner === "self" && store.isListed(each));
    const { items, pagination } = pageOf(own, "T-1", query);
    return { templates: items.map(toTemplate), pagination };
  },
  create: ({ body, store }) => toTemplate(createTemplate(store, body)),
  get: ({ params, store }) => toTemplate(visibleTemplate(store, params.id)),
  update: ({ params, body, store }) => toTemplate(updateTemplate(store, ownTemplate(store, params.id), body)),
  delete: ({ params, store }) => deleteTemplate(store, ownTemplate(store, params.id).id),
};
