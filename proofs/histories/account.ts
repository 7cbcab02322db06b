import type { Dispatcher } from "undici";
import { Accounts } from "../../emulator/accounts";
import { EmulatorClock } from "../../emulator/store/clock";
import { defaultSettings, type Settings } from "../../emulator/store/settings";
import type { EndpointState } from "../../emulator/serverless/record";
import type { Store } from "../../emulator/store/store";
import { fingerprintOfLine } from "../../provider/kinds/shared/key-line";
import { isObject, type Props } from "../../provider/table/props";
import { type Answer, answerOf, type Handle } from "../direct-dispatcher";
import type { LivingKind as Kind } from "../programs";
import type { VirtualClock } from "../virtual-clock";
import { handleOf } from "../virtual-platform";
import { kinds, pathOf } from "./drift";

/** What everybody could see of an object: enough to look for it, and for what a program asks of it. */
export interface PlatformObject {
  readonly id: string;
  readonly name: string;
  readonly status?: string;
  readonly cluster?: unknown;
}

export interface NewObject {
  readonly account: Account;
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
}

const collections = {
  pod: "pods",
  cluster: "clusters",
  networkVolume: "volumes",
  registryCredential: "registries",
  template: "templates",
  accountSecret: "secrets",
  registryDelegation: "delegations",
} as const satisfies Record<Exclude<Kind, "endpoint" | "sshKey">, string>;

/** An emulated platform with two accounts: ours, and one of somebody else. */
export class Platform {
  readonly ours: Account;
  readonly handle: Handle;
  private readonly accounts: Accounts;
  private readonly emulatorClock: EmulatorClock;
  private readonly all: readonly Account[];

  constructor(
    keys: { readonly ours: string; readonly foreign: string },
    clock: VirtualClock,
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
    this.all = [...stores].map(([name, store]) => new Account(store, endpoints.get(name)!));
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

/** What one account holds. */
export class Account {
  constructor(
    readonly store: Store,
    private readonly endpoints: Pick<ReadonlyMap<string, EndpointState>, "get">,
  ) {
    store.capacity.setFree({}, 1_000);
    store.sshKeys = ["ssh-ed25519 AAAA somebody"];
  }

  find(kind: Kind, id: string): PlatformObject | undefined {
    if (kind === "sshKey") return this.keys().find((key) => key.id === id);
    if (kind === "endpoint") return endpointOf(this.endpoints.get(id));
    const found = this.store[collections[kind]].get(id) as (PlatformObject & { record?: PlatformObject }) | undefined;
    return found?.status === "TERMINATED" ? undefined : found && { ...found, ...found.record };
  }

  /** The lines of the account's list. */
  keys(): readonly (PlatformObject & { readonly publicKey: string })[] {
    return this.store.sshKeys.map((line) => ({ id: fingerprintOfLine(line), name: line, publicKey: line }));
  }

  /** A volume, or a persistent disk: what a deletion destroys for good. */
  holdsData(kind: Kind, id: string): boolean {
    const { mounts } = (this.find(kind, id) ?? {}) as { mounts?: { persistent?: unknown } };
    return kind === "networkVolume" || mounts?.persistent !== undefined;
  }
}

const endpointOf = (endpoint: EndpointState | undefined): PlatformObject | undefined =>
  endpoint && { ...endpoint.settings, id: endpoint.id };

/** What a request made, if it made something. */
export function madeBy(account: Account, method: string, path: string, answer: Answer): NewObject | undefined {
  const kind = method === "POST" ? kinds.find((each) => pathOf[each] === path.split("?")[0]) : undefined;
  if (!kind || answer.status >= 300) return undefined;
  const body = JSON.parse(answer.body.toString()) as unknown;
  if (!isObject(body) || typeof body.id !== "string") return undefined;
  return { account, kind, id: body.id, name: String(body.name) };
}

/** The kind and id that a path is about. */
export function subjectOf(path: string): { kind: Kind; id: string } | undefined {
  // Credentials and delegations are below one path.
  const [kind] = kinds
    .filter((each) => path.startsWith(`${pathOf[each]}/`))
    .sort((a, b) => pathOf[b].length - pathOf[a].length);
  const id = kind && path.slice(pathOf[kind].length + 1).split(/[/?]/)[0];
  return kind && id ? { kind, id } : undefined;
}
