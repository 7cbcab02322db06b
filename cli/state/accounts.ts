import { ownMember } from "../../values/own-member";
import { ComputeError } from "../../client/errors/errors";
import type { Client, Hooks } from "../../client/index";
import type { Settings } from "../../client/settings/settings";
import { CommandFailure, type Io } from "../io";
import { platformSettings, type PlatformFlags, sayingWaits } from "../platform";
import { type ExplicitProvider, nameOfReference, type Stack, type StackResource } from "./deployment";
import { type Sighting, sightingHere } from "./sightings";

/** Resources of a stack that are reached with one key at one address: its own, or those of a `Provider` of its program. */
export interface Account {
  readonly client: Client;
  readonly settings: Settings;
  /** From where the resources are looked at. Undefined where it was accepted that what can't be seen is gone. */
  readonly here: Sighting | undefined;
  readonly resources: readonly StackResource[];
  /** The names of the providers whose account it is; none for the stack's own. */
  readonly providers: readonly string[];
}

export interface Accounts {
  /** The stack's own first: without resources too, unless it has no settings and there are others. */
  readonly reached: readonly Account[];
  /** Resources whose provider's key is encrypted in the state, and no passphrase is set. */
  readonly sealed: readonly StackResource[];
}

/** As the provider is given it: engines hand a truth value over as text. */
const textOf = (value: unknown): string | undefined =>
  typeof value === "boolean" ? String(value) : typeof value === "string" ? value : undefined;

/** An account that is still being put together. */
interface Group {
  settings: Settings;
  readonly resources: StackResource[];
  readonly providers: Set<string>;
}

const defined = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

/** Where calls go beside `apiUrl`, and how: what one of two settings leaves out, the other may say. */
const supplements = ["baseUrl", "queueUrl", "portUrl", "queueAuth"] as const;

/** What no look at the platform depends on. */
const unseen = ["refreshBeforeUpdate", "interrupted", "maxDailyCost", "wrong", "setIn"] as const;

/** One list will do for both: they differ only in what no look at the platform depends on. */
function isOneAccount(one: Settings, other: Settings): boolean {
  const rest = (settings: Settings) => {
    const withheld = settings.withheld && Object.keys(settings.withheld);
    const left: Record<string, unknown> = { ...settings, withheld };
    for (const name of unseen) delete left[name];
    for (const name of supplements) delete left[name];
    return JSON.stringify(Object.entries(defined(left)).sort());
  };
  const agree = (name: (typeof supplements)[number]) => !one[name] || !other[name] || one[name] === other[name];
  return supplements.every(agree) && rest(one) === rest(other);
}

/** What the stacks of one pass share: a client for each account, and what was asked of it once for all of them. */
export class Shared {
  readonly clients = new Map<string, Client>();
  private readonly answers = new WeakMap<Client, Map<string, Promise<unknown>>>();

  /** The answer to a question by this name. One that failed is asked anew by whoever asks next. */
  once<T>(client: Client, what: string, ask: () => Promise<T>): Promise<T> {
    const own = this.answers.get(client) ?? new Map<string, Promise<unknown>>();
    this.answers.set(client, own);
    const answer = (own.get(what) as Promise<T> | undefined) ?? ask();
    own.set(what, answer);
    answer.catch(() => own.delete(what));
    return answer;
  }
}

/** Clients for the accounts of a stack, each made once however often the stack is read. */
export class AccountBook {
  private own: Promise<Settings> | undefined;

  constructor(
    private readonly io: Io,
    private readonly flags: PlatformFlags,
    private readonly hooks?: Hooks,
    private readonly shared = new Shared(),
  ) {}

  async read(stack: Stack): Promise<Accounts> {
    const { groups, sealed } = await this.groupsOf(stack);
    return { reached: await Promise.all(groups.map((group) => this.account(group))), sealed };
  }

  /** What each of them has of the stack, for who asks the platform nothing. */
  async groupsOf({ resources, providers }: Stack): Promise<{ groups: readonly Group[]; sealed: StackResource[] }> {
    const own = await (this.own ??= platformSettings(this.io, this.flags));
    const explicit = new Map(providers.map((provider) => [provider.ref, provider]));
    const sealed: StackResource[] = [];
    const stacksOwn: Group = { settings: own, resources: [], providers: new Set() };
    const groups = [stacksOwn];
    const groupOf = async (provider: ExplicitProvider): Promise<Group> => {
      const settings = await this.settingsOf(provider);
      const group = groups.find((one) => isOneAccount(one.settings, settings));
      if (group === undefined) groups.push({ settings, resources: [], providers: new Set() });
      else group.settings = { ...defined(settings), ...defined(group.settings) };
      const found = group ?? groups.at(-1)!;
      if (found !== stacksOwn) found.providers.add(nameOfReference(provider.ref));
      return found;
    };
    // One that has no resource yet, or none any more, may have objects that an interrupted run has left.
    for (const provider of providers) if (!provider.isSealed) await groupOf(provider);
    for (const resource of resources) {
      const provider = resource.provider === undefined ? undefined : explicit.get(resource.provider);
      if (provider?.isSealed) sealed.push(resource);
      else (provider ? await groupOf(provider) : stacksOwn).resources.push(resource);
    }
    const [, ...others] = groups;
    const isOwnNeeded =
      stacksOwn.resources.length > 0 || others.length + sealed.length === 0 || (own.apiKey && own.apiUrl);
    return { groups: isOwnNeeded ? groups : others, sealed };
  }

