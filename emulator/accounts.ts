import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { createApp } from "./app";
import { createFamilies, type Families } from "./families";
import type { Handlers } from "./jobs/handlers";
import { defaultUser, type KeyRecord } from "./kernel/keys";
import type { App } from "./kernel/mount";
import { badRequest } from "./kernel/refusal";
import type { StoredTemplate } from "./templates/record";
import { Store, type StoreOptions } from "./store/store";

type Dump = Readonly<Record<string, unknown>>;

export const defaultAccount = "default";

const mostAccounts = 100;

export interface AccountsOptions extends Omit<StoreOptions, "keys" | "sibling" | "foreignTemplates"> {
  /** The key of the default account that may do everything. */
  readonly apiKey: string;
  /** More accounts: the key of each that may do everything, by its name. */
  readonly others?: Readonly<Record<string, string>>;
  readonly handlers?: Handlers | undefined;
  readonly controlToken?: string | undefined;
}

interface Account {
  readonly store: Store;
  readonly families: Families;
  readonly app: App;
}

/** The accounts of one platform. They share the clock, the faults, the log of requests and public templates only. */
export class Accounts {
  /** The store of the default account. Its dumps hold the other accounts too. */
  readonly main: Store;
  private readonly accounts = new Map<string, Account>();

  constructor(private readonly options: AccountsOptions) {
    const { apiKey, others = {} } = options;
    this.main = this.add(defaultAccount, apiKey).store;
    this.main.addSection("accounts", {
      dump: () => this.dumpOthers(),
      load: (dumps) => this.loadOthers(dumps as Readonly<Record<string, Dump>>),
      clear: () => this.loadOthers({}),
      inspect: () => [...this.accounts.keys()],
    });
    for (const [name, key] of Object.entries(others)) {
      if (this.accounts.has(name) || this.nameOf(key) !== undefined)
        throw new Error(`the account ${JSON.stringify(name)} needs a name and a key that no other account has`);
      this.add(name, key);
    }
  }

  has(name: string): boolean {
    return this.accounts.has(name);
  }

  get stores(): ReadonlyMap<string, Store> {
    return new Map([...this.accounts].map(([name, { store }]) => [name, store]));
  }

  /** The serverless endpoints of each account, by its name. */
  get endpoints(): ReadonlyMap<string, Families["platform"]["endpoints"]> {
    return new Map([...this.accounts].map(([name, { families }]) => [name, families.platform.endpoints]));
  }

  /** Gives an account a key, and creates the account if there is none with that name. The key then belongs to no other account. */
  setKey(name: string, record: KeyRecord): void {
    const { store } = this.accounts.get(name) ?? this.add(name);
    for (const other of this.accounts.values()) other.store.keys.delete(record.key);
    store.keys.set(record);
  }

  /** Answers with the account of the request's key; on the emulator's own routes with the one that `?account=` names. */
  async fetch(request: Request, env: HttpBindings): Promise<Response> {
    return this.accountFor(env.incoming).app.fetch(request, env);
  }

  close(): void {
    for (const { families } of this.accounts.values()) families.platform.close();
  }

  private accountFor({ url = "", headers }: IncomingMessage): Account {
    const main = this.accounts.get(defaultAccount)!;
    if (this.accounts.size === 1) return main;
    const named = url.startsWith("/_emulator/") ? new URLSearchParams(url.split("?")[1]).get("account") : null;
    const name = named ?? this.nameOf((headers.authorization ?? "").replace(/^bearer +/i, ""));
    // A key or a name of no account is refused by the default one.
    return this.accounts.get(name ?? defaultAccount) ?? main;
  }

  private nameOf(key: string): string | undefined {
    return [...this.accounts].find(([, { store }]) => store.keys.has(key))?.[0];
  }

  private add(name: string, key?: string): Account {
    if (this.accounts.size >= mostAccounts) throw badRequest(`there are ${mostAccounts} accounts already`);
    const { options, main } = this;
    const isFirst = this.accounts.size === 0;
    const store: Store = new Store({
      ...options,
      seed: isFirst ? options.seed : `${options.seed}/${name}`,
      keys: key === undefined ? [] : [{ key, grant: "all", user: defaultUser }],
      ...(isFirst ? {} : { sibling: main }),
      foreignTemplates: () => this.publicTemplatesBeside(store),
    });
    const families = createFamilies(store, options.handlers);
    const account = { store, families, app: createApp(store, families, this, options.controlToken) };
    this.accounts.set(name, account);
    return account;
  }

  private publicTemplatesBeside(store: Store): StoredTemplate[] {
    return [...this.accounts.values()]
      .filter((other) => other.store !== store)
      .flatMap((other) => other.store.templates.newestFirst().filter((each) => each.owner === "self" && each.public))
      .map((template) => ({ ...template, owner: "community", registry: null }));
  }

  private get others(): [string, Account][] {
    return [...this.accounts].filter(([name]) => name !== defaultAccount);
  }

  private dumpOthers(): Record<string, unknown> | undefined {
    const dumps = this.others.map(([name, { store }]) => [name, store.dump()] as const);
    return dumps.length > 0 ? Object.fromEntries(dumps) : undefined;
  }

  /** The accounts of the start options stay, like their keys. */
  private loadOthers(dumps: Readonly<Record<string, Dump>>): void {
    for (const [name, { store, families }] of this.others) {
      store.clear();
      if (Object.hasOwn(this.options.others ?? {}, name)) continue;
      families.platform.close();
      this.accounts.delete(name);
    }
    for (const [name, dump] of Object.entries(dumps)) {
      const { store } = this.accounts.get(name) ?? this.add(name);
      store.load({ ...dump, now: this.main.now() });
    }
  }
}
