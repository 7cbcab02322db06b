import { describe, expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { examples } from "../../scripts/docs/schema/examples";
import { schema } from "../../plugin/schema";
import type { PropertySpec, TypeSpec } from "../../plugin/schema";
import { root } from "../examples/example-stack";

interface Program {
  readonly config?: Record<string, unknown>;
  readonly variables?: Record<string, { "fn::invoke": { function: string; arguments: Record<string, unknown> } }>;
  readonly resources: Record<string, { type: string; properties: Record<string, unknown> }>;
  readonly outputs: Record<string, unknown>;
}

const told = schema;
const longToken = (token: string) => token.replace(/^compute:(?=\w+$)/, "compute:index:");
const isReference = (value: unknown): value is string => typeof value === "string" && value.includes("${");

/** What of a value a YAML program may not say there; each with its path. */
function* misfits(type: TypeSpec, value: unknown, path: string): Generator<string> {
  if (isReference(value) || type.$ref === "pulumi.json#/Any") return;
  const spec = type.$ref === undefined ? undefined : told.types[type.$ref.slice("#/types/".length)]!;
  if (spec && "enum" in spec) {
    if (!spec.enum.some((one) => one.value === value)) yield `${path}: ${String(value)} is not in the enum`;
  } else if (spec) yield* misfitsIn(spec, value as Record<string, unknown>, path);
  else if (type.items) {
    if (!Array.isArray(value)) yield `${path} is no list`;
    else for (const [at, one] of value.entries()) yield* misfits(type.items, one, `${path}[${at}]`);
  } else if (type.additionalProperties) {
    for (const [name, one] of Object.entries(value as object))
      yield* misfits(type.additionalProperties, one, `${path}.${name}`);
  } else if (typeof value !== (type.type === "integer" ? "number" : type.type)) yield `${path} is no ${type.type}`;
}

function* misfitsIn(
  { properties, required }: { properties: Readonly<Record<string, PropertySpec>>; required: readonly string[] },
  value: Record<string, unknown>,
  path: string,
): Generator<string> {
  for (const name of required) if (value[name] === undefined) yield `${path} lacks ${name}`;
  // The schema can't say that exactly one of two is required; the provider's check does.
  const named = ["id", "gpuTypeId", "pools"].find((name) => properties[name] && properties["memory"]);
  if (named !== undefined && (value[named] === undefined) === (value["memory"] === undefined))
    yield `${path} needs exactly one of ${named} and memory`;
  for (const [name, one] of Object.entries(value)) {
    if (properties[name]) yield* misfits(properties[name], one, `${path}.${name}`);
    else yield `${path} has no ${name}`;
  }
}

/** Every `${name.member}` of a program, however deep. */
const references = (program: Program): string[] =>
  [...JSON.stringify(program).matchAll(/\$\{([^}]+)\}/g)].map(([, reference]) => reference!);

function* wrong(program: Program): Generator<string> {
  for (const [name, { type, properties }] of Object.entries(program.resources)) {
    const spec = told.resources[longToken(type)];
    if (spec) yield* misfitsIn({ properties: spec.inputProperties, required: spec.requiredInputs }, properties, name);
    else yield `${name}: there is no type ${type}`;
  }
  for (const [name, { "fn::invoke": call }] of Object.entries(program.variables ?? {})) {
    const spec = told.functions[longToken(call.function)];
    if (spec) yield* misfitsIn(spec.inputs!, call.arguments, name);
    else yield `${name}: there is no function ${call.function}`;
  }
  for (const reference of references(program)) {
    const [, name = "", member] = /^(\w+)(?:\.(\w+))?/.exec(reference)!;
    const resource = program.resources[name];
    const call = program.variables?.[name]?.["fn::invoke"];
    const members = resource
      ? { id: {}, ...told.resources[longToken(resource.type)]!.properties }
      : call && told.functions[longToken(call.function)]!.outputs.properties;
    if (members ? member !== undefined && !(member in members) : program.config?.[name] === undefined)
      yield `nothing is called ${reference}`;
  }
}

const programs = [
  ...Object.entries(examples).map(([kind, { yaml }]) => ({ what: `of ${kind}`, text: yaml })),
  { what: "in sdks/examples", text: readFileSync(join(root, "sdks/examples/yaml/Pulumi.yaml"), "utf8") },
];

describe("YAML examples", () => {
  it.each(programs)("$what: say only what the schema has", ({ text }) => {
    expect([...wrong(parse(text) as Program)]).toEqual([]);
  });

  it("would be found out", () => {
    const text = `
variables: { a: { fn::invoke: { function: compute:getDataCenters, arguments: { region: [EUROPE] } } } }
resources:
  b: { type: "compute:Pod", properties: { gpu: { count: one }, cloud: PRIVATE, image: 1 } }
outputs: { c: "\${b.sshCommand}", d: "\${nothing.id}" }`;
    expect([...wrong(parse(text) as Program)]).toEqual([
      "b.gpu needs exactly one of id and memory",
      "b.gpu.count is no integer",
      "b.cloud: PRIVATE is not in the enum",
      "b.image is no string",
      "a has no region",
      "nothing is called b.sshCommand",
      "nothing is called nothing.id",
    ]);
  });
});