  /** The account that has this resource. @throws CommandFailure as {@link refuseSealed} does. */
  async accountOf(stack: Stack, resource: StackResource): Promise<Account> {
    const accounts = await this.read({ ...stack, resources: [resource] });
    refuseSealed(accounts);
    return accounts.reached.find(({ resources }) => resources.length > 0)!;
  }

  /** The account of a `Provider` of the program. @throws CommandFailure where the stack has no such one, or its key can't be opened. */
  async accountOfProvider(stack: Stack, name: string): Promise<Account & { readonly provider: ExplicitProvider }> {
    const named = stack.providers.filter(({ ref }) => nameOfReference(ref) === name);
    const [provider] = named;
    if (provider === undefined || named.length > 1)
      throw new CommandFailure(
        provider ? `The stack has ${named.length} providers named ${name}.` : noSuchProvider(stack, name),
      );
    if (provider.isSealed) throw new CommandFailure(sealedKey(name));
    const group = { settings: await this.settingsOf(provider), resources: [], providers: new Set([name]) };
    return { ...(await this.account(group)), provider };
  }

  /** What is left out comes from the environment, and not from the stack, as in the provider's own process. */
  private async settingsOf({ inputs }: ExplicitProvider): Promise<Settings> {
    const { resolveSettings } = await import("../../client/settings/settings.js");
    return resolveSettings((name) => textOf(ownMember(inputs, name)), this.io.env, "provider");
  }

  private async account({ settings, resources, providers }: Group): Promise<Account> {
    const { createClient } = await import("../../client/index.js");
    // What a stack may cost says nothing of where its requests go.
    const key = JSON.stringify({ ...settings, maxDailyCost: undefined, refreshBeforeUpdate: undefined });
    const { io, hooks } = this;
    const { clients } = this.shared;
    const client = clients.get(key) ?? createClient({ ...settings, hooks: sayingWaits(io, hooks), signal: io.signal });
    clients.set(key, client);
    return { client, settings, resources, providers: [...providers], here: sightingHere(settings) };
  }
}

/** The work in one account. Where it fails, it is told whose key and address that was: people think of the stack's own. */
export async function inAccount<T>(account: Account, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof ComputeError ? failureIn(account, error) : error;
  }
}

/** A failure of the platform, with the provider whose key met it. */
export const failureIn = ({ providers }: Pick<Account, "providers">, error: ComputeError): Error =>
  providers.length === 0
    ? error
    : new CommandFailure(
        `With the key and the address of the provider ${providers.join(", ")}, as the last \`up\` stored them: ${error.message}`,
      );

/** @throws CommandFailure where a provider's key can't be opened, for commands whose answer would be wrong without its resources. */
export function refuseSealed({ sealed }: Pick<Accounts, "sealed">): void {
  const [first] = sealedKeys(sealed);
  if (first !== undefined) throw new CommandFailure(first);
}

const noSuchProvider = ({ providers }: Stack, name: string): string => {
  const names = providers.map(({ ref }) => nameOfReference(ref));
  const known = names.length > 0 ? `Its providers are: ${names.join(", ")}.` : "It has none.";
  return `The stack has no provider named ${name}, as of its last \`up\`. ${known}`;
};

/** @param whose in a clause, the resources that are reached with the key. */
const sealedKey = (name: string, whose = ""): string =>
  `The key of the provider ${name}${whose} is encrypted in the state. Set PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE.`;

/** A sentence or two for each provider whose key can't be opened: which it is, and what opens it. */
export function sealedKeys(sealed: Accounts["sealed"]): string[] {
  const byProvider = new Map<string, string[]>();
  for (const { provider = "", kind, name } of sealed)
    byProvider.set(provider, [...(byProvider.get(provider) ?? []), `${kind} ${name}`]);
  const withoutPassphrase =
    "If no passphrase encrypts this stack, pipe `pulumi stack export --show-secrets` into this command, with `--file -`.";
  return [...byProvider].map(([ref, [one, ...others]]) => {
    const whose = `, which has ${one}${others.length > 0 ? ` and ${others.length} more` : ""},`;
    return `${sealedKey(nameOfReference(ref), whose)} ${withoutPassphrase}`;
  });
}
