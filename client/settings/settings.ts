import type { Addresses, ClientOptions } from "./options";
import { hostOf, listed, namedHosts, originOf } from "./hosts";

/** What says where the platform is and who asks. */
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
  /** What is wrong with settings that are not text, a sentence each. */
  readonly wrong?: readonly string[];
}

/** One setting of a stack by its name without the namespace, e.g. `apiUrl` for `compute:apiUrl`. */
export type StackSetting = (name: string) => string | undefined;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment variable of each setting. */
export const settingVariables = {
  apiKey: "COMPUTE_API_KEY",
  apiUrl: "COMPUTE_API_URL",
  baseUrl: "COMPUTE_BASE_URL",
  queueUrl: "COMPUTE_QUEUE_URL",
  portUrl: "COMPUTE_PORT_URL",
  queueAuth: "COMPUTE_QUEUE_AUTH",
  acceptMissing: "COMPUTE_ACCEPT_MISSING",
  refreshBeforeUpdate: "COMPUTE_REFRESH_BEFORE_UPDATE",
} as const;

const addresses = ["apiUrl", "baseUrl", "queueUrl"] as const;

/** Hosts to which the key of the environment may go, although the address comes from a stack. Only the environment can say so. */
export const allowEnvironmentKey = "COMPUTE_ALLOW_ENVIRONMENT_KEY";
/** Hosts beyond this machine that may be reached without TLS. Only the environment can say so. */
export const allowHttp = "COMPUTE_ALLOW_HTTP";

/**
 * The one place where settings are looked up, for the provider, the data sources and the command: the configuration of the
 * stack wins over the environment, an empty value counts as none, and nothing has a default.
 *
 * A key from the environment belongs to whoever runs this; an address from a stack comes with a repository, or with the
 * state of an earlier `up`, and may be a stranger's. So such a key is withheld from such an address, unless the environment
 * names the same address, or its host. The other way round nothing is withheld: whoever sets the environment can read
 * the stack's key.
 */
export function resolveSettings(stack: StackSetting, env: Environment): Settings {
  const found = (name: keyof typeof settingVariables) => stack(name) || env[settingVariables[name]] || undefined;
  const isOfStack = (name: string) => Boolean(stack(name));
  const apiKey = found("apiKey");
  const isForeign = apiKey !== undefined && !isOfStack("apiKey");
  const withheld = addresses.flatMap((name) => {
    const address = found(name);
    if (!isForeign || address === undefined || !isOfStack(name) || isTrusted(address, env)) return [];
    return [[name, refusal(name, address)] as const];
  });
  const refresh = found("refreshBeforeUpdate");
  const wrong = [
    ...notTrueOrFalse("refreshBeforeUpdate", refresh),
    ...noAmount("maxHourlyCost", stack("maxHourlyCost")),
  ];
  const http = namedHosts(env[allowHttp]);
  return {
    apiKey,
    apiUrl: found("apiUrl"),
    baseUrl: found("baseUrl"),
    queueUrl: found("queueUrl"),
    portUrl: found("portUrl"),
    // What is neither of the two is refused where it is used, in words.
    ...(found("queueAuth") && { queueAuth: found("queueAuth") as ClientOptions["queueAuth"] }),
    acceptMissing: found("acceptMissing"),
    ...(refresh === "true" ? { refreshBeforeUpdate: true } : {}),
    ...(http.length > 0 ? { allowHttp: http } : {}),
    ...(wrong.length > 0 ? { wrong } : {}),
    ...(withheld.length > 0 ? { withheld: Object.fromEntries(withheld) } : {}),
  };
}

function notTrueOrFalse(name: keyof typeof settingVariables, value: string | undefined): string[] {
  if (value === undefined || value === "true" || value === "false") return [];
  return [
    `compute:${name} must be true or false, not ${JSON.stringify(value)}. Set it with \`pulumi config set compute:${name} true\`, ` +
      `or correct the environment variable ${settingVariables[name]}.`,
  ];
}

function noAmount(name: string, value: string | undefined): string[] {
  if (!value || Number(value) >= 0) return [];
  return [
    `compute:${name} must be a number of 0 or more, in USD per hour, not ${JSON.stringify(value)}. Set it with ` +
      `\`pulumi config set compute:${name} 10\`.`,
  ];
}

/** What the environment alone says, e.g. for `createClient(settingsFromEnvironment(process.env))`. */
export const settingsFromEnvironment = (env: Environment): Settings => resolveSettings(() => undefined, env);

/** An address that the environment has too, or whose host it names. What is no address is refused elsewhere, in its own words. */
function isTrusted(address: string, env: Environment): boolean {
  const origin = originOf(address);
  if (origin === undefined) return true;
  return (
    addresses.some((name) => originOf(env[settingVariables[name]] ?? "") === origin) ||
    listed(address, namedHosts(env[allowEnvironmentKey]))
  );
}

function refusal(name: (typeof addresses)[number], address: string): string {
  const host = hostOf(address);
  return (
    `The API key comes from the environment (${settingVariables.apiKey}) and the address from the configuration of the stack ` +
    `(compute:${name}, host ${host}), so the key was not sent there: an address that comes with a repository or a state may be a ` +
    `stranger's. Nothing was sent. If the key is meant for ${host}, set ${settingVariables[name]} to the same address, or ` +
    `${allowEnvironmentKey}=${host}. If the stack has a key of its own, set it with ` +
    "`pulumi config set --secret compute:apiKey`. If the address is not yours, remove it with " +
    `\`pulumi config rm compute:${name}\`. The stack's own configuration cannot allow this.`
  );
}
