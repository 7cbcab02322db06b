import type { ResourceState } from "../../engine/state/resource-state";
import type { Settings } from "../../provider/host/settings";
import { entryOf } from "../../provider/state/entry";
import { sightingIn, sightingOf } from "../../provider/state/sighting";
import { type Props, sameValue } from "../../provider/table/props";
import { type Chance, chanceFrom } from "../chance";
import type { DirectDispatcher } from "../direct-dispatcher";
import type { Mode } from "../plugin";
import { VirtualClock } from "../virtual-clock";
import { type Account, type NewObject, Platform } from "./account";
import { Checkout, logicalNameOf } from "./checkout";
import { kindOfType } from "./host";
import type { MachineName, Place, WorldSettings } from "./life";
import { machineNames, places } from "./life";
import { Machine } from "./machine";
import type { Program } from "./program";

export const addresses = {
  right: "https://platform.test",
  another: "https://platform.example",
  wrong: "https://elsewhere.test",
};
const otherKeys = {
  "another tenant": "key-of-another-account",
  "a key without rights": "key-without-rights",
  "a slow key": "slow-key",
} as const;
/** Whose key somebody asks with: ours, or one that ours is not to be taken for. */
export type Who = "we" | keyof typeof otherKeys;

/** An object that the stack made, from which checkout. */
export interface Made extends NewObject {
  readonly place: Place;
  /** Whose journal tells of it. */
  readonly machine: MachineName;
  /** The number of the operation. */
  readonly during: number;
  /** The stack's key then. */
  readonly key: string;
  /** The stack has been taken to another backend since. */
  readonly isMoved?: boolean;
  /** It went from the state alone by `retainOnDelete`, which may have a key of another account under the same id. */
  readonly isRetained?: boolean;
}

/** Everything that outlives an operation: the platform, the machines with their journals, the checkouts with their states. */
export class World {
  readonly clock = new VirtualClock();
  readonly chance: Chance;
  readonly platform: Platform;
  readonly checkouts: Readonly<Record<Place, Checkout>>;
  readonly made: Made[] = [];
  /** Objects that others changed since the stack last looked at them, and ever. */
  readonly touched = new Map<string, number>();
  /** How many changes others have made. */
  touches = 0;
  readonly everTouched = new Set<string>();
  readonly machines: Readonly<Record<MachineName, Machine>>;
  /** From which machine an object was last handed over from one resource of the state to another, by id. */
  private readonly handedOverFrom = new Map<string, Machine>();
  /** Where the stack is that these lives are about. */
  private mainPlace: Place = "first checkout";
  /** Its last run did all that it began. */
  isSettled = true;
  /** Ids of what somebody took out of a state. */
  private readonly lost = new Set<string>();
  /** Ids of what was taken over when no state had it any more, or came to another backend amid a change: of what no read shows, the program is believed. */
  readonly adoptedBlind = new Set<string>();
  /** Ids of what others made, by the name of the resource that may take it over. */
  readonly strangers = new Map<string, string>();
  /** Ids in a state that was brought back: of a hand-over since then, only the journal tells. */
  private readonly broughtBack = new Set<string>();
  /** Ids that the program imports for a resource whose state has not got them: a run that was to import them was a preview, or ended before. */
  private readonly importedInVain = new Set<string>();
  /** By object: the machines whose runs changed which resources the state has it for. */
  private readonly movers = new Map<string, Set<Machine>>();
  /** Ids of what a state lost and somebody was told of. */
  readonly told = new Set<string>();
  key = "key-1";
  /** By which the stack's settings know the platform. */
  address: string = addresses.right;
  /** The keys of the people who work from each machine, where each has their own. */
  private readonly ownKeys: Record<MachineName, string> = { here: this.key, there: "key-of-a-colleague" };
  operations = 0;
  /** The number of the last operation that tried to change an object. */
  lastChange = 0;
  private pids = 0;
  private rotations = 1;
  private readonly ways: DirectDispatcher[] = [];

