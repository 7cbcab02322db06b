import type { Ambient } from "../ambient";
import { createBuiltinProvider, type ReadStackOutputs } from "../hosts/builtin-provider";
import { type EngineError, Halted, LostLock, StateNotWritten, unsupported } from "../errors";
import { connectHost, type ProviderSettings } from "../hosts/host";
import { type HostCommand, type HostProcess, startHostProcess } from "../hosts/host-process";
import { findPlugin } from "../hosts/find-plugin";
import { connectPlugin, pluginCommand } from "../hosts/plugin";
import { type PropertyMap, settingsOf } from "../protocol/values";
import type { Toolchains } from "../languages";
import { infoOf, type InProcess } from "../program/run-program";
import type { InlineProgram } from "../program/inline-program";
import { type SaveSnapshot, type StepJournal, createStepJournal } from "../state/step-journal";
import type { StackLock } from "../state/lock";
import type { Operation, OperationOptions } from "./operation";
import { type Monitor, serveMonitor } from "../protocol/monitor-server";
import type { OperationCallOptions } from "../project/options";
import type { Project } from "../project/project";
import type { Proto } from "../protocol/proto";
import { keepSecrets } from "../hosts/keep-secrets";
import type { Provider, RawProvider } from "../protocol/provider-verbs";
import { type ProviderKey, ProviderPool, uncheckedSettings, type Unconfigured } from "../hosts/provider-pool";
import { Redactor } from "./redactor";
import type { PendingOperation, ResourceState } from "../state/resource-state";
import type { Session } from "../project/session";
import { Snapshot } from "../state/snapshot";
import {
  builtinProviderType,
  dynamicLanguage,
  isDefaultProvider,
  isDynamicType,
  packageOf,
  parseUrn,
  providerType,
} from "../protocol/urn";
import { mapToPlain, mapToWire } from "../protocol/wire";

export interface WorkOptions {
  readonly kind: "update" | "refresh" | "destroy";
  readonly dryRun: boolean;
  readonly parallel: number;
  readonly project: Project;
  readonly stack: string;
  readonly session: Session;
  /** None for a dry run. */
  readonly lock: Pick<StackLock, "save"> | undefined;
  readonly proto: Proto;
  readonly toolchains: Toolchains;
  readonly env: NodeJS.ProcessEnv;
  readonly ambient: Ambient;
  readonly call: OperationCallOptions;
  /** Replaces the project's program. */
  readonly program: InlineProgram | undefined;
  /** Replaces the processes of program and provider host. */
  readonly inProcess?: InProcess | undefined;
  readonly readOutputs: ReadStackOutputs;
}

/** The resources of one call of a stack's method: saving, providers, and cancellation. */
export class Work {
  readonly redactor: Redactor;
  private readonly settings: Redactor;
  /** As in the CLI, values of resources are searched only for secret settings. */
  readonly hide = (text: string): string => this.settings.redact(text);
  /** Rejects when the caller gives up. */
  readonly terminated: Promise<never>;
  /** Whether the operation has told of creates with an unknown outcome. */
  hasWarned = false;
  private readonly closing = new AbortController();
  private readonly terminations: (() => void)[] = [];
  private monitor: Monitor | undefined;
  private server: Awaited<ReturnType<typeof serveMonitor>> | undefined;
  private readonly journals: StepJournal[] = [];
  private given = false;
  /** Hosts of dynamic providers that were started early, by type. */
  private readonly warm = new Map<string, HostProcess>();
  private readonly providers = new ProviderPool(
    (urn, inputs) => this.launch(urn, inputs),
    (started, key) => this.configure(started, key),
  );

  constructor(readonly options: WorkOptions) {
    const urns = `urn:pulumi:${options.stack}::${options.project.name}::`;
    this.redactor = new Redactor(urns);
    this.settings = new Redactor(urns);
    for (const { value, secret, secrets } of options.session.config.values()) {
      for (const text of secrets) this.settings.learnText(text);
      if (secret) for (const text of [value, ...secrets]) this.redactor.learnText(text);
    }
    for (const { inputs, outputs } of options.session.resources) {
      this.redactor.learn(inputs);
      this.redactor.learn(outputs, inputs);
    }
    this.terminated = new Promise((_, reject) => {
      const giveUp = () => {
        this.given = true;
        for (const terminate of this.terminations) terminate();
        reject(new Halted());
      };
      const { terminate } = options.call;
      if (terminate?.aborted) giveUp();
      else this.listen(terminate, giveUp);
    });
    this.terminated.catch(() => undefined);
  }

  /** Runs the operation's body until it ends or the caller gives up, then stops all started processes. */
  async run<Result>(body: (work: Work) => Promise<Result>): Promise<Result> {
    const ending = body(this)
      .catch((error: unknown) => {
        throw error instanceof LostLock || error instanceof StateNotWritten ? this.abandon(error) : error;
      })
      .finally(() => this.close());
    ending.catch(() => undefined); // after a termination nobody listens
    return Promise.race([ending, this.terminated]);
  }

  /** Ends the providers as if this process had died: after a normal end they would assume that everything handed over is stored. */
  private abandon(error: LostLock | StateNotWritten): EngineError {
    for (const terminate of this.terminations) terminate();
    return error.atEnd(this.journals.flatMap((journal) => journal.unsaved()));
  }

  readonly save: SaveSnapshot = async (resources, pending) => {
    // After the operation the state belongs to the next one.
    if (this.given || this.closing.signal.aborted || this.options.dryRun) return;
    await this.options.lock?.save(this.options.session.checkpoint(resources, pending));
  };

