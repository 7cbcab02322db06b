import type * as z from "zod";
import {
  catalog,
  type CpuQuery,
  type CpuType,
  type DataCenter,
  type DataCenterQuery,
  type GpuQuery,
  type GpuType,
} from "../../api/catalog";
import type { Template } from "../../api/templates";
import type { CallOptions } from "../http/prepare";
import type { Call } from "../http/transport";

export type CatalogTemplateOptions = CallOptions & z.input<NonNullable<(typeof catalog)["templates"]["query"]>>;

/** What can be had, where and for how much; read-only. Availability is advisory. */ // section 10, K-21
export class Catalog {
  constructor(private readonly call: Call) {}

  /**
   * GPU types, prices in USD an hour for one GPU.
   * `include: ["AVAILABILITY"]` and `product` come together; the other filters need them.
   *
   * @throws BadRequestError for a filter without availability.
   */ // K-1
  async gpus({ signal, priority, ...query }: CallOptions & GpuQuery = {}): Promise<GpuType[]> {
    return (await this.call(catalog.gpus, { params: {}, query, signal, priority })).gpus;
  }

  /** One GPU type by its id, e.g. `NVIDIA L40S`. Not to be had anywhere is still an answer. @throws NotFoundError */ // K-2, K-20
  gpu(id: string, { signal, priority, ...query }: CallOptions & GpuQuery = {}): Promise<GpuType> {
    return this.call(catalog.gpu, { params: { id }, query, signal, priority });
  }

  /** CPU flavors, prices in USD an hour for one vCPU. */ // K-3
  async cpus({ signal, priority, ...query }: CallOptions & CpuQuery = {}): Promise<CpuType[]> {
    return (await this.call(catalog.cpus, { params: {}, query, signal, priority })).cpus;
  }

  /** One CPU flavor, e.g. `cpu3c`. @throws NotFoundError */ // K-4
  cpu(id: string, { signal, priority, ...query }: CallOptions & CpuQuery = {}): Promise<CpuType> {
    return this.call(catalog.cpu, { params: { id }, query, signal, priority });
  }

  /** Data centers that pass all filters. */ // K-5
  async dataCenters({ signal, priority, ...query }: CallOptions & DataCenterQuery = {}): Promise<DataCenter[]> {
    return (await this.call(catalog.dataCenters, { params: {}, query, signal, priority })).dataCenters;
  }

  /** One data center. @throws NotFoundError */ // K-6
  dataCenter(
    id: string,
    { signal, priority, ...query }: CallOptions & Pick<DataCenterQuery, "include"> = {},
  ): Promise<DataCenter> {
    return this.call(catalog.dataCenter, { params: { id }, query, signal, priority });
  }

  /** At most 100 public templates of one `source`; your own are under `templates`. */ // K-7, K-26
  async templates({ signal, priority, ...query }: CatalogTemplateOptions = {}): Promise<Template[]> {
    return (await this.call(catalog.templates, { params: {}, query, signal, priority })).templates;
  }
}
