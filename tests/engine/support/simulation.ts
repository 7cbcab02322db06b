import { createStepJournal } from "../../../engine/state/step-journal";
import type { Ambient } from "../../../engine/ambient";
import { startChild } from "../../../engine/program/child";
import { formatCheckpoint, formatDeployment, versionOf, parseCheckpoint } from "../../../engine/state/checkpoint";
import { Deployment } from "../../../engine/run/deployment";
import { InitFailed } from "../../../engine/errors";
import type { OperationOptions } from "../../../engine/run/operation";
import { keepSecrets } from "../../../engine/hosts/keep-secrets";
import type { RawProvider } from "../../../engine/protocol/provider-verbs";
import { ProviderPool, uncheckedSettings } from "../../../engine/hosts/provider-pool";
import { Redactor } from "../../../engine/run/redactor";
import type { PendingOperation, ResourceState } from "../../../engine/state/resource-state";
import type { Crypter } from "../../../engine/state/secrets";
import { Selection } from "../../../engine/plan/selection";
import { checkIntegrity, Snapshot } from "../../../engine/state/snapshot";
import { createStateCodec } from "../../../engine/state/state-codec";
import { makeUrn, stackType } from "../../../engine/protocol/urn";
import type { PropertyMap } from "../../../engine/protocol/values";
import type { JsonMap } from "../../../engine/protocol/wire";

/** A resource of a simulated program; dependencies name earlier ones. */
export interface SimResource {
  readonly name: string;
  readonly kind: string;
  readonly size: number;
  readonly deleteFirst: boolean;
  /** Its `dep` input comes from these. */
  readonly takes: readonly string[];
  /** It only waits for these. */
  readonly waits: readonly string[];
}

/** What happens to the n-th call of an operation that would change the platform. */
export type SimFault = "none" | "fail" | "fail-after" | "killed-before" | "killed-after";

export interface SimStep {
  readonly run: "up" | "refresh" | "destroy" | "preview";
  readonly program: readonly SimResource[];
  readonly faults: readonly SimFault[];
  /** The process dies instead of making its n-th write. */
  readonly diesAtWrite?: number | undefined;
  readonly continueOnError?: boolean;
  readonly target?: readonly string[] | undefined;
  readonly targetDependents?: boolean;
  readonly exclude?: readonly string[] | undefined;
  readonly replace?: readonly string[];
  /** Names of resources that vanish from the platform before this step. */
  readonly vanish?: readonly string[];
  /** Names of resources whose read fails. */
  readonly unreadable?: readonly string[];
}

class Killed extends Error {}

const crypter: Crypter = {
  salt: "v1:c2FsdHNhbHQ=:v1:bm9uY2U=:Y2hlY2s=",
  encrypt: (text) => `v1:n:${Buffer.from(text).toString("base64")}`,
  decrypt: (text) => Buffer.from(text.split(":")[2] ?? "", "base64").toString(),
};

/**
 * The engine's own decisions, executor and snapshots over a platform in memory: no process, no socket, no disk. After
 * every write it checks what must hold at every moment.
 */
export class Simulation {
  /** Living objects by id, with the URN that made them. */
  readonly platform = new Map<string, string>();
  saved = '{"version":3}';
  writes = 0;
  private made = 0;
  private tick = 0;

  private readonly ambient: Ambient = {
    now: () => (this.tick += 1000),
    uuid: () => "provider-id",
    bytes: (count) => Buffer.alloc(count),
    // What is needed comes at once; a note that may be late comes with the next save.
    after: (_ms, call, isNeeded) => {
      if (isNeeded) queueMicrotask(call);
      return () => undefined;
    },
    start: startChild,
    startProgram: startChild,
  };