  /** Creates of a killed run with an unknown outcome. */
  lostCreates(): readonly PendingOperation[] {
    return this.options.session.operations.filter(({ type }) => type === "creating");
  }

  operationOptions(base: readonly ResourceState[], { continueOnError = false } = {}): OperationOptions {
    const { dryRun, ambient, call, toolchains } = this.options;
    const journal = createStepJournal(new Snapshot(base, this.lostCreates()), dryRun ? undefined : this.save, ambient);
    this.journals.push(journal);
    return {
      ...infoOf(this.options),
      ambient,
      redactor: this.redactor,
      hide: this.hide,
      readable: toolchains.own?.readable,
      journal,
      providers: this.providers,
      readOutputs: this.readOutputs,
      continueOnError,
      // After a termination the caller expects no more events.
      onEvent: (event) => (this.given ? undefined : call.onEvent?.(event)),
    };
  }

  /** Stops the operation when the caller says so. */
  watch(operation: Operation): Operation {
    const { signal } = this.options.call;
    const cancel = () => {
      operation.cancel(this.options.kind);
      void this.providers.cancel();
    };
    if (signal?.aborted) cancel();
    else this.listen(signal, cancel);
    return operation;
  }

  /** Listens to a signal, which may outlive many operations, so each listener must be removed. */
  private listen(signal: AbortSignal | undefined, call: () => void): void {
    signal?.addEventListener("abort", call, { once: true, signal: this.closing.signal });
  }

  /** Lets this monitor answer programs and providers from now on, also those that a refresh has started. */
  async serve(monitor: Monitor): Promise<void> {
    this.monitor = monitor;
    const { proto, inProcess } = this.options;
    if (!inProcess) this.server ??= await serveMonitor(proto, () => this.monitor!, infoOf(this.options));
  }

  /** The engine's address. The server must run before a host creates anything. */
  get engineAddress(): string {
    return this.server?.address ?? "127.0.0.1:0";
  }

  onTerminate(terminate: () => void): void {
    this.terminations.push(terminate);
  }

  /** Starts the providers of the last run early: they take as long as a program. For a new stack, the host of dynamic ones. */
  warmUp(base: readonly ResourceState[]): void {
    if (this.options.inProcess) return;
    const defaults = base.filter(({ urn }) => isDefaultProvider(urn));
    const { project, toolchains } = this.options;
    const isNew = base.length === 0 && project.plugins.size === 0 && toolchains.own?.isDynamic === true;
    const dynamic = [
      ...(isNew ? [providerType(`pulumi-${project.runtime}`)] : []),
      ...defaults.map(({ type }) => type),
    ];
    for (const type of new Set(dynamic.filter(isDynamicType))) this.warm.set(type, this.startDynamicHost(type));
    // A failed start is reported when the provider is needed.
    for (const { urn, type, inputs } of defaults)
      if (!isDynamicType(type) && type !== builtinProviderType)
        this.providers.fresh(urn, inputs).catch(() => undefined);
  }

  /** Stops the providers and unused hosts, then the server to which they may have sent messages. */
  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all([this.providers.close(), ...[...this.warm.values()].map((host) => host.stop())]);
    this.warm.clear();
    this.server?.close();
  }

  /** The outputs of another stack, whose secrets are masked in output too. */
  private readonly readOutputs: ReadStackOutputs = async (name) => {
    const outputs = await this.options.readOutputs(name);
    this.redactor.learn(outputs);
    return outputs;
  };

  private async launch(urn: string, inputs: PropertyMap): Promise<Unconfigured> {
    const { type } = parseUrn(urn);
    if (type === builtinProviderType || isDynamicType(type))
      return uncheckedSettings(async (about) => this.options.inProcess?.connect(about) ?? this.connectHost(about));
    const { proto, project, env, toolchains, inProcess } = this.options;
    if (inProcess) return inProcess.launch();
    const version = inputs["version"];
    const executables = toolchains.own?.executables() ?? [];
    const around = { project, env, executables };
    const path = findPlugin(packageOf(type), typeof version === "string" ? version : undefined, around);
    const process = this.startProcess(pluginCommand(path, project));
    return connectPlugin(proto, process, path, this.engineAddress);
  }

  private async configure(started: Unconfigured, { urn, id, inputs }: ProviderKey): Promise<Provider> {
    const { type } = parseUrn(urn);
    if (type === builtinProviderType) return createBuiltinProvider(this.readOutputs);
    for (const value of Object.values(inputs)) this.redactor.learn(value);
    const settings = settingsOf(inputs);
    const about = { urn, id, type, args: mapToWire(settings), plainArgs: mapToPlain(settings) };
    return keepSecrets(await started.configure(about), (...known) => this.redactor.learn(...known));
  }

  private connectHost(about: ProviderSettings): Promise<RawProvider> {
    const process = this.warm.get(about.type) ?? this.startDynamicHost(about.type);
    this.warm.delete(about.type);
    return connectHost(this.options.proto, process, about);
  }

  private startDynamicHost(type: string): HostProcess {
    const language = dynamicLanguage(type) ?? "";
    const toolchain = this.options.toolchains.of(language);
    if (!toolchain) throw unsupported(`dynamic providers in ${language}`);
    return this.startProcess(toolchain.dynamicHost());
  }

  private startProcess(command: HostCommand): HostProcess {
    const { project, env, ambient, call } = this.options;
    const host = startHostProcess(command, {
      project,
      env,
      ambient,
      engineAddress: this.engineAddress,
      onLine: (line, from) => call.onEvent?.({ kind: "stdout", line: this.redactor.redact(line), from }),
    });
    this.onTerminate(() => host.kill());
    return host;
  }
}
