import type { ResourceState } from "../../engine/state/resource-state";
import type { EngineName } from "../engines";
import type { Mode } from "../plugin";
import { type Checkout, keys, logicalNameOf } from "./checkout";
import { diagnosis } from "./diagnosis";
import * as invariants from "./invariants";
import { Keeper } from "./keeper";
import { isOperation, isPartial, type Life, type Operation, type Step } from "./life";
import { type Ended, operate, type Setting } from "./operate";
import { drift } from "./others";
import { type Edit, edited, type Program } from "./program";
import type { HeldEntry } from "../../provider/state/holders";
import type { Deed } from "../../provider/effects/effect";
import { deletedBy, everything, type Ledger, ledgerOf, placeOfEntry, untold } from "./previews/happened";
import { lastLine, planOf, shownOf } from "./previews/screen";
import type { Sentences } from "./previews/sentences";
import { Starts } from "./starts";
import { outOfBounds, stuck } from "./stuck";
import { kindOfType } from "./host";
import { addresses, World } from "./world";

/** A fault found in a life, and its step, counted from 1. */
export interface Violation {
  readonly step: number;
  readonly what: string;
}

export interface Played {
  readonly violations: readonly Violation[];
  /** Counts of what happened: a proof in which nothing did is none. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Lives a life up to the first step after which something is wrong. */
export async function play(
  life: Life,
  mode: Mode = "dynamic",
  sentences?: Sentences,
  engine: EngineName = "local",
): Promise<Played> {
  await keys();
  const world = new World(life.seed, life.world, mode, engine);
  const player = new Player(world, life, sentences);
  try {
    const violations = await world.clock.run(player.play());
    return { violations, counts: player.counts };
  } catch (error) {
    // The virtual clock has no timers left.
    const what = `never ends: ${(error as Error).stack ?? String(error)}`;
    return { violations: [{ step: player.step, what }], counts: player.counts };
  } finally {
    world.close();
  }
}

/** An operation and the preview of it. */
interface Judged extends Record<"foreseen" | "ended", Ended>, Record<"before" | "after", readonly ResourceState[]> {
  readonly was: Ledger;
  /** The entries of the states before the operation. */
  readonly held: readonly HeldEntry[];
}

class Player {
  step = 0;
  readonly counts: Record<string, number> = {};
  private versions: Program[];
  private readonly found: string[] = [];
  private readonly starts: Starts;
  private readonly keeper: Keeper;
  /** The last id that the state had under each logical name. */
  private readonly ids = new Map<string, string>();

  constructor(
    private readonly world: World,
    private readonly life: Life,
    private readonly sentences: Sentences | undefined,
  ) {
    this.versions = [life.program];
    this.starts = new Starts(world);
    this.keeper = new Keeper(world);
  }

  async play(): Promise<Violation[]> {
    for (const step of this.life.steps) {
      this.step += 1;
      if (isOperation(step)) await this.operation(step);
      else await this.take(step);
      if (this.found.length > 0) return this.found.map((what) => ({ step: this.step, what }));
    }
    return [];
  }

  private get program(): Program {
    return this.versions.at(-1)!;
  }

  private async take(step: Exclude<Step, Operation>): Promise<void> {
    const { world } = this;
    this.count(countedAs[step.do] ?? step.do);
    await world.clock.sleep(1_000); // nobody is faster, and the platform tells times to the second
    switch (step.do) {
      case "edit":
        return this.edit(step.edit);
      case "drift":
        return drift(world, world.main, step.drift);
      case "wait":
        return world.clock.pass(step.minutes * 60_000);
      case "rotate the key":
        return world.rotateKey();
      case "go on from":
        return world.goOnFrom(step.machine, step.hasOwnKey);
      case "change the address":
        world.address = addresses.another;
        return;
      case "restore the state":
        world.main.restore(step.back);
        return world.touchAll();
      case "drop from the state":
        return void (await world.main.drop(step.name));
      case "move to another stack":
        return world.main.moveAway(step.name);
      case "keep":
        for (const { what, why } of await world.clock.during(() => this.keeper.pass()))
          if (why) this.count(`stops by a keeper for ${why}`);
          else this.found.push(`compute keep ${what}, which no program allows`);
    }
  }

