import { parse } from "yaml";
import { snake } from "../../../cli/import/names";
import { capital } from "../../../client/text";
import { goPackage } from "../../../plugin/names";
import type { PackageSpec, PropertySpec, TypeSpec } from "../../../plugin/schema";
import { ownMember } from "../../../values/own-member";

/** Languages of the examples, as Pulumi's schema calls them. */
export const languages = ["typescript", "python", "go", "yaml"] as const;
export type Language = (typeof languages)[number];

/** A program in TypeScript, and one in YAML from which those in Python and Go are made. */
export interface Example {
  readonly title: string;
  readonly typescript: string;
  readonly yaml: string;
}

/** The types that programs name. */
export type Named = Pick<PackageSpec, "resources" | "types">;

/** The example in every language. */
export function programsOf({ typescript, yaml }: Example, named: Named): Readonly<Record<Language, string>> {
  const program = parse(yaml) as Program;
  return { typescript, python: inPython(program, named), go: inGo(program, named), yaml };
}

/** The example in the form from which each generated SDK takes that of its own language. */
export function exampleIn(example: Example, named: Named): string {
  const programs = programsOf(example, named);
  const blocks = languages.map((language) => `\`\`\`${language}\n${throughPlugin(programs[language])}\n\`\`\``);
  return `{{% examples %}}
## Example Usage
{{% example %}}
### ${example.title}

${blocks.join("\n")}
{{% /example %}}
{{% /examples %}}`;
}

/** The same TypeScript with the classes that go through the plugin. */
const throughPlugin = (program: string): string =>
  program.replace('from "pulumi-compute-platform"', 'from "pulumi-compute-platform/plugin"');

interface Program {
  readonly config?: Readonly<Record<string, unknown>>;
  readonly resources: Readonly<Record<string, { readonly type: string; readonly properties: Members }>>;
  readonly outputs: Readonly<Record<string, string>>;
}
type Members = Readonly<Record<string, unknown>>;

/** A part of a program: a text, or labelled parts in brackets. */
type Part = string | { readonly open: string; readonly parts: readonly Labelled[]; readonly close: string };
type Labelled = readonly [label: string, part: Part];

interface Layout {
  readonly indent: string;
  /** The most columns of a line. */
  readonly width: number;
  /** Values that follow one another stand below one another, as `gofmt` writes them. */
  readonly isAligned?: boolean;
}

const inOneLine = ([label, part]: Labelled): string =>
  label + (typeof part === "string" ? part : part.open + part.parts.map(inOneLine).join(", ") + part.close);

/** Brackets that do not fit into the line get a line for each of their parts. */
function laidOut(labelled: Labelled, layout: Layout, depth = 0): string {
  const line = inOneLine(labelled);
  const [label, part] = labelled;
  if (typeof part === "string" || depth * 4 + line.length < layout.width) return line;
  const lines = part.parts.map((each) => laidOut(each, layout, depth + 1));
  const isPlain = (at: number) => lines[at] !== undefined && !lines[at].includes("\n");
  const padded = lines.map((text, at) => {
    if (!layout.isAligned || !isPlain(at)) return text;
    let [first, last] = [at, at];
    while (isPlain(first - 1)) first--;
    while (isPlain(last + 1)) last++;
    const labels = part.parts.slice(first, last + 1).map(([one]) => one.length);
    const [own] = part.parts[at]!;
    return own.padEnd(Math.max(...labels)) + text.slice(own.length);
  });
  const inner = padded.map((text) => `${layout.indent.repeat(depth + 1)}${text},\n`).join("");
  return `${label}${part.open}\n${inner}${layout.indent.repeat(depth)}${part.close}`;
}

const token = (type: string): string => type.replace(/^compute:(?=\w+$)/, "compute:index:");
const nameOf = (token: string): string => token.slice(token.lastIndexOf(":") + 1);
const quoted = (text: string): string => JSON.stringify(text);

/** The path of a reference such as `${trainer.ssh.command}`. */
const referenceIn = (value: unknown): readonly string[] | undefined =>
  typeof value === "string" ? /^\$\{([\w.]+)\}$/.exec(value)?.[1]?.split(".") : undefined;

function typeOf({ types }: Named, spec: TypeSpec | undefined) {
  const named = spec?.$ref?.startsWith("#/types/") ? spec.$ref.slice("#/types/".length) : undefined;
  const type = named === undefined ? undefined : ownMember(types, named);
  const name = named === undefined ? "" : nameOf(named);
  return type && ("enum" in type ? { name, values: type.enum } : { name, properties: type.properties });
}

const inputsOf = ({ resources }: Named, type: string): Readonly<Record<string, PropertySpec>> =>
  ownMember(resources, token(type))!.inputProperties;

