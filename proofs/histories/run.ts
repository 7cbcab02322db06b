import type { IncomingMessage, ServerResponse } from "node:http";
import type { Settings } from "../../provider/host/settings";
import { type Answer, DirectDispatcher, failure, type Fate, type Traffic } from "../direct-dispatcher";
import type { LivingKind as Kind } from "../programs";
import { keysIn, pathOf, subjectOf } from "../platform-objects";
import { type Account, madeBy, type NewObject, submittedBy } from "./account";
import type { Checkout } from "./checkout";
import type { Host } from "./host";
import type { MachineName, Operation, StrikeKind } from "./life";
import { drift, usersOf } from "./others";
import type { World } from "./world";

const latencyMs = 100;

export interface Deleted {
  readonly kind: Kind;
  readonly id: string;
  /** A volume or a persistent disk went with it. */
  readonly hasData: boolean;
}

/** The requests of one operation's hosts, what meets them on the way, and what was said. */
export class Run {
  readonly said: string[] = [];
  /** Objects that were deleted, in order. */
  readonly deleted: Deleted[] = [];
  /** Ids of objects that were made. */
  readonly made = new Set<string>();
  /** The members of bodies that were sent to each object, by `kind id`. */
  readonly sent = new Map<string, Set<string>>();
  /** Requests that change something. */
  changes = 0;
  requests = 0;
  /** Requests that met a fault. */
  faulted = 0;
  /** Ids of the account's SSH keys when the list was last read. */
  private keysRead: ReadonlySet<string> = new Set();
  private readonly perMethod = new Map<string, number>();
  private readonly strikes: ((how: StrikeKind) => void)[] = [];
  wasStruck = false;
  /** The operation that was begun beside this one. */
  beside: Promise<unknown> | undefined;
  /** Where the operation was begun: its checkout may be worked on from another machine before all of its requests are carried out. */
  private readonly machine: MachineName;
  /** The operation has ended; a host that was left behind may still send requests. */
  isOver = false;

  constructor(
    private readonly world: World,
    private readonly checkout: Checkout,
    readonly operation: Operation,
    private readonly begin: (operation: Operation) => Promise<unknown>,
  ) {
    this.machine = checkout.machine.name;
  }

  readonly say = (text: string): void => void this.said.push(text);

  onStrike(strike: (how: StrikeKind) => void): void {
    this.strikes.push(strike);
  }

  /** The way of a host's requests to the platform. */
  way(settings: Settings, host: Host): DirectDispatcher {
    const { world } = this;
    world.noteSight(settings);
    const platform = world.platformAt(settings);
    const account = platform?.accountOf(settings.apiKey ?? "");
    const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const { method = "", url = "" } = incoming;
      const number = ++this.requests;
      for (const { atRequest, drift: change } of this.operation.meanwhile ?? [])
        if (atRequest === number) await drift(world, this.checkout, change);
      const subject = method !== "GET" && account ? subjectOf(url) : undefined;
      const hasData = subject !== undefined && account?.holdsData(subject.kind, subject.id) === true;
      const keysBefore = account ? keysIn(account.store) : [];
      const losers = subject && method === "DELETE" ? await usersOf(world, subject.id) : [];
      if (platform) await platform.handle(incoming, outgoing);
      else refuse(outgoing);
      const { answer } = outgoing as unknown as { answer: Answer };
      if (account) this.noteMade(madeBy(account, method, url, answer));
      const job = submittedBy(method, url, answer);
      if (job !== undefined) this.made.add(job);
      if (subject && answer.status < 300) {
        if (method === "DELETE") this.deleted.push({ ...subject, hasData });
        // An object that two stacks have is changed behind the other one's back. A host that was left behind deletes, stops and starts behind
        // the back of a later run.
        const isLate = this.isOver && method !== "PATCH";
        const isShared = method !== "POST" && (await world.isHeldBeside(this.checkout, subject.id));
        if (isLate || isShared) for (const id of [subject.id, ...losers]) world.touch(id);
      }
      if (method === "PUT") for (const { id } of keysBefore) this.noteSent(`sshKey ${id}`, ["publicKey"]);
      if (account && method === "PUT") await this.noteKeys(account, keysBefore);
      if (account && method === "GET" && url.split("?")[0] === pathOf.sshKey)
        this.keysRead = new Set(keysBefore.map(({ id }) => id));
      if (method !== "GET") this.countChange();
    };
    const fate: Traffic["fate"] = (method, path, body) => {
      const subject = method !== "GET" ? subjectOf(path) : undefined;
      if (subject) this.noteSent(`${subject.kind} ${subject.id}`, Object.keys(JSON.parse(body ?? "{}") as object));
      return this.fateOf(method);
    };
    const traffic: Traffic = { fate, latencyMs: () => latencyMs };
    return world.keep(new DirectDispatcher(handle, world.clock, traffic)).until(() => !host.isAlive);
  }

  private noteSent(place: string, members: readonly string[]): void {
    const known = this.sent.get(place) ?? new Set();
    for (const member of members) known.add(member);
    this.sent.set(place, known);
  }

  private noteMade(made: NewObject | undefined): void {
    if (!made) return;
    this.made.add(made.id);
    this.world.made.push({ ...made, place: this.checkout.place, machine: this.machine, at: this.world.clock.now() });
  }

  /** A new list of keys was sent. */
  private async noteKeys(account: Account, before: ReturnType<typeof keysIn>): Promise<void> {
    const now = keysIn(account.store);
    const lines = new Set(before.map(({ publicKey }) => publicKey));
    for (const { id, name } of now)
      if (!before.some((key) => key.id === id)) this.noteMade({ account, kind: "sshKey", id, name });
    const gone = before.filter(({ id }) => !now.some((key) => key.id === id));
    for (const { id } of gone) {
      // A key that came after this run's last look is lost, as any list can be that is only replaced as a whole.
      if (this.keysRead.has(id)) this.deleted.push({ kind: "sshKey", id, hasData: false });
      if (this.isOver) this.world.touch(id);
    }
    for (const { id } of [...gone, ...now.filter(({ publicKey }) => !lines.has(publicKey))])
      if (await this.world.isHeldBeside(this.checkout, id)) this.world.touch(id);
  }

  private fateOf(method: string): Fate {
    const number = (this.perMethod.get(method) ?? 0) + 1;
    this.perMethod.set(method, number);
    const { strike, faults = [] } = this.operation;
    if (method !== "GET" && strike?.moment === "before it is carried out" && this.changes + 1 === strike.at) {
      this.strike(strike.how);
      return strike.how.startsWith("kill -9 of the host") || strike.how.endsWith("ends with it") ? "lost-before" : "ok";
    }
    const fault = faults.find(
      (each) => each.method === method && number >= each.from && number < each.from + each.count,
    );
    if (fault) this.faulted += 1;
    return fault?.fate ?? "ok";
  }

  private countChange(): void {
    this.changes += 1;
    const { strike, beside } = this.operation;
    if (strike?.at === this.changes && strike.moment === "after it is carried out") this.strike(strike.how);
    if (strike?.at === this.changes && strike.moment === "after its answer")
      void this.world.clock.sleep(latencyMs).then(() => this.strike(strike.how));
    if (beside && !this.isOver) this.beside ??= this.begin(beside);
  }

  private strike(how: StrikeKind): void {
    if (this.wasStruck) return;
    this.wasStruck = true;
    for (const strike of this.strikes) strike(how);
  }
}

/** Somebody else's server at a wrong address. */
function refuse(outgoing: ServerResponse): void {
  const { status, headers, body } = failure(404, "not found");
  outgoing.writeHead(status, headers);
  outgoing.end(body);
}
