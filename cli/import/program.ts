import { ownMember } from "../../values/own-member";
import { schema } from "../../plugin/schema";
import type { TypeSpec } from "../../plugin/schema";
import { type Importee, type Survey } from "./survey";
import { capital } from "../../client/text";
import { snake } from "./names";

export type Language = "typescript" | "python" | "yaml";

/** The syntax of one language for the parts of a program. */
interface Dialect {
  readonly file: string;
  readonly begin: (settings: readonly Setting[]) => string;
  /** @param provider the variable of the resource's `Provider`. */
  readonly resource: (importee: Importee, args: string, provider: string | undefined) => string;
  readonly args: (members: readonly (readonly [string, string])[], depth: number) => string;
  readonly list: (items: readonly string[], depth: number) => string;
  readonly object: (members: readonly (readonly [string, string])[], depth: number) => string;
  /** An argument, or a member of an object that the schema knows. */
  readonly member: (name: string) => string;
  readonly text: (value: string) => string;
  readonly literal: (value: number | boolean) => string;
  readonly enumMember: (type: string, member: string, value: string) => string;
  readonly reference: (to: Importee) => string;
  readonly setting: (setting: Setting) => string;
}

/** A value that the platform does not report and the program reads from the stack's configuration. */
export interface Setting {
  readonly key: string;
  readonly isSecret: boolean;
}

export const settingOf = ({ variable, type }: Importee, argument: string): Setting => ({
  key: `${variable}${capital(argument)}`,
  isSecret: ownMember(ownMember(schema.resources, type)?.inputProperties ?? {}, argument)?.secret === true,
});

export const settingsOf = (importees: readonly Importee[]): Setting[] =>
  importees.flatMap((one) => one.missing.map((argument) => settingOf(one, argument)));

/** Invisible characters, and those that change the direction of text: everything except visible signs and the blank. */
const unseen = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;

const unseenButLines = new RegExp(`(?!\\n)${unseen.source}`, "gu");

/** A quoted text with invisible characters escaped. @param beyond the language's escape for characters beyond 16 bits. */
const quoted = (value: string, beyond: (char: string) => string): string =>
  JSON.stringify(value).replace(unseen, (char) => (char.length === 1 ? half(char) : beyond(char)));

const half = (char: string): string => `\\u${hex(char.charCodeAt(0), 4)}`;
const inHalves = (char: string): string => [...char.split("")].map(half).join("");
const inWhole = (char: string): string => `\\U${hex(char.codePointAt(0)!, 8)}`;
const hex = (code: number, width: number): string => code.toString(16).padStart(width, "0");

const pad = (depth: number, width: number): string => " ".repeat(depth * width);
const wrapped = (open: string, lines: readonly string[], close: string, depth: number, width: number): string =>
  lines.length === 0
    ? open + close
    : `${open}\n${lines.map((line) => `${pad(depth + 1, width)}${line},\n`).join("")}${pad(depth, width)}${close}`;

