import { addressOf, authorizationOf, checkKey } from "../../client/settings/address";
import { ConfigurationError } from "../../client/errors/errors";
import { resolveSettings, type Settings } from "../../client/settings/settings";
import type { CheckFailure } from "../table/check";

export type { Settings } from "../../client/settings/settings";

/** What `configure` gets from the engine. */
export interface Config {
  get(key: string): string | undefined;
}

/** Of a stack's configuration, or of what the last `up` left of it in the state, and of the environment of now. */
export const readSettings = (config: Config, env: NodeJS.ProcessEnv): Settings =>
  resolveSettings((name) => config.get(`compute:${name}`), env);

/** What is missing or can't be right, told at the first preview rather than by the first create. */
export function wrongSettings(settings: Settings, reaches?: "queue"): CheckFailure[] {
  const { apiKey, apiUrl, queueAuth, withheld, wrong: mistyped = [] } = settings;
  const key = "set it with `pulumi config set --secret compute:apiKey`, which asks for it";
  const address = "set it with `pulumi config set compute:apiUrl <address before /v2>`";
  if (withheld?.apiUrl) return [{ property: "", reason: withheld.apiUrl }];
  const wrong = [
    ...(apiKey
      ? refused(() => checkKey(apiKey), key)
      : [howToSet("the API key", "--secret compute:apiKey", "COMPUTE_API_KEY")]),
    ...(apiUrl
      ? refused(() => addressOf("api", settings), address)
      : [howToSet("the platform's address", "compute:apiUrl <address before /v2>", "COMPUTE_API_URL")]),
    ...mistyped,
  ];
  if (reaches) {
    wrong.push(
      ...refused(() => authorizationOf(reaches, "", queueAuth), "set compute:queueAuth to `bearer` or `bare`."),
      ...refused(() => addressOf(reaches, settings), "set compute:queueUrl to the address before /v2/{endpointId}."),
    );
  }
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
