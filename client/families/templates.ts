import type * as z from "zod";
import type { PageQuery } from "../../api/shared";
import { templates, type Template, type TemplateCreate, type TemplateUpdate } from "../../api/templates";
import { absentIsDeleted } from "./gone";
import { allItems } from "../reads/pages";
import type { CallOptions } from "../http/prepare";
import type { Call } from "../http/transport";

export type TemplatePage = z.infer<(typeof templates)["list"]["response"]>;
type PageOptions = CallOptions & PageQuery;

/** Settings that pods, clusters and endpoints can be made from (section 9). Editing one changes nothing that exists (T-23). */
export class Templates {
  constructor(private readonly call: Call) {}

  /** One page of your own and your team's templates (T-1). `limit` 1 to 1000, default 1000. */
  list({ signal, priority, ...query }: PageOptions = {}): Promise<TemplatePage> {
    return this.call(templates.list, { params: {}, query, signal, priority });
  }

  /** Every template of your own, read page by page while you go. */
  listAll({ limit, ...options }: Omit<PageOptions, "cursor"> = {}): AsyncGenerator<Template, void, void> {
    return allItems(
      (cursor) => this.list({ ...options, limit, cursor }),
      (page) => page.templates,
    );
  }

  /**
   * Makes a template (T-2). `startSsh` and `startJupyter` default to true here, unlike on a pod (T-21).
   * @throws BadRequestError when the name is taken (T-24).
   */
  create(body: TemplateCreate, options?: CallOptions): Promise<Template> {
    return this.call(templates.create, { params: {}, body, ...options });
  }

  /** One template, your own or public (T-3). @throws NotFoundError */
  get(id: string, options?: CallOptions): Promise<Template> {
    return this.call(templates.get, { params: { id }, ...options });
  }

  /** Changes what it names (T-4). @throws NotFoundError also for somebody else's public one (T-20). */
  update(id: string, body: TemplateUpdate, options?: CallOptions): Promise<Template> {
    return this.call(templates.update, { params: { id }, body, ...options });
  }

  /**
   * Deletes a template (T-5). One that is already gone counts as deleted.
   * @throws BadRequestError while a pod, a cluster or an endpoint is bound to it (T-22).
   */
  delete(id: string, options?: CallOptions): Promise<void> {
    return absentIsDeleted(this.call(templates.delete, { params: { id }, ...options }));
  }
}
