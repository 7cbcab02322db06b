import { ownMember } from "../../values/own-member";
import { ConfigurationError } from "../../client/errors/errors";
import { addressOf, checkKey, checkPortUrl } from "../../client/settings/address";
import { resolveSettings } from "../../client/settings/settings";
import { allowHttp, settingVariables } from "../../client/settings/variables";
import type { Project } from "../../engine/project/project";
import { CommandFailure, type Io, writeSentences } from "../io";

/** The settings that the provider reads, without the namespace. */
const names = [...Object.keys(settingVariables), "maxHourlyCost", "maxDailyCost"];
const surfaces: Readonly<Record<string, "api" | "base" | "queue">> = {
  apiUrl: "api",
  baseUrl: "base",
  queueUrl: "queue",
};

/**
 * Refuses a setting of the platform that no request could use, and warns of one that the provider does not read.
 *
 * @param project a key without a namespace belongs to it. Pulumi.yaml may declare a setting of the program with such a name.
 * @throws CommandFailure that does not repeat the value.
 */
export function checkSetting(io: Io, project: Pick<Project, "name" | "settings">, key: string, value: string): void {
  const [namespace, name = ""] = key.includes(":") ? key.split(/:(.*)/, 2) : [project.name, key];
  if (namespace === project.name) {
    const isDeclared = project.settings.some((declared) => declared.key === `${namespace}:${name}`);
    if (names.includes(name) && namespace !== "compute" && !isDeclared)
      writeSentences(io.stderr, [
        `warning: ${namespace}:${name} is a setting of your program. The provider reads compute:${name}.`,
      ]);
    return;
  }
  if (namespace !== "compute") return;
  if (!names.includes(name)) throw refusal(`There is no setting compute:${name}. There are ${names.join(", ")}.`);
  const settings = resolveSettings((asked) => (asked === name ? value : undefined), { [allowHttp]: io.env[allowHttp] });
  for (const problem of settings.wrong ?? []) throw refusal(problem);
  try {
    const surface = ownMember(surfaces, name);
    if (surface) addressOf(surface, settings);
    if (name === "portUrl") checkPortUrl(value);
    if (name === "apiKey") checkKey({ apiKey: value });
  } catch (error) {
    throw error instanceof ConfigurationError ? refusal(error.message) : error;
  }
}

const refusal = (what: string): CommandFailure => new CommandFailure(`${what} Nothing was set.`);
