import { ConnectionError, ResponseShapeError } from "../../client/errors";
import { apiError } from "../../client/api-errors";
import type { Listed } from "../../provider/once/attempt";
import { digestWith } from "../../provider/once/digest";
import { Journal } from "../../provider/once/journal";
import { Once, type Request } from "../../provider/once/once";
import { memoryStorage, type Storage } from "../../provider/once/storage";
import type { VirtualClock } from "../../scripts/prove/virtual-clock";

/** What becomes of one POST: carried out or not, and how the answer fares. */
export type Fate = "ok" | "lost-before" | "lost-after" | "500-before" | "500-after" | "garbled" | "refused";

export interface Thing extends Listed {
  readonly size: number;
  readonly createdAt: string;
}

/** As little of a platform as creates need: things with names, and lists that lag. */
export class Platform {
  readonly things = new Map<string, Thing & { readonly at: number }>();
  lists = 0;
  posts = 0;
  private sequence = 0;

  constructor(
    readonly clock: VirtualClock,
    readonly lagMs: number,
    private readonly fateOf: (name: string) => Fate = () => "ok",
  ) {}

  async post(name: string, size: number): Promise<Thing> {
    const fate = this.fateOf(name);
    this.posts += 1;
    await this.clock.sleep(300);
    if (fate === "refused") throw apiError("POST /things", { status: 400, detail: "no capacity" });
    if (fate === "lost-before") throw new ConnectionError("POST /things", "was reset", "unknown");
    if (fate === "500-before") throw apiError("POST /things", { status: 500, detail: "internal error" });
    const thing = this.add(name, size);
    if (fate === "lost-after") throw new ConnectionError("POST /things", "was reset", "unknown");
    if (fate === "500-after") throw apiError("POST /things", { status: 502, detail: "bad gateway" });
    if (fate === "garbled") throw new ResponseShapeError("POST /things", "is cut");
    return thing;
  }

  add(name: string, size: number): Thing {
    const at = this.clock.now();
    const thing = { id: `t${++this.sequence}`, name, size, at, createdAt: new Date(at).toISOString() };
    this.things.set(thing.id, thing);
    return thing;
  }

  async list(): Promise<Thing[]> {
    this.lists += 1;
    const now = this.clock.now();
    await this.clock.sleep(100);
    return [...this.things.values()].filter(({ at }) => at <= now - this.lagMs);
  }

  /** What a resource of this size asks for; mending changes a size upwards only. */
  request(key: string, name: string, over: Partial<Request<Thing>> & { size?: number } = {}): Request<Thing> {
    const { size = 1, ...rest } = over;
    return {
      kind: "Thing",
      key,
      name,
      isMarked: name.includes("~"),
      body: { size },
      post: () => this.post(name, size),
      list: () => this.list(),
      get: async (id) => this.things.get(id),
      remove: async (id) => void this.things.delete(id),
      differing: (thing) => (thing.size === size ? [] : ["size"]),
      mend: async (thing) => {
        if (thing.size > size) return undefined;
        const mended = { ...this.things.get(thing.id)!, size, name };
        this.things.set(thing.id, mended);
        return mended;
      },
      ...rest,
    };
  }
}

export const settleMs = 30_000;

/** One process: the memory of who owns what is its own, the journal outlives it. */
export function processOn(
  clock: VirtualClock,
  storage: Storage = memoryStorage(),
  account = "account",
  number = 1,
  isAlive = () => false,
): Once {
  let sequence = 0;
  return new Once(clock, async () => ({
    journal: new Journal(storage),
    digest: digestWith(Buffer.from("test")),
    account,
    newId: () => `${number}-${++sequence}`,
    process: { pid: number, startedAt: "" },
    isAlive,
    isEngineThere: async () => true,
    settleMs,
  }));
}
