import type { TemplateCreate, TemplateUpdate } from "../../api/templates";
import { badRequest, existing, notFound } from "../kernel/refusal";
import { checkContainer, storedArgs } from "../pods/container-rules";
import type { Store } from "../store/store";
import { type StoredTemplate, templateMembers } from "./record";

/** Own and public templates can be read (T-3). */
export function visibleTemplate(store: Store, id: string): StoredTemplate {
  return existing(store.templates.get(id) ?? store.foreignTemplates().find((each) => each.id === id), "template");
}

/** Only own ones can be changed (T-20). */
export function ownTemplate(store: Store, id: string): StoredTemplate {
  const template = visibleTemplate(store, id);
  if (template.owner !== "self") throw notFound("template");
  return template;
}

/** Names are unique (T-24, CH-33). */
export function createTemplate(store: Store, body: TemplateCreate): StoredTemplate {
  checkName(store, body.name);
  checkContainer(store, body);
  return store.templates.set({
    ...templateMembers.created(body),
    args: storedArgs(body, ""),
    mounts: body.mounts ?? {},
    id: store.ids.next("t"),
    seq: store.nextSeq(),
    createdAt: store.now(),
    owner: "self",
  });
}

/** Changes an own template; what was made from it stays as it is (T-23). Mounts absent or `{}` stay (M-40). */
export function updateTemplate(store: Store, template: StoredTemplate, body: TemplateUpdate): StoredTemplate {
  if (body.name !== undefined && body.name !== template.name) checkName(store, body.name);
  checkContainer(store, body);
  return store.templates.set({
    ...template,
    ...templateMembers.changed(body),
    args: storedArgs(body, template.args),
    mounts: body.mounts?.persistent ? body.mounts : template.mounts,
  });
}

/** Refused while it is in use (T-22, CH-39). */
export function deleteTemplate(store: Store, id: string): void {
  const users = [...store.pods.values(), ...store.clusters.values()];
  const isUsed = users.some((user) => user.template === id) || store.dependents.some((each) => each.usesTemplate?.(id));
  if (isUsed) throw badRequest("template is in use");
  store.templates.delete(id);
}

function checkName(store: Store, name: string): void {
  const isTaken = [...store.templates.values()].some((each) => each.owner === "self" && each.name === name);
  if (isTaken) throw badRequest("a template with this name already exists");
}
