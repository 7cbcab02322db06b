import type { IncomingMessage, ServerResponse } from "node:http";
import type { Settings } from "../../provider/host/settings";
import { type Answer, DirectDispatcher, failure, type Fate, type Traffic } from "../direct-dispatcher";
import type { LivingKind as Kind } from "../programs";
import { type Account, madeBy, type NewObject, subjectOf } from "./account";
import type { Checkout } from "./checkout";
import { pathOf } from "./drift";
import { drift, usersOf } from "./others";
import type { Host } from "./host";
import type { Operation, StrikeKind } from "./life";
import type { Machine } from "./machine";
import type { World } from "./world";

const latencyMs = 100;

export interface Deleted {
  readonly kind: Kind;
  readonly id: string;
  /** What outlives a restart was on it. */
  readonly hasData: boolean;
}

/** What one operation's hosts send, what meets it on the way, and what was said. */
export class Run {
  readonly said: string[] = [];
  /** Objects that were deleted, in order. */
  readonly deleted: Deleted[] = [];
  /** Ids that were made. */
  readonly made = new Set<string>();
  /** Requests that change something. */
  changes = 0;
  /** A provider was asked for something. */
  hasHost = false;
  requests = 0;
  /** Requests that met a fault. */
  faulted = 0;
  /** The keys of the account when its list was last read. */
  private keysRead: ReadonlySet<string> = new Set();
  /** With which API keys the processes of the run look. */
  private readonly apiKeys = new Set<string | undefined>();
  private readonly perMethod = new Map<string, number>();
  private strikes: ((how: StrikeKind) => void)[] = [];
  private isStruck = false;
  /** What was begun meanwhile elsewhere. */
  beside: Promise<unknown> | undefined;
  private hasBegunBeside = false;
  private readonly machine: Machine;
  /** Whoever started it has it back; a host that was left behind may still send things. */
  isOver = false;

  constructor(
    private readonly world: World,
    private readonly checkout: Checkout,
    readonly operation: Operation,
    private readonly begin: (operation: Operation) => Promise<unknown>,
  ) {
    this.machine = checkout.machine;
  }

  get wasStruck(): boolean {
    return this.isStruck;
  }

  readonly say = (text: string): void => void this.said.push(text);

  onStrike(strike: (how: StrikeKind) => void): void {
    this.strikes.push(strike);
  }

  way(settings: Settings, host: Host): DirectDispatcher {
    this.hasHost = true;
    this.apiKeys.add(settings.apiKey);
    const platform = this.world.platformAt(settings);
    const account = platform?.accountOf(settings.apiKey ?? "");
    const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const { method = "", url = "" } = incoming;
      const number = ++this.requests;
      for (const { atRequest, drift: change } of this.operation.meanwhile ?? [])
        if (atRequest === number) await drift(this.world, this.checkout, change);
      const subject = method !== "GET" && account ? subjectOf(url) : undefined;
      const hasData = subject !== undefined && account?.holdsData(subject.kind, subject.id) === true;
      const keysBefore = account?.keys() ?? [];
      const losers = subject && method === "DELETE" ? await usersOf(this.world, subject.id) : [];
      if (platform) await platform.handle(incoming, outgoing);
      else refuse(outgoing);
      const { answer } = outgoing as unknown as { answer: Answer };
      if (account) this.noteMade(madeBy(account, method, url, answer));
      if (subject && answer.status < 300 && method === "DELETE") this.deleted.push({ ...subject, hasData });
      // What a host that was left behind deletes, or stops and starts, may be so a moment after a later run has looked.
      if (subject && (method === "DELETE" || method === "POST") && this.isOver)
        for (const id of [subject.id, ...losers]) this.world.touch(id);
      // What two stacks have, because both adopt it, is changed or deleted behind the other's back.
      if (
        subject &&
        answer.status < 300 &&
        (method === "PATCH" || method === "DELETE") &&
        (await this.world.isHeldBeside(this.checkout, subject.id))
      )
        for (const id of [subject.id, ...losers]) this.world.touch(id);
      if (account && method === "PUT") await this.noteKeys(account, keysBefore, settings);
      if (account && method === "GET" && url.split("?")[0] === pathOf.sshKey)
        this.keysRead = new Set(keysBefore.map(({ id }) => id));
      if (method !== "GET") this.countChange();
    };
    const traffic: Traffic = { fate: (method) => this.fateOf(method), latencyMs: () => latencyMs };
    return this.world.keep(new DirectDispatcher(handle, this.world.clock, traffic)).until(() => !host.isAlive);
  }

  private noteMade(made: NewObject | undefined): void {
    if (!made) return;
    this.made.add(made.id);
    const { operations, key } = this.world;
    const { place } = this.checkout;
    this.world.made.push({ ...made, place, machine: this.machine.name, during: operations, key });
  }

  /** What a new list of keys made and deleted. What another stack had of it was changed behind its back. */
  private async noteKeys(account: Account, before: ReturnType<Account["keys"]>, { apiKey }: Settings): Promise<void> {
    // A provider of which the program has no resource any more has the API key of its last run. Two may be of two accounts (decision 17).
    const isOfLastRun = !this.operation.with && this.apiKeys.size > 1 && apiKey !== this.world.key;
    const now = account.keys();
    const lines = new Set(before.map(({ publicKey }) => publicKey));
    for (const { id, name } of now)
      if (!before.some((key) => key.id === id)) this.noteMade({ account, kind: "sshKey", id, name });
    const gone = before.filter(({ id }) => !now.some((key) => key.id === id));
    for (const { id } of gone) {
      // One that came after this run's last look is lost as any list can be that is only replaced as a whole.
      if (this.keysRead.has(id)) this.deleted.push({ kind: "sshKey", id, hasData: false });
      if (this.isOver || isOfLastRun) this.world.touch(id);
    }
    const changed = [...gone, ...now.filter(({ publicKey }) => !lines.has(publicKey))];
    for (const { id } of changed) if (await this.world.isHeldBeside(this.checkout, id)) this.world.touch(id);
  }

  private fateOf(method: string): Fate {
    if (method === "PATCH") this.world.lastChange = this.world.operations;
    const number = (this.perMethod.get(method) ?? 0) + 1;
    this.perMethod.set(method, number);
    const strike = this.operation.strike;
    if (method !== "GET" && strike?.moment === "before it is carried out" && this.changes + 1 === strike.at) {
      this.strike(strike.how);
      return strike.how.startsWith("kill -9 of the host") || strike.how.endsWith("ends with it") ? "lost-before" : "ok";
    }
    const fault = this.operation.faults?.find(
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
    if (beside && beside.afterChanges <= this.changes && !this.hasBegunBeside && !this.isOver) {
      this.hasBegunBeside = true;
      this.beside = this.begin(beside.operation);
    }
  }

  private strike(how: StrikeKind): void {
    if (this.isStruck) return;
    this.isStruck = true;
    for (const strike of this.strikes) strike(how);
  }
}

/** Somebody else's server at a wrong address. */
function refuse(outgoing: ServerResponse): void {
  const { status, headers, body } = failure(404, "not found");
  outgoing.writeHead(status, headers);
  outgoing.end(body);
}
