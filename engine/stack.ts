import { pathToFileURL } from "node:url";
import { type Backend, backendRoot, listStacks, openBackend, statesFolder } from "./state/backend";
import { type StateVersion, versionOf } from "./state/checkpoint";
import { ConfigFile } from "./project/config";
import { withDeclared } from "./project/declared-settings";
import { EngineError, Halted, messageOf, unsupported } from "./errors";
import { type Diagnostic, showMap } from "./run/events";
import {
  defaults,
  type DestroyOptions,
  findPassphrase,
  type OperationCallOptions,
  type OperationResult,
  type RefreshOptions,
  type StackOptions,
  type UpOptions,
} from "./project/options";
import { inlineProject, type Project, readProject } from "./project/project";
import { withoutEntry, withoutProtection } from "./state/edits";
import { checkOrigin, unchanged } from "./state/imported";
import { loadProto, ownProto, type Proto } from "./protocol/proto";
import { Toolchains } from "./languages";
import type { Outcome } from "./run/end";
import { type ResourceState, stackOutputs } from "./state/resource-state";
import type { StackLock } from "./state/lock";
import type { Crypter, Keys } from "./state/secrets";
import { configCrypter, openSession, type SessionOptions } from "./project/session";
import { readStackOutputs } from "./hosts/builtin-provider";
import { deploy, destroy, refresh } from "./run/update";
import { Work, type WorkOptions } from "./run/work";
import type { JsonMap } from "./protocol/wire";

interface Asking {
  readonly agree?: () => Promise<void>;
}

/** A Pulumi stack that this process deploys, instead of the Pulumi CLI. */
export class LocalStack {
  private readonly keys: Keys = new Map();
  private proto: Proto | undefined;
  /** The lock of {@link whileLocked}, for the operations within it. */
  private held: StackLock | undefined;
  private readonly toolchains: Toolchains;

  private constructor(
    readonly project: Project,
    readonly name: string,
    private readonly root: string,
    private readonly backend: Backend,
    private readonly options: StackOptions,
    private readonly env: NodeJS.ProcessEnv,
  ) {
    this.toolchains = new Toolchains(project, env);
  }

  /** Opens a stack, which need not exist yet. @throws EngineError `project` or `unsupported` for one that cannot be worked with. */
  static async open(options: StackOptions): Promise<LocalStack> {
    const env = { ...process.env, ...options.env };
    const { projectDir = ".", projectName, program } = options;
    const project = program && projectName ? inlineProject(projectName, projectDir) : await readProject(projectDir);
    const url = options.backendUrl ?? (env["PULUMI_BACKEND_URL"] || project.backend);
    if (!url)
      throw new EngineError(
        "project",
        "There is no backend: pass backendUrl, or set PULUMI_BACKEND_URL to file://<directory>.",
      );
    const ambient = options.ambient ?? defaults.ambient;
    const root = backendRoot(url, project.root);
    const backend = openBackend(root, project.name, options.stack, ambient);
    // As with the CLI, so that providers know the backend of the stack.
    env["PULUMI_BACKEND_URL"] = pathToFileURL(root).href;
    return new LocalStack(project, options.stack, root, backend, options, env);
  }

  /** Creates an empty stack. @throws EngineError `project` if it exists already. */
  async create(): Promise<void> {
    await this.withLock(async (lock) => {
      if ((await this.backend.load()) !== undefined)
        throw new EngineError("project", `the stack '${this.name}' of project ${this.project.name} is there already`);
      const session = await openSession(this.sessionOptions());
      await lock.save(session.checkpoint([], []));
    });
  }

  /** The names of the project's stacks in this backend. */
  siblings(): Promise<string[]> {
    return listStacks(this.root, this.project.name);
  }

  /** The folder of the states of all stacks. */
  get statesFolder(): string {
    return statesFolder(this.root);
  }

  /** The stack's settings by full key. Secrets are `"[secret]"` unless `showSecrets` is set. */
  async config({ showSecrets = false }: { showSecrets?: boolean } = {}): Promise<Record<string, string>> {
    const file = await this.configFile();
    const crypter = showSecrets && file.hasSecrets() ? await this.configCrypter(file) : undefined;
    const own = file.read(crypter ? (cipher) => crypter.decrypt(cipher) : () => "");
    const values = withDeclared(own, this.project.settings);
    const shown = [...values].map(([key, { value, secret }]) => [key, secret && !showSecrets ? "[secret]" : value]);
    return Object.fromEntries(shown) as Record<string, string>;
  }

  /** Sets a value of the stack's configuration. A key without a namespace belongs to the project. */
  async setConfig(key: string, value: string, { secret = false }: { secret?: boolean } = {}): Promise<void> {
    const file = await this.configFile();
    file.set(key, value, secret ? await this.configCrypter(file) : undefined);
    await file.save();
  }

