import { afterEach, beforeEach } from "@jest/globals";
import { createClient, type Client, type ClientOptions, type Clock } from "../../client";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../emulator";

/** A client and an emulator that live in the same time: when the client sleeps, the platform's clock moves on. */
export class EmulatedClient {
  private running: { emulator: Emulator; client: Client } | undefined;

  constructor(
    private readonly platform: EmulatorOptions,
    private readonly options: ClientOptions,
  ) {}

  get emulator(): Emulator {
    return this.#now.emulator;
  }
  get client(): Client {
    return this.#now.client;
  }

  async start(): Promise<void> {
    const emulator = await startEmulator({ speed: 0, rateLimit: false, ...this.platform });
    this.running = { emulator, client: createClient({ ...emulator, clock: clockOf(emulator), ...this.options }) };
  }

  async stop(): Promise<void> {
    const { emulator, client } = this.#now;
    this.running = undefined;
    await client.close();
    await emulator.close();
    if (emulator.store.defects.length > 0) throw emulator.store.defects[0];
  }

  /** Lets the platform's time run until the work is done, for answers that the platform holds back. */
  async drive<T>(work: Promise<T>, stepMs = 500): Promise<T> {
    let isDone = false;
    const done = () => void (isDone = true);
    work.then(done, done);
    while (!isDone) {
      await new Promise(setImmediate);
      await this.emulator.clock.advance(stepMs);
    }
    return work;
  }

  get #now() {
    if (!this.running) throw new Error("the emulator is not running");
    return this.running;
  }
}

/** The emulator's time as a client's clock: when all that are awake have had their turn, it jumps to the next who sleeps until then. */
export function clockOf({ clock }: Emulator): Clock {
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  let isPumping = false;
  async function pump(): Promise<void> {
    isPumping = true;
    while (sleepers.size > 0) {
      for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate);
      const until = Math.min(...[...sleepers].map((sleeper) => sleeper.until));
      if (until === Number.POSITIVE_INFINITY) continue;
      await clock.advance(Math.max(0, Math.ceil(until - clock.now())));
      for (const sleeper of [...sleepers]) if (sleeper.until <= clock.now()) sleeper.wake();
    }
    isPumping = false;
  }
  return {
    now: () => clock.now(),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const leave = () => {
          sleepers.delete(sleeper);
          reject(signal?.reason as Error);
        };
        const sleeper = {
          until: clock.now() + ms,
          wake() {
            sleepers.delete(sleeper);
            signal?.removeEventListener("abort", leave);
            resolve();
          },
        };
        if (signal?.aborted) return leave();
        signal?.addEventListener("abort", leave, { once: true });
        sleepers.add(sleeper);
        if (!isPumping) void pump();
      }),
  };
}

/** Registers start and stop around each test of the file. */
export function useEmulatedClient(platform: EmulatorOptions = {}, options: ClientOptions = {}): EmulatedClient {
  const both = new EmulatedClient(platform, options);
  beforeEach(() => both.start());
  afterEach(() => both.stop());
  return both;
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