  /** @returns what came of it; "killed" when the process is to be taken as dead from then on. */
  async run(step: SimStep): Promise<"succeeded" | "failed" | "killed"> {
    const codec = createStateCodec(crypter);
    const raw = parseCheckpoint(this.saved, "memory");
    const base = raw.resources.map(codec.readEntry);
    const lost = raw.operations.map(codec.readOperation).filter(({ type }) => type === "creating");
    const dryRun = step.run === "preview";
    let killed: () => void = () => undefined;
    const death = new Promise<"killed">((resolve) => {
      killed = () => resolve("killed");
    });
    let dead = false;
    let left = step.diesAtWrite ?? Number.POSITIVE_INFINITY;
    const save = async (resources: readonly ResourceState[], operations: readonly PendingOperation[]) => {
      left -= 1;
      if (left === 0) {
        dead = true;
        killed();
        await new Promise(() => undefined);
      }
      if (dead) return;
      const content = { salt: crypter.salt, resources, operations, at: 0 };
      const deployment = formatDeployment(content, createStateCodec(crypter));
      this.saved = formatCheckpoint("sim", "dev", deployment, versionOf(resources));
      this.writes += 1;
      this.assertSound();
    };
    for (const [id, urn] of this.platform) if (step.vanish?.includes(nameIn(urn))) this.platform.delete(id);
    const faults = [...step.faults];
    const meet = async (act: () => void): Promise<void> => {
      await Promise.resolve();
      const fault = faults.shift() ?? "none";
      if (dead || fault === "killed-before" || fault === "killed-after") {
        if (fault === "killed-after" && !dead) act();
        dead = true;
        killed();
        await new Promise(() => undefined); // a dead process never hears the answer
      }
      if (fault === "fail") throw new Error("the platform refused");
      act();
      if (fault === "fail-after") throw new Killed();
    };
    const options: OperationOptions = {
      project: "sim",
      stack: "dev",
      dryRun,
      parallel: 3,
      ambient: this.ambient,
      redactor: new Redactor(),
      hide: (text) => text,
      journal: createStepJournal(new Snapshot(base, lost), dryRun ? undefined : save, this.ambient),
      providers: new ProviderPool(
        async () => uncheckedSettings(async () => this.provider(meet, step)),
        async () => keepSecrets(this.provider(meet, step), () => undefined),
      ),
      continueOnError: step.continueOnError ?? false,
      readOutputs: async () => ({}),
      onEvent: () => undefined,
    };
    return Promise.race([this.operate(step, options, lost, save), death]);
  }

  private async operate(
    step: SimStep,
    options: OperationOptions,
    lost: readonly PendingOperation[],
    save: (resources: readonly ResourceState[], operations: readonly PendingOperation[]) => Promise<void>,
  ): Promise<"succeeded" | "failed"> {
    const urns = (names: readonly string[] = []) => names.map((name) => `**::${name}`);
    const { targetDependents = false } = step;
    const selection = new Selection({
      target: urns(step.target),
      exclude: urns(step.exclude),
      targetDependents,
      replace: step.run === "up" || step.run === "preview" ? urns(step.replace) : [],
    });
    const purpose = step.run === "refresh" || step.run === "destroy" ? step.run : "update";
    const deployment = new Deployment(options, new Map(), selection, purpose);
    if (purpose === "update") await runProgram(deployment, step.program);
    else await deployment.withoutProgram();
    await deployment.operation.idle();
    await deployment.storeOutputs();
    if (purpose === "refresh") await save(deployment.refreshed(), lost);
    else await options.journal.flush();
    return deployment.operation.failed ? "failed" : "succeeded";
  }

  /** Every entry in its place, and no living object without an entry or a record of the call that may have made it. */
  private assertSound(): void {
    const codec = createStateCodec(crypter);
    const raw = parseCheckpoint(this.saved, "memory");
    const entries = raw.resources.map(codec.readEntry);
    checkIntegrity(entries);
    const ids = new Set(entries.map(({ id }) => id));
    const pending = new Set(raw.operations.map((operation) => codec.readOperation(operation).resource.urn));
    for (const [id, urn] of this.platform)
      if (!ids.has(id) && !pending.has(urn)) throw new Error(`${id} lives and nobody knows: ${this.saved}`);
  }

  /** URNs of creates whose outcome was lost. */
  lostUrns(): Set<string> {
    const codec = createStateCodec(crypter);
    return new Set(parseCheckpoint(this.saved, "").operations.map((json) => codec.readOperation(json).resource.urn));
  }

