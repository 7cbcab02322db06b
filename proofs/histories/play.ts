import type { ResourceState } from "../../engine/state/resource-state";
import type { Mode } from "../plugin";
import type { Checkout } from "./checkout";
import { keys, logicalNameOf } from "./checkout";
import {
  condemnedBy,
  doomedBy,
  falseAlarms,
  hear,
  hidden,
  leaks,
  lostData,
  needless,
  shared,
  takenAway,
  unasked,
  unlike,
} from "./invariants";
import { outOfBounds, stuck } from "./stuck";
import { askMuch, leaveLogs } from "./callers";
import { isOperation, isPartial, type Life, type Operation, type Step } from "./life";
import { type Ended, operate, type Setting } from "./operate";
import { drift } from "./others";
import { type Edit, edited, type Program } from "./program";
import { readAs } from "./tenants";
import { addresses, World } from "./world";

/** What went wrong in a life: at which step, counted from 1, and what. */
export interface Violation {
  readonly step: number;
  readonly what: string;
}

export interface Played {
  readonly violations: readonly Violation[];
  readonly counts: Counts;
}

/** What happened, so that a proof in which nothing did is none. */
export type Counts = Readonly<Record<string, number>>;

/** Lives a life, up to the first step after which something is not as it must be. */
export async function play(life: Life, mode: Mode = "dynamic"): Promise<Played> {
  await keys();
  const world = new World(life.seed, life.world, mode);
  const player = new Player(world, life);
  try {
    const violations = await world.clock.run(player.play());
    return { violations, counts: player.counts };
  } catch (error) {
    // The virtual clock has nothing left to wait for.
    const what = (error as Error).stack ?? String(error);
    return {
      violations: [{ step: player.step, what: `never ends: ${what}` }],
      counts: player.counts,
    };
  } finally {
    world.close();
  }
}

class Player {
  step = 0;
  readonly counts: Record<string, number> = {};
  private versions: Program[];
  private readonly found: string[] = [];
  /** Ids that the state has had, by logical name. */
  private readonly ids = new Map<string, string>();

  constructor(
    private readonly world: World,
    private readonly life: Life,
  ) {
    this.versions = [life.program];
  }

  async play(): Promise<Violation[]> {
    for (const step of this.life.steps) {
      this.step += 1;
      await this.take(step);
      if (this.found.length > 0) return this.found.map((what) => ({ step: this.step, what }));
    }
    return [];
  }

  /** What the state had under this name, for an edit that adopts it. */
  private lastIdFor({ edit }: Edit, name: string): string | undefined {
    if (edit === "take in") return this.world.strangers.get(name);
    const id = edit === "adopt again" ? this.ids.get(name) : undefined;
    if (id !== undefined) this.world.adoptedBlind.add(id);
    return id;
  }

  private get program(): Program {
    return this.versions.at(-1)!;
  }

  private async take(step: Step): Promise<void> {
    const { world } = this;
    if (isOperation(step)) return this.operation(step);
    this.count(countedAs[step.do] ?? step.do);
    switch (step.do) {
      case "edit": {
        const entries = await world.main.entries();
        this.versions = edited(
          this.versions,
          step.edit,
          (name) =>
            entries.find((entry) => logicalNameOf(entry) === name && !entry.delete)?.id ??
            this.lastIdFor(step.edit, name),
        );
        return;
      }
      case "drift":
        await world.clock.sleep(1_000);
        return drift(world, world.main, step.drift);
      case "wait":
        return world.clock.sleep(step.minutes * 60_000);
      case "rotate the key":
        return world.rotateKey();
      case "read":
        this.found.push(...(await world.clock.during(() => readAs(world, step.as))));
        return;
      case "go on from":
        return world.goOnFrom(step.machine, step.hasOwnKey);
      case "move the state":
        return world.moveState(step.from, step.to);
      case "change the address":
        world.address = addresses.another;
        return;
      case "restore the state":
        return world.restoreState(step.of, step.back);
      case "drop from the state":
        return world.dropFromState(step.of, step.name, step.isMeant === true);
      case "leave logs":
        this.found.push(...(await leaveLogs(world, step.streams)));
        return;
      case "ask much":
        this.found.push(...(await askMuch(world, step.calls)));
        return;
    }
  }

