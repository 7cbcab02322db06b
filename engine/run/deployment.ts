import type { ConstructRequest } from "@pulumi/pulumi/proto/provider_pb";
import { describeStack, unconfigurable } from "../hosts/builtin-provider";
import type { Config } from "../project/config";
import { endOperation } from "./end";
import { EngineError, Halted, InitFailed, isOfEndedRun, StepFailed, unsupported } from "../errors";
import { type GeneratorContext, planImported, planRead, planRegistration, type Purpose } from "../plan/generate";
import { bareGoal, type Goal, type ReadGoal, type RemoteGoal } from "../plan/goal";
import { limiter, Operation, type OperationOptions } from "./operation";
import type { Invocation, Monitor, Registered, Severity } from "../protocol/monitor-server";
import type { Constructed, Invoked, MonitorOfRun, ProviderOf } from "../protocol/provider-verbs";
import { passOptions } from "../protocol/transform-options";
import { refreshOne, withoutGone } from "./refresh";
import { referencesOf, type ResourceState, stackOutputs } from "../state/resource-state";
import { RunProviders } from "./run-providers";
import { notFound, type Selection } from "../plan/selection";
import type { Step } from "../plan/step";
import {
  builtinProviderType,
  isDefaultProvider,
  isDynamicType,
  isProviderType,
  makeUrn,
  packageOf,
  stackType,
} from "../protocol/urn";
import { equal, type PropertyMap } from "../protocol/values";
import { mapFromWire } from "../protocol/wire";
import { PlanState } from "../plan/plan-state";

/** Carries out an operation: the requests of a running program, and what follows at its end. */
export class Deployment implements Monitor {
  readonly operation: Operation;
  private readonly planState: PlanState;
  private readonly entries = new Map<string, ResourceState>();
  private readonly oneAtATime = limiter(1);
  private readonly context: GeneratorContext;
  private readonly outputsSeen = new Set<string>();
  private readonly providers: RunProviders;
  /** Registrations by URN, settled when they are done or have failed. */
  private readonly running = new Map<string, Promise<unknown>>();
  private stack: ResourceState | undefined;
  /** Entries that a refresh found missing. */
  private readonly missing: ResourceState[] = [];
  private stackOutputs: PropertyMap | undefined;
  /** Set once the program has ended; the deletes then run. */
  private ending: Promise<void> | undefined;

  constructor(
    options: OperationOptions,
    config: Config,
    private readonly selection: Selection,
    private readonly purpose: Purpose = "update",
  ) {
    this.operation = new Operation(options);
    this.planState = new PlanState(options.journal.snapshot.base);
    this.providers = new RunProviders(this.operation, this.planState, config, (goal) => this.registerProvider(goal));
    this.context = {
      planState: this.planState,
      purpose,
      reread: (old, wish) => this.reread(old, wish),
      project: options.project,
      stack: options.stack,
      dryRun: options.dryRun,
      selection,
      provider: (goal, urn) => this.providers.ofGoal(goal, urn),
      providerOf: (entry) => this.providers.ofEntry(entry),
      outgrows: (old, reference) => this.providers.outgrows(old, reference),
      seed: () => options.ambient.bytes(32),
      complain: (message, urn) => this.operation.complain(message, urn),
      warn: (message, urn) => this.operation.log("warning", message, urn),
    };
    const missing = selection.replaced?.missing((urn) => this.planState.olds.has(urn)) ?? [];
    for (const urn of missing) this.operation.complain(notFound(urn));
    if (missing.length > 0) this.operation.stop();
  }

  get signalled(): boolean {
    return this.ending !== undefined;
  }

