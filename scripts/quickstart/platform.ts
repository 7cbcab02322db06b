import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as z from "zod";

const addressLine = z.object({ apiUrl: z.string(), baseUrl: z.string(), queueUrl: z.string(), apiKey: z.string() });
const request = z.object({ method: z.string(), path: z.string(), status: z.number() });
const objects = z.array(z.object({ id: z.string() }));
const pods = z.array(z.object({ id: z.string(), cluster: z.unknown().optional() }));
const state = z.object({
  account: z.object({ computePerHourUsd: z.number() }),
  pods,
  clusters: objects,
  networkVolumes: objects,
  registries: objects,
});

/** Whether a pod belongs to no cluster. */
const isOnItsOwn = ({ cluster }: { cluster?: unknown }) => cluster === undefined || cluster === null;

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
    return (await this.state()).account.computePerHourUsd;
  }

  /** Id of the pod that belongs to no cluster. */
  async onlyPod(): Promise<string> {
    return only((await this.state()).pods.filter(isOnItsOwn));
  }

  async onlyCluster(): Promise<string> {
    return only((await this.state()).clusters);
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
    const { pods, clusters, networkVolumes, registries } = await this.state();
    return {
      pods: pods.filter(isOnItsOwn).length,
      clusters: clusters.length,
      networkVolumes: networkVolumes.length,
      registries: registries.length,
    };
  }

  /** Asks the emulator's own route, which takes nothing from the quota of the stack's key. */
  private async state(): Promise<z.infer<typeof state>> {
    return state.parse(await this.call("GET", "/_emulator/state"));
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
