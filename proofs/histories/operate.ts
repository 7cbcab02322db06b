import type { Ambient } from "../../engine/ambient";
import { EngineError, Halted, messageOf } from "../../engine/errors";
import { Toolchains } from "../../engine/languages";
import type { SelectionOptions } from "../../engine/plan/selection";
import { startChild } from "../../engine/program/child";
import type { Config } from "../../engine/project/config";
import { inlineProject } from "../../engine/project/project";
import type { Proto } from "../../engine/protocol/proto";
import type { Monitor } from "../../engine/protocol/monitor-server";
import type { EngineEvent, StepReport } from "../../engine/run/events";
import type { Outcome } from "../../engine/run/end";
import { deploy, destroy, refresh } from "../../engine/run/update";
import { Work } from "../../engine/run/work";
import type { ResourceState } from "../../engine/state/resource-state";
import { stackKeyOf } from "../../provider/state/identity";
import { notInState, untold } from "../../cli/doctor/journal";
import { openAttempts, sentencesOf } from "../../provider/journal/open-attempts";
import type { Notify } from "../../provider/host/notify";
import type { CliFolder } from "./by-cli";
import { type Checkout, logicalNameOf } from "./checkout";
import { Host } from "./host";
import type { Operation, StrikeKind, Verb } from "./life";
import type { Program } from "./program";
import { project, runProgram, stackName, urnOf } from "./registrations";
import { Run } from "./run";
import { addresses, foreignKey, type World } from "./world";

/** The end of an operation. `killed`: nobody was left to say anything. */
export interface Ended {
  readonly result: "succeeded" | "failed" | "killed";
  readonly steps: readonly StepReport[];
  readonly outcome: Result | undefined;
  readonly events: readonly EngineEvent[];
  /** All that somebody could read on the screen. */
  readonly output: string;
  readonly run: Run;
  readonly startedAt: number;
  readonly minutes: number;
}

export interface Setting {
  readonly world: World;
  readonly checkout: Checkout;
  readonly program: Program;
  /** Starts an operation beside this one. */
  readonly begin: (operation: Operation) => Promise<unknown>;
  /** Hears every text that is written into a state file. */
  readonly onSaved: (text: string) => void;
}

type Result = Pick<Outcome, "result" | "steps" | "diagnostics" | "summary">;

/** Runs an operation, or previews it, as somebody at a terminal does, with the engine's own code and a provider host of its own. */
export async function operate(
  setting: Setting,
  operation: Operation,
  verb: Verb = operation.do,
  isPreview = verb === "preview",
): Promise<Ended> {
  const { world, checkout } = setting;
  const startedAt = world.clock.now();
  const run = new Run(world, checkout, operation, setting.begin);
  const engine = new Engine(setting, run, operation, isPreview);
  const outcome = await (world.cli ? engine.runCli(world.cli, verb) : engine.run(verb));
  run.isOver = true;
  await run.beside;
  const diagnostics = outcome?.diagnostics.map(({ severity, urn, message }) => `${severity}: ${urn ?? ""}: ${message}`);
  const said = [...run.said, ...(diagnostics ?? [])];
  return {
    result: outcome?.result ?? "killed",
    steps: outcome?.steps ?? [],
    outcome,
    events: engine.events,
    output: [...said, ...(outcome ? await reminded(checkout, engine.settings, said) : [])].join("\n"),
    run,
    startedAt,
    minutes: world.cli ? 0 : (world.clock.now() - startedAt) / 60_000,
  };
}

interface Account {
  readonly apiKey: string;
  readonly apiUrl: string;
}

/** The sentences of the `compute` command about creates that earlier runs left open, as it says them at the end of an operation. */
async function reminded(checkout: Checkout, account: Account, said: readonly string[]): Promise<string[]> {
  const { machine, place } = checkout;
  const attempts = await openAttempts(machine.openJournal(account), {
    stacks: new Set([stackKeyOf(stackName, project)]),
    backend: place,
    isAlive: ({ pid }) => machine.living.has(pid),
  });
  const entries = await checkout.entries();
  const resources = entries.map(({ type, id = "" }) => ({ kind: type.split(":").at(-1) ?? type, id }));
  return sentencesOf(untold(notInState(attempts, resources), said)).map((sentence) => `warning: ${sentence}.`);
}

class Engine {
  /** The platform and the key that the operation is told to use. */
  readonly settings: Account;
  private readonly cancel = new AbortController();
  private readonly terminate = new AbortController();
  private readonly hosts: Host[] = [];
  readonly events: EngineEvent[] = [];
  private monitor: Monitor | undefined;
  private readonly address: string;
  private isDead = false;
  private isOver = false;
  private die!: () => void;
  private readonly death = new Promise<undefined>((resolve) => {
    this.die = () => {
      this.isDead = true;
      resolve(undefined);
    };
  });

  constructor(
    private readonly setting: Setting,
    private readonly seen: Run,
    private readonly operation: Operation,
    private readonly isPreview: boolean,
  ) {
    const { world } = setting;
    const { with: mistake } = operation;
    this.settings = {
      apiKey: mistake === "wrong key" ? "no-key" : mistake === "key of another account" ? foreignKey : world.key,
      apiUrl: mistake === "wrong address" ? addresses.wrong : world.address,
    };
    this.address = `engine-${world.nextPid()}`;
    seen.onStrike((how) => this.strike(how));
    world.atEnd.push(() => this.hosts.splice(0));
  }

