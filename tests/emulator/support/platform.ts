import { afterEach, beforeEach } from "@jest/globals";
import { request } from "undici";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../../emulator";

/** What came back: status, headers and the parsed body (`undefined` when there is none). */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: any;
}

export interface CallOptions {
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An emulator for each test of a file, with real sockets and a clock that only moves when told to. */
export class Platform {
  private running: Emulator | undefined;

  constructor(private readonly options: EmulatorOptions) {}

  get emulator(): Emulator {
    if (!this.running) throw new Error("the emulator is not running");
    return this.running;
  }

  async start(): Promise<void> {
    this.running = await startEmulator({ speed: 0, rateLimit: false, ...this.options });
  }

  async stop(): Promise<void> {
    const { store } = this.emulator;
    await this.emulator.close();
    this.running = undefined;
    if (store.defects.length > 0) throw store.defects[0];
  }

  /** Sends one request. A string body goes out as it is, anything else as JSON. */
  async call(method: string, path: string, body?: unknown, { key, headers = {} }: CallOptions = {}): Promise<Reply> {
    const { apiUrl, apiKey } = this.emulator;
    const response = await request(apiUrl + path, {
      method: method,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key ?? apiKey}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
    });
    const text = await response.body.text();
    const isJson = String(response.headers["content-type"]).includes("json");
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, string | undefined>,
      body: isJson ? JSON.parse(text) : text || undefined,
    };
  }

  get(path: string, options?: CallOptions): Promise<Reply> {
    return this.call("GET", path, undefined, options);
  }

  post(path: string, body?: unknown, options?: CallOptions): Promise<Reply> {
    return this.call("POST", path, body, options);
  }

  patch(path: string, body: unknown, options?: CallOptions): Promise<Reply> {
    return this.call("PATCH", path, body, options);
  }

  delete(path: string, options?: CallOptions): Promise<Reply> {
    return this.call("DELETE", path, undefined, options);
  }

  /** Creates something and returns it; fails loudly when the platform refuses. */
  async create(path: string, body: unknown): Promise<any> {
    const reply = await this.post(path, body);
    if (reply.status !== 201) throw new Error(`POST ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  }

  /** Moves the clock. Pods are STARTING after 2 s and RUNNING after 3 s. */
  advance(ms: number): Promise<void> {
    return this.emulator.clock.advance(ms);
  }

  /** Creates a pod and waits, in virtual time, until it runs. */
  async runningPod(body: object = {}): Promise<any> {
    const { id } = await this.create("/v2/pods", gpuPod(body));
    await this.advance(10_000);
    return (await this.get(`/v2/pods/${id}`)).body;
  }
}

/** Registers start and stop around each test of the file. */
export function usePlatform(options: EmulatorOptions = {}): Platform {
  const platform = new Platform(options);
  beforeEach(() => platform.start());
  afterEach(() => platform.stop());
  return platform;
}

export const gpuPod = (body: object = {}) => ({
  name: "trainer",
  image: "registry.example.com/acme/trainer:1",
  gpu: { id: "NVIDIA L40S" },
  ...body,
});

export const cpuPod = (body: object = {}) => ({
  name: "worker",
  image: "registry.example.com/acme/worker:1",
  cpu: { id: "cpu3c", vcpuCount: 2 },
  ...body,
});

export const clusterBody = (body: object = {}) => ({
  name: "train",
  type: "TRAINING",
  compute: { gpuTypeId: "NVIDIA H200", gpuCountPerPod: 8, podCount: 2 },
  image: "registry.example.com/acme/dist:2",
  ...body,
});