function inPython({ config, resources, outputs }: Program, named: Named): string {
  const reference = (path: readonly string[]): string =>
    path.length === 1 ? `config.require_secret(${quoted(path[0]!)})` : path.map(snake).join(".");
  const part = (value: unknown, spec: TypeSpec | undefined): Part => {
    const path = referenceIn(value);
    if (path) return reference(path);
    const type = typeOf(named, spec);
    if (Array.isArray(value))
      return { open: "[", parts: value.map((one) => ["", part(one, spec?.items)] as const), close: "]" };
    if (typeof value === "object" && value !== null) {
      const parts = Object.entries(value).map(([name, member]) => {
        const known = type?.properties && ownMember(type.properties, name);
        return [`${quoted(known ? snake(name) : name)}: `, part(member, known ?? spec?.additionalProperties)] as const;
      });
      return { open: "{", parts, close: "}" };
    }
    const chosen = type?.values?.find((each) => each.value === value);
    if (chosen) return `compute.${type?.name}.${snake(chosen.name).toUpperCase()}`;
    return typeof value === "boolean" ? capital(String(value)) : JSON.stringify(value);
  };
  const calls = Object.entries(resources).map(([name, { type, properties }]) => {
    const inputs = inputsOf(named, type);
    const said = Object.entries(properties).map(
      ([argument, value]) => [`${snake(argument)}=`, part(value, ownMember(inputs, argument))] as const,
    );
    const call = { open: `compute.${nameOf(type)}(`, parts: [["", quoted(name)], ...said], close: ")" } as const;
    return laidOut([`${snake(name)} = `, call], { indent: "    ", width: 88 });
  });
  const exported = Object.entries(outputs).map(
    ([name, value]) => `pulumi.export(${quoted(name)}, ${reference(referenceIn(value)!)})`,
  );
  const begin = [
    "import pulumi",
    "import pulumi_compute as compute",
    "",
    ...(config ? ["config = pulumi.Config()"] : []),
  ];
  return [...begin, ...calls, "", ...exported].join("\n");
}

function inGo({ config, resources, outputs }: Program, named: Named): string {
  const reference = ([name = "", member, ...rest]: readonly string[]): string => {
    if (member === undefined) return `config.New(ctx, "").RequireSecret(${quoted(name)})`;
    return member === "id"
      ? `${name}.ID()`
      : `${name}.${capital(member)}${rest.map((one) => `.${capital(one)}()`).join("")}`;
  };
  const structOf = (open: string, members: object, inputs: Readonly<Record<string, PropertySpec>>): Part => ({
    open: `&compute.${open}Args{`,
    parts: Object.entries(members).map(
      ([name, member]) => [`${capital(name)}: `, part(member, ownMember(inputs, name))] as const,
    ),
    close: "}",
  });
  /** The name of a list or map, by what is in it. */
  const containerOf = (of: TypeSpec | undefined, container: "Array" | "Map"): string => {
    const type = typeOf(named, of);
    if (type) return `compute.${type.name}${container}`;
    return `pulumi.${of?.type === "string" ? "String" : ""}${container}`;
  };
  const part = (value: unknown, spec: TypeSpec | undefined): Part => {
    const path = referenceIn(value);
    if (path) return reference(path);
    const type = typeOf(named, spec);
    if (Array.isArray(value)) {
      const isText = spec?.items?.type === "string" && !value.some(referenceIn);
      const parts = value.map((one) => ["", isText ? quoted(String(one)) : part(one, spec?.items)] as const);
      return isText
        ? { open: "pulumi.ToStringArray([]string{", parts, close: "})" }
        : { open: `${containerOf(spec?.items, "Array")}{`, parts, close: "}" };
    }
    if (typeof value === "object" && value !== null) {
      if (type?.properties) return structOf(type.name, value, type.properties);
      const parts = Object.entries(value).map(
        ([name, member]) => [`${quoted(name)}: `, part(member, spec?.additionalProperties)] as const,
      );
      return { open: `${containerOf(spec?.additionalProperties, "Map")}{`, parts, close: "}" };
    }
    const chosen = type?.values?.find((each) => each.value === value);
    if (chosen) return `compute.${type?.name}${chosen.name}`;
    const wrapper = { string: "String", number: spec?.type === "number" ? "Float64" : "Int", boolean: "Bool" };
    return `pulumi.${wrapper[typeof value as keyof typeof wrapper]}(${JSON.stringify(value)})`;
  };
  const calls = Object.entries(resources).map(([name, { type, properties }]) => {
    const kind = nameOf(type);
    const args = structOf(kind, properties, inputsOf(named, type)) as Exclude<Part, string>;
    const call = { ...args, open: `compute.New${kind}(ctx, ${quoted(name)}, ${args.open}`, close: "})" };
    const layout = { indent: "\t", width: 100, isAligned: true };
    return `${laidOut([`${name}, err := `, call], layout)}\nif err != nil {\n\treturn err\n}`;
  });
  const exported = Object.entries(outputs).map(
    ([name, value]) => `ctx.Export(${quoted(name)}, ${reference(referenceIn(value)!)})`,
  );
  const body = [...calls, ...exported, "return nil"].join("\n");
  const pulumi = "github.com/pulumi/pulumi/sdk/v3/go/pulumi";
  const imports = [goPackage, pulumi, ...(config ? [`${pulumi}/config`] : [])];
  return `package main

import (
${imports.map((path) => `\t"${path}"`).join("\n")}
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
${body.replace(/^(?=.)/gm, "\t\t")}
	})
}`;
}
