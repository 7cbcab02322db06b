import { getOrMake } from "../../values/many";
import type { CpuQuery, CpuType, DataCenter, DataCenterQuery, GpuQuery, GpuType } from "../../api/catalog";
import type { CallOptions, Clock, ResourceClient } from "../../client";
import { timeLimit } from "../../client/clock";
import type { CatalogList } from "../table/resource";

/** The lifetime of an answer: stock changes by the minute, and refusals in one run come at about the same time. */
const maxAgeMs = 5_000;

/** The limit for a read, so that a preview does not hang on an unresponsive platform. */
const patienceMs = 3_000;

/** Catalog reads of one process: equal questions within 5 s cost one request, and each complete list is read once. */
export class CatalogAnswers {
  private readonly answers = new Map<string, { readonly at: number; readonly answer: Promise<unknown> }>();
  private readonly lists = new Map<"gpus" | "cpus" | "dataCenters", Promise<unknown>>();
  /** Ids that any answer has shown. */
  private readonly shown: Readonly<Record<CatalogList, Set<string>>> = {
    gpus: new Set(),
    pools: new Set(),
    cpus: new Set(),
    dataCenters: new Set(),
  };

  constructor(
    private readonly client: ResourceClient,
    private readonly clock: Clock,
  ) {}

  async gpus(query: GpuQuery): Promise<GpuType[]> {
    const ask = () => this.client.catalog.gpus(query);
    return this.noted("gpus", await this.once(`gpus ${JSON.stringify(query)}`, ask));
  }

  async cpus(query: CpuQuery): Promise<CpuType[]> {
    const ask = () => this.client.catalog.cpus(query);
    return this.noted("cpus", await this.once(`cpus ${JSON.stringify(query)}`, ask));
  }

  dataCenters(query: DataCenterQuery): Promise<DataCenter[]> {
    return this.once(`data centers ${JSON.stringify(query)}`, () => this.client.catalog.dataCenters(query));
  }

  /** The complete list, with prices, requested once in a process even if that fails, so that a preview waits only once. */
  readonly all = {
    gpus: async (): Promise<GpuType[]> =>
      this.noted("gpus", await this.listed("gpus", (options) => this.client.catalog.gpus(options))),
    cpus: async (): Promise<CpuType[]> =>
      this.noted("cpus", await this.listed("cpus", (options) => this.client.catalog.cpus(options))),
    dataCenters: (): Promise<DataCenter[]> =>
      this.listed("dataCenters", (options) => this.client.catalog.dataCenters(options)),
  };

  /** The outcomes of the requested complete lists. */
  get outcomes(): readonly Promise<unknown>[] {
    return [...this.lists.values()];
  }

  /** All ids of a list that lacks this one; undefined if it has the id, for which any answer with the id is enough. */
  async withoutId(list: CatalogList, id: string): Promise<readonly string[] | undefined> {
    if (this.shown[list].has(id)) return undefined;
    const ids = await this.idsOf(list);
    return ids.includes(id) ? undefined : ids;
  }

  private async idsOf(list: CatalogList): Promise<string[]> {
    if (list !== "pools") return (await this.all[list]()).map(({ id }) => id);
    const pools = (await this.all.gpus()).flatMap(({ pool }) => pool ?? []);
    return [...new Set(pools)];
  }

  private noted<T extends GpuType | CpuType>(list: "gpus" | "cpus", found: T[]): T[] {
    for (const one of found) {
      this.shown[list].add(one.id);
      if ("pool" in one && typeof one.pool === "string") this.shown.pools.add(one.pool);
      for (const { id } of one.dataCenters ?? []) this.shown.dataCenters.add(id);
    }
    return found;
  }

  private listed<T>(name: "gpus" | "cpus" | "dataCenters", ask: (options: CallOptions) => Promise<T>): Promise<T> {
    return getOrMake(this.lists, name, () => ask({ signal: timeLimit(patienceMs) })) as Promise<T>;
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