  private async operation(operation: Operation): Promise<void> {
    const { world } = this;
    const checkout = world.checkouts[operation.at];
    world.operations += 1;
    checkout.backUp();
    const { isSettled: wasSettled } = world;
    const touchedBefore = new Map(world.touched);
    const before = await checkout.entries();
    const allBefore = await world.allEntries();
    let plan: ReadonlySet<string> | undefined;
    let shownBefore: Ended | undefined;
    let doomed = new Set(before.filter((entry) => isMeant(operation, entry)).map(({ urn }) => urn));
    if (operation.do === "up" || operation.do === "up --refresh") {
      const { faults: _, strike: __, meanwhile: ___, beside: ____, ...calm } = operation;
      const madeBefore = world.made.length;
      const shown = await operate(this.setting(checkout), calm, "preview");
      this.check(shown, "preview");
      // Whoever sees a plan that fails does not go on.
      if (shown.result !== "succeeded") {
        this.found.push(...stuck(operation, shown, before, { world, program: this.program, wasSettled }));
        return;
      }
      shownBefore = shown;
      plan = condemnedBy(shown.steps);
      doomed = doomedBy(shown.steps);
      const madeMeanwhile = new Set(world.made.slice(madeBefore).map(({ id }) => id));
      if (!operation.with)
        this.found.push(
          ...(await needless(world, checkout, this.versions, shown.steps, {
            madeMeanwhile,
            asked: operation.replace ?? [],
          })),
        );
    }
    if (operation.do === "refresh" || operation.do === "preview") plan = new Set();
    if (operation.do === "destroy") plan = new Set(before.map(({ id }) => id ?? ""));
    const ended = await operate(this.setting(checkout), operation);
    this.countOf(operation, ended);
    if (checkout === world.main) world.isSettled = isSettledBy(operation, ended, world.isSettled);
    const after = await checkout.entries();
    world.noteHandOvers(checkout, before, after);
    world.noteImports(this.program, after);
    world.noteAdoptions(before, after);
    world.noteTakings(checkout, after);
    world.noteGoings(allBefore, await world.allEntries());
    if (checkout === world.main) for (const entry of after) if (entry.id) this.ids.set(logicalNameOf(entry), entry.id);
    if (isWithoutDrift(operation)) this.found.push(...unasked(ended.run, plan));
    const told = { world, operation, run: ended.run, versions: this.versions, machine: checkout.machine };
    if (isWithoutDrift(operation) && ended.result !== "killed") {
      this.found.push(...takenAway(told, doomed, before, after));
    }
    if (operation.do !== "destroy") this.found.push(...lostData(told, before, operation.replace));
    this.check(ended, operation.do);
    // A run that fails need not come to the resource of which its preview has told.
    if (shownBefore && ended.result === "failed") hear(world, shownBefore);
    this.found.push(...(await hidden(world, checkout, ended, before)), ...(await shared(world, this.versions)));
    this.found.push(...(await falseAlarms(world, checkout, ended)).map((each) => `${operation.do} ${each}`));
    this.found.push(
      ...leaks(
        Object.values(world.machines).flatMap((each) => each.texts().map((text) => ({ where: "the journal", text }))),
      ),
    );
    this.found.push(...stuck(operation, ended, before, { world, program: this.program, wasSettled }));
    for (const id of await this.lookedAt(checkout, operation, ended)) {
      // What another stack has too was not looked at by that one.
      if (touchedBefore.get(id) === world.touched.get(id) && !(await world.isHeldBeside(checkout, id)))
        world.touched.delete(id);
    }
    if (operation.do !== "destroy") await this.compare(checkout, operation, ended);
  }

  /**
   * What others had done to these before the operation was seen by it. An update begins by looking at its object, so that it
   * can't overlook that.
   */
  private async lookedAt(checkout: Checkout, { do: verb, ...operation }: Operation, ended: Ended): Promise<string[]> {
    if (verb === "preview" || ended.result === "killed") return [];
    const isOfAll = (verb === "up --refresh" || verb === "refresh") && !isPartial(operation) && !operation.with;
    const isLook = isOfAll && ended.result === "succeeded";
    const looked = isLook ? await checkout.entries() : ended.steps.filter(({ op }) => op === "update");
    return looked.flatMap(({ id }) => (id ? [id] : []));
  }