  /** @returns undefined if the engine was killed. */
  async run(verb: Verb): Promise<Result | undefined> {
    const { checkout } = this.setting;
    const needsStack = verb === "refresh" || verb === "destroy";
    if (needsStack && !checkout.exists) return failedWith("no stack named 'dev' found");
    try {
      const work = await this.work(verb);
      return await Promise.race([work.run((each) => this.body(verb, each)), this.death]);
    } catch (error) {
      if (error instanceof Halted) return undefined;
      return failedWith(error instanceof EngineError ? error.message : ((error as Error).stack ?? messageOf(error)));
    } finally {
      this.isOver = true;
    }
  }

  async runCli(cli: CliFolder, verb: Verb): Promise<Result> {
    const { operation, isPreview, setting, events } = this;
    const start = (notify: Notify) => this.startHost(notify);
    const { outcome, events: told } = await cli.run({ ...setting, operation, verb, isPreview, start });
    events.push(...told);
    return outcome;
  }

  private body(verb: Verb, work: Work): Promise<Outcome> {
    const { continuesOnError: continueOnError = false, do: asked } = this.operation;
    const options = { ...this.selected(work.options.session.resources), continueOnError };
    if (verb === "refresh") return refresh(work, options);
    if (verb === "destroy") return destroy(work, options);
    return deploy(work, { ...options, refresh: asked === "up --refresh" });
  }

  /** The resources that the operation names: those of the program, and those of the state that the program has no more. */
  private selected(entries: readonly ResourceState[]): SelectionOptions {
    const { program, world } = this.setting;
    const { target, exclude, replace = [] } = this.operation;
    const urnsOf = (names: readonly string[]) =>
      names.flatMap((name) => {
        const declared = program.filter((each) => each.name === name).map((each) => urnOf(each, world.mode));
        const held = entries.filter((entry) => logicalNameOf(entry) === name).map(({ urn }) => urn);
        const urns = [...new Set([...declared, ...held])];
        // What is neither here nor there the engine has to refuse.
        return urns.length > 0 ? urns : [urnOf({ kind: "pod", name }, world.mode)];
      });
    return {
      ...(replace.length > 0 && { replace: urnsOf(replace) }),
      ...(target && { target: urnsOf(target), targetDependents: true }),
      ...(exclude && { exclude: urnsOf(exclude), excludeDependents: true }),
    };
  }

  private async work(verb: Verb): Promise<Work> {
    const { world, checkout, program, onSaved } = this.setting;
    const { clock, chance, mode } = world;
    const ambient: Ambient = {
      now: () => clock.now(),
      uuid: () => chance.bytes(16).toString("hex"),
      bytes: (count) => chance.bytes(count),
      after: () => () => undefined,
      start: startChild,
      startProgram: startChild,
    };
    const dryRun = this.isPreview;
    const about = inlineProject(project, "/");
    return new Work({
      kind: verb === "refresh" || verb === "destroy" ? verb : "update",
      dryRun,
      parallel: 16,
      project: about,
      toolchains: new Toolchains(about, {}),
      stack: stackName,
      session: await checkout.open(this.config(), () => clock.now()),
      lock: {
        save: (text) => {
          if (this.isDead) return new Promise(() => undefined);
          onSaved(text);
          checkout.save(text);
          return Promise.resolve();
        },
      },
      proto: {} as Proto, // nothing of the engine's goes over gRPC
      env: {},
      ambient,
      program: undefined,
      readOutputs: async () => ({}),
      call: {
        signal: this.cancel.signal,
        terminate: this.terminate.signal,
        onEvent: (event) => {
          this.events.push(event);
          if (event.kind === "step-failed") this.seen.say(event.message);
        },
      },
      inProcess: {
        run: (monitor) => runProgram(mode, program, (this.monitor = monitor), dryRun),
        connect: async (settings) => this.startHost().connect(settings),
        launch: () => this.startHost().launch(),
      },
    });
  }

  private startHost(notify?: Notify): Host {
    const { world, checkout } = this.setting;
    const { apiKey, apiUrl } = this.settings;
    const isInEnvironment = world.settings.keyFrom === "environment";
    const host = new Host({
      pid: world.nextPid(),
      engine: this.address,
      clock: world.clock,
      chance: world.chance,
      machine: checkout.machine,
      project,
      backend: checkout.place,
      inFolder: () => checkout.inStates(),
      env: {
        COMPUTE_QUEUE_URL: `${apiUrl}/queue`,
        ...(isInEnvironment && { COMPUTE_API_KEY: apiKey, COMPUTE_API_URL: apiUrl }),
      },
      way: (settings, of) => this.seen.way(settings, of),
      monitor: () => (this.isDead || this.isOver ? undefined : this.monitor),
      say: (text) => (this.isDead ? undefined : this.seen.say(text)),
      ...(notify && { notify }),
    });
    this.hosts.push(host);
    return host;
  }

  private config(): Config {
    if (this.setting.world.settings.keyFrom === "environment") return new Map();
    const { apiKey, apiUrl } = this.settings;
    return new Map([
      ["compute:apiKey", { value: apiKey, secret: true, secrets: [apiKey] }],
      ["compute:apiUrl", { value: apiUrl, secret: false, secrets: [] }],
    ]);
  }

  private strike(how: StrikeKind): void {
    switch (how) {
      case "Ctrl-C":
        return this.cancel.abort();
      case "Ctrl-C twice":
        this.cancel.abort();
        this.isDead = true;
        this.terminate.abort();
        for (const host of this.hosts) void host.stop();
        return;
      case "kill -9 of the host":
        for (const host of this.hosts) host.kill();
        return;
      case "kill -9 of the engine, and its host ends with it":
        this.die();
        for (const host of this.hosts) host.kill();
        return;
      case "kill -9 of the engine, and its host goes on":
        this.die();
        for (const host of this.hosts) host.orphan();
    }
  }
}

const failedWith = (message: string): Result => ({
  result: "failed",
  steps: [],
  summary: {},
  diagnostics: [{ severity: "error", message }],
});
