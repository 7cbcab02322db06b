import type { Platform, Reply } from "./platform";

/** Runs jobs one by one on GPU workers, and scales by requests so that a worker starts at once. */
export const queueEndpoint = (body: Readonly<Record<string, unknown>> = {}) => ({
  name: "img-gen",
  type: "QUEUE",
  image: "registry.example.com/acme/gen-worker:3.1",
  gpu: { pools: ["ADA_24", "AMPERE_48"] },
  scaling: { type: "REQUEST_COUNT", requestCount: 1 },
  ...body,
});

/** A worker boots in this time, at most. */
export const bootMs = 3_000;

/** An endpoint and how to talk to its queue. */
export class Queue {
  constructor(
    private readonly platform: Platform,
    readonly id: string,
  ) {}

  /** The same endpoint on an emulator that took over. */
  on(platform: Platform): Queue {
    return new Queue(platform, this.id);
  }

  get path(): string {
    return `/queue/v2/${this.id}`;
  }

  post(
    operation: string,
    body?: unknown,
    options?: { key?: string | null; headers?: Record<string, string> },
  ): Promise<Reply> {
    return this.platform.post(`${this.path}/${operation}`, body, options);
  }

  get(operation: string): Promise<Reply> {
    return this.platform.get(`${this.path}/${operation}`);
  }

  /** Submits a job and returns its id. */
  async run(
    input: Readonly<Record<string, unknown>> = {},
    request: Readonly<Record<string, unknown>> = {},
  ): Promise<string> {
    const { status, body } = await this.post("run", { input, ...request });
    if (status !== 200) throw new Error(`run: ${status} ${JSON.stringify(body)}`);
    return body.id;
  }

  async status(jobId: string): Promise<any> {
    return (await this.get(`status/${jobId}`)).body;
  }

  /** Submits a job and lets a fresh worker boot and take it. */
  async started(
    input: Readonly<Record<string, unknown>> = {},
    request: Readonly<Record<string, unknown>> = {},
  ): Promise<string> {
    const id = await this.run(input, request);
    await this.platform.advance(bootMs);
    return id;
  }

  /** Lets a job run to its end, `ms` after the worker is there. */
  async ended(
    input: Readonly<Record<string, unknown>> = {},
    request: Readonly<Record<string, unknown>> = {},
  ): Promise<string> {
    const id = await this.started(input, request);
    await this.platform.advance(1_000);
    return id;
  }

  health(): Promise<any> {
    return this.get("health").then(({ body }) => body);
  }

  workers(): Promise<any> {
    return this.platform.get(`/v2/serverless/${this.id}/workers`).then(({ body }) => body);
  }

  releases(): Promise<any> {
    return this.platform.get(`/v2/serverless/${this.id}/releases`).then(({ body }) => body);
  }
}

export async function newQueue(platform: Platform, body: Readonly<Record<string, unknown>> = {}): Promise<Queue> {
  const { id } = await platform.create("/v2/serverless", queueEndpoint(body));
  return new Queue(platform, id as string);
}

/** Resolves when a job is there that another request submitted. */
export async function untilBusy(queue: Queue): Promise<void> {
  for (;;) {
    const { jobs } = await queue.health();
    if (jobs.inQueue + jobs.inProgress > 0) return;
  }
}

/** Resolves when a request that was just sent is held by the queue. */
export async function untilHeld(platform: Platform, queue: Queue): Promise<void> {
  for (;;) {
    const { endpoints } = (await platform.get("/_emulator/state")).body;
    if (endpoints.find(({ id }: any) => id === queue.id).heldRequests > 0) return;
  }
}

/** Lets whatever is under way in this process go on for a while. */
export async function aWhile(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
}
