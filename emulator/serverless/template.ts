import type { StoredTemplate } from "../templates/record";
import { Refusal } from "../kernel/refusal";
import { visibleTemplate } from "../templates/rules";
import type { Store } from "../store/store";

/** The template an endpoint names: own or public, else 404; a serverless one, else 422 (E-33). */
export function serverlessTemplate(store: Store, id: string): StoredTemplate {
  const template = visibleTemplate(store, id);
  if (!template.serverless) throw new Refusal(422, "a pod template can't make an endpoint");
  return template;
}