  constructor(
    seed: number,
    readonly settings: WorldSettings,
    readonly mode: Mode,
  ) {
    this.chance = chanceFrom(seed);
    const { listLagMs } = settings;
    this.platform = new Platform({ ours: this.key, foreign: this.foreignKey }, this.clock, { listLagMs });
    const { keys } = this.account.store;
    keys.set({ key: otherKeys["a key without rights"], grant: "none", user: "owner" });
    keys.set({ key: this.ownKeys.there, grant: "all", user: "owner" });
    keys.set({ key: otherKeys["a slow key"], grant: "all", user: "owner", quota: { minute: 4 } });
    this.machines = Object.fromEntries(machineNames.map((name) => [name, new Machine(name)])) as typeof this.machines;
    const machineOf = (place: Place) => this.machines[place === "second machine" ? "there" : "here"];
    this.checkouts = Object.fromEntries(
      places.map((place) => [place, new Checkout(place, machineOf(place))]),
    ) as Record<Place, Checkout>;
  }

  /** The account that the stacks of these lives are of. */
  get account(): Account {
    return this.platform.ours;
  }

  /** The checkout of the stack that these lives are about. */
  get main(): Checkout {
    return this.checkouts[this.mainPlace];
  }

  /** Somebody else has changed the object. */
  touch(id: string): void {
    this.touched.set(id, ++this.touches);
    this.everTouched.add(id);
  }

  /** What the states of all stacks have, or of all but one. */
  async allEntries(but?: Checkout): Promise<ResourceState[]> {
    const checkouts = Object.values(this.checkouts).filter(({ place }) => place !== but?.place);
    return (await Promise.all(checkouts.map((each) => each.entries()))).flat();
  }

  /** Another stack than the one of this checkout has it too. */
  async isHeldBeside(checkout: Checkout, id: string): Promise<boolean> {
    return (await this.allEntries(checkout)).some((entry) => entry.id === id);
  }

  nextPid(): number {
    return ++this.pids;
  }

  /** The old key is no key any more. */
  rotateKey(): void {
    this.account.store.keys.delete(this.key);
    const rotated = `key-${++this.rotations}`;
    for (const machine of machineNames) if (this.ownKeys[machine] === this.key) this.ownKeys[machine] = rotated;
    this.key = rotated;
    this.account.store.keys.set({ key: this.key, grant: "all", user: "owner" });
  }

  get foreignKey(): string {
    return this.keyOf("another tenant");
  }

  /** The platform, where these settings lead to it; at any other address is somebody else's server. */
  platformAt({ apiUrl }: Settings): Platform | undefined {
    return apiUrl === addresses.right || apiUrl === addresses.another ? this.platform : undefined;
  }

  /** What the stack made under this id: SSH keys have one id in all accounts. */
  madeAs(id: string): Made[] {
    return this.made.filter((made) => made.id === id);
  }

  private mark(isMeant: (made: Made) => boolean, facts: Partial<Made>): void {
    for (const [index, made] of this.made.entries()) if (isMeant(made)) this.made[index] = { ...made, ...facts };
  }

  /** The account that has the object. One SSH key may have been put into two of them: then the state says which one it means. */
  accountWith(id: string, outputs: Props): Account {
    const accounts = this.madeAs(id).map(({ account }) => account);
    const seenWith = (apiKey: string) =>
      [addresses.right, addresses.another].some((apiUrl) => sightingOf({ apiKey, apiUrl }) === sightingIn(outputs));
    const key =
      new Set(accounts).size > 1 ? [...Object.values(this.ownKeys), this.foreignKey].find(seenWith) : undefined;
    const meant = key === undefined ? undefined : this.platform.accountOf(key);
    return meant ?? accounts.at(-1) ?? this.account;
  }

  /**
   * What the stack made from one checkout, and is still there: by a run of the machine of now, or one of these. An SSH key may have been taken
   * out since, and put in again from another one.
   *
   * @param had ids that were in the state.
   */
  left({ place, machine }: Checkout, had: ReadonlySet<string | undefined>): Made[] {
    const isLast = (made: Made) =>
      this.made.findLast(({ id, account }) => id === made.id && account === made.account) === made;
    return this.made.filter(
      (made) =>
        made.place === place &&
        (made.machine === machine.name || (had.has(made.id) && made.account === this.account)) &&
        isLast(made) &&
        made.isRetained !== true &&
        made.account.find(made.kind, made.id) !== undefined,
    );
  }

