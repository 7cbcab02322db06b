import { quoted } from "../../values/shell";
import { isRecord } from "../../values/json";
import { EngineError, unsupported } from "../errors";
import type { Config, ConfigValue } from "./config";

/** A setting that Pulumi.yaml declares for all stacks of the project. */
export interface DeclaredSetting {
  /** Its name in Pulumi.yaml. */
  readonly name: string;
  /** `namespace:name`. */
  readonly key: string;
  /** The required type, such as `integer` or `array<string>`; any if undefined. */
  readonly type: string | undefined;
  readonly isSecret: boolean;
  /** The default; without one, every stack must set it. */
  readonly otherwise: ConfigValue | undefined;
}

const typeNames = ["string", "integer", "boolean", "object", "array"];

/**
 * The `config` of Pulumi.yaml: each setting with its value, or with `type`, `default`, `value` and `secret`, as the CLI reads it.
 *
 * @throws EngineError `project` for what the CLI refuses too, `unsupported` for paths into values.
 */
export function declaredSettings(file: string, project: string, config: unknown): DeclaredSetting[] {
  if (config === undefined || config === null) return [];
  if (!isRecord(config)) throw new EngineError("project", `${file}: config must be a map of settings`);
  return Object.entries(config).map(([name, said]) => declaredSetting(file, project, name, said));
}

function declaredSetting(file: string, project: string, name: string, said: unknown): DeclaredSetting {
  const wrong = (what: string) => new EngineError("project", `${file}: config.${name} ${what}`);
  if (/[.["]/.test(name)) throw unsupported(`the path ${name} in config of ${file}`, "declare the whole value");
  if (typeof said === "number" && !Number.isInteger(said))
    throw wrong("is a fraction, which the CLI refuses; quote it");
  const key = name.includes(":") ? name : `${project}:${name}`;
  const isOwn = key.startsWith(`${project}:`);
  const described = isRecord(said) ? said : said === null ? {} : { [isOwn ? "default" : "value"]: said };
  const { default: fallback, value, secret = false } = described;
  const type = typeOf(described, wrong);
  if (isThere(fallback) && isThere(value)) throw wrong("has both a default and a value; keep one of the two");
  if (!isOwn && (type !== undefined || isThere(fallback)))
    throw wrong(
      "belongs to another namespace than the project, and can have neither a type nor a default; give it a value",
    );
  if (!isOwn && !isThere(value)) throw wrong("belongs to another namespace than the project, and needs a value");
  const given = isThere(fallback) ? fallback : value;
  if (type !== undefined && isThere(fallback) && !fits(fallback, type))
    throw wrong(`has a default that is not of its type, ${type}`);
  return { name, key, type, isSecret: secret === true, otherwise: isThere(given) ? settingOf(given) : undefined };
}

function typeOf(
  described: Readonly<Record<string, unknown>>,
  wrong: (what: string) => EngineError,
): string | undefined {
  const { type, items } = described;
  if (type === undefined || type === null) return undefined;
  if (typeof type !== "string" || !typeNames.includes(type))
    throw wrong(`has the type ${JSON.stringify(type)}; it must be one of ${typeNames.join(", ")}`);
  if (type !== "array") return type;
  if (!isRecord(items)) throw wrong("is an array without a type of its items; set `items: { type: … }`");
  return `array<${typeOf(items, wrong) ?? ""}>`;
}

function settingOf(value: unknown): ConfigValue {
  if (typeof value !== "object" || value === null) return { value: String(value), secret: false, secrets: [] };
  return { value: JSON.stringify(value), secret: false, secrets: [], isStructured: true };
}

/** The settings of a stack, completed with those of Pulumi.yaml. */
export function withDeclared(config: Config, declared: readonly DeclaredSetting[]): Config {
  const missing = declared.filter(({ key }) => !config.has(key));
  return new Map([
    ...config,
    ...missing.flatMap(({ key, otherwise }) => (otherwise ? [[key, otherwise] as const] : [])),
  ]);
}

/** @throws EngineError `project` if a stack lacks a required setting, or has one with a wrong type or in plain text. */
export function checkDeclared(stack: string, config: Config, declared: readonly DeclaredSetting[]): void {
  const problem = declared.map((setting) => problemOf(setting, stack, config.get(setting.key))).find(isThere);
  if (problem !== undefined) throw new EngineError("project", problem);
}

function problemOf(
  { name, type, isSecret }: DeclaredSetting,
  stack: string,
  given: ConfigValue | undefined,
): string | undefined {
  const set = `compute config set --stack ${quoted(stack)} ${isSecret ? `--secret ${quoted(name)}` : `${quoted(name)} VALUE`}`;
  if (!given) return `Pulumi.yaml asks for the setting ${name}, and the stack ${stack} has none. Run \`${set}\`.`;
  if (type === undefined) return undefined;
  if (isSecret && !given.secret)
    return `Pulumi.yaml says that the setting ${name} is a secret, and the stack ${stack} has it in plain text. Run \`${set}\`.`;
  const value: unknown = given.isStructured ? JSON.parse(given.value) : given.value;
  return fits(value, type)
    ? undefined
    : `Pulumi.yaml says that the setting ${name} is of the type ${type}; the stack ${stack} has something else. Run \`${set}\`.`;
}

/** Tells whether a value has a type. All plain values of a stack are text, which counts as what it reads like. */
function fits(value: unknown, type: string): boolean {
  switch (type) {
    case "string":
      return typeof value === "string";
    case "integer":
      return typeof value === "string" ? /^[+-]?\d+$/.test(value) : Number.isInteger(value);
    case "boolean":
      return typeof value === "boolean" || value === "true" || value === "false";
    case "object":
      return isRecord(value);
    default:
      return Array.isArray(value) && value.every((item) => fits(item, type.slice("array<".length, -1)));
  }
}

const isThere = <T>(value: T): value is NonNullable<T> => value !== undefined && value !== null;
