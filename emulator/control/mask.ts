import { ownMember } from "../../values/own-member";

type Record_ = Readonly<Record<string, unknown>>;

export const mask = "***";

/** Enough of a key to tell it from others. */
export const redact = (key: string) => (key.length > 8 ? `${key.slice(0, 2)}${mask}${key.slice(-2)}` : mask);

/** Names stay, values go: an environment is where people keep secrets. */
export function withoutValues<T extends { readonly env: Readonly<Record<string, string>> }>(thing: T): T {
  return { ...thing, env: maskedValues(thing.env) };
}

const maskedValues = (env: object) => Object.fromEntries(Object.keys(env).map((name) => [name, mask]));

/** The masked form of each confidential part of a dump. */
const masked: Readonly<Record<string, (part: never) => unknown>> = {
  pods: (pods: readonly Record_[]) => pods.map(({ bootEnv: _, ...pod }) => withoutValues(pod as never)),
  templates: (templates: readonly Record_[]) => templates.map((template) => withoutValues(template as never)),
  registries: (registries: readonly Record_[]) =>
    registries.map((each) => ({ ...each, username: mask, password: mask })),
  secrets: (secrets: readonly Record_[]) => secrets.map((secret) => ({ ...secret, value: mask })),
  account: (account: Record_) => ({ ...account, keys: [] }),
  endpoints: (endpoints: readonly Endpoint[]) => endpoints.map(maskedEndpoint),
  accounts: (dumps: Record_) =>
    Object.fromEntries(Object.entries(dumps).map(([name, dump]) => [name, withoutSecrets(dump as Record_)])),
};

interface Endpoint {
  readonly settings: { readonly env: Record<string, string> };
  readonly releases: readonly { readonly diff: readonly Record_[] }[];
  readonly jobs: readonly Record_[];
}

/** The addresses that jobs report to, and the keys they store files with, go too. */
function maskedEndpoint(endpoint: Endpoint) {
  const releases = endpoint.releases.map((release) => ({ ...release, diff: release.diff.map(maskedChange) }));
  const jobs = endpoint.jobs.map(({ webhook: _webhook, s3Config: _s3Config, ...job }) => job);
  return { ...endpoint, settings: withoutValues(endpoint.settings), releases, jobs };
}

function maskedChange(change: Record_) {
  if (change.field !== "template.env") return change;
  return { ...change, old: maskedValues(change.old ?? {}), new: maskedValues(change.new ?? {}) };
}

/** A dump that may be shown, and loaded: without API keys, passwords, and values of environments and secrets. */
export function withoutSecrets(dump: Record_): Record<string, unknown> {
  const parts = Object.entries(dump).map(
    ([name, part]) => [name, ownMember(masked, name)?.(part as never) ?? part] as const,
  );
  return { masked: true, ...Object.fromEntries(parts) };
}