  /** After a good up the platform holds what the program says; and wherever it does not, a preview shows something. */
  private async compare(checkout: Checkout, operation: Operation, ended: Ended): Promise<void> {
    const { world } = this;
    if (operation.with || ended.result === "killed") return;
    const wrong = await unlike(world, checkout, this.versions);
    const isUp = operation.do === "up" || operation.do === "up --refresh";
    const isDone = isUp && ended.result === "succeeded" && !isPartial(operation) && isWithoutDrift(operation);
    if (isDone) this.found.push(...wrong.map((each) => `a successful up, and ${each}`));
    if (!isDone && wrong.length === 0) return;
    const machine = checkout.machine.copy();
    const probe: Operation = { do: "preview", at: operation.at };
    const shown = await operate({ ...this.setting(checkout), checkout: checkout.copy(machine) }, probe);
    const changes = shown.steps.filter(({ op, logical }) => op !== "same" && logical);
    if (shown.result !== "succeeded") {
      if (isDone && world.touched.size === 0)
        this.found.push(`a successful up, and the next preview fails: ${shown.output}`);
    } else if (changes.length === 0) {
      if (!isDone) this.found.push(...wrong.map((each) => `the next preview is empty, and ${each}`));
    } else if (isDone && world.touched.size === 0) {
      const list = changes.map(({ op, name, diffKeys }) => `${op} ${name} (${diffKeys.join(", ")})`);
      this.found.push(`a successful up, and the next preview says ${list.join("; ")}`);
    }
  }

  private countOf(operation: Operation, { result, run }: Ended): void {
    this.count(`${operation.do}, ${result}`);
    this.count("objects made", run.made.size);
    this.count("objects deleted", run.deleted.length);
    this.count("requests", run.requests);
    this.count("faults", run.faulted);
    if (run.wasStruck) this.count(operation.strike!.how);
    if (operation.with) this.count(`with a ${operation.with}`);
    if (operation.at !== "first checkout") this.count(`in the ${operation.at}`);
    if (run.beside) this.count("operations beside another");
  }

  private count(what: string, by = 1): void {
    this.counts[what] = (this.counts[what] ?? 0) + by;
  }

  private check(ended: Ended, what: string): void {
    const shown = JSON.stringify(ended.steps);
    this.found.push(...outOfBounds(ended).map((each) => `${what} ${each}`));
    this.found.push(
      ...leaks([
        { where: `the output of ${what}`, text: ended.output },
        { where: `the steps of ${what}`, text: shown },
      ]),
    );
    if (what === "preview" && ended.run.changes > 0) this.found.push("a preview changed something");
  }

  private setting(checkout: Checkout): Setting {
    return {
      world: this.world,
      checkout,
      program: this.program,
      begin: async (operation) => {
        const ended = await operate(this.setting(this.world.checkouts[operation.at]), operation);
        hear(this.world, ended);
      },
      onSaved: (text) => this.found.push(...leaks([{ where: "the state", text }])),
    };
  }
}
const countedAs: Readonly<Record<string, string>> = { edit: "edits", drift: "changes by others" };

/** What an earlier run has left open, a preview leaves open, and so does a run with targets. */
function isSettledBy(operation: Operation, { result }: Ended, isSettled: boolean): boolean {
  if (operation.do === "preview") return isSettled;
  return result === "succeeded" && (isSettled || !isPartial(operation));
}

/** What a destroy is about: all, or its targets with what depends on them. */
function isMeant({ target, exclude = [] }: Operation, { urn, dependencies }: ResourceState): boolean {
  const names = [urn, ...dependencies].map((each) => logicalNameOf({ urn: each }));
  return target ? names.some((name) => target.includes(name)) : !names.some((name) => exclude.includes(name));
}

/** Nobody else changed anything while it ran. */
const isWithoutDrift = ({ meanwhile = [], beside }: Operation): boolean =>
  meanwhile.length === 0 && (beside?.operation.meanwhile ?? []).length === 0;
