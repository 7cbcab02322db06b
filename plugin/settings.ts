import { jsonIn } from "../values/json";
import { ownMember } from "../values/own-member";
import type { CheckFailure } from "../provider/table/check";
import type { Props } from "../provider/table/props";
import { type Config, readSettings, wrongSettings } from "../provider/host/settings";
import { nearest } from "../provider/table/spelling";
import { hasUnknown, isUnknown } from "../provider/table/unknown";
import { packageName } from "./names";

export interface Setting {
  readonly doc: string;
  readonly type: "string" | "number" | "boolean";
  readonly secret?: boolean;
}

/** The settings of the provider: `compute:<name>` in a stack, or an argument of an explicit provider. */
export const settings: Readonly<Record<string, Setting>> = {
  apiKey: {
    doc: "The account's API key.",
    type: "string",
    secret: true,
  },
  apiUrl: {
    doc: "Address of the platform: what stands before `/v2`.",
    type: "string",
  },
  baseUrl: {
    doc: "Address of the version 1 interface; ends in `/v1`. Needed only for accounts that have one.",
    type: "string",
  },
  queueUrl: {
    doc: "Address of the job queue: what stands before `/v2/{endpointId}`.",
    type: "string",
  },
  queueAuth: {
    doc: "The form of authorization on the job queue: `bearer` (default), or `bare` for the key alone.",
    type: "string",
  },
  portUrl: {
    doc: "Where http ports of pods are served, with `{podId}` and `{port}` in it.",
    type: "string",
  },
  refreshBeforeUpdate: {
    doc: "`true`: `preview` and `up` compare the program with the platform and correct drift, at the cost of one list request for each kind.",
    type: "boolean",
  },
  interrupted: {
    doc: "`take over`: what an interrupted run made, and no state has, is taken up by the next `up` in place of being refused. For stacks that only automation runs.",
    type: "string",
  },
  acceptMissing: {
    doc: "Accepts that objects last seen with another address or key are gone. The error that asks for this setting shows its value.",
    type: "string",
  },
  maxHourlyCost: {
    doc: "Previews warn when the pods and clusters of the program cost more than this, in USD per hour at list prices.",
    type: "number",
  },
  maxDailyCost: {
    doc: "Previews warn when the pods and clusters of the program come to more than this in a day, in USD at list prices. Set for the stack, `compute keep` reports when what was spent since midnight UTC and the hour ahead pass it.",
    type: "number",
  },
};

/** The engine's own members of a provider's inputs. */
const ofTheEngine = new Set(["version", "pluginDownloadURL", "pluginChecksums", "parameterization"]);

/** Checks settings. A default provider receives all of the namespace `compute`: there only likely misspellings are wrong. */
export function checkSettings(providerName: string, given: Props, env: NodeJS.ProcessEnv): CheckFailure[] {
  const isDefault = isDefaultProvider(providerName);
  const known = Object.keys(settings);
  // Engines print the value of a named property, which may be a secret.
  const failure = (name: string, reason: string): CheckFailure => ({ property: "", reason: `${name}: ${reason}` });
  const failures = Object.keys(given).flatMap((name): CheckFailure[] => {
    if (known.includes(name))
      return isPlain(ownMember(given, name)) ? [] : [failure(name, notPlain(ownMember(settings, name)!))];
    if (ofTheEngine.has(name) || name.startsWith("__")) return [];
    const similar = nearest(name, known);
    if (!similar && isDefault) return [];
    const remedy = similar ? `did you mean ${similar}?` : `there are ${known.join(", ")}`;
    return [failure(name, `not a setting of this provider; ${remedy}`)];
  });
  if (failures.length > 0 || hasUnknown(given)) return failures;
  return wrongSettings(readSettings(configOf(given, providerName), env));
}

const isDefaultProvider = (name: string): boolean => /^default(_|$)/.test(name);

const isPlain = (value: unknown): boolean => typeof value !== "object" || value === null || isUnknown(value);

const notPlain = ({ type }: Setting): string =>
  `must be ${{ string: "text", boolean: "true or false", number: "a number" }[type]}, not a list or an object`;

/** Provider inputs in the form of the dynamic host's configuration. */
export function configOf(given: Props, providerName = "default"): Config {
  const prefix = `${packageName}:`;
  return {
    get: (key) => (key.startsWith(prefix) ? textOf(key.slice(prefix.length), given) : undefined),
    setIn: isDefaultProvider(providerName) ? "stack" : "provider",
  };
}

function textOf(name: string, given: Props): string | undefined {
  const value = ownMember(given, name);
  if (typeof value === "string") return ownMember(settings, name)?.type === "string" ? value : unquoted(value);
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** SDKs pass values that are not text as JSON, so a text in their place arrives in quotes. */
function unquoted(text: string): string {
  const value = jsonIn(text);
  return typeof value === "string" ? value : text;
}

/** The differing settings of two sets of inputs; foreign inputs are ignored. */
export function differingSettings(olds: Props, news: Props): string[] {
  return Object.keys(settings).filter((name) => textOf(name, olds) !== textOf(name, news));
}
