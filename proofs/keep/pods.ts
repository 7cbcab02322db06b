import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, createClient } from "../../client";
import type { Emulator } from "../../emulator";
import type { Chance } from "../chance";

const minuteMs = 60_000;

/** The three stacks, and the account of each: the last one has a `Provider` with a key of its own. */
export const stacks = ["dev", "prod", "batch"] as const;
export type StackName = (typeof stacks)[number];
const otherStack: StackName = "batch";
export const otherKey = "other-key";
export const project = "kept";

/** A pod, its stack, and its limits in the program. */
export interface Plan {
  readonly id: string;
  readonly name: string;
  readonly stack: StackName;
  readonly stopAfter: string | undefined;
  readonly stopWhenIdle: { readonly after: string; readonly gpuBelow: number } | undefined;
}

export const isOther = ({ stack }: Pick<Plan, "stack">): boolean => stack === otherStack;

/** The platform's two accounts, seen with keys that nobody revokes. */
export function observers(emulator: Emulator): readonly [own: Client, other: Client] {
  const watching = "watching-key";
  emulator.accounts.get("other")!.keys.set({ key: watching, grant: "all", user: "watcher" });
  const { apiUrl, apiKey } = emulator;
  return [createClient({ apiUrl, apiKey }), createClient({ apiUrl, apiKey: watching })];
}

/** Makes a pod whose load changes at random from each start on. @param mostHours that it may run. */
export async function newPod(
  client: Client,
  emulator: Emulator,
  nth: number,
  chance: Chance,
  mostHours: number,
): Promise<Plan> {
  const hardware = { gpu: { id: "NVIDIA L40S", count: 1 } };
  const stack = stacks[nth % stacks.length]!;
  const name = `pod-${nth}`;
  const { id } = await client.pods.create({ name, image: "registry.example.com/a:1", ...hardware });
  const load = Array.from({ length: 100 }, (_, part) => ({
    afterMs: part * chance.int(20, 200) * minuteMs,
    percent: chance.next() < 0.5 ? chance.int(0, 4) : chance.int(5, 100),
  })).sort((one, other) => one.afterMs - other.afterMs);
  const { scripts } = isOther({ stack }) ? emulator.accounts.get("other")! : emulator;
  scripts.add({ match: { id }, load: [{ afterMs: 0, percent: 50 }, ...load] });
  const stopAfter = chance.next() < 0.5 ? `${chance.int(1, mostHours)}h` : undefined;
  const after = `${chance.int(20, Math.min(180, 30 * mostHours))}m`;
  const stopWhenIdle = chance.next() < 0.5 ? { after, gpuBelow: chance.pick([5, 30]) } : undefined;
  return { id, name, stack, stopAfter, stopWhenIdle };
}

/** Writes the project, and a state for each stack, as an engine leaves them. */
export function writeStacks(folder: string, plans: readonly Plan[]): void {
  writeFileSync(join(folder, "Pulumi.yaml"), `name: ${project}\nruntime: yaml\nbackend: { url: "file://./states" }\n`);
  const states = join(folder, "states", ".pulumi", "stacks", project);
  mkdirSync(states, { recursive: true });
  for (const stack of stacks) {
    const urn = (type: string, name: string) => `urn:pulumi:${stack}::${project}::${type}::${name}`;
    const type = "compute:index:Pod";
    const provider = { urn: urn("pulumi:providers:compute", "other"), type: "pulumi:providers:compute", id: "0" };
    const resources = plans
      .filter((plan) => plan.stack === stack)
      .map(({ id, name, stopAfter, stopWhenIdle }) => {
        const asked = { name, desiredStatus: "RUNNING", stopAfter, stopWhenIdle };
        const entry = { urn: urn(type, name), custom: true, type, id, inputs: asked, outputs: asked };
        return stack === otherStack ? { ...entry, provider: `${provider.urn}::${provider.id}` } : entry;
      });
    const providers = stack === otherStack ? [{ ...provider, custom: true, inputs: { apiKey: otherKey } }] : [];
    const manifest = { time: "2026-01-01T00:00:00Z", magic: "", version: "v3.0.0" };
    const latest = { manifest, resources: [...providers, ...resources] };
    const checkpoint = { stack: `organization/${project}/${stack}`, latest };
    writeFileSync(join(states, `${stack}.json`), JSON.stringify({ version: 3, checkpoint }));
  }
}
