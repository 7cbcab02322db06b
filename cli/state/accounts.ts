import { ownMember } from "../../values/own-member";
import { addTo, getOrMake } from "../../values/many";
import { ComputeError } from "../../client/errors/errors";
import { type Client, createClient, type Hooks } from "../../client/index";
import { resolveSettings, type Settings } from "../../client/settings/settings";
import { type Sighting, viewOf } from "../../provider/state/sighting";
import { CommandFailure, type Io } from "../io";
import { platformSettings, sayingWaits } from "../platform";
import type { StateFlags } from "./load-stack";
import { type ExplicitProvider, nameOfReference, type Stack, type StackResource } from "./deployment";

/** Resources of a stack that share one key and address: the stack's own, or those of a `Provider` of its program. */
export interface Account {
  readonly client: Client;
  readonly settings: Settings;
  /** The address and key of the reads. Undefined if a person has confirmed that invisible objects are gone. */
  readonly here: Sighting | undefined;
  readonly resources: readonly StackResource[];
  /** The names of the account's providers; empty for the stack's own. */
  readonly providers: readonly string[];
}

export interface Accounts {
  /** The accounts, the stack's own first. That one may be without resources, unless it has no settings and there are others. */
  readonly reached: readonly Account[];
  /** Resources whose provider's key stays encrypted because no passphrase is set. */
  readonly sealed: readonly StackResource[];
  readonly own: Settings;
}

/** A setting in the provider's form: engines pass booleans as text. */
const textOf = (value: unknown): string | undefined =>
  typeof value === "boolean" ? String(value) : typeof value === "string" ? value : undefined;

interface Group {
  settings: Settings;
  readonly resources: StackResource[];
  readonly providers: Set<string>;
}

const defined = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

/** The other addresses and the form of the key: one of two equal accounts may omit them. */
const supplements = ["baseUrl", "queueUrl", "portUrl", "queueAuth"] as const;

const unseen = ["refreshBeforeUpdate", "interrupted", "maxDailyCost", "wrong", "setIn"] as const;

/** Tells whether one list serves both, because the settings differ only in parts that do not affect reads. */
function isOneAccount(one: Settings, other: Settings): boolean {
  const rest = (settings: Settings) => {
    const withheld = settings.withheld && Object.keys(settings.withheld);
    const left: Record<string, unknown> = { ...settings, withheld };
    for (const name of [...unseen, ...supplements]) delete left[name];
    return JSON.stringify(Object.entries(defined(left)).sort());
  };
  const agree = (name: (typeof supplements)[number]) => !one[name] || !other[name] || one[name] === other[name];
  return supplements.every(agree) && rest(one) === rest(other);
}

/** The shared parts of the stacks of one pass: a client for each account, and its answers. */
export class Shared {
  readonly clients = new Map<string, Client>();
  private readonly answers = new WeakMap<Client, Map<string, Promise<unknown>>>();

  /** The shared answer to a question. A failed one is asked again by the next caller. */
  once<T>(client: Client, what: string, ask: () => Promise<T>): Promise<T> {
    const own = getOrMake(this.answers, client, () => new Map<string, Promise<unknown>>());
    const answer = getOrMake(own, what, ask) as Promise<T>;
    answer.catch(() => own.delete(what));
    return answer;
  }
}

/** The clients for the accounts of a stack, created once however often the stack is read. */
export class AccountBook {
  private own: Promise<Settings> | undefined;

  constructor(
    private readonly io: Io,
    private readonly flags: StateFlags,
    private readonly hooks?: Hooks,
    private readonly shared = new Shared(),
  ) {}

  async read(stack: Stack): Promise<Accounts> {
    const { groups, sealed, own } = await this.groupsOf(stack);
    return { reached: groups.map((group) => this.account(group)), sealed, own };
  }

  /** The resources of the stack by account, without a request. */
  async groupsOf({ resources, providers }: Stack): Promise<Omit<Accounts, "reached"> & { groups: readonly Group[] }> {
    const own = await (this.own ??= platformSettings(this.io, this.flags));
    const explicit = new Map(providers.map((provider) => [provider.ref, provider]));
    const sealed: StackResource[] = [];
    const stacksOwn: Group = { settings: own, resources: [], providers: new Set() };
    const groups = [stacksOwn];
    const groupOf = (provider: ExplicitProvider): Group => {
      const settings = this.settingsOf(provider);
      const group = groups.find((one) => isOneAccount(one.settings, settings));
      if (group === undefined) groups.push({ settings, resources: [], providers: new Set() });
      else group.settings = { ...defined(settings), ...defined(group.settings) };
      const found = group ?? groups.at(-1)!;
      if (found !== stacksOwn) found.providers.add(nameOfReference(provider.ref));
      return found;
    };
    // A provider without resources may have objects that an interrupted run left.
    for (const provider of providers) if (!provider.isSealed) groupOf(provider);
    for (const resource of resources) {
      const provider = resource.provider === undefined ? undefined : explicit.get(resource.provider);
      if (provider?.isSealed) sealed.push(resource);
      else (provider ? groupOf(provider) : stacksOwn).resources.push(resource);
    }
    const [, ...others] = groups;
    const isOwnNeeded =
      stacksOwn.resources.length > 0 || others.length + sealed.length === 0 || (own.apiKey && own.apiUrl);
    return { groups: isOwnNeeded ? groups : others, sealed, own };
  }

