import type { Ambient } from "../../engine/ambient";
import { startChild } from "../../engine/program/child";
import type { Config } from "../../engine/project/config";
import { destroyAll } from "../../engine/run/destroy";
import { EngineError, Halted, messageOf } from "../../engine/errors";
import type { StepReport } from "../../engine/run/events";
import { type Outcome, outcomeOf } from "../../engine/run/outcome";
import { stackOutputs } from "../../engine/state/resource-state";
import type { Proto } from "../../engine/protocol/proto";
import { rebuild, refreshAll } from "../../engine/run/refresh";
import { Selection, type SelectionOptions } from "../../engine/plan/selection";
import { Toolchains } from "../../engine/languages";
import { inlineProject } from "../../engine/project/project";
import { deploy, warnOfLost } from "../../engine/run/update";
import { Work } from "../../engine/run/work";
import { stackKeyOf } from "../../provider/create/journal/identity";
import { Journal } from "../../provider/create/journal/journal";
import { notInState, openAttempts, reminders } from "../../provider/create/journal/open-attempts";
import type { ResourceState } from "../../engine/state/resource-state";
import { type Checkout, logicalNameOf } from "./checkout";
import type { Mode } from "../plugin";
import { Host } from "./host";
import type { Operation, StrikeKind, Verb } from "./life";
import type { Program } from "./program";
import { project, runProgram, stackName, urnOf } from "./registrations";
import { Run } from "./run";
import { addresses, type World } from "./world";

/** How an operation ended. `killed`: nobody was left to say anything. */
export interface Ended {
  readonly result: "succeeded" | "failed" | "killed";
  readonly steps: readonly StepReport[];
  /** All that somebody could read on the screen. */
  readonly output: string;
  readonly run: Run;
  readonly minutes: number;
}

export interface Setting {
  readonly world: World;
  readonly checkout: Checkout;
  readonly program: Program;
  /** Starts an operation beside this one. */
  readonly begin: (operation: Operation) => Promise<unknown>;
  /** Told of every text that comes to stand in a state file. */
  readonly onSaved: (text: string) => void;
}

/** Runs an operation as somebody at a terminal does, with the engine's own code and a provider host of its own. */
export async function operate(setting: Setting, operation: Operation, verb: Verb = operation.do): Promise<Ended> {
  const { world, checkout } = setting;
  const startedAt = world.clock.now();
  const run = new Run(world, checkout, operation, setting.begin);
  const engine = new Engine(setting, run, operation);
  const outcome = await engine.run(verb);
  run.isOver = true;
  await run.beside;
  const diagnostics = outcome?.diagnostics.map(({ severity, urn, message }) => `${severity}: ${urn ?? ""}: ${message}`);
  const said = [...run.said, ...(diagnostics ?? [])];
  return {
    result: outcome?.result ?? "killed",
    steps: outcome?.steps ?? [],
    output: [...said, ...(outcome ? await reminded(setting, engine.settings(), said) : [])].join("\n"),
    run,
    minutes: (world.clock.now() - startedAt) / 60_000,
  };
}

/** What the `compute` command says at the end of an operation of creates that earlier runs left open. */
async function reminded(
  { checkout }: Setting,
  { apiKey, apiUrl }: Account,
  said: readonly string[],
): Promise<string[]> {
  const { machine, place } = checkout;
  const journal = new Journal(machine.journal(apiUrl, project), { apiKey, machineKey: machine.key }, () =>
    machine.otherJournals(apiUrl, project),
  );
  const entries = await checkout.entries();
  const attempts = await openAttempts(journal, {
    stacks: new Set([stackKeyOf(stackName, project)]),
    backend: place,
    isAlive: ({ pid }) => machine.living.has(pid),
  });
  const resources = entries.map(({ type, id = "" }) => ({ kind: type.split(":").at(-1) ?? type, id }));
  return reminders(notInState(attempts, resources), said).map((sentence) => `warning: ${sentence}`);
}

interface Account {
  readonly apiKey: string;
  readonly apiUrl: string;
}

