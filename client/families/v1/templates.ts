import type * as z from "zod";
import { type V1Template, type V1TemplateCreate, v1Templates, type V1TemplateUpdate } from "../../../api/v1/others";
import { absentIsDeleted } from "../../errors/api-errors";
import type { CallOptions } from "../../http/prepare";
import type { Call } from "../../http/transport";

type ListOptions = CallOptions & z.input<NonNullable<(typeof v1Templates)["list"]["query"]>>;

/** Templates in their flat version 1 form. */ // O-40
export class V1Templates {
  constructor(private readonly call: Call) {}

  /** Your own templates, and what the two flags add. */ // O-40
  list({ signal, priority, ...query }: ListOptions = {}): Promise<V1Template[]> {
    return this.call(v1Templates.list, { params: {}, query, signal, priority });
  }

  /** One template. @throws NotFoundError */ // O-40
  get(templateId: string, options?: CallOptions): Promise<V1Template> {
    return this.call(v1Templates.get, { params: { templateId }, ...options });
  }

  /** Makes a template. @throws BadRequestError when the name is taken. */ // O-40, T-24
  create(body: V1TemplateCreate, options?: CallOptions): Promise<V1Template> {
    return this.call(v1Templates.create, { params: {}, body, ...options });
  }

  /** Changes the members of the body. */ // O-40
  update(templateId: string, body: V1TemplateUpdate, options?: CallOptions): Promise<V1Template> {
    return this.call(v1Templates.update, { params: { templateId }, body, ...options });
  }

  /** Deletes a template. One that is already gone counts as deleted. */ // O-40
  delete(templateId: string, options?: CallOptions): Promise<void> {
    return absentIsDeleted(this.call(v1Templates.delete, { params: { templateId }, ...options }));
  }
}