  /** Somebody takes a resource out of the state. */
  async dropFromState(of: Place, name: string, isMeant: boolean): Promise<void> {
    const gone = await this.lose(of, () => this.checkouts[of].drop(name));
    if (isMeant) for (const id of gone) this.told.add(id);
  }

  /** What the platform has differs from that state as if others had changed it. */
  async restoreState(of: Place, back: number): Promise<void> {
    await this.lose(of, () => this.checkouts[of].restore(back));
    for (const { id = "" } of await this.checkouts[of].entries()) {
      this.touch(id);
      this.broughtBack.add(id);
    }
  }

  /**
   * The same backend is read from the other machine. What a run on the first one did and did not save differs from the state as if others had done
   * it; and what was taken out of the state only the machine that made it tells of.
   */
  async goOnFrom(machine: MachineName, hasOwnKey = false): Promise<void> {
    this.main.machine = this.machines[machine];
    if (hasOwnKey) this.key = this.ownKeys[machine];
    await this.forgetNotes();
  }

  /** Another machine goes on, which has none of the notes of this one. */
  private async forgetNotes(): Promise<void> {
    for (const id of this.lost) this.told.add(id);
    if (!this.isSettled) for (const { id = "" } of await this.main.entries()) this.touch(id);
  }

  /** @returns what the state has lost. */
  private async lose(of: Place, change: () => Promise<void> | void): Promise<string[]> {
    const before = await this.checkouts[of].entries();
    await change();
    const kept = new Set((await this.checkouts[of].entries()).map(({ id }) => id));
    const gone = before.flatMap(({ id }) => (id && !kept.has(id) ? [id] : []));
    for (const id of gone) {
      this.lost.add(id);
      // Of what it brought along from another backend, only `compute doctor` tells.
      if (this.made.findLast((made) => made.id === id)?.isMoved) this.told.add(id);
    }
    return gone;
  }

  /** A run of this program has ended, maybe before it came to an import. */
  noteImports(program: Program, after: readonly ResourceState[]): void {
    for (const { name, importId } of program)
      if (importId !== undefined && !after.some((entry) => entry.id === importId && logicalNameOf(entry) === name))
        this.importedInVain.add(importId);
  }

  /** A run from this checkout has put objects of the state into it under another resource's name, or given them back. */
  noteHandOvers({ machine }: Checkout, before: readonly ResourceState[], after: readonly ResourceState[]): void {
    const holdersIn = (all: readonly ResourceState[], id: string) =>
      all.flatMap((entry) => (entry.id === id ? [entry.urn] : [])).sort();
    for (const { id } of [...before, ...after])
      if (id && !sameValue(holdersIn(before, id), holdersIn(after, id)))
        this.movers.set(id, (this.movers.get(id) ?? new Set()).add(machine));
    const isThere = (all: readonly ResourceState[], id: string, isOf: (urn: string) => boolean) =>
      all.some((entry) => entry.id === id && isOf(entry.urn));
    for (const { id, urn } of after)
      if (id && !isThere(before, id, (each) => each === urn) && isThere(after, id, (each) => each !== urn))
        this.handedOverFrom.set(id, machine);
  }

  /** A run has adopted what others had changed and nobody had looked at since: of what no read shows, the program is believed. */
  noteAdoptions(before: readonly ResourceState[], after: readonly ResourceState[]): void {
    const known = new Set(before.map(({ outputs }) => entryOf(outputs).adoption));
    for (const { id, outputs } of after) {
      const { adoption } = entryOf(outputs);
      if (id && adoption !== undefined && !known.has(adoption) && this.touched.has(id)) this.adoptedBlind.add(id);
    }
  }