  async register(goal: Goal): Promise<Registered> {
    for (const value of Object.values(goal.inputs)) this.operation.options.redactor.learn(value);
    const { project, stack } = this.context;
    const own = makeUrn(stack, project, goal.parent, goal.type, goal.name);
    try {
      const steps = await this.plan(() => planRegistration(this.context, goal));
      const entry = await this.underWay(own, () => this.runToEnd(goal, steps));
      if (entry.type === stackType && !entry.custom) this.stack = entry;
      const unknown = this.planState.skipped.has(entry.urn);
      return { urn: entry.urn, id: this.idFor(entry, steps), outputs: entry.custom ? entry.outputs : {}, unknown };
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      const { urn, cause, id } = error;
      this.planState.failed.add(urn).add(own);
      // A half-made object of a failed initialisation is returned, so that dependents can be checked.
      const half = cause instanceof InitFailed ? this.operation.options.journal.snapshot.latest(own) : undefined;
      return { urn: own, id: half?.id ?? id ?? "", outputs: half?.outputs ?? {}, failed: true };
    }
  }

  /** Creates a component. Its parts are registered like the program's resources, while the provider waits. */
  async construct(goal: RemoteGoal, monitor: MonitorOfRun): Promise<Constructed<PropertyMap>> {
    if (this.operation.stopped) throw new Halted();
    for (const value of Object.values(mapFromWire(goal.inputs))) this.operation.options.redactor.learn(value);
    const { verbs } = await this.oneAtATime(() => this.providers.ofGoal(goal));
    if (verbs === unconfigurable) return this.previewRemote(goal);
    if (!verbs.construct) throw unsupported(`the component ${goal.type}`);
    const setOptions = (request: ConstructRequest) => passOptions(goal.request, request);
    const made = await this.operation
      .underWay(verbs.construct({ ...goal, setOptions, monitor }))
      .catch((error: unknown) => {
        throw this.operation.stopped ? new Halted() : error;
      });
    if (this.operation.stopped) throw new Halted();
    return made;
  }

  /** A component whose provider a preview can't configure yet, so its parts are unknown. */
  private async previewRemote({ type, name, parent }: RemoteGoal): Promise<Constructed<PropertyMap>> {
    const { urn } = await this.register({ ...bareGoal, type, name, parent, custom: false, inputs: {} });
    return { urn, outputs: {}, dependencies: {} };
  }

  async read(goal: ReadGoal): Promise<Registered> {
    try {
      const entry = await this.run(await this.plan(() => planRead(this.context, goal)));
      return { urn: entry.urn, id: entry.id ?? "", outputs: entry.outputs };
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      // The program does not learn that a read failed. Its dependents are skipped.
      this.planState.failed.add(error.urn);
      return { urn: error.urn, id: goal.id, outputs: {} };
    }
  }

  async invoke(call: Invocation): Promise<Invoked<PropertyMap>> {
    if (packageOf(call.token) === packageOf(builtinProviderType))
      return { outputs: await this.invokeEngine(call), failures: [] };
    if (isDynamicType(call.token)) throw unsupported(`the invoke ${call.token}`);
    const { verbs } = await this.oneAtATime(() => this.providers.ofGoal({ ...call, type: call.token }));
    if (!verbs.invoke) throw unsupported(`the invoke ${call.token}`);
    this.operation.options.redactor.learn(call.args);
    return this.operation.underWay(verbs.invoke(call.token, call.args, this.operation.options.dryRun));
  }

  private async invokeEngine({ token, args }: Invocation): Promise<PropertyMap> {
    switch (token) {
      case "pulumi:pulumi:getResource": {
        await this.oneAtATime(() => this.providers.defaultProvider(builtinProviderType));
        const urn = typeof args["urn"] === "string" ? args["urn"] : "";
        const found = this.entries.get(urn);
        if (!found) throw new EngineError("invalid", `unknown resource ${urn}`);
        return { urn, id: found.id ?? "", provider: found.provider ?? "", state: found.outputs };
      }
      case "pulumi:pulumi:readStackOutputs":
        await this.oneAtATime(() => this.providers.defaultProvider(builtinProviderType));
        return describeStack(args, this.operation.options.readOutputs);
      default:
        throw unsupported(`the invoke ${token}`);
    }
  }