  ids(): string[] {
    const codec = createStateCodec(crypter);
    const entries = parseCheckpoint(this.saved, "").resources.map(codec.readEntry);
    return entries.flatMap(({ id, type }) => (id && !type.startsWith("pulumi:") ? [id] : []));
  }

  private provider(meet: (act: () => void) => Promise<void>, step: SimStep): RawProvider {
    const init = async (id: string, outputs: JsonMap, act: () => void) => {
      try {
        await meet(act);
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        throw new InitFailed(id, outputs, undefined, ["never became ready"]);
      }
    };
    return {
      check: async ({ news }) => ({ inputs: news, failures: [] }),
      diff: async ({ oldInputs, news }) => {
        const changed = Object.keys(news).filter((key) => JSON.stringify(news[key]) !== JSON.stringify(oldInputs[key]));
        const replaces = changed.filter((key) => key !== "size" && key !== "deleteFirst");
        return {
          changes: changed.length > 0 ? "some" : "none",
          replaces,
          deleteBeforeReplace: news["deleteFirst"] === true,
        };
      },
      create: async ({ urn, inputs }) => {
        this.made += 1;
        const id = `${inputs["name"] as string}-${this.made}`;
        const outputs = { ...inputs, server: id };
        await init(id, outputs, () => this.platform.set(id, urn));
        return { id, outputs };
      },
      update: async ({ id, news }) => {
        const outputs = { ...news, server: id };
        await init(id, outputs, () => undefined);
        return { outputs };
      },
      read: async ({ id, urn, outputs }) => {
        if (step.unreadable?.includes(nameIn(urn))) throw new Error("the platform is silent");
        return { id: this.platform.has(id) ? id : "", outputs, inputs: undefined };
      },
      delete: async ({ id }) => {
        await meet(() => this.platform.delete(id));
      },
      close: async () => undefined,
    };
  }
}

const nameIn = (urn: string): string => urn.split("::").pop() ?? "";

const type = "pulumi-nodejs:dynamic:Resource";
const base = {
  protect: undefined,
  retainOnDelete: undefined,
  deleteBeforeReplace: undefined,
  customTimeouts: undefined,
  ignoreChanges: [],
  replaceOnChanges: [],
  hideDiff: [],
  additionalSecretOutputs: [],
  aliases: [],
  deletedWith: undefined,
};

/** What the SDK would send for such a program: each resource as soon as all that it depends on has been answered. */
async function runProgram(deployment: Deployment, program: readonly SimResource[]): Promise<void> {
  const root = makeUrn("dev", "sim", undefined, stackType, "sim-dev");
  const none = { dependencies: [], propertyDependencies: {} };
  try {
    const about = { type: stackType, name: "sim-dev", custom: false, parent: undefined, inputs: {} };
    await deployment.register({ ...base, ...none, ...about });
  } catch {
    return;
  }
  const made = new Map<string, Promise<PropertyMap>>();
  for (const resource of program) {
    const urnOf = (name: string) => makeUrn("dev", "sim", root, type, name);
    const answer = (async () => {
      const taken = await Promise.all(resource.takes.flatMap((name) => made.get(name) ?? []));
      await Promise.all(resource.waits.flatMap((name) => made.get(name) ?? []));
      const { name, kind, size, deleteFirst } = resource;
      const inputs = { name, kind, size, deleteFirst, dep: taken.map((outputs) => outputs["server"] ?? "") };
      const dependencies = [...new Set([...resource.takes, ...resource.waits])].map(urnOf);
      const propertyDependencies = { dep: resource.takes.map(urnOf) };
      const goal = { type, name, custom: true, parent: root, inputs, dependencies, propertyDependencies };
      return (await deployment.register({ ...base, ...goal })).outputs;
    })();
    answer.catch(() => undefined);
    made.set(resource.name, answer);
  }
  const ends = await Promise.allSettled(made.values());
  if (ends.every(({ status }) => status === "fulfilled")) await deployment.programEnded();
}
