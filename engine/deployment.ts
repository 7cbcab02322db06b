import { condemnedSteps } from "./condemn";
import type { Config } from "./config";
import { registerDefaultProvider } from "./default-provider";
import { deletionGroups } from "./dependencies";
import { EngineError, Halted } from "./errors";
import { type GeneratorContext, planRead, planRegistration } from "./generate";
import type { Goal, ReadGoal } from "./goal";
import { limiter } from "./lock";
import type { Monitor, Registered, Severity } from "./monitor-server";
import { Operation, type OperationOptions, providerFromState } from "./operation";
import type { Provider } from "./provider";
import type { ResourceState } from "./resource-state";
import type { Step } from "./step";
import { stackType } from "./urn";
import { equal, type PropertyMap } from "./values";
import { World } from "./world";

/** An `up`, or the preview of one: what a running program asks for, made true. */
export class Deployment implements Monitor {
  readonly operation: Operation;
  private readonly world: World;
  private readonly entries = new Map<string, ResourceState>();
  private readonly oneAtATime = limiter(1);
  private readonly context: GeneratorContext;
  private readonly outputsSeen = new Set<string>();
  private registered: Promise<{ reference: string; verbs: Provider }> | undefined;
  private stack: ResourceState | undefined;
  private stackOutputs: PropertyMap | undefined;
  private complaints = 0;
  /** Set once the program has said that it is done; the deletes run from then on. */
  private ending: Promise<void> | undefined;

  constructor(options: OperationOptions, config: Config) {
    this.operation = new Operation(options);
    this.world = new World(options.journal.snapshot.base);
    this.context = {
      world: this.world,
      project: options.project,
      stack: options.stack,
      dryRun: options.dryRun,
      provider: () => (this.registered ??= registerDefaultProvider(this.operation, this.world, config)),
      seed: () => options.ambient.bytes(32),
      complain: (message, urn) => {
        this.complaints += 1;
        this.operation.log("error", message, urn);
      },
    };
  }

  /** Whether all went well, complaints of a preview included. */
  get failed(): boolean {
    return this.operation.failed || this.complaints > 0;
  }

  get signalled(): boolean {
    return this.ending !== undefined;
  }

  async register(goal: Goal): Promise<Registered> {
    for (const value of Object.values(goal.inputs)) this.operation.options.redactor.learn(value);
    const steps = await this.plan(() => planRegistration(this.context, goal));
    const entry = await this.run(steps);
    if (entry.type === stackType && !entry.custom) this.stack = entry;
    return { urn: entry.urn, id: this.idFor(entry, steps), outputs: entry.custom ? entry.outputs : {} };
  }

  async read(goal: ReadGoal): Promise<Registered> {
    const steps = await this.plan(() => planRead(this.context, goal));
    const entry = await this.run(steps);
    return { urn: entry.urn, id: entry.id ?? "", outputs: entry.outputs };
  }

  async registerOutputs(urn: string, outputs: PropertyMap): Promise<void> {
    if (this.operation.failed) throw new Halted();
    const entry = this.entries.get(urn);
    if (!entry)
      throw new EngineError("invalid", `cannot complete a resource '${urn}' whose registration isn't pending`);
    if (this.outputsSeen.has(urn))
      throw new EngineError("invalid", `resource outputs of '${urn}' have been registered already`);
    this.outputsSeen.add(urn);
    if (entry === this.stack) {
      this.stackOutputs = outputs;
      return;
    }
    await this.swap(entry, outputs);
  }

  programEnded(): Promise<void> {
    this.ending ??= this.finish();
    return this.ending;
  }

  log(severity: Severity, message: string, urn: string | undefined): void {
    this.operation.log(severity, message, urn);
  }

  fail(error: unknown, urn?: string): void {
    this.operation.fail(error, urn);
  }

  /** The stack's outputs as they are to be: new ones replace the old, or join them where something failed. */
  get outputs(): PropertyMap {
    const old = this.stack?.outputs ?? this.oldStack?.outputs ?? {};
    if (!this.stackOutputs) return old;
    return this.failed ? { ...old, ...this.stackOutputs } : this.stackOutputs;
  }

  /** Stores the stack's outputs, at the very end. */
  async storeOutputs(): Promise<void> {
    if (this.stack && this.stackOutputs) await this.swap(this.stack, this.outputs);
  }

  private get oldStack(): ResourceState | undefined {
    return [...this.world.olds.values()].find(({ type }) => type === stackType);
  }

  private plan(work: () => Promise<Step[]>): Promise<Step[]> {
    return this.oneAtATime(async () => {
      if (this.operation.failed) throw new Halted();
      const steps = await work();
      this.operation.announce(steps);
      for (const urn of this.world.deletes) this.operation.deletes.add(urn);
      return steps;
    });
  }

  private async run(steps: readonly Step[]): Promise<ResourceState> {
    const done = await this.operation.runChain(steps, () => this.verbs());
    const entry = done.map((one) => one.entry).find((one) => one !== undefined);
    if (!entry) throw new Error("a registration came to nothing");
    this.entries.set(entry.urn, entry);
    return entry;
  }

  private async verbs(): Promise<Provider> {
    return (await this.context.provider()).verbs;
  }

  /** What a preview of a new object cannot know is not told: then the SDK takes it as unknown. */
  private idFor(entry: ResourceState, steps: readonly Step[]): string {
    const made = steps.some(({ op }) => op === "create" || op === "create-replacement");
    return this.operation.options.dryRun && made ? "" : (entry.id ?? "");
  }

  private async swap(entry: ResourceState, outputs: PropertyMap): Promise<void> {
    const { dryRun, journal } = this.operation.options;
    const newer = { ...entry, outputs };
    this.entries.set(entry.urn, newer);
    if (entry === this.stack) this.stack = newer;
    if (dryRun) return;
    const change = () => journal.snapshot.swap(entry, newer);
    if (equal(entry.outputs, outputs)) change();
    else await journal.write(change);
  }

  /** The end phase: deletes of what is no longer wanted, group by group, if nothing failed. */
  private async finish(): Promise<void> {
    if (this.operation.failed) return;
    try {
      const { journal } = this.operation.options;
      const steps = condemnedSteps(this.world);
      await runDeletes(this.operation, steps, journal.snapshot.base, async (entry) =>
        this.registered ? this.verbs() : providerFromState(this.operation, journal.snapshot.base)(entry),
      );
    } catch (error) {
      this.fail(error);
    }
  }
}

/** Runs deletes in an order that respects dependencies. A failure ends it after the group that it is in. */
export async function runDeletes(
  operation: Operation,
  steps: readonly Step[],
  resources: readonly ResourceState[],
  providerOf: (entry: ResourceState) => Promise<Provider>,
): Promise<void> {
  const byEntry = new Map(steps.map((step) => [step.old, step]));
  for (const { urn, op } of steps) if (op !== "remove-pending-replace") operation.deletes.add(urn);
  const condemned = steps.flatMap(({ old }) => (old ? [old] : []));
  for (const group of deletionGroups(condemned, resources)) {
    const chains = group.flatMap((entry) => byEntry.get(entry) ?? []);
    const ends = await Promise.allSettled(chains.map((step) => operation.runChain([step], providerOf)));
    const odd = ends.find((end) => end.status === "rejected" && !(end.reason instanceof Halted));
    if (odd?.status === "rejected") throw odd.reason;
    if (operation.failed) return;
  }
}