  /** What others had made is the stack's as soon as a state has it. */
  noteTakings({ place, machine }: Checkout, after: readonly ResourceState[]): void {
    for (const { id = "", type } of after) {
      const kind = kindOfType(type);
      if (![...this.strangers.values()].includes(id) || this.madeAs(id).length > 0 || !kind) continue;
      const { name = "" } = this.account.find(kind, id) ?? {};
      const { account, operations, key } = this;
      this.made.push({ account, kind, id, name, place, machine: machine.name, during: operations, key });
      this.adoptedBlind.add(id);
    }
  }

  /** By their option `retainOnDelete` some went from the state alone. What came back into it somebody has to be told of anew. */
  noteGoings(before: readonly ResourceState[], after: readonly ResourceState[]): void {
    const [had, held] = [before, after].map((all) => new Set(all.map(({ id }) => id)));
    for (const { id, urn, retainOnDelete } of before) {
      if (!id || !retainOnDelete) continue;
      // A key of another account may be in the state by then as one of this account, of another resource.
      if (!after.some((entry) => entry.id === id && entry.urn === urn))
        this.mark((made) => made.id === id && made.account !== this.account, { isRetained: true });
      if (held!.has(id)) continue;
      this.told.add(id);
      // The next up takes it over where an interrupted run had begun it.
      this.adoptedBlind.add(id);
    }
    // Of a key in several accounts it was told which of them has it still.
    for (const { id = "" } of after) if (!had!.has(id) && !id.startsWith("SHA256:")) this.told.delete(id);
  }

  /**
   * The journal of this machine need not tell who has it: another one had to do with that, the state was brought back since, or nothing tells whether
   * the engine has stored an import.
   */
  isOfUncertainHolder(id: string): boolean {
    if (this.broughtBack.has(id) || this.importedInVain.has(id)) return true;
    return [...(this.movers.get(id) ?? [])].some((each) => each !== this.main.machine);
  }

  /** Only the journal of another machine tells of it, where a run with targets left both entries in the state. */
  isHandedOverElsewhere(id: string, machine: Machine): boolean {
    return (this.handedOverFrom.get(id) ?? machine) !== machine;
  }

  /**
   * From then on what the stack made is the other checkout's. What is left open where it was stays open there, and what the state does not have
   * may be another stack's of this name.
   */
  async moveState(from: Place, to: Place): Promise<void> {
    if (this.checkouts[to].exists || !this.checkouts[from].exists) return;
    this.checkouts[from].moveTo(this.checkouts[to]);
    this.mark(({ place }) => place === from, { place: to, isMoved: true });
    if (from === this.mainPlace) this.mainPlace = to;
    const had = new Map((await this.checkouts[to].entries()).map(({ id = "", outputs }) => [id, outputs] as const));
    const isHad = (id: string, account: Account) => had.has(id) && this.accountWith(id, had.get(id)!) === account;
    for (const { place, id, account } of this.made) if (place === to && !isHad(id, account)) this.told.add(id);
    // What the interrupted run changed of what no read shows, only the journal of the old backend tells.
    if (!this.isSettled) for (const id of had.keys()) this.adoptedBlind.add(id);
    await this.forgetNotes();
  }

  /** This checkout knows from which arguments the object was made: it made it, with the key of now, and nothing was changed since. */
  knowsHowMade({ place, machine }: Checkout, id: string): boolean {
    const made = this.made.findLast((each) => each.id === id);
    const isMadeHere = made?.place === place && made.machine === machine.name;
    return isMadeHere && made.key === this.key && this.lastChange <= made.during;
  }

  readonly keep = (way: DirectDispatcher): DirectDispatcher => {
    this.ways.push(way);
    return way;
  };

  /** A key of somebody, as it is now. */
  keyOf(who: Who): string {
    return who === "we" ? this.key : otherKeys[who];
  }

  /** What a run has begun it lets go of at the end of the life: what killed hosts wait for never comes. */
  readonly atEnd: (() => void)[] = [];

  close(): void {
    for (const way of this.ways.splice(0)) void way.close();
    for (const end of this.atEnd.splice(0)) end();
    this.platform.close();
  }
}
