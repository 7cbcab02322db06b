import type { Props } from "../../provider/table/props";
import { canary } from "../canaries";
import type { Fate } from "../direct-dispatcher";
import type { Fault, Life, MachineName, Operation, Step, Strike, Tenant, WorldSettings } from "./life";
import type { Declared } from "./program";

type Known = Pick<Life, "program" | "steps"> & Partial<Pick<Life, "seed" | "world">>;

/** In which nothing is out of the ordinary. */
export const plainWorld: WorldSettings = { listLagMs: 0, keyFrom: "environment" };

export function knownOf(lives: Record<string, Known>): Record<string, Life> {
  const world = plainWorld;
  return Object.fromEntries(Object.entries(lives).map(([name, life]) => [name, { seed: 1, world, ...life }]));
}

export function up(): Operation {
  return { do: "up", at: "first checkout" };
}

export function read(...tenants: Tenant["who"][]): Step {
  return { do: "read", as: tenants.map((who) => ({ who })) };
}

export function interrupted(how: "Ctrl-C twice"): Operation {
  return { ...up(), strike: { how, at: 1, moment: "after it is carried out" } };
}

export function killed(moment: Strike["moment"] = "after its answer"): Operation {
  const how = "kill -9 of the engine, and its host ends with it";
  return { ...up(), strike: { how, at: 1, moment } };
}

export function hostKilled(): Operation {
  return { ...up(), strike: { how: "kill -9 of the host", at: 1, moment: "after it is carried out" } };
}

export function faults(method: Fault["method"], fate: Fate): Pick<Operation, "faults"> {
  return { faults: [{ method, from: 1, count: 9, fate }] };
}

export function set(name: string, args: Props): Step {
  return { do: "edit", edit: { edit: "set", name, args } };
}

export function drift(change: Extract<Step, { do: "drift" }>["drift"]): Step {
  return { do: "drift", drift: change };
}

export function unset(name: string, ...args: string[]): Step {
  return { do: "edit", edit: { edit: "unset", name, args } };
}

export function handOver(name: string, to = "other"): Step {
  return { do: "edit", edit: { edit: "hand over", name, to } };
}

/** As `handOver`, by the option `import` where the resource comes with the plugin. */
export function handOverByImport(name: string, to = "other"): Step {
  return { do: "edit", edit: { edit: "hand over", name, to, by: "import" } };
}

/** Another resource takes the object over, which another process serves. */
export function toOtherForm(name: string, to: string): Step {
  return { do: "edit", edit: { edit: "hand over", name, to, moves: true } };
}

/** Somebody goes on from another machine, with the same backend. */
export function from(machine: MachineName): Step {
  return { do: "go on from", machine };
}

export function rename(name: string, to: string): Step {
  return { do: "edit", edit: { edit: "rename", name, to } };
}

export function revert(): Step {
  return { do: "edit", edit: { edit: "revert", back: 1 } };
}

/** Pulumi's option `ignoreChanges`. */
export function ignore(name: string, ...args: string[]): Step {
  return { do: "edit", edit: { edit: "ignore changes", name, of: args } };
}

export function add(resource: Declared): Step {
  return { do: "edit", edit: { edit: "add", resource } };
}

export function remove(name: string): Step {
  return { do: "edit", edit: { edit: "remove", name } };
}

export function pod(args: Props = {}): Declared {
  return {
    kind: "pod",
    name: "pod",
    args: { image: "a:1", gpu: { id: "NVIDIA L40S", count: 1 }, waitFor: "none", ...args },
  };
}

/** The template has `startSsh` on. */
export function templated(args: Props = {}): Declared {
  const cpu = { id: "cpu3c", vcpuCount: 4 };
  return { kind: "pod", name: "pod", args: { cpu, templateId: "t2verified", ...args } };
}

export function volume(args: Props = {}): Declared {
  return { kind: "networkVolume", name: "volume", args: { size: 20, dataCenter: "EU-XX-1", ...args } };
}

export function credential(args: Props = {}): Declared {
  const secrets = { username: "puller", password: { $secret: canary(1) } };
  return { kind: "registryCredential", name: "credential", args: { name: "own", ...secrets, ...args } };
}

export function delegation(repository = "app:1"): Declared {
  const resource = `arn:aws:ecr:eu-central-1:123456789012:repository/${repository}`;
  return { kind: "registryDelegation", name: "delegation", args: { resource } };
}

export function accountSecret(): Declared {
  return { kind: "accountSecret", name: "secret", args: { value: { $secret: canary(1) } } };
}

export const keyOfBo = "ssh-ed25519 AAAAC3Nza9made8up7key6for5docs bo";

export function sshKey(): Declared {
  const publicKey = "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ada";
  return { kind: "sshKey", name: "ada", args: { publicKey } };
}

export function cluster(args: Props = {}): Declared {
  const compute = { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 };
  return { kind: "cluster", name: "cluster", args: { type: "TRAINING", image: "a:1", compute, ...args } };
}
