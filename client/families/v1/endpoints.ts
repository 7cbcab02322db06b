import type * as z from "zod";
import { type V1Endpoint, type V1EndpointCreate, v1Endpoints, type V1EndpointUpdate } from "../../../api/v1/others";
import { absentIsDeleted } from "../../errors/api-errors";
import type { CallOptions } from "../../http/prepare";
import type { Call } from "../../http/transport";

type ReadOptions = CallOptions & z.input<NonNullable<(typeof v1Endpoints)["list"]["query"]>>;

/** Serverless endpoints in their flat version 1 form. */ // O-40
export class V1Endpoints {
  constructor(private readonly call: Call) {}

  /** Every endpoint. */ // O-40
  list({ signal, priority, ...query }: ReadOptions = {}): Promise<V1Endpoint[]> {
    return this.call(v1Endpoints.list, { params: {}, query, signal, priority });
  }

  /** One endpoint. @throws NotFoundError */ // O-40
  get(endpointId: string, { signal, priority, ...query }: ReadOptions = {}): Promise<V1Endpoint> {
    return this.call(v1Endpoints.get, { params: { endpointId }, query, signal, priority });
  }

  /** Makes an endpoint from a template. Not sent twice after a lost answer. */ // O-40
  create(body: V1EndpointCreate, options?: CallOptions): Promise<V1Endpoint> {
    return this.call(v1Endpoints.create, { params: {}, body, ...options });
  }

  /** Changes the members of the body. */ // O-40
  update(endpointId: string, body: V1EndpointUpdate, options?: CallOptions): Promise<V1Endpoint> {
    return this.call(v1Endpoints.update, { params: { endpointId }, body, ...options });
  }

  /** Deletes an endpoint. One that is already gone counts as deleted. */ // O-40
  delete(endpointId: string, options?: CallOptions): Promise<void> {
    return absentIsDeleted(this.call(v1Endpoints.delete, { params: { endpointId }, ...options }));
  }
}