  async registerOutputs(urn: string, outputs: PropertyMap): Promise<void> {
    if (this.operation.stopped) throw new Halted();
    const entry = this.entries.get(urn);
    if (this.planState.failed.has(urn) || (entry && this.planState.skipped.has(urn))) return;
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

  /** A refresh or destroy of which no program runs, with the providers and the code in the state (pulumi-engine 5.11, 5.12). */
  async withoutProgram(): Promise<void> {
    if (this.purpose === "refresh" || !this.isMissingAny()) await this.programEnded();
  }

  log(severity: Severity, message: string, urn: string | undefined, isPassing: boolean): void {
    const { readable } = this.operation.options;
    if (severity === "error" && this.operation.stopped && isOfEndedRun(message)) return;
    this.operation.log(severity, severity === "error" && readable ? readable(message) : message, urn, isPassing);
  }

  fail(error: unknown, urn?: string): void {
    this.operation.fail(error, urn);
  }

  /** The stack's new outputs: they replace the old ones, or are merged with them after a failure. */
  get outputs(): PropertyMap {
    const old = this.stack?.outputs ?? stackOutputs(this.planState.base);
    if (!this.stackOutputs) return old;
    return this.operation.failed ? { ...old, ...this.stackOutputs } : this.stackOutputs;
  }

  /** Stores the stack's outputs, at the very end. */
  async storeOutputs(): Promise<void> {
    if (this.stack && this.stackOutputs) await this.swap(this.stack, this.outputs);
  }

  private plan(work: () => Promise<Step[]>): Promise<Step[]> {
    const planned = this.oneAtATime(async () => {
      if (this.operation.stopped) throw new Halted();
      const steps = await work();
      this.leaveOut(steps);
      this.operation.announce(steps);
      for (const urn of this.planState.deletes) this.operation.deletes.add(urn);
      return steps;
    });
    return this.operation.underWay(planned);
  }

  /** Skips the dependents of a failure while the run continues. */
  private leaveOut(steps: readonly Step[]): void {
    const { failed } = this.planState;
    const dependent = steps.find((step) => {
      const subject = step.next ?? step.old;
      return subject && referencesOf({ ...subject, provider: undefined }).some((urn) => failed.has(urn));
    });
    if (dependent) throw new StepFailed(dependent.urn);
  }

  private underWay<Result>(urn: string, work: () => Promise<Result>): Promise<Result> {
    const running = work();
    const settled = running.catch(() => undefined);
    this.running.set(urn, settled);
    return running;
  }

  /** Delays entries that are carried over until the entries to which they refer are done: the program may change those. */
  private async afterReferences(steps: readonly Step[]): Promise<void> {
    const carried = steps.flatMap(({ op, old, next }) => (op === "same" && old && old === next ? [old] : []));
    if (carried.length === 0) return;
    for (const urn of carried.flatMap(referencesOf)) await this.running.get(urn);
    this.leaveOut(steps);
  }

  /** Runs the steps; the steps after an import depend on its result. */
  private async runToEnd(goal: Goal, steps: readonly Step[]): Promise<ResourceState> {
    const entry = await this.run(steps);
    if (!steps.some(({ op }) => op === "import" || op === "import-replacement")) return entry;
    const more = await this.plan(() => planImported(this.context, goal, entry));
    return more.length > 0 ? this.run(more) : entry;
  }

  private async run(steps: readonly Step[]): Promise<ResourceState> {
    await this.afterReferences(steps);
    const done = await this.operation.runChain(steps, (entry) => this.providers.ofEntry(entry));
    const entry = done.map((one) => one.entry).findLast((one) => one !== undefined);
    if (!entry) throw new Error("a registration came to nothing");
    this.entries.set(entry.urn, entry);
    if (isProviderType(entry.type)) {
      const isLeftOut = steps.some(({ op, skipped }) => skipped || op === "refresh");
      await (isLeftOut ? this.providers.leaveOut(entry) : this.providers.register(entry));
    }
    return entry;
  }

  /** Rereads an entry: its properties come from the platform, the rest from the program. Providers stay unchanged. */
  private async reread(old: ResourceState, wish: ResourceState): Promise<ResourceState | undefined> {
    if (isProviderType(old.type) || !this.selection.includes(old)) {
      this.take(old, old);
      return old;
    }
    const { id, inputs, outputs, created, modified, pendingReplacement } = old;
    const asked = pendingReplacement ? old : { ...wish, id, inputs, outputs, created, modified };
    const done = await this.operation.attempt(old, () =>
      refreshOne(this.operation, asked, () => this.providers.ofEntry(old)),
    );
    if (!done) throw new Halted();
    this.take(old, done.entry);
    return done.entry;
  }

  /** Rereads the entries that the program did not register. One whose read fails stays, and the operation fails. */
  private async rereadRest(providerOf: ProviderOf): Promise<void> {
    if (this.isMissingAny()) return;
    const rest = this.planState.base.filter(({ urn }) => !this.planState.isRegistered(urn));
    const chosen = new Set(rest.filter((entry) => this.selection.includes(entry) && !isDefaultProvider(entry.urn)));
    const read = async (old: ResourceState) =>
      chosen.has(old) ? this.operation.attempt(old, () => refreshOne(this.operation, old, providerOf)) : undefined;
    const done = await Promise.all(rest.map(read));
    for (const [at, old] of rest.entries()) this.take(old, done[at] ? done[at].entry : old);
  }

  /** Reports targets and exclusions that the state does not have. */
  private isMissingAny(): boolean {
    const known = new Set(this.planState.base.map(({ urn }) => urn));
    const { targets, excludes } = this.selection;
    const missing = [targets, excludes].flatMap((patterns) => patterns?.missing((urn) => known.has(urn)) ?? []);
    for (const urn of missing) this.operation.complain(notFound(urn));
    return missing.length > 0;
  }

  private take(old: ResourceState, entry: ResourceState | undefined): void {
    const { snapshot } = this.operation.options.journal;
    if (!entry) this.missing.push(old);
    if (entry && entry !== old) snapshot.put(entry, old);
    else snapshot.keep(old); // what is gone too: others refer to it until the end
  }

  /** The snapshot after a refresh, without missing objects. */
  refreshed(): ResourceState[] {
    const isGone = ({ urn, id }: ResourceState) => this.missing.some((old) => old.urn === urn && old.id === id);
    return withoutGone(this.operation.options.journal.snapshot.resources(), isGone);
  }

  private async registerProvider(goal: Goal): Promise<ResourceState> {
    const steps = await planRegistration(this.context, goal);
    this.operation.announce(steps);
    return this.run(steps);
  }

  /** A preview does not send the id of a new object, which the SDK then treats as unknown. */
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

  /** The end phase: deletes unwanted entries, group by group, unless the run has stopped. */
  private async finish(): Promise<void> {
    if (this.operation.stopped) return;
    try {
      const { snapshot } = this.operation.options.journal;
      const resources = this.purpose === "update" ? snapshot.base : snapshot.resources();
      const providerOf = (entry: ResourceState) => this.providers.ofEntry(entry, resources);
      if (this.purpose === "refresh") return await this.rereadRest(providerOf);
      // A destroy of an empty stack ends here and leaves the entries that the program registered for its settings, as in
      // the CLI.
      if (this.purpose === "destroy" && snapshot.base.length === 0) return;
      const planState = this.purpose === "update" ? this.planState : new PlanState(resources, this.planState);
      await endOperation(this.operation, planState, this.selection, providerOf);
    } catch (error) {
      this.fail(error);
    }
  }
}