  /** Removes a value from the stack's configuration. @returns whether it was set. */
  async removeConfig(key: string): Promise<boolean> {
    const file = await this.configFile();
    if (!file.remove(key)) return false;
    await file.save();
    return true;
  }

  /** Reports what `up` would do. It runs the program and asks the providers, but writes nothing and takes no lock. */
  preview(options: UpOptions = {}): Promise<OperationResult> {
    return this.operate("update", true, options, (work) => deploy(work, options));
  }

  /** Runs the program, and creates, updates and deletes resources to match it. */
  up(options: UpOptions = {}): Promise<OperationResult> {
    return this.operate("update", false, options, (work) => deploy(work, options));
  }

  /** Updates the state to match the platform. Runs the program only with `runProgram`. */
  refresh(options: RefreshOptions = {}): Promise<OperationResult> {
    return this.operate("refresh", options.previewOnly ?? false, options, (work) => refresh(work, options));
  }

  /** Deletes all resources of the stack, or with `previewOnly` reports which. Runs the program only with `runProgram`. */
  destroy(options: DestroyOptions = {}): Promise<OperationResult> {
    return this.operate("destroy", options.previewOnly ?? false, options, (work) => destroy(work, options));
  }

  /** The stack's outputs. Secrets are `"[secret]"` unless `showSecrets` is set. */
  async outputs({ showSecrets = false }: { showSecrets?: boolean } = {}): Promise<JsonMap> {
    await this.mustExist();
    const session = await openSession(this.sessionOptions());
    return showMap(stackOutputs(session.resources), showSecrets);
  }

  /** The text of the state as it is stored. */
  async storedState(): Promise<string> {
    await this.mustExist();
    return (await this.backend.load()) ?? "";
  }

  /** The state as `pulumi stack export` prints it, with secrets encrypted. */
  async exportState(): Promise<StateVersion & { deployment: JsonMap }> {
    await this.mustExist();
    const session = await openSession(this.sessionOptions());
    const deployment = JSON.parse(session.format(session.resources, session.operations)) as JsonMap;
    return { ...versionOf(session.resources), deployment };
  }

  /**
   * Replaces the state with an exported one, its secrets encrypted for this stack, as `pulumi stack import` does. Unlike that,
   * it keeps the records of interrupted creates.
   *
   * @throws EngineError for one that is invalid, can't be decrypted, or is of another stack unless `force` is set.
   */
  async importState(
    state: { version: number; features?: readonly string[]; deployment: object },
    { force = false }: { readonly force?: boolean } = {},
  ): Promise<void> {
    await this.withLock(async (lock) => {
      const session = await openSession(this.sessionOptions(), JSON.stringify(state)).catch(unchanged);
      if (!force) checkOrigin(session, this.project.name, this.name);
      await lock.save(session.checkpoint(session.resources, session.operations));
    });
  }

  /**
   * Removes a resource from the state and leaves its object alone, like `pulumi state delete`.
   *
   * @param named its URN, or `URN::ID`.
   * @param agree is awaited once the removal is known to be possible; nothing changes if it rejects.
   * @throws EngineError `state` if others refer to it, or if it is protected and `force` is not set.
   */
  forget(named: string, { force = false, agree }: { readonly force?: boolean } & Asking = {}): Promise<void> {
    return this.edit((entries) => withoutEntry(entries, named, force), agree);
  }

  /** Ends the protection of a resource, like `pulumi state unprotect`. @param agree as for `forget`. */
  unprotect(named: string, { agree }: Asking = {}): Promise<void> {
    return this.edit((entries) => withoutProtection(entries, named), agree);
  }

  private async edit(change: (entries: readonly ResourceState[]) => ResourceState[], agree?: () => Promise<void>) {
    await this.mustExist();
    await this.withLock(async (lock) => {
      const session = await openSession(this.sessionOptions());
      const changed = change(session.resources);
      await agree?.();
      await lock.save(session.checkpoint(changed, session.operations));
    });
  }

  /**
   * Locks the stack for several operations, such as a preview, the question about it and the update. Operations within it
   * take no other lock.
   *
   * @throws EngineError `locked`; `project` for the refresh or destroy of a stack that does not exist.
   */
  async whileLocked<Result>(kind: "update" | "refresh" | "destroy", body: () => Promise<Result>): Promise<Result> {
    if (kind !== "update") await this.mustExist();
    return this.withLock(async (lock) => {
      this.held = lock;
      try {
        return await body();
      } finally {
        this.held = undefined;
      }
    });
  }

  private async withLock<Result>(body: (lock: StackLock) => Promise<Result>): Promise<Result> {
    const lock = await this.backend.lock();
    try {
      return await body(lock);
    } finally {
      await lock.release();
    }
  }

