import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as z from "zod";

const addressLine = z.object({ apiUrl: z.string(), baseUrl: z.string(), queueUrl: z.string(), apiKey: z.string() });
const request = z.object({ method: z.string(), path: z.string(), status: z.number() });
const pod = z.object({ id: z.string(), cost: z.number() });
const podList = z.object({ pods: z.array(pod) });
const clusterList = z.object({ clusters: z.array(z.object({ id: z.string() })) });

export type PlatformRequest = z.infer<typeof request>;

/** The emulator as a process of its own, and what a second user of the same account would do with it. */
export class Platform {
  private constructor(
    private readonly child: ChildProcess,
    readonly addresses: z.infer<typeof addressLine>,
  ) {}

  /** Resolves when the emulator has said where it listens. Its clock runs `speed` times as fast as ours. */
  static async start(root: string, speed: number): Promise<Platform> {
    const args = ["emulator", "--port", "0", "--api-key", "quickstart-key", "--speed", String(speed)];
    const child = spawn(process.execPath, [join(root, "dist", "cli", "main.js"), ...args], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const lines = createInterface({ input: child.stdout });
    for await (const line of lines) return new Platform(child, addressLine.parse(JSON.parse(line)));
    throw new Error("the emulator ended before it was ready; its own message is above");
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    this.child.kill("SIGTERM");
    await once(this.child, "exit");
  }

  /** What was asked since the last call of this method. */
  async takeRequests(): Promise<PlatformRequest[]> {
    const requests = z.array(request).parse(await this.call("GET", "/_emulator/requests"));
    await this.call("DELETE", "/_emulator/requests");
    return requests;
  }

  async costPerHour(): Promise<number> {
    const { pods } = podList.parse(await this.call("GET", "/v2/pods?includeClusterPods=true"));
    await this.call("DELETE", "/_emulator/requests");
    return pods.reduce((sum, { cost }) => sum + cost, 0);
  }

  /** Id of the pod that belongs to no cluster. */
  async onlyPod(): Promise<string> {
    return only(podList.parse(await this.call("GET", "/v2/pods")).pods);
  }

  async onlyCluster(): Promise<string> {
    return only(clusterList.parse(await this.call("GET", "/v2/clusters")).clusters);
  }

  /** Changes something as somebody else would: past Pulumi. */
  async behindOurBack(method: "PATCH" | "POST" | "DELETE", path: string, body?: unknown): Promise<void> {
    await this.call(method, path, body);
    await this.call("DELETE", "/_emulator/requests");
  }

  /** From now on its GPUs have next to nothing to do. */
  idle(podId: string): Promise<void> {
    const load = [{ afterMs: 0, percent: 1 }];
    return this.behindOurBack("POST", "/_emulator/scripts", { match: { id: podId }, load });
  }

  /** How many objects of each kind exist. */
  async count(): Promise<Record<string, number>> {
    const lists = { pods: "pods", clusters: "clusters", networkVolumes: "network-volumes", registries: "registries" };
    const counts: Record<string, number> = {};
    for (const [key, path] of Object.entries(lists)) {
      const list = z.record(z.string(), z.unknown()).parse(await this.call("GET", `/v2/${path}`));
      counts[key] = z.array(z.unknown()).parse(list[key]).length;
    }
    await this.call("DELETE", "/_emulator/requests");
    return counts;
  }

  private async call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.addresses.apiUrl}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.addresses.apiKey}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  }
}

function only(objects: readonly { readonly id: string }[]): string {
  const [first, ...others] = objects;
  if (!first || others.length > 0) throw new Error(`one object was to be there, not ${objects.length}`);
  return first.id;
}
