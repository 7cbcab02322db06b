import type { Props } from "../../provider/table/props";
import { canary } from "../canaries";
import type { Fate } from "../direct-dispatcher";
import type { Drift, Fault, Life, MachineName, Operation, Place, Step, Strike, StrikeKind } from "./life";
import type { Declared, Edit, Options, Program, TakenBy } from "./program";

/** A life with nothing out of the ordinary but its steps. */
export const life = (program: Program, ...steps: Step[]): Life => ({
  seed: 1,
  world: { listLagMs: 0, keyFrom: "environment" },
  program,
  steps,
});

export const up: Operation = { do: "up" };
export const preview: Operation = { do: "preview" };
export const refresh: Operation = { do: "refresh" };
export const upRefresh: Operation = { do: "up --refresh" };
export const destroy: Operation = { do: "destroy" };

/** The operation with everything in order, so that it has to succeed. */
export const inOrder = (operation: Operation): Operation => ({ ...operation, mustSucceed: true });
export const at = (place: Place, operation: Operation): Operation => ({ ...operation, at: place });
export const only = (operation: Operation, ...target: string[]): Operation => ({ ...operation, target });

/** The operation, ended by somebody or something. */
export const endedBy = (
  how: StrikeKind,
  operation: Operation = up,
  nth = 1,
  moment: Strike["moment"] = "after its answer",
): Operation => ({ ...operation, strike: { how, at: nth, moment } });

export const interrupted: Operation = endedBy("Ctrl-C twice", up, 1, "after it is carried out");

export const killed = (moment?: Strike["moment"], operation = up): Operation =>
  endedBy("kill -9 of the engine, and its host ends with it", operation, 1, moment);

/** The operation, whose requests of a method meet a fate. */
export const faulted = (
  method: Fault["method"],
  fate: Fate,
  { operation = up, from = 1, count = 9 }: { operation?: Operation; from?: number; count?: number } = {},
): Operation => ({ ...operation, faults: [{ method, from, count, fate }] });

const edit = (made: Edit): Step => ({ do: "edit", edit: made });
export const add = (resource: Declared) => edit({ edit: "add", resource });
export const remove = (name: string) => edit({ edit: "remove", name });
export const set = (name: string, args: Props) => edit({ edit: "set", name, args });
export const unset = (name: string, ...args: string[]) => edit({ edit: "unset", name, args });
export const rename = (name: string, to: string) => edit({ edit: "rename", name, to });
export const move = (name: string) => edit({ edit: "move", name });
export const handOver = (name: string, to = "other") => edit({ edit: "hand over", name, to });
/** Hands over to a resource of another process. */
export const toOtherForm = (name: string, to: string) => edit({ edit: "hand over", name, to, moves: true });
export const part = (name: string, to: string, args: Props) => edit({ edit: "part", name, to, args });
export const takeIn = (resource: Declared, by: TakenBy) => edit({ edit: "take in", resource, by });
export const adoptAgain = (name: string, to: string) => edit({ edit: "adopt again", name, to });
export const giveOptions = (name: string, options: Options) => edit({ edit: "give options", name, options });
/** A job runs on the endpoint for this input, or none does. */
export const jobOf = (name: string, job: Options["job"]) => giveOptions(name, { job });
export const retain = (name: string) => giveOptions(name, { retainOnDelete: true });
export const ignore = (name: string, ...args: string[]) => giveOptions(name, { ignoreChanges: args });
export const endImport = (name: string) => giveOptions(name, { importId: undefined });
export const revert = (back = 1) => edit({ edit: "revert", back });

export const drift = (change: Drift): Step => ({ do: "drift", drift: change });
export const wait = (minutes: number): Step => ({ do: "wait", minutes });
export const from = (machine: MachineName): Step => ({ do: "go on from", machine });
export const restore = (back = 1): Step => ({ do: "restore the state", back });
export const drop = (name: string): Step => ({ do: "drop from the state", name });
export const moveAway = (name: string): Step => ({ do: "move to another stack", name });
export const rotate: Step = { do: "rotate the key" };

export const pod = (args: Props = {}): Declared => ({
  kind: "pod",
  name: "pod",
  args: { image: "a:1", gpu: { id: "NVIDIA L40S", count: 1 }, waitFor: "none", ...args },
});

/** vCPUs in place of a pod's GPU. */
export const cpu = { gpu: undefined, cpu: { id: "cpu3c", vcpuCount: 4 } };

/** A pod of a template that has `startSsh` on. */
export const templated = (args: Props = {}): Declared => ({
  kind: "pod",
  name: "pod",
  args: { cpu: { id: "cpu3c", vcpuCount: 4 }, templateId: "t2verified", ...args },
});

export const volume = (args: Props = {}): Declared => ({
  kind: "networkVolume",
  name: "volume",
  args: { size: 20, dataCenter: "EU-XX-1", ...args },
});

export const cluster = (args: Props = {}): Declared => {
  const compute = { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 };
  return { kind: "cluster", name: "cluster", args: { type: "TRAINING", image: "a:1", compute, ...args } };
};

export const credential = (args: Props = {}): Declared => {
  const secrets = { username: "puller", password: { $secret: canary(1) } };
  return { kind: "registryCredential", name: "credential", args: { name: "own", ...secrets, ...args } };
};

export const accountSecret = (args: Props = {}): Declared => ({
  kind: "accountSecret",
  name: "secret",
  args: { value: { $secret: canary(1) }, ...args },
});

export const endpoint = (args: Props = {}): Declared => {
  const scaling = { type: "QUEUE_DELAY", queueDelay: 4 };
  return {
    kind: "endpoint",
    name: "endpoint",
    args: { type: "QUEUE", image: "a:1", gpu: { pools: ["ADA_24"] }, scaling, jobLoss: "allow", ...args },
  };
};

export const keyOfAda = "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7";
export const keyOfBo = "ssh-ed25519 AAAAC3Nza9made8up7key6for5docs bo";
export const sshKey = (name = "ada", publicKey = `${keyOfAda} ada`): Declared => ({
  kind: "sshKey",
  name,
  args: { publicKey },
});
