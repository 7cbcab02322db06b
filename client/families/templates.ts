import type * as z from "zod";
import type { PageQuery } from "../../api/shared";
import { type Template, type TemplateCreate, templates, type TemplateUpdate } from "../../api/templates";
import { absentIsDeleted } from "../errors/api-errors";
import { allItems } from "../reads/pages";
import type { CallOptions } from "../http/prepare";
import type { Call } from "../http/transport";

export type TemplatePage = z.infer<(typeof templates)["list"]["response"]>;
type PageOptions = CallOptions & PageQuery;

/** Settings that pods, clusters and endpoints can be made from. Editing one changes nothing that exists. */ // section 9, T-23
export class Templates {
  constructor(private readonly call: Call) {}

  /** One page of your own and your team's templates. `limit` 1 to 1000, default 1000. */ // T-1
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
   * Makes a template. `startSsh` and `startJupyter` default to true here, unlike on a pod.
   * @throws BadRequestError when the name is taken.
   */ // T-2, T-21, T-24
  create(body: TemplateCreate, options?: CallOptions): Promise<Template> {
    return this.call(templates.create, { params: {}, body, ...options });
  }

  /** One template, your own or public. @throws NotFoundError */ // T-3
  get(id: string, options?: CallOptions): Promise<Template> {
    return this.call(templates.get, { params: { id }, ...options });
  }

  /** Changes the members of the body. @throws NotFoundError also for a public template of somebody else. */ // T-4, T-20
  update(id: string, body: TemplateUpdate, options?: CallOptions): Promise<Template> {
    return this.call(templates.update, { params: { id }, body, ...options });
  }

  /**
   * Deletes a template. One that is already gone counts as deleted.
   * @throws BadRequestError while a pod, a cluster or an endpoint is bound to it.
   */ // T-5, T-22
  delete(id: string, options?: CallOptions): Promise<void> {
    return absentIsDeleted(this.call(templates.delete, { params: { id }, ...options }));
  }
}
