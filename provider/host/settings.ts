import { append } from "../../values/many";
import { addressOf, authorizationOf, checkKey, checkPortUrl } from "../../client/settings/address";
import { howToCorrect, howToSet, type SetIn } from "../../client/settings/advice";
import { ConfigurationError } from "../../client/errors/errors";
import { resolveSettings, type Settings } from "../../client/settings/settings";
import type { Variable } from "../../client/settings/variables";
import type { CheckFailure } from "../table/check";

export type { Settings } from "../../client/settings/settings";

/** The configuration that the engine passes to `configure`. */
export interface Config {
  get(key: string): string | undefined;
  /** The place where a person set it. Default: the stack. */
  readonly setIn?: SetIn;
}

/** The settings from a stack's configuration, or from its copy in the state of the last `up`, and from the current environment. */
export const readSettings = (config: Config, env: NodeJS.ProcessEnv): Settings =>
  resolveSettings((name) => config.get(`compute:${name}`), env, config.setIn);

/** Missing or impossible settings, reported at the first preview rather than by the first create. */
export function wrongSettings(settings: Settings, reaches?: "queue"): CheckFailure[] {
  const {
    apiKey,
    apiUrl,
    baseUrl,
    queueUrl,
    portUrl,
    keylessHost,
    setIn = "stack",
    withheld,
    wrong: mistyped = [],
  } = settings;
  if (withheld?.apiUrl) return [{ property: "", reason: withheld.apiUrl }];
  const refused = (name: Variable, use: () => unknown) => mistakeOf(use, howToCorrect(name, setIn));
  const wrong = [
    ...(apiKey
      ? refused("apiKey", () => checkKey({ apiKey, setIn }))
      : [`the API key is not set; ${howToSet("apiKey", setIn, keylessHost)}`]),
    ...(apiUrl
      ? refused("apiUrl", () => addressOf("api", settings))
      : [`the platform's address is not set; ${howToSet("apiUrl", setIn)}`]),
    ...mistyped,
  ];
  // An unused setting may be withheld, but must be valid.
  const set = { ...settings, withheld: undefined };
  const uses: readonly (readonly [name: Variable, isUsed: boolean, use: () => unknown])[] = [
    ["queueAuth", true, () => authorizationOf("queue", "", settings)],
    ["baseUrl", Boolean(baseUrl), () => addressOf("base", set)],
    ["queueUrl", Boolean(queueUrl), () => addressOf("queue", reaches ? settings : set)],
    ["portUrl", Boolean(portUrl), () => checkPortUrl(portUrl!)],
  ];
  for (const [name, isUsed, use] of uses) if (isUsed) append(wrong, refused(name, use));
  return wrong.map((reason) => ({ property: "", reason }));
}

function mistakeOf(use: () => unknown, remedy: string): string[] {
  try {
    use();
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return [`${error.message} What to do: ${remedy}`];
  }
}
