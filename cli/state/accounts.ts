import type { Client, Hooks } from "../../client/index";
import type { Settings } from "../../client/settings/settings";
import { CommandFailure, type Io } from "../io";
import { platformSettings, type PlatformFlags } from "../platform";
import { type ExplicitProvider, nameOfUrn, type Stack, type StackResource } from "./deployment";
import { type Sighting, sightingHere } from "./sightings";

/** Resources of a stack that are reached with one key at one address: its own, or those of a `Provider` of its program. */
export interface Account {
  readonly client: Client;
  readonly settings: Settings;
  /** From where the resources are looked at. Undefined where it was accepted that what can't be seen is gone. */
  readonly here: Sighting | undefined;
  readonly resources: readonly StackResource[];
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

const defined = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

/** Where calls go beside `apiUrl`, and how: what one of two settings leaves out, the other may say. */
const supplements = ["baseUrl", "queueUrl", "portUrl", "queueAuth"] as const;

/** One list will do for both: they differ only in what no look at the platform depends on. */
function isOneAccount(one: Settings, other: Settings): boolean {
  const rest = (settings: Settings) => {
    const left: Record<string, unknown> = { ...settings, refreshBeforeUpdate: undefined };
    for (const name of supplements) delete left[name];
    return JSON.stringify(Object.entries(defined(left)).sort());
  };
  const agree = (name: (typeof supplements)[number]) => !one[name] || !other[name] || one[name] === other[name];
  return supplements.every(agree) && rest(one) === rest(other);
}

/** Clients for the accounts of a stack, each made once however often the stack is read. */
export class AccountBook {
  private readonly clients = new Map<string, Client>();
  private own: Promise<Settings> | undefined;

  constructor(
    private readonly io: Io,
    private readonly flags: PlatformFlags,
    private readonly hooks?: Hooks,
  ) {}

  async read({ resources, providers }: Stack): Promise<Accounts> {
    const own = await (this.own ??= platformSettings(this.io, this.flags));
    const explicit = new Map(providers.map((provider) => [provider.ref, provider]));
    const sealed: StackResource[] = [];
    const groups: { settings: Settings; resources: StackResource[] }[] = [];
    const groupOf = (settings: Settings) => {
      const group = groups.find((one) => isOneAccount(one.settings, settings));
      if (group === undefined) groups.push({ settings, resources: [] });
      else group.settings = { ...defined(settings), ...defined(group.settings) };
      return (group ?? groups.at(-1)!).resources;
    };
    groupOf(own);
    for (const resource of resources) {
      const provider = resource.provider === undefined ? undefined : explicit.get(resource.provider);
      if (provider?.isSealed) sealed.push(resource);
      else groupOf(provider ? await this.settingsOf(provider) : own).push(resource);
    }
    const [first, ...others] = groups;
    const isOwnNeeded =
      first!.resources.length > 0 || others.length + sealed.length === 0 || (own.apiKey && own.apiUrl);
    const needed = isOwnNeeded ? [first!, ...others] : others;
    return { reached: await Promise.all(needed.map((group) => this.account(group))), sealed };
  }

  /** The account that has this resource. @throws CommandFailure as {@link refuseSealed} does. */
  async accountOf(stack: Stack, resource: StackResource): Promise<Account> {
    const accounts = await this.read({ ...stack, resources: [resource] });
    refuseSealed(accounts);
    return accounts.reached.find(({ resources }) => resources.length > 0)!;
  }

  /** What is left out comes from the environment, and not from the stack, as in the provider's own process. */
  private async settingsOf({ inputs }: ExplicitProvider): Promise<Settings> {
    const { resolveSettings } = await import("../../client/settings/settings.js");
    return resolveSettings((name) => textOf(inputs[name]), this.io.env);
  }

  private async account({ settings, resources }: Pick<Account, "settings" | "resources">): Promise<Account> {
    const { createClient } = await import("../../client/index.js");
    const key = JSON.stringify(settings);
    const client = this.clients.get(key) ?? createClient({ ...settings, hooks: this.hooks });
    this.clients.set(key, client);
    return { client, settings, resources, here: sightingHere(settings) };
  }
}

/** @throws CommandFailure where a provider's key can't be opened, for commands whose answer would be wrong without its resources. */
export function refuseSealed({ sealed }: Accounts): void {
  const [first] = sealed;
  if (first === undefined) return;
  const [urn = ""] = (first.provider ?? "").split(/::(?!.*::)/);
  throw new CommandFailure(
    `The key of the provider ${nameOfUrn(urn)}, which has ${first.kind} ${first.name}, is encrypted in the state. Set PULUMI_CONFIG_PASSPHRASE ` +
      "or PULUMI_CONFIG_PASSPHRASE_FILE.",
  );
}
