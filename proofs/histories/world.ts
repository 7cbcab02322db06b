import type { ResourceState } from "../../engine/state/resource-state";
import type { Settings } from "../../provider/host/settings";
import { type Sighting, sightingIn, sightingOf } from "../../provider/state/sighting";
import { type Chance, chanceFrom } from "../chance";
import type { DirectDispatcher } from "../direct-dispatcher";
import type { Mode } from "../plugin";
import type { EngineName } from "../engines";
import { FastClock } from "../fast-clock";
import { type LifeClock, VirtualClock } from "../virtual-clock";
import { CliFolder } from "./by-cli";
import { type Account, type NewObject, Platform } from "./account";
import { Checkout } from "./checkout";
import { type MachineName, machineNames, type Place, places, type WorldSettings } from "./life";
import { Machine } from "./machine";

export const addresses = {
  right: "https://platform.test",
  another: "https://platform.example",
  wrong: "https://elsewhere.test",
};
/** Of time, where the CLI or a command of ours takes part: it knows no other than the machine's. */
export const speed = 50;

export const foreignKey = "key-of-another-account";

/** An object that a stack made, from which checkout, on which machine and when. */
export interface Made extends NewObject {
  readonly place: Place;
  readonly machine: MachineName;
  readonly at: number;
}

/** Everything that outlives an operation: the platform, the machines with their journals, the checkouts with their states. */
export class World {
  readonly clock: LifeClock;
  /** The CLI works on the first stack, in place of the local engine. */
  readonly cli: CliFolder | undefined;
  readonly chance: Chance;
  readonly platform: Platform;
  readonly machines: Readonly<Record<MachineName, Machine>>;
  readonly checkouts: Readonly<Record<Place, Checkout>>;
  readonly made: Made[] = [];
  /** Ids of objects that others changed since the stack last looked at them, each with the number of that change. */
  readonly touched = new Map<string, number>();
  readonly everTouched = new Set<string>();
  /** Ids of objects that a run had to do with which failed or was interrupted. */
  readonly interrupted = new Set<string>();
  /** Objects in no state that an output has named since they are in none, by account and id. */
  readonly named = new Set<string>();
  /** Ids of what others made, by the name of the resource that may take the object over. */
  readonly strangers = new Map<string, string>();
  /** The time when others made each of them, by id. */
  readonly madeByOthers = new Map<string, number>();
  /** The last run of the first stack ended in order and left nothing out. */
  isSettled = true;
  key = "key-1";
  address: string = addresses.right;
  /** The keys of the people who work from each machine. */
  private readonly ownKeys: Record<MachineName, string> = { here: this.key, there: "key-of-a-colleague" };
  private readonly sightings = new Map<Sighting, Account>();
  private touches = 0;
  private pids = 0;
  private rotations = 1;
  private readonly ways: DirectDispatcher[] = [];
  /** Ends what runs have begun: killed hosts wait for answers that never come. */
  readonly atEnd: (() => void)[] = [];

  constructor(
    seed: number,
    readonly settings: WorldSettings,
    readonly mode: Mode,
    engine: EngineName,
  ) {
    this.cli = engine === "cli" ? new CliFolder() : undefined;
    this.clock = this.cli ? new FastClock(speed) : new VirtualClock();
    this.chance = chanceFrom(seed);
    const { listLagMs } = settings;
    this.platform = new Platform({ ours: this.key, foreign: foreignKey }, this.clock, { listLagMs });
    this.account.store.keys.set({ key: this.ownKeys.there, grant: "all", user: "owner" });
    const machine = (name: MachineName) => [name, new Machine(name)] as const;
    this.machines = Object.fromEntries(machineNames.map(machine)) as typeof this.machines;
    const checkout = (place: Place) =>
      [place, new Checkout(place, this.machines[place === "second machine" ? "there" : "here"])] as const;
    this.checkouts = Object.fromEntries(places.map(checkout)) as typeof this.checkouts;
  }

  /** The account of the stacks. */
  get account(): Account {
    return this.platform.ours;
  }

  /** The checkout of the stack that a life is about. */
  get main(): Checkout {
    return this.checkouts["first checkout"];
  }

  /** Somebody else has changed the object. */
  touch(id: string): void {
    this.touched.set(id, ++this.touches);
    this.everTouched.add(id);
  }

  /** The entries of all states. */
  async states(): Promise<{ readonly checkout: Checkout; readonly entries: readonly ResourceState[] }[]> {
    return Promise.all(
      Object.values(this.checkouts).map(async (checkout) => ({ checkout, entries: await checkout.entries() })),
    );
  }

  async allEntries(): Promise<ResourceState[]> {
    return (await this.states()).flatMap(({ checkout, entries }) => [...entries, ...checkout.moved]);
  }

  /** Tells whether another stack has the object too. */
  async isHeldBeside(checkout: Checkout, id: string): Promise<boolean> {
    const states = await this.states();
    const beside = states.flatMap((state) => [
      ...(state.checkout === checkout ? [] : state.entries),
      ...state.checkout.moved,
    ]);
    return beside.some((entry) => entry.id === id);
  }

  nextPid(): number {
    return ++this.pids;
  }

  rotateKey(): void {
    this.account.store.keys.delete(this.key);
    const rotated = `key-${++this.rotations}`;
    for (const machine of machineNames) if (this.ownKeys[machine] === this.key) this.ownKeys[machine] = rotated;
    this.key = rotated;
    this.account.store.keys.set({ key: rotated, grant: "all", user: "owner" });
  }

  /** The platform that these settings lead to; any other address is somebody else's server. */
  platformAt({ apiUrl }: Settings): Platform | undefined {
    return apiUrl === addresses.right || apiUrl === addresses.another ? this.platform : undefined;
  }

  /** A process looks at the platform with these settings. */
  noteSight(settings: Settings): void {
    const account = this.platformAt(settings)?.accountOf(settings.apiKey ?? "");
    if (account) this.sightings.set(sightingOf(settings), account);
  }

  /** The account that has the object of an entry. An SSH key has one id in all accounts, and the entry tells which one it means. */
  accountOf({ outputs }: ResourceState): Account {
    return this.sightings.get(sightingIn(outputs) ?? "") ?? this.account;
  }

  /** Counts all objects of the state as changed by others. */
  async touchAll(): Promise<void> {
    for (const { id } of await this.main.entries()) if (id) this.touch(id);
  }

  /** Another machine has none of the notes of an interrupted run. */
  async goOnFrom(machine: MachineName, hasOwnKey = false): Promise<void> {
    this.main.machine = this.machines[machine];
    if (hasOwnKey) this.key = this.ownKeys[machine];
    if (!this.isSettled) await this.touchAll();
  }

  readonly keep = (way: DirectDispatcher): DirectDispatcher => {
    this.ways.push(way);
    return way;
  };

  close(): void {
    for (const way of this.ways.splice(0)) void way.close();
    for (const end of this.atEnd.splice(0)) end();
    this.platform.close();
    this.cli?.close();
  }
}
