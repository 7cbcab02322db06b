import type { Listed } from "../../../provider/state/identity";
import { listLagMs } from "../../../api/words";
import { ConnectionError, ResponseShapeError } from "../../../client/errors/errors";
import { apiError } from "../../../client/errors/api-errors";
import { Journal } from "../../../provider/journal/journal";
import type { CreateRequest as Request } from "../../../provider/create/request";
import { Bookkeeping } from "../../../provider/host/bookkeeping";
import type { StateEntry } from "../../../provider/ownership/states";
import { memoryStorage, type Storage } from "../../../provider/journal/storage";
import { VirtualClock } from "../../../proofs/virtual-clock";

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

  /** What a resource of this size asks for. A name with a tilde is one that nobody else uses. */
  request(key: string, name: string, over: Partial<Request> & { size?: number } = {}): Request {
    const { size = 1, ...rest } = over;
    return {
      kind: "Thing",
      key,
      stack: "stack",
      name,
      wanted: name,
      isMarked: name.includes("~"),
      asked: { name, size },
      post: () => this.post(name, size),
      list: () => this.list(),
      get: async (id) => this.things.get(id),
      deleteSurplus: async (id) => void this.things.delete(id),
      ...rest,
    };
  }
}

export { listLagMs };

/** A platform on a clock of its own, whose first POSTs have these fates, and a journal that outlives its processes. */
export function clockAndRig(fates: readonly Fate[] = [], lagMs = 0) {
  const clock = new VirtualClock();
  const rest = [...fates];
  return { clock, platform: new Platform(clock, lagMs, () => rest.shift() ?? "ok"), storage: memoryStorage() };
}

/** One process: the memory of who owns what is its own, the journal outlives it. */
export class Process extends Bookkeeping {
  /** The object alone. */
  async make(request: Request, signal?: AbortSignal): Promise<Thing> {
    return (await this.creates.create(request, signal)).object as Thing;
  }
}

export interface ProcessOptions {
  readonly apiKey?: string;
  readonly number?: number;
  readonly backend?: string;
  readonly isAlive?: (pid: number) => boolean;
  readonly address?: string;
  /** The address of the engine that started it. */
  readonly engine?: string;
  /** Ids in the states of the backend. */
  readonly stored?: readonly string[];
}

const storedThing = (id: string): StateEntry => ({
  kind: "Thing",
  id,
  urn: `urn:pulumi:dev::shop::compute:index:Thing::${id}`,
  key: "stored",
  seen: undefined,
});

export function processOn(
  clock: VirtualClock,
  storage: Storage = memoryStorage(),
  options: ProcessOptions = {},
): Process {
  const { apiKey = "api-key", number = 1, backend = "backend", isAlive = () => false, address } = options;
  let sequence = 0;
  return new Process(clock, async () => ({
    journal: new Journal(storage, { apiKey, address }),
    backend,
    ...(options.stored && { inFolder: () => options.stored!.map((id) => storedThing(id)) }),
    newId: () => `${number}-${++sequence}`,
    process: { pid: number, startedAt: "", ...(options.engine !== undefined && { engine: options.engine }) },
    isAlive: ({ pid }) => isAlive(pid),
    isEngineThere: async () => true,
    listLagMs,
  }));
}
