import { addressOf, checkKey, settingsFromEnvironment } from "../client/address";
import { ConfigurationError } from "../client/errors";
import type { CheckFailure } from "./check";

/** What `configure` gets from the engine. */
export interface Config {
  get(key: string): string | undefined;
}

export interface Settings {
  readonly apiKey?: string | undefined;
  readonly apiUrl?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly queueUrl?: string | undefined;
  /** From where a 404 is believed although an object was seen elsewhere (`provider/sighting.ts`). */
  readonly acceptMissing?: string | undefined;
}

/** Configuration of the stack wins over the environment; nothing has a default. */
export function readSettings(config: Config, env: NodeJS.ProcessEnv): Settings {
  const environment = settingsFromEnvironment(env);
  const setting = (name: keyof typeof environment) => config.get(`compute:${name}`) || environment[name];
  return {
    apiKey: setting("apiKey"),
    apiUrl: setting("apiUrl"),
    baseUrl: setting("baseUrl"),
    queueUrl: setting("queueUrl"),
    acceptMissing: config.get("compute:acceptMissing") || env.COMPUTE_ACCEPT_MISSING,
  };
}

/** What is missing or can't be right, told at the first preview rather than by the first create. */
export function wrongSettings(settings: Settings): CheckFailure[] {
  const { apiKey, apiUrl } = settings;
  const key = "set it with `pulumi config set --secret compute:apiKey <key>`";
  const address = "set it with `pulumi config set compute:apiUrl <address before /v2>`";
  const wrong = [
    ...(apiKey
      ? refused(() => checkKey(apiKey), key)
      : [howToSet("the API key", "--secret compute:apiKey <key>", "COMPUTE_API_KEY")]),
    ...(apiUrl
      ? refused(() => addressOf("api", settings), address)
      : [howToSet("the platform's address", "compute:apiUrl <address before /v2>", "COMPUTE_API_URL")]),
  ];
  return wrong.map((reason) => ({ property: "", reason }));
}

function refused(use: () => unknown, remedy: string): string[] {
  try {
    use();
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return [`${error.message} What to do: ${remedy}`];
  }
}

const howToSet = (what: string, setting: string, variable: string): string =>
  `${what} is not set; run \`pulumi config set ${setting}\`, or set the environment variable ${variable}`;