  private async edit(edit: Edit): Promise<void> {
    const entries = await this.world.main.entries();
    this.versions = edited(this.versions, edit, (name) => {
      const id = entries.find((entry) => logicalNameOf(entry) === name && !entry.delete)?.id;
      if (edit.edit === "take in") return this.world.strangers.get(name);
      return id ?? (edit.edit === "adopt again" ? this.ids.get(name) : undefined);
    });
  }

  private async operation(operation: Operation): Promise<void> {
    const { world, program, versions } = this;
    const { do: verb, with: mistake } = operation;
    const checkout = world.checkouts[operation.at ?? "first checkout"];
    checkout.backUp();
    const isUp = verb === "up" || verb === "up --refresh";
    const touchedBefore = new Map(world.touched);
    const before = await checkout.entries();
    let told = new Set(verb === "destroy" ? before.map(placeOfEntry) : []);
    let doomed = new Set(before.filter((entry) => isMeant(operation, entry)).map(({ urn }) => urn));
    let foreseen: Ended | undefined;
    const isJudged = this.sentences !== undefined && this.isAlone(checkout, operation, before);
    if (isJudged && !isUp) foreseen = await operate(this.setting(checkout), operation, verb, true);
    if (isUp) {
      const { faults: _, previewFaults, strike: __, meanwhile: ___, beside: ____, ...rest } = operation;
      const calm = { ...rest, ...(previewFaults && { faults: previewFaults }) };
      const madeBefore = world.made.length;
      const shown = await operate(this.setting(checkout), calm, "preview");
      this.check(shown, "preview");
      if (isJudged) foreseen = shown;
      // Nobody continues after a failed plan.
      if (shown.result !== "succeeded") return void this.found.push(...stuck(operation, shown, before, world, program));
      const { effects } = planOf(shown.events, checkout.inStates());
      told = deletedBy(effects);
      doomed = new Set(effects.filter(({ does }) => lettingGo.includes(does)).map(({ urn }) => urn));
      const madeMeanwhile = new Set(world.made.slice(madeBefore).map(({ id }) => id));
      const asked = { ...operation, madeMeanwhile };
      if (!mistake && !world.cli)
        this.found.push(...(await invariants.needless(world, checkout, versions, shown.steps, asked)));
      if (checkout === world.main) this.starts.note(program, before);
      for (const name of operation.replace ?? []) this.starts.replaced.add(name);
    }
    const [was, held] = [ledgerOf(world, [...everything(world.account), ...placesOf(before)]), checkout.inStates()];
    const ended = await operate(this.setting(checkout), operation);
    this.countOf(operation, ended);
    const after = await checkout.entries();
    if (foreseen?.outcome) await this.judge(checkout, operation, { foreseen, ended, before, after, was, held });
    this.note(checkout, operation, ended, before, after);
    // What is held beyond sentences, lives of the local engine hold.
    if (world.cli) return this.noteLooks(checkout, operation, ended, touchedBefore);
    if (isUp && checkout === world.main) this.starts.note(program, after);
    const { run, result } = ended;
    this.found.push(...invariants.takenBack(world, run));
    if (isWithoutDrift(operation)) {
      this.found.push(...untold(run, told));
      if (result !== "killed") this.found.push(...invariants.takenAway(world, run, doomed, after));
    }
    if (verb !== "destroy") this.found.push(...invariants.lostData(run, operation, program, doomed, before));
    this.check(ended, verb);
    if (result !== "killed") {
      const findings = await diagnosis(world, checkout, checkout.machine);
      this.found.push(
        ...(await invariants.hidden(world, checkout, ended, findings)),
        ...(await invariants.doubted(checkout, findings)).map((each) => `${verb} ${each}`),
      );
    }
    if (verb === "destroy" && result === "succeeded" && !isPartial(operation) && !mistake)
      this.found.push(...(await invariants.left(world, before, ended)));
    this.found.push(
      ...(await invariants.shared(world, versions)),
      ...Object.values(world.machines).flatMap((each) => invariants.leaks("the journal", ...each.texts())),
      ...stuck(operation, ended, before, world, program),
    );
    await this.noteLooks(checkout, operation, ended, touchedBefore);
    if (verb !== "destroy" && !mistake && result !== "killed") await this.compare(checkout, operation, ended);
  }