class Engine {
  private readonly cancel = new AbortController();
  private readonly terminate = new AbortController();
  private readonly hosts: Host[] = [];
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
  ) {
    this.address = `engine-${setting.world.nextPid()}`;
    setting.checkout.machine.engines.set(this.address, () => !this.isDead && !this.isOver);
    seen.onStrike((how) => this.strike(how));
    setting.world.atEnd.push(() => this.hosts.splice(0));
  }

  /** @returns undefined where the engine was killed. */
  async run(verb: Verb): Promise<Pick<Outcome, "result" | "steps" | "diagnostics"> | undefined> {
    const { checkout } = this.setting;
    const isUp = verb === "preview" || verb === "up" || verb === "up --refresh";
    if (!isUp && !checkout.exists) return failedWith("no stack named 'dev' found");
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

  private async body(verb: Verb, work: Work): Promise<Outcome> {
    const { resources } = work.options.session;
    const selection: SelectionOptions = this.targets(resources);
    const { continuesOnError: continueOnError = false } = this.operation;
    switch (verb) {
      case "preview":
      case "up":
        return deploy(work, { ...selection, continueOnError, refresh: this.operation.do === "up --refresh" });
      case "up --refresh":
        return deploy(work, { ...selection, continueOnError, refresh: true });
      case "refresh": {
        const operation = work.operation(resources);
        warnOfLost(work, operation);
        const fresh = rebuild(resources, await refreshAll(operation, resources, new Selection(selection)));
        await operation.idle();
        await work.save(fresh, work.lostCreates());
        return outcomeOf(operation, stackOutputs(fresh));
      }
      case "destroy": {
        const operation = work.operation(resources, { continueOnError });
        warnOfLost(work, operation);
        await destroyAll(operation, resources, new Selection(selection));
        await operation.idle();
        const { journal } = operation.options;
        await journal.flush();
        return outcomeOf(operation, stackOutputs(journal.snapshot.resources()));
      }
    }
  }

  private get mode(): Mode {
    return this.setting.world.mode;
  }

  /** Resources of the program, and those of the state that it has no more. */
  private targets(entries: readonly ResourceState[]): SelectionOptions {
    const { target, exclude, replace = [] } = this.operation;
    const named = (name: string): string[] => {
      const declared = this.setting.program.filter((each) => each.name === name).map((each) => urnOf(each, this.mode));
      const held = entries.filter((entry) => logicalNameOf(entry) === name).map(({ urn }) => urn);
      const urns = [...declared, ...held];
      // What is neither here nor there the engine has to refuse.
      return urns.length > 0 ? urns : [urnOf({ kind: "pod", name }, this.mode)];
    };
    const urnsOf = (names: readonly string[]) => [...new Set(names.flatMap(named))];
    return {
      ...(replace.length > 0 && { replace: urnsOf(replace) }),
      ...(target && { target: urnsOf(target), targetDependents: true }),
      ...(exclude && { exclude: urnsOf(exclude), excludeDependents: true }),
    };
  }

  private async work(verb: Verb): Promise<Work> {
    const { world, checkout, program, onSaved } = this.setting;
    const { clock, chance } = world;
    const ambient: Ambient = {
      now: () => clock.now(),
      uuid: () => chance.bytes(16).toString("hex"),
      bytes: (count) => chance.bytes(count),
      after: () => () => undefined,
      start: startChild,
      startProgram: startChild,
    };
    const dryRun = verb === "preview";
    return new Work({
      kind: verb === "refresh" || verb === "destroy" ? verb : "update",
      dryRun,
      parallel: 16,
      project: inlineProject(project, "/"),
      toolchains: new Toolchains(inlineProject(project, "/"), {}),
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
      call: {
        signal: this.cancel.signal,
        terminate: this.terminate.signal,
        onEvent: (event) => {
          if (event.kind === "step-failed") this.seen.say(event.message);
        },
      },
      program: undefined,
      inProcess: {
        run: (monitor) => runProgram(this.mode, program, monitor, dryRun),
        connect: async (settings) => this.startHost().connect(settings),
        launch: () => this.startHost().launch(),
      },
      readOutputs: async () => ({}),
    });
  }

  private startHost(): Host {
    const { world, checkout } = this.setting;
    const host = new Host({
      pid: world.nextPid(),
      engine: this.address,
      clock: world.clock,
      chance: world.chance,
      machine: checkout.machine,
      project,
      backend: checkout.place,
      env: this.env(),
      way: (settings, of) => this.seen.way(settings, of),
      say: (text) => (this.isDead ? undefined : this.seen.say(text)),
    });
    this.hosts.push(host);
    return host;
  }

  settings(): Account {
    const { world } = this.setting;
    const mistake = this.operation.with;
    return {
      apiKey: mistake === "wrong key" ? "no-key" : mistake === "key of another account" ? world.foreignKey : world.key,
      apiUrl: mistake === "wrong address" ? addresses.wrong : world.address,
    };
  }

  private env(): NodeJS.ProcessEnv {
    const { apiKey, apiUrl } = this.settings();
    const { keyFrom } = this.setting.world.settings;
    return keyFrom === "environment" ? { COMPUTE_API_KEY: apiKey, COMPUTE_API_URL: apiUrl } : {};
  }

  private config(): Config {
    if (this.setting.world.settings.keyFrom === "environment") return new Map();
    const { apiKey, apiUrl } = this.settings();
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

const failedWith = (message: string): Pick<Outcome, "result" | "steps" | "diagnostics"> => ({
  result: "failed",
  steps: [],
  diagnostics: [{ severity: "error", message }],
});
