import type { Addresses, ClientOptions } from "./options";
import { noAmount, notTakeOver, notTrueOrFalse, type SetIn, withheldFrom } from "./advice";
import { hostOf, listed, namedHosts, originOf } from "./address";
import { type Proxies, proxiesIn } from "./proxies";
import { allowEnvironmentKey, allowHttp, settingVariables, type Variable } from "./variables";

/** The settings that name the platform and the caller. */
export interface Settings extends Addresses {
  readonly apiKey?: string | undefined;
  /** Where http ports of pods are served; a pattern with `{podId}` and `{port}`. */
  readonly portUrl?: string | undefined;
  /** The form of authorization on the queue, `bearer` or `bare`. */
  readonly queueAuth?: ClientOptions["queueAuth"];
  /** From where a 404 is believed of objects that were seen elsewhere, see `docs/guides/settings.md`. */
  readonly acceptMissing?: string | undefined;
  /** Previews and updates compare the program with the platform, and not only with the state. */
  readonly refreshBeforeUpdate?: boolean;
  /** What becomes of what an interrupted run left, where no state has it. Default: a preview and an `up` refuse to make another. */
  readonly interrupted?: "take over";
  /** USD that the stack may come to in an hour and in a day, of which previews warn, and `compute keep` of the day. */
  readonly maxHourlyCost?: number;
  readonly maxDailyCost?: number;
  /** Through which hosts are reached. Only the environment can say so. */
  readonly proxies?: Proxies;
  /** One sentence for each setting that is not a string. */
  readonly wrong?: readonly string[];
  /** Without a key: the host of the address, to which a key of the environment would not go unless that names the host too. */
  readonly keylessHost?: string;
}

/** One setting of a stack by its name without the namespace, e.g. `apiUrl` for `compute:apiUrl`. */
export type StackSetting = (name: string) => string | undefined;

export type Environment = Readonly<Record<string, string | undefined>>;

const addresses = ["apiUrl", "baseUrl", "queueUrl"] as const;

/**
 * The one place where settings are looked up, for the provider, the data sources and the command: the configuration of the
 * stack wins over the environment, an empty value counts as none, and nothing has a default.
 *
 * A key from the environment belongs to whoever runs this; an address from a stack comes with a repository, or with the
 * state of an earlier `up`, and may be a stranger's. So such a key is withheld from such an address, unless the environment
 * names the same address, or its host. The other way round nothing is withheld: whoever sets the environment can read
 * the stack's key.
 *
 * @param setIn what `stack` reads, which errors say: a stack's configuration, or the arguments of a `Provider`.
 */
export function resolveSettings(stack: StackSetting, env: Environment, setIn: SetIn = "stack"): Settings {
  const found = (name: Variable) => stack(name) || env[settingVariables[name]] || undefined;
  const isOfStack = (name: string) => Boolean(stack(name));
  const apiKey = found("apiKey");
  const isForeign = apiKey !== undefined && !isOfStack("apiKey");
  const withheld = addresses.flatMap((name) => {
    const address = found(name);
    if (!isForeign || address === undefined || !isOfStack(name) || isTrusted(address, env)) return [];
    return [[name, withheldFrom(name, hostOf(address), setIn)] as const];
  });
  const apiUrl = found("apiUrl");
  const isKeyless = apiKey === undefined && apiUrl !== undefined && isOfStack("apiUrl") && !isTrusted(apiUrl, env);
  const refresh = found("refreshBeforeUpdate");
  const interrupted = found("interrupted");
  const limits = (["maxHourlyCost", "maxDailyCost"] as const).map((name) => [name, stack(name)] as const);
  const set = limits.filter(([, limit]) => limit && Number(limit) >= 0).map(([name, limit]) => [name, Number(limit)]);
  const wrong = [
    ...(refresh && !/^(?:true|false)$/.test(refresh) ? [notTrueOrFalse("refreshBeforeUpdate", refresh, setIn)] : []),
    ...(interrupted && interrupted !== "take over" ? [notTakeOver(interrupted, setIn)] : []),
    ...limits.flatMap(([name, limit]) => (limit && !(Number(limit) >= 0) ? [noAmount(name, limit, setIn)] : [])),
  ];
  const http = namedHosts(env[allowHttp]);
  const proxies = proxiesIn(env);
  return {
    apiKey,
    apiUrl,
    baseUrl: found("baseUrl"),
    queueUrl: found("queueUrl"),
    portUrl: found("portUrl"),
    // Other values are refused with a message: by the provider at its first check, and by the client on use.
    ...(found("queueAuth") && { queueAuth: found("queueAuth") as ClientOptions["queueAuth"] }),
    acceptMissing: found("acceptMissing"),
    ...(Object.fromEntries(set) as Pick<Settings, "maxHourlyCost" | "maxDailyCost">),
    ...(refresh === "true" ? { refreshBeforeUpdate: true } : {}),
    ...(interrupted === "take over" ? { interrupted } : {}),
    ...(http.length > 0 ? { allowHttp: http } : {}),
    ...(proxies.https || proxies.http ? { proxies } : {}),
    ...(wrong.length > 0 ? { wrong } : {}),
    ...(withheld.length > 0 ? { withheld: Object.fromEntries(withheld) } : {}),
    ...(isKeyless ? { keylessHost: hostOf(apiUrl) } : {}),
    setIn,
  };
}

/** The settings of the environment alone, e.g. for `createClient(settingsFromEnvironment(process.env))`. */
export function settingsFromEnvironment(env: Environment): Settings {
  const { setIn: _, ...settings } = resolveSettings(() => undefined, env);
  return settings;
}

/** An address that is also in the environment, or whose host the environment names. Texts that are no addresses are refused elsewhere. */
function isTrusted(address: string, env: Environment): boolean {
  const origin = originOf(address);
  if (origin === undefined) return true;
  return (
    addresses.some((name) => originOf(env[settingVariables[name]] ?? "") === origin) ||
    listed(address, namedHosts(env[allowEnvironmentKey]))
  );
}