  /** An operation has seen what others did before it. What another stack has too was not looked at by that one. */
  private async noteLooks(
    checkout: Checkout,
    operation: Operation,
    ended: Ended,
    before: ReadonlyMap<string, number>,
  ): Promise<void> {
    const { touched } = this.world;
    for (const id of await this.lookedAt(checkout, operation, ended))
      if (before.get(id) === touched.get(id) && !(await this.world.isHeldBeside(checkout, id))) touched.delete(id);
  }

  /** Nobody and nothing else acts on what the state has, so that a preview can know all. */
  private isAlone(checkout: Checkout, operation: Operation, before: readonly ResourceState[]): boolean {
    const { world } = this;
    const { do: verb } = operation;
    const isRead = operation.isJudged === true || (verb === "up --refresh" && !isPartial(operation));
    // The CLI's document has what a refresh finds in the same words as what the run does.
    if (world.cli && verb === "up --refresh") return false;
    // Of what is in another account a preview warns that it is out of reach.
    const isBehind = before.some(
      (entry) =>
        (!isRead && world.touched.has(entry.id ?? "")) ||
        (!operation.isJudged && world.interrupted.has(entry.id ?? "")) ||
        world.accountOf(entry) !== world.account,
    );
    return (
      checkout === world.main &&
      verb !== "preview" &&
      !isDisturbed(operation) &&
      !isBehind &&
      checkout.machine.living.size === 0
    );
  }

  /** Compares each sentence of a preview with the outcome. */
  private async judge(
    checkout: Checkout,
    operation: Operation,
    { foreseen, ended, before, after, was, held }: Judged,
  ): Promise<void> {
    const { world, sentences } = this;
    const { outcome, events, result } = foreseen;
    if (result !== "succeeded" || !outcome || !sentences || !ended.outcome) return;
    const shown = shownOf({ ...outcome, outputs: {} }, events, held, world.cli !== undefined);
    // Lists of the platform may not show yet what somebody else, or an earlier run, has just made.
    const { listLagMs } = world.settings;
    const made = [...world.made.map(({ id, at }) => [id, at] as const), ...world.madeByOthers];
    const latest = made.filter(([, at]) => at <= foreseen.startedAt && at > foreseen.startedAt - listLagMs);
    const isLate = latest.some(([id]) => ended.output.includes(id));
    if (isLate || (listLagMs > 0 && ended.output.includes("with this name already exists"))) return;
    if (ended.result !== "succeeded") return void this.found.push(...sentences.refused(shown, ended.output));
    const byRun = world.made.filter(({ id }) => ended.run.made.has(id)).map(({ kind, id }) => [kind, id] as const);
    const is = ledgerOf(world, [...everything(world.account), ...placesOf(before), ...placesOf(after), ...byRun]);
    const last =
      isPartial(operation) || world.cli
        ? undefined
        : await lastLine(shown, { ...ended.outcome, outputs: {} }, checkout);
    // What a refresh has found has lines as well, and is no step of the run.
    const steps = world.cli ? foreseen.steps : events.flatMap((each) => (each.kind === "step-done" ? each.step : []));
    this.found.push(...sentences.wrong(shown, steps, { before, after, was, is, run: ended.run }, last));
  }

  private note(
    checkout: Checkout,
    operation: Operation,
    { result, run }: Ended,
    before: readonly ResourceState[],
    after: readonly ResourceState[],
  ): void {
    const { world } = this;
    if (result !== "succeeded" && isDisturbed(operation))
      for (const id of [...run.made, ...[...before, ...after].flatMap((entry) => entry.id ?? [])])
        world.interrupted.add(id);
    if (checkout !== world.main) return;
    for (const entry of after) if (entry.id) this.ids.set(logicalNameOf(entry), entry.id);
    // What an earlier run has left open, a preview leaves open, and so does a run with targets.
    if (operation.do !== "preview")
      world.isSettled = result === "succeeded" && (world.isSettled || !isPartial(operation));
  }

  /** Ids of the objects at which an operation has looked, so that it has seen what others did to them before. */
  private async lookedAt(checkout: Checkout, operation: Operation, { result }: Ended): Promise<string[]> {
    const { do: verb, with: mistake } = operation;
    const isOfAll = (verb === "up --refresh" || verb === "refresh") && !isPartial(operation) && !mistake;
    if (!isOfAll || result !== "succeeded") return [];
    return (await checkout.entries()).flatMap(({ id }) => (id ? [id] : []));
  }