  /** Removes all locks of the stack, also those of others, and returns their number. */
  cancel(): Promise<number> {
    return this.backend.unlock();
  }

  /** The running processes of this machine that hold a lock of the stack, in words. */
  locksOfTheLiving(): string[] {
    return this.backend.livingHolders();
  }

  /** The frame of an operation: the lock, the state, the end, the history. */
  private async operate(
    kind: WorkOptions["kind"],
    dryRun: boolean,
    call: OperationCallOptions,
    body: (work: Work) => Promise<Outcome>,
  ): Promise<OperationResult> {
    const ambient = this.options.ambient ?? defaults.ambient;
    const seconds = () => Math.floor(ambient.now() / 1000);
    const [unknown] = this.project.unsupported ?? [];
    if (unknown !== undefined) throw unsupported(`${unknown} in Pulumi.yaml`, "take it out, or use the pulumi CLI");
    // This comes before the passphrase is requested or anything is written.
    if (!this.options.program && runsProgram(kind, call)) this.toolchains.toRun();
    if (kind !== "update") await this.mustExist();
    const lock = dryRun ? undefined : (this.held ?? (await this.backend.lock()));
    try {
      const session = await openSession({ ...this.sessionOptions(), isDryRun: dryRun });
      const startTime = seconds();
      const home = this.toolchains.own?.protocolFrom;
      this.proto ??= home === undefined ? await ownProto() : loadProto(home);
      const { project, name: stack, backend, proto, env, toolchains } = this;
      const parallel = this.options.parallel ?? defaults.parallel;
      const work = new Work({
        kind,
        dryRun,
        parallel,
        project,
        stack,
        session,
        lock,
        proto,
        toolchains,
        env,
        ambient,
        call,
        program: this.options.program,
        readOutputs: (name) => readStackOutputs(name, this.sessionOptions(), this.root),
      });
      const { outputs, ...outcome } = await work.run(body);
      const more: Diagnostic[] = lock?.isRetaken ? [retaken] : [];
      if (!dryRun) {
        const about = { kind, startTime, message: "", environment: { "exec.kind": "local-engine" } };
        const end = { version: 0, result: outcome.result, endTime: seconds(), resourceChanges: outcome.summary };
        const checkpoint = (await backend.load()) ?? "";
        try {
          await backend.record({ ...about, config: session.sealedConfig, ...end }, checkpoint);
        } catch (error) {
          more.push(unrecorded(error));
        }
      }
      for (const diagnostic of more) call.onEvent?.({ kind: "diagnostic", diagnostic });
      return {
        ...outcome,
        diagnostics: [...outcome.diagnostics, ...more],
        outputs: showMap(outputs, false, work.hide),
      };
    } catch (error) {
      if (!(error instanceof Halted)) throw error;
      throw new EngineError(
        "terminated",
        `${kind} terminated: what was running may still complete. The next run tells what is not known`,
      );
    } finally {
      if (lock !== this.held) await lock?.release();
    }
  }

  private configCrypter(file: ConfigFile): Promise<Crypter> {
    return configCrypter(this.sessionOptions(), file);
  }

  /** @throws EngineError `project` if the stack has no state: only an `up` or an import creates one. */
  private async mustExist(): Promise<void> {
    if ((await this.backend.load()) !== undefined) return;
    const others = await this.siblings();
    const list = others.length > 0 ? `it has ${others.join(", ")}` : `there is none yet in ${this.root}`;
    throw new EngineError("project", `no stack named '${this.name}' found in project ${this.project.name}; ${list}`);
  }

  private configFile(): Promise<ConfigFile> {
    return ConfigFile.open(this.project.configDir, this.project.name, this.name);
  }

  private sessionOptions(): SessionOptions {
    return {
      project: this.project,
      stack: this.name,
      backend: this.backend,
      keys: this.keys,
      ambient: this.options.ambient ?? defaults.ambient,
      passphrase: () => findPassphrase(this.options.passphrase, this.env),
    };
  }
}

const retaken: Diagnostic = {
  severity: "warning",
  message:
    "The lock of this run was removed while it ran, as `cancel` does. Nobody else had taken it or had written the state, so this run " +
    "took it again and went on. Remove the lock of a process only when that process is dead.",
};

/** The warning about a missing history entry: the state itself was written. */
const unrecorded = (error: unknown): Diagnostic => ({
  severity: "warning",
  message: `The state was written, but not the history of this run or its backup: ${messageOf(error)}.`,
});

const runsProgram = (
  kind: WorkOptions["kind"],
  { runProgram }: OperationCallOptions & { runProgram?: boolean },
): boolean => kind === "update" || runProgram === true;
