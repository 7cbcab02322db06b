import { isRecord, jsonIn } from "../../values/json";
import type { StepJournal } from "../state/step-journal";
import { append } from "../../values/many";
import type { Ambient } from "../ambient";
import { Complained, Halted, messageOf, StepFailed } from "../errors";
import { type Diagnostic, type EngineEvent, type Hide, report, type StepReport } from "./events";
import { executeStep, type ExecutionContext, ProtectedResource } from "./execute";
import { InvalidResource } from "../plan/refused-steps";
import type { ReadStackOutputs } from "../hosts/builtin-provider";
import type { Severity } from "../protocol/monitor-server";
import type { ProviderOf, RunInfo } from "../protocol/provider-verbs";
import type { ProviderPool } from "../hosts/provider-pool";
import type { Redactor } from "./redactor";
import type { ResourceState } from "../state/resource-state";
import { isInternal, type Step, type StepOp } from "../plan/step";
import type { JsonMap } from "../protocol/wire";

export interface OperationOptions extends RunInfo {
  readonly journal: StepJournal;
  readonly ambient: Ambient;
  readonly redactor: Redactor;
  /** Masks secret settings in values of resources that contain them in plain text. */
  readonly hide: Hide;
  /** Makes the SDK's message about a failed program readable. */
  readonly readable?: ((message: string) => string) | undefined;
  readonly providers: ProviderPool;
  readonly readOutputs: ReadStackOutputs;
  /** Continue with steps that do not depend on a failed one. */
  readonly continueOnError: boolean;
  onEvent(event: EngineEvent): void;
}

