import type { Dispatcher } from "undici";
import { Accounts } from "../../emulator/accounts";
import { isFinal, type JobState } from "../../emulator/jobs/job";
import { EmulatorClock } from "../../emulator/store/clock";
import { defaultSettings, type Settings } from "../../emulator/store/settings";
import type { EndpointState } from "../../emulator/serverless/record";
import type { Store } from "../../emulator/store/store";
import { isObject, type Props } from "../../provider/table/props";
import { type Answer, answerOf, type Handle } from "../direct-dispatcher";
import { collections, keysIn, pathOf, plainObject, type PlatformObject } from "../platform-objects";
import type { LivingKind as Kind } from "../programs";
import type { LifeClock } from "../virtual-clock";
import { handleOf } from "../virtual-platform";

export interface NewObject {
  readonly account: Account;
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
}

/** An emulated platform with two accounts: ours, and one of somebody else. */
export class Platform {
  readonly ours: Account;
  readonly handle: Handle;
  private readonly accounts: Accounts;
  private readonly emulatorClock: EmulatorClock;
  private readonly all: readonly Account[];

  constructor(
    keys: { readonly ours: string; readonly foreign: string },
    clock: LifeClock,
    settings: Partial<Settings>,
  ) {
    this.emulatorClock = new EmulatorClock({ now: () => clock.now() });
    this.accounts = new Accounts({
      clock: this.emulatorClock,
      seed: "ours",
      settings: { ...defaultSettings, creditUsd: 1e12, spendingCapPerHourUsd: 1e12, rateLimit: null, ...settings },
      apiKey: keys.ours,
      others: { foreign: keys.foreign },
    });
    const { stores, endpoints } = this.accounts;
    this.all = [...stores].map(([name, store]) => {
      store.capacity.setFree({}, 1_000);
      store.sshKeys = ["ssh-ed25519 AAAA somebody"];
      return new Account(name, store, endpoints.get(name)!);
    });
    this.ours = this.all[0]!;
    this.handle = handleOf(this.accounts, "http://platform.test");
  }

  /** The account that a key belongs to, if it is a key at all. */
  accountOf(key: string): Account | undefined {
    return this.all.find(({ store }) => store.keys.has(key));
  }

  /** A request of somebody with this key, carried out at once. */
  async ask(key: string, method: string, path: string, body?: Props): Promise<Answer> {
    const headers: Dispatcher.DispatchOptions["headers"] = {
      authorization: `Bearer ${key}`,
      ...(body && { "content-type": "application/json" }),
    };
    return answerOf(this.handle, method, path, headers, body && JSON.stringify(body));
  }

  close(): void {
    this.accounts.close();
    this.emulatorClock.close();
  }
}

/** The content of one account. */
export class Account {
  constructor(
    readonly name: string,
    readonly store: Store,
    private readonly endpoints: Pick<ReadonlyMap<string, EndpointState>, "get">,
  ) {}

  find(kind: Kind, id: string): PlatformObject | undefined {
    if (kind === "sshKey") return keysIn(this.store).find((key) => key.id === id);
    const [of = "", job] = id.split("/");
    const endpoint = this.endpoints.get(of);
    if (job !== undefined) return runningJob(endpoint?.jobs.get(job));
    if (kind === "endpoint") return endpoint && { ...endpoint.settings, id };
    // Nothing of a `Ready` is on the platform.
    const found = kind in collections ? this.store[collections[kind]].get(id) : undefined;
    const object = found && plainObject(found);
    return object?.status === "TERMINATED" ? undefined : object;
  }

  /** Tells whether the object has data that a deletion destroys for good: a volume's or a persistent disk's. */
  holdsData(kind: Kind, id: string): boolean {
    const { mounts } = (this.find(kind, id) ?? {}) as { mounts?: { persistent?: unknown } };
    return kind === "networkVolume" || mounts?.persistent !== undefined;
  }
}

/** A job that has ended is nothing any more that could be deleted. */
const runningJob = (job: JobState | undefined): PlatformObject | undefined =>
  job && !isFinal(job) ? { id: job.id, name: "", status: job.status } : undefined;

/** The id of a job that a request submitted. */
export function submittedBy(method: string, path: string, answer: Answer): string | undefined {
  const [, endpoint] = /^\/queue\/v2\/([^/]+)\/run$/.exec(path) ?? [];
  if (endpoint === undefined || method !== "POST" || answer.status >= 300) return undefined;
  return `${endpoint}/${(JSON.parse(answer.body.toString()) as { id: string }).id}`;
}

/** The object that a request made, if it made one. */
export function madeBy(account: Account, method: string, path: string, answer: Answer): NewObject | undefined {
  const kind =
    method === "POST" ? (Object.keys(pathOf) as Kind[]).find((each) => pathOf[each] === path.split("?")[0]) : undefined;
  if (!kind || answer.status >= 300) return undefined;
  const body = JSON.parse(answer.body.toString()) as unknown;
  if (!isObject(body) || typeof body.id !== "string") return undefined;
  return { account, kind, id: body.id, name: String(body.name) };
}