const typescript: Dialect = {
  file: "imported.ts",
  begin: (settings) =>
    [
      ...(settings.length > 0 ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
      'import * as compute from "pulumi-compute-platform/plugin";\n',
      ...(settings.length > 0 ? ["const config = new pulumi.Config();\n"] : []),
    ].join("\n"),
  resource: ({ kind, name, variable }, args, provider) => {
    const options = `{ ${provider === undefined ? "" : `provider: ${provider}, `}protect: true }`;
    return `const ${variable} = new compute.${kind}(${JSON.stringify(name)}, ${args}, ${options});\n`;
  },
  args: (members, depth) => typescript.object(members, depth),
  list: (items, depth) => wrapped("[", items, "]", depth, 2),
  object: (members, depth) => {
    const isPlain = (name: string) => /^[A-Za-z_$][\w$]*$/.test(name);
    const lines = members.map(([name, value]) => `${isPlain(name) ? name : typescript.text(name)}: ${value}`);
    return wrapped("{", lines, "}", depth, 2);
  },
  member: (name) => name,
  text: (value) => quoted(value, inHalves),
  literal: String,
  enumMember: (_type, _member, value) => JSON.stringify(value),
  reference: ({ variable }) => `${variable}.id`,
  setting: ({ key, isSecret }) => `config.require${isSecret ? "Secret" : ""}(${JSON.stringify(key)})`,
};

const python: Dialect = {
  file: "imported.py",
  begin: (settings) =>
    `import pulumi\nimport pulumi_compute as compute\n${settings.length > 0 ? "\nconfig = pulumi.Config()\n" : ""}`,
  resource: ({ kind, name, variable }, args, provider) => {
    const options = `${provider === undefined ? "" : `provider=${snake(provider)}, `}protect=True`;
    return `${snake(variable)} = compute.${kind}(\n    ${python.text(name)},\n${args}    opts=pulumi.ResourceOptions(${options}),\n)\n`;
  },
  args: (members) => members.map(([name, value]) => `    ${name}=${value},\n`).join(""),
  list: (items, depth) => wrapped("[", items, "]", depth, 4),
  object: (members, depth) =>
    wrapped(
      "{",
      members.map(([name, value]) => `${python.text(name)}: ${value}`),
      "}",
      depth,
      4,
    ),
  member: snake,
  // JSON's escapes are valid in Python too, except surrogate halves, which JSON does not escape.
  text: (value) => quoted(value, inWhole),
  literal: (value) => (typeof value === "boolean" ? capital(String(value)) : String(value)),
  enumMember: (type, member) => `compute.${type}.${snake(member).toUpperCase()}`,
  reference: ({ variable }) => `${snake(variable)}.id`,
  setting: ({ key, isSecret }) => `config.require${isSecret ? "_secret" : ""}(${JSON.stringify(key)})`,
};

const yaml: Dialect = {
  file: "imported.yaml",
  begin: (settings) => {
    const declared = settings.map(
      ({ key, isSecret }) => `  ${key}:\n    type: string\n${isSecret ? "    secret: true\n" : ""}`,
    );
    return `${declared.length > 0 ? `config:\n${declared.join("")}` : ""}resources:`;
  },
  resource: ({ type, name, variable }, args, provider) => {
    const options = `${provider === undefined ? "" : `      provider: \${${provider}}\n`}      protect: true`;
    return `  ${variable}:\n    type: ${type.replace(":index:", ":")}\n    name: ${yaml.text(name)}\n    properties:${args}\n    options:\n${options}`;
  },
  args: (members) => yaml.object(members, 3),
  list: (items, depth) =>
    items.length === 0 ? " []" : items.map((item) => `\n${pad(depth, 2)}- ${item.trimStart()}`).join(""),
  object: (members, depth) =>
    members.length === 0
      ? " {}"
      : members
          .map(([name, value]) => `\n${pad(depth, 2)}${name}:${/^[\n ]/.test(value) ? value : ` ${value}`}`)
          .join(""),
  member: (name) => name,
  // A doubled dollar sign begins no interpolation.
  text: (value) =>
    quoted(
      value.replace(/\$(?=[${])/g, () => "$$"),
      inWhole,
    ),
  literal: String,
  enumMember: (_type, _member, value) => value,
  reference: ({ variable }) => `\${${variable}.id}`,
  setting: ({ key }) => `\${${key}}`,
};

const dialects: Readonly<Record<Language, Dialect>> = { typescript, python, yaml };

export function programOf({ importees, via }: Survey, language: Language) {
  const dialect = dialects[language];
  const byId = new Map(importees.map((one) => [one.id, one]));

  const write = (value: unknown, spec: TypeSpec | undefined, depth: number): string => {
    const type = spec?.$ref === undefined ? undefined : ownMember(schema.types, spec.$ref.slice("#/types/".length));
    if (typeof value === "string") {
      const referred = byId.get(value);
      if (referred) return dialect.reference(referred);
      const member = type && "enum" in type ? type.enum.find((one) => one.value === value) : undefined;
      const typeName = spec?.$ref?.slice(spec.$ref.lastIndexOf(":") + 1) ?? "";
      return member ? dialect.enumMember(typeName, member.name, value) : dialect.text(value);
    }
    if (Array.isArray(value))
      return dialect.list(
        value.map((one) => write(one, spec?.items, depth + 1)),
        depth,
      );
    if (typeof value === "object" && value !== null) {
      const properties = type && "properties" in type ? type.properties : {};
      const members = Object.entries(value).map(
        ([name, member]) =>
          [
            ownMember(properties, name) ? dialect.member(name) : name,
            write(member, ownMember(properties, name), depth + 1),
          ] as const,
      );
      return dialect.object(members, depth);
    }
    return dialect.literal(value as number | boolean);
  };

  const resources = importees.map((importee) => {
    const { inputProperties } = ownMember(schema.resources, importee.type)!;
    const depth = language === "yaml" ? 4 : 1;
    const said = Object.entries(importee.inputs).map(
      ([name, value]) => [dialect.member(name), write(value, ownMember(inputProperties, name), depth)] as const,
    );
    const missing = importee.missing.map(
      (name) => [dialect.member(name), dialect.setting(settingOf(importee, name))] as const,
    );
    return dialect.resource(importee, dialect.args([...said, ...missing], 0), via?.variable);
  });
  return { file: dialect.file, text: `${[dialect.begin(settingsOf(importees)), ...resources].join("\n")}\n` };
}

export function importFile({ importees, via }: Survey) {
  const provider = via && { provider: via.variable };
  const resources = importees.map(({ type, name, id }) => ({ type, name, id, ...provider }));
  const nameTable = via && { nameTable: { [via.variable]: via.urn } };
  const text = JSON.stringify({ ...nameTable, resources }, undefined, 2);
  return { file: "import.json", text: `${text.replace(unseenButLines, inHalves)}\n` };
}