/** The common part of all operations: running steps under the limit, reporting, and stopping at the first failure. */
export class Operation {
  readonly steps: StepReport[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly summary: Partial<Record<StepOp, number>> = {};
  readonly deletes = new Set<string>();
  /** Old or planned entries whose step failed while others continued. */
  readonly errored: ResourceState[] = [];
  private readonly stopping = deferred();
  private readonly cancelling = deferred();
  private readonly limit: ReturnType<typeof limiter>;
  private readonly running = new Set<Promise<unknown>>();
  private readonly early = new Map<ResourceState, ReturnType<typeof deferred>>();
  /** Resolves at the first failure; otherwise never. */
  readonly whenStopped = this.stopping.promise;
  /** Resolves when the operation is cancelled; otherwise never. */
  readonly whenCancelled = this.cancelling.promise;
  private halted = false;
  private complaints = 0;
  private cancelled = false;

  constructor(readonly options: OperationOptions) {
    this.limit = limiter(options.parallel);
  }

  /** True once no further step starts, because something failed. */
  get stopped(): boolean {
    return this.halted;
  }

  /** True once anything failed, even if other steps continue. */
  get failed(): boolean {
    return this.halted || this.complaints > 0 || this.errored.length > 0;
  }

  /**
   * Notes the objects that will be deleted before their replacement. The create of such a replacement waits for the delete,
   * which another registration may have planned; otherwise it could forget an object that still exists.
   */
  announce(steps: readonly Step[]): void {
    for (const step of steps) if (isEarlyDelete(step) && step.old) this.early.set(step.old, deferred());
  }

  /** Runs steps one after the other. @throws Halted once the operation has stopped, StepFailed where it goes on. */
  async runChain(steps: readonly Step[], providerOf: ProviderOf): Promise<Done[]> {
    const own = new Set(steps.filter(isEarlyDelete).map(({ old }) => old));
    const awaited = steps.flatMap(({ old }) => (old && !own.has(old) ? (this.early.get(old)?.promise ?? []) : []));
    await Promise.all(awaited);
    const run = this.limit(async () => {
      const done: Done[] = [];
      for (const step of steps) {
        if (this.halted) throw new Halted();
        done.push({ step, entry: await this.runStep(step, providerOf) });
        if (step.old && isEarlyDelete(step)) this.early.get(step.old)?.resolve();
      }
      return done;
    });
    const settle = () => {
      for (const entry of own) if (entry) this.early.get(entry)?.resolve();
    };
    run.then(settle, settle);
    return this.underWay(run);
  }

  /** Makes {@link idle} wait for the work: calls to a provider must end before the provider. */
  underWay<Result>(work: Promise<Result>): Promise<Result> {
    this.running.add(work);
    const forget = () => this.running.delete(work);
    work.then(forget, forget);
    return work;
  }

  private async runStep(step: Step, providerOf: ProviderOf): Promise<ResourceState | undefined> {
    if (step.op === "refresh") return step.next; // has been read, counted and told of
    const shown = !isInternal(step);
    if (shown) this.emit({ kind: "step-start", step: report(step, undefined, this.options.hide) });
    try {
      const entry = await executeStep(this.executionContext(providerOf), step);
      this.count(step, entry);
      return entry;
    } catch (error) {
      const message = this.options.redactor.redact(messageOf(error));
      if (shown) this.emit({ kind: "step-failed", step: report(step, undefined, this.options.hide), message });
      if (!this.options.continueOnError && !(error instanceof ProtectedResource)) {
        this.fail(error, step.urn);
        throw new Halted();
      }
      append(
        this.errored,
        [step.old, step.next].filter((entry) => entry !== undefined),
      );
      this.log("error", messageOf(error), step.urn);
      throw new StepFailed(step.urn, { cause: error }, step.op === "update" ? step.old?.id : undefined);
    }
  }

  /** Runs one part of a refresh under the limit. A failure is noted and only makes the operation fail at its end. */
  async attempt(entry: ResourceState, work: () => Promise<Done>): Promise<Done | undefined> {
    return this.limit(async () => {
      if (this.cancelled) return undefined;
      try {
        const done = await work();
        this.count(done.step, done.entry);
        return done;
      } catch (error) {
        this.fail(error, entry.urn);
        return undefined;
      }
    });
  }

  /** Adds a finished step to the report. */
  count(step: Step, entry?: ResourceState): void {
    if (isInternal(step)) return;
    const done = report(step, entry, this.options.hide);
    this.steps.push(done);
    if (done.counted && !isQuietRead(step, entry)) this.summary[step.op] = (this.summary[step.op] ?? 0) + 1;
    this.emit({ kind: "step-done", step: done });
  }

  /** Reports a problem without ending the operation, which then fails. */
  complain(message: string, urn?: string): void {
    this.complaints += 1;
    this.log("error", message, urn);
  }

  /** Ends the operation: running steps finish, no other starts. */
  fail(error: unknown, urn?: string): void {
    this.stop();
    if (error instanceof Halted || error instanceof Complained) return;
    if (error instanceof InvalidResource) for (const message of error.failures) this.log("error", message, error.urn);
    else this.log("error", messageOf(error), urn);
  }

  /** Ends the operation without another message, because the reason has been reported. */
  stop(): void {
    this.halted = true;
    this.stopping.resolve();
  }

  get hasErrors(): boolean {
    return this.diagnostics.some(({ severity }) => severity === "error");
  }

  printed(line: string, from: "stdout" | "stderr"): void {
    this.emit({ kind: "stdout", line: this.options.redactor.redact(line), from });
  }

  /** Cancels the operation, which ends like a failure. */
  cancel(what: string): void {
    if (this.cancelled) return;
    this.cancelled = true;
    this.cancelling.resolve();
    this.fail(new Error(`${what} canceled`));
  }

  /** @param isPassing it is printed but not kept. */
  log(severity: Severity, message: string, urn?: string, isPassing = false): void {
    const said = { message: this.options.redactor.redact(message), ...(urn ? { urn } : {}) };
    // The SDK's debug messages contain whole responses with secrets; a provider's facts about a step are a JSON object.
    if (severity === "debug") {
      const facts = urn ? factsIn(said.message) : undefined;
      if (urn && facts) this.emit({ kind: "facts", urn, facts });
      return;
    }
    if (isPassing) return this.emit({ kind: "status", ...said });
    const diagnostic = { severity, ...said };
    this.diagnostics.push(diagnostic);
    this.emit({ kind: "diagnostic", diagnostic });
  }

  emit(event: EngineEvent): void {
    this.options.onEvent(event);
  }

  /** Waits until no step and no call to a provider is running. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.allSettled(this.running);
  }

  timestamp(): string {
    return new Date(this.options.ambient.now()).toISOString();
  }

  private executionContext(providerOf: ProviderOf): ExecutionContext {
    const { journal, dryRun, redactor } = this.options;
    return {
      journal,
      dryRun,
      deletes: this.deletes,
      provider: providerOf,
      timestamp: () => this.timestamp(),
      redact: (text) => redactor.redact(text),
    };
  }
}

function deferred() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** The facts of a provider about a resource, an object that says what its step `does`; undefined for any other text. */
function factsIn(message: string): JsonMap | undefined {
  const facts = message.startsWith("{") ? jsonIn(message) : undefined;
  return isRecord(facts) && "does" in facts ? (facts as JsonMap) : undefined;
}

const isEarlyDelete = ({ op, deleteBeforeReplace }: Step): boolean =>
  deleteBeforeReplace && (op === "delete-replaced" || op === "discard-replaced");

export interface Done {
  readonly step: Step;
  readonly entry: ResourceState | undefined;
}

/** A read without a change does not count. */
const isQuietRead = (step: Step, entry: ResourceState | undefined): boolean =>
  step.op === "read" &&
  (!step.old ||
    !entry ||
    JSON.stringify(report(step, entry).new?.outputs) === JSON.stringify(report(step).old?.outputs));

/** Runs at most `limit` pieces of work at once, in order of arrival. */
export function limiter(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= limit) await new Promise<void>((start) => waiting.push(start));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next)
        next(); // hands its place on
      else running -= 1;
    }
  };
}
