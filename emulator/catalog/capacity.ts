import { stockFixture } from "./fixtures/stock";

export interface Stock {
  readonly id: string;
  readonly dataCenter: string;
  readonly cloud: "SECURE" | "COMMUNITY";
  /** GPU type id or CPU flavor id. */
  readonly type: string;
  readonly kind: "gpu" | "cpu";
  /** GPUs, or vCPUs, in all. */
  readonly total: number;
  /** CUDA version the hosts report; null without CUDA. */
  readonly cuda: string | null;
  /** Per GPU; 0 on CPU hosts. */
  readonly vcpuPerGpu: number;
  readonly ramGbPerGpu: number;
}

/** The stocks of a capacity change; an omitted member matches all. */
export interface StockFilter {
  readonly type?: string | undefined;
  readonly dataCenter?: string | undefined;
  readonly cloud?: "SECURE" | "COMMUNITY" | undefined;
}

/** Finite hardware: occupied by running pods and workers, free again when they stop. */ // K-21, M-53, P-14, P-58
export class Capacity {
  private stocks = new Map(stockFixture.map((stock) => [stock.id, stock]));
  private readonly used = new Map<string, number>();

  list(): Stock[] {
    return [...this.stocks.values()];
  }

  of(type: string): Stock[] {
    return this.list().filter((stock) => stock.type === type);
  }

  stock(id: string): Stock {
    const stock = this.stocks.get(id);
    if (!stock) throw new Error(`no stock ${id}`);
    return stock;
  }

  free(id: string): number {
    return Math.max(0, this.stock(id).total - (this.used.get(id) ?? 0));
  }

  take(id: string, count: number): void {
    this.used.set(id, (this.used.get(id) ?? 0) + count);
  }

  release(id: string, count: number): void {
    this.used.set(id, Math.max(0, (this.used.get(id) ?? 0) - count));
  }

  /** Sets how much is free in each fitting stock, regardless of use. Returns the number of fitting stocks. */
  setFree(filter: StockFilter, free: number): number {
    const fitting = this.list().filter(
      ({ type, dataCenter, cloud }) =>
        (filter.type ?? type) === type &&
        (filter.dataCenter ?? dataCenter) === dataCenter &&
        (filter.cloud ?? cloud) === cloud,
    );
    for (const stock of fitting) this.stocks.set(stock.id, { ...stock, total: (this.used.get(stock.id) ?? 0) + free });
    return fitting.length;
  }

  dump(): unknown {
    return { totals: this.list().map(({ id, total }) => [id, total]), used: [...this.used] };
  }

  load(value: unknown): void {
    this.clear();
    const { totals, used } = value as { totals: [string, number][]; used: [string, number][] };
    for (const [id, total] of totals) {
      const stock = this.stocks.get(id);
      if (stock) this.stocks.set(id, { ...stock, total });
    }
    for (const [id, count] of used) this.used.set(id, count);
  }

  clear(): void {
    this.stocks = new Map(stockFixture.map((stock) => [stock.id, stock]));
    this.used.clear();
  }
}