  /** After a good up the platform holds what the program says; and wherever it does not, a preview shows something. */
  private async compare(checkout: Checkout, operation: Operation, { result }: Ended): Promise<void> {
    const { world, versions } = this;
    const wrong = await invariants.unlike(world, checkout, versions);
    const isGood = operation.do.startsWith("up") && result === "succeeded" && isWithoutDrift(operation);
    const isDone = isGood && !isPartial(operation);
    if (checkout === world.main) this.found.push(...this.starts.wrong(versions, await checkout.entries(), isDone));
    if (isDone) this.found.push(...wrong.map((each) => `a successful up, and ${each}`));
    else if (wrong.length === 0) return;
    const shown = await operate(
      { ...this.setting(checkout), checkout: checkout.copy(checkout.machine.copy()) },
      { do: "preview", at: checkout.place },
    );
    const changes = shown.steps.filter(({ op, counted }) => op !== "same" && counted);
    if (shown.result !== "succeeded") {
      if (isDone && world.touched.size === 0)
        this.found.push(`a successful up, and the next preview fails: ${shown.output}`);
    } else if (changes.length === 0) {
      // With another key a preview may see that an object is gone, and leaves it to a refresh to say so of each.
      if (!isDone && !shown.output.includes("the platform shows no such object (404)"))
        this.found.push(...wrong.map((each) => `the next preview is empty, and ${each}`));
    } else if (isDone && world.touched.size === 0) {
      const list = changes.map(({ op, name, diffKeys }) => `${op} ${name} (${diffKeys.join(", ")})`);
      this.found.push(`a successful up, and the next preview says ${list.join("; ")}`);
    }
  }

  private check(ended: Ended, what: string): void {
    const { output, steps, run } = ended;
    this.found.push(
      ...outOfBounds(ended).map((each) => `${what} ${each}`),
      ...invariants.leaks(`the output of ${what}`, output),
      ...invariants.leaks(`the steps of ${what}`, JSON.stringify(steps)),
      ...(what === "preview" && run.changes > 0 ? ["a preview changed something"] : []),
    );
  }

  private countOf(operation: Operation, { result, run }: Ended): void {
    this.count(`${operation.do}, ${result}`);
    this.count("objects made", run.made.size);
    this.count("objects deleted", run.deleted.length);
    this.count("requests", run.requests);
    this.count("faults", run.faulted);
    if (run.wasStruck) this.count(operation.strike!.how);
    if (operation.with) this.count(`with a ${operation.with}`);
    if (operation.at) this.count(`in the ${operation.at}`);
    if (run.beside) this.count("operations beside another");
  }

  private count(what: string, by = 1): void {
    this.counts[what] = (this.counts[what] ?? 0) + by;
  }

  private setting(checkout: Checkout): Setting {
    const { world, program } = this;
    return {
      world,
      checkout,
      program,
      begin: (operation) => operate(this.setting(world.checkouts[operation.at ?? "first checkout"]), operation),
      onSaved: (text) => void this.found.push(...invariants.leaks("the state", text)),
    };
  }
}

const lettingGo: readonly Deed[] = ["delete", "keep", "forget"];

const placesOf = (entries: readonly ResourceState[]) =>
  entries.flatMap(({ type, id }) => (id === undefined ? [] : [[kindOfType(type), id] as const]));

const countedAs: Readonly<Record<string, string>> = {
  edit: "edits",
  drift: "changes by others",
  keep: "passes of a keeper",
};

/** Tells whether a destroy deletes the resource: all of them, or targets with their dependents. */
function isMeant({ target, exclude = [] }: Operation, { urn, dependencies }: ResourceState): boolean {
  const names = [urn, ...dependencies].map((each) => logicalNameOf({ urn: each }));
  return target ? names.some((name) => target.includes(name)) : !names.some((name) => exclude.includes(name));
}

/** Something goes wrong in the operation that its preview can't know. Of a wrong key it says so. */
const isDisturbed = ({ faults, strike, meanwhile, beside, with: mistake }: Operation): boolean =>
  [faults, strike, meanwhile, beside].some((each) => each !== undefined) ||
  (mistake !== undefined && mistake !== "wrong key");

/** Tells whether the operation ran alone. */
const isWithoutDrift = ({ meanwhile = [], beside }: Operation): boolean =>
  meanwhile.length === 0 && (beside?.meanwhile ?? []).length === 0;