  /** The account of this resource. @throws CommandFailure as {@link refuseSealed} does. */
  async accountOf(stack: Stack, resource: StackResource): Promise<Account> {
    const accounts = await this.read({ ...stack, resources: [resource] });
    refuseSealed(accounts);
    return accounts.reached.find(({ resources }) => resources.length > 0)!;
  }

  /** The account of a `Provider`. @throws CommandFailure if the stack has none, or its key can't be decrypted. */
  accountOfProvider(stack: Stack, name: string): Account & { readonly provider: ExplicitProvider } {
    const named = stack.providers.filter(({ ref }) => nameOfReference(ref) === name);
    const [provider] = named;
    if (provider === undefined || named.length > 1)
      throw new CommandFailure(
        provider ? `The stack has ${named.length} providers named ${name}.` : noSuchProvider(stack, name),
      );
    if (provider.isSealed) throw new CommandFailure(sealedKey(name));
    const group = { settings: this.settingsOf(provider), resources: [], providers: new Set([name]) };
    return { ...this.account(group), provider };
  }

  /** Omitted settings come from the environment, not from the stack, as in the provider's own process. */
  private settingsOf({ inputs }: ExplicitProvider): Settings {
    return resolveSettings((name) => textOf(ownMember(inputs, name)), this.io.env, "provider");
  }

  private account({ settings, resources, providers }: Group): Account {
    // Cost limits do not affect where requests are sent.
    const key = JSON.stringify({ ...settings, maxDailyCost: undefined, refreshBeforeUpdate: undefined });
    const { io, hooks } = this;
    const { clients } = this.shared;
    const { signal, clock } = io;
    const create = () => createClient({ ...settings, hooks: sayingWaits(io, hooks), signal, clock });
    const client = getOrMake(clients, key, create);
    const { here, isMissingAccepted } = viewOf(settings);
    return { client, settings, resources, providers: [...providers], here: isMissingAccepted ? undefined : here };
  }
}

/** Runs work in one account. A failure names the provider of the key and address, because people assume the stack's own. */
export async function inAccount<T>(account: Account, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ComputeError ? failureIn(account, error) : error;
  }
}

/** A failure of the platform, with the name of the key's provider. */
export const failureIn = ({ providers }: Pick<Account, "providers">, error: ComputeError): Error =>
  providers.length === 0
    ? error
    : new CommandFailure(
        `With the key and the address of the provider ${providers.join(", ")}, as the last \`up\` stored them: ${error.message}`,
      );

/** @throws CommandFailure if a provider's key can't be decrypted, for commands whose answer would be wrong without its resources. */
export function refuseSealed({ sealed }: Pick<Accounts, "sealed">): void {
  const [first] = sealedKeys(sealed);
  if (first !== undefined) throw new CommandFailure(first);
}

const noSuchProvider = ({ providers }: Stack, name: string): string => {
  const names = providers.map(({ ref }) => nameOfReference(ref));
  const known = names.length > 0 ? `Its providers are: ${names.join(", ")}.` : "It has none.";
  return `The stack has no provider named ${name}, as of its last \`up\`. ${known}`;
};

/** @param whose the resources of the key, as a clause. */
const sealedKey = (name: string, whose = ""): string =>
  `The key of the provider ${name}${whose} is encrypted in the state. Set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE.`;

/** The sentences about each provider whose key can't be decrypted, with the remedy. */
export function sealedKeys(sealed: Accounts["sealed"]): string[] {
  const byProvider = new Map<string, string[]>();
  for (const { provider = "", kind, name } of sealed) addTo(byProvider, provider, `${kind} ${name}`);
  const withoutPassphrase =
    "If no passphrase encrypts this stack, pipe `pulumi stack export --show-secrets` into this command, with `--file -`.";
  return [...byProvider].map(([ref, [one, ...others]]) => {
    const whose = `, which has ${one}${others.length > 0 ? ` and ${others.length} more` : ""},`;
    return `${sealedKey(nameOfReference(ref), whose)} ${withoutPassphrase}`;
  });
}
