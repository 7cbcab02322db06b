import type { CpuQuery, CpuType, DataCenter, DataCenterQuery, GpuQuery, GpuType } from "../../api/catalog";
import type { CallOptions, Clock, ResourceClient } from "../../client";

/** Stock changes by the minute, and everything that is refused in one run is refused at about the same time. */
const maxAgeMs = 5_000;

/** Catalog reads of one process: many creates that ask the same within 5 s cost one request. */
export class CatalogAnswers {
  private readonly answers = new Map<string, { readonly at: number; readonly answer: Promise<unknown> }>();

  constructor(
    private readonly client: ResourceClient,
    private readonly clock: Clock,
    private readonly options: () => CallOptions = () => ({}),
  ) {}

  gpus(query: GpuQuery): Promise<GpuType[]> {
    return this.once(`gpus ${JSON.stringify(query)}`, () => this.client.catalog.gpus({ ...query, ...this.options() }));
  }

  cpus(query: CpuQuery): Promise<CpuType[]> {
    return this.once(`cpus ${JSON.stringify(query)}`, () => this.client.catalog.cpus({ ...query, ...this.options() }));
  }

  dataCenters(query: DataCenterQuery): Promise<DataCenter[]> {
    return this.once(`data centers ${JSON.stringify(query)}`, () =>
      this.client.catalog.dataCenters({ ...query, ...this.options() }),
    );
  }

  private once<T>(question: string, ask: () => Promise<T>): Promise<T> {
    const known = this.answers.get(question);
    const now = this.clock.now();
    if (known && now - known.at <= maxAgeMs) return known.answer as Promise<T>;
    const answer = ask();
    this.answers.set(question, { at: now, answer });
    answer.catch(() => this.answers.delete(question));
    return answer;
  }
}
