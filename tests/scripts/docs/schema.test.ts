import { describe, expect, it } from "@jest/globals";
import { type Field, isReadable } from "../../../provider/table/resource";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../../client/http/version";
import { alternativesOf } from "../../../plugin/forms";
import { schemaOfTables } from "../../../scripts/docs/schema/schema";
import type { ObjectTypeSpec, TypeSpec } from "../../../plugin/schema";
import { resources } from "../../../provider/kinds";
import { cliOnPath } from "../../cli/run-cli";
import { noCli, notTried } from "../../support/not-tried";

const root = join(__dirname, "../../..");
const told = schemaOfTables();
const text = JSON.stringify(told);

/** Every object of the schema, however deep. */
function* objects(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const member of Object.values(value)) yield* objects(member);
}

/** What of a type is no type, however deep. */
/** A value of any form. */
const any = "pulumi.json#/Any";

function* untyped({ type, $ref, items, additionalProperties }: TypeSpec): Generator<string> {
  if ($ref !== undefined) return;
  if (type === "array" && items) yield* untyped(items);
  else if (type === "object" && additionalProperties) yield* untyped(additionalProperties);
  else if (!["string", "number", "integer", "boolean"].includes(type ?? "")) yield String(type);
}

describe("the schema", () => {
  it("is the one in the repository, of this version", () => {
    expect(JSON.parse(readFileSync(join(root, "plugin/schema.json"), "utf8"))).toEqual(JSON.parse(text));
    expect(told["version"]).toBe(version);
  });

  it("types everything: no reference that leads nowhere, and no type that nothing refers to", () => {
    const references = [...objects(told)].flatMap(({ $ref }) =>
      typeof $ref === "string" && $ref !== any ? [$ref] : [],
    );
    const tokens = Object.keys(told.types).map((token) => `#/types/${token}`);
    expect([...new Set(references)].sort()).toEqual(tokens.sort());
  });

  it("says of no output that it is `null`, which no other language answers with: it is absent", () => {
    const { properties } = (
      told["resources"] as Record<string, { properties: Record<string, { description: string }> }>
    )["compute:index:Pod"]!;
    expect(properties["cudaVersion"]!.description).toBe("CUDA version of the host, absent when unknown.");
    const described = [...objects(told)].map(({ description }) => String(description));
    expect(described.filter((description) => /\bnull (when|until|unless|before)/i.test(description))).toEqual([]);
  });

  it("says which form of a function keeps secrets, where it answers with what may be one", () => {
    const { functions } = told as unknown as { functions: Record<string, { description: string }> };
    const warned = Object.keys(functions).filter((name) => functions[name]!.description.includes("may hold tokens"));
    expect(warned.map((name) => name.split(":")[2]).sort()).toEqual([
      "getEndpoint",
      "getEndpoints",
      "getPod",
      "getPods",
      "getTemplates",
    ]);
  });

  it("says in no description what only TypeScript can: an object for an id, a list for an argument that has alternatives, a number for a length of time, `null`", () => {
    const described = [...objects(told)].flatMap(({ description }) =>
      typeof description === "string" ? [description] : [],
    );
    const own = described.map((description) => description.replace(/\{\{% examples %\}\}[^]*/, ""));
    expect(
      own.filter((description) =>
        /`null`|or (its|their) ids?\b|list of them|A list gives|seconds as a number/.test(description),
      ),
    ).toEqual([]);
    const { gpu, registry } = told.resources["compute:index:Pod"]!.inputProperties;
    expect(gpu!.description).toContain(
      "`gpuAlternatives` lists what to take where it has no capacity; the output is what was got.",
    );
    expect(registry!.description).toContain("Allowed: the id of a RegistryCredential; an empty string for none.");
  });

  it("shows programs in Python that type checkers take: where the SDK has an enum they name its member", () => {
    const members = Object.values(told.types).flatMap((type) => ("enum" in type ? type.enum : []));
    const python = [...text.matchAll(/```python([^]*?)```/g)].map(([, program]) => program!);
    expect(python.length).toBeGreaterThan(10);
    const plain = members.filter(({ value }) => python.some((program) => program.includes(`: \\"${value}\\"`)));
    expect(plain).toEqual([]);
  });

  it("points to nothing that only TypeScript has", () => {
    const said = [...objects(told)].map(({ description }) =>
      String(description).replace(/\{\{% examples %\}\}[^]*/, ""),
    );
    expect(said.filter((description) => /`Fleet`|TypeScript only|`pulumi\.\w+`/.test(description))).toEqual([]);
  });

  it("speaks in the SDK for Python of arguments by the names that they have there", () => {
    const folder = join(root, "sdks/python/pulumi_compute");
    const sources = readdirSync(folder).filter((file) => file.endsWith(".py"));
    const documented = sources.map((file) => readFileSync(join(folder, file), "utf8")).join("");
    const inCode = [...documented.matchAll(/`[^`\n]*`/g)].flatMap(([code]) => code.match(/\b[a-z]+[A-Z]\w*/g) ?? []);
    const ofAddresses = ["podId", "endpointId", "queueUrl", "portUrl"];
    expect([...new Set(inCode)].filter((name) => !ofAddresses.includes(name))).toEqual([]);
    expect(documented).toContain("Required unless `template_id` is set.");
  });

  it("leaves open only what a job takes and answers, and values that are compared and never sent", () => {
    const open = Object.entries(told.resources).flatMap(([token, { inputProperties, properties }]) =>
      Object.entries({ ...inputProperties, ...properties })
        .filter(([, property]) => JSON.stringify(property).includes(any))
        .map(([name]) => `${token.split(":")[2]}.${name}`),
    );
    const triggers = ["Pod.triggers", "Pod.restartTriggers", "Pod.resetTriggers", "JobRun.triggers"];
    expect(open.sort()).toEqual(["JobRun.input", "JobRun.output", ...triggers].sort());
    const { "compute:index:FleetPod": ofFleet, ...types } = told.types;
    const { properties } = ofFleet as ObjectTypeSpec;
    const openOfFleet = Object.keys(properties).filter((name) => JSON.stringify(properties[name]).includes(any));
    expect(openOfFleet.sort()).toEqual(["resetTriggers", "restartTriggers", "triggers"]);
    expect(JSON.stringify([types, told.functions])).not.toContain(any);
  });

  it("describes every type, member, argument and output", () => {
    const functions = Object.values(told.functions);
    const bags = functions.flatMap(({ inputs, outputs }) => [
      { ...inputs, description: "Arguments." },
      { ...outputs, description: "Outputs." },
    ]);
    const all = [told, ...functions, ...bags, ...Object.values(told.types), ...Object.values(told.resources)];
    const described = all.flatMap((one) => {
      const { inputProperties = {}, properties = {} } = one as Record<string, Record<string, object>>;
      return [one, ...Object.values(inputProperties), ...Object.values(properties)];
    });
    expect(described.length).toBeGreaterThan(300);
    for (const one of described) expect(one).toMatchObject({ description: expect.stringMatching(/\w+.*\./s) });
  });

  it("gives every property one type, and never Any", () => {
    const bags = [...objects(told)].flatMap(({ properties, inputProperties }) => [properties, inputProperties]);
    const properties = bags.flatMap((bag) => Object.values((bag ?? {}) as Record<string, TypeSpec>));
    expect(properties.length).toBeGreaterThan(300);
    expect(properties.flatMap((property) => [...untyped(property)])).toEqual([]);
  });

  it("calls whole what the contract calls an integer, which leaves fractions to money, ratios and what it calls a number", () => {
    const fractional = new Set<string>();
    for (const { properties } of objects(told) as Iterable<{ properties?: Record<string, TypeSpec> }>)
      for (const [name, { type }] of Object.entries(properties ?? {})) if (type === "number") fractional.add(name);
    expect([...fractional].sort()).toEqual([
      "community",
      "cost",
      "costPerHour",
      "maxHourlyCost",
      "memory",
      "queueDelay",
      "ramGbPerVcpu",
      "secure",
      "securePerVcpu",
      "serverless",
      "serverlessPerVcpu",
      "vcpuCount",
    ]);
    const cpu = told.types["compute:index:PodCpuResult"] as ObjectTypeSpec;
    expect(cpu.properties).toMatchObject({ vcpuCount: { type: "integer" }, memory: { type: "integer" } }); // M-63
  });

  it("marks as secret what a container gets, wherever a function answers with it", () => {
    const answers = [
      told.functions["compute:index:getPod"]!.outputs,
      ...["PodResult", "TemplateResult"].map((name) => told.types[`compute:index:${name}`] as ObjectTypeSpec),
    ];
    for (const { properties } of answers) {
      const secret = Object.keys(properties).filter((name) => properties[name]!.secret);
      expect(secret.sort()).toEqual(["args", "cmd", "entrypoint", "env"]);
    }
  });

  it("never says one thing or another, which not every language can", () => {
    expect([...objects(told)].filter((one) => "oneOf" in one)).toEqual([]);
  });
});

describe.each(resources().map((resource) => ({ kind: resource.kind, resource })))(
  "$kind in the schema",
  ({ kind, resource }) => {
    const spec = told.resources[`compute:index:${kind}`]!;

    it("has every argument of the table, a list beside each that has alternatives, and nothing else", () => {
      const { inputs } = resource as { inputs: Record<string, { alternatives?: boolean }> };
      const lists = Object.keys(inputs).flatMap((name) => (inputs[name]!.alternatives ? [alternativesOf(name)] : []));
      expect(Object.keys(spec.inputProperties).sort()).toEqual([...Object.keys(inputs), ...lists].sort());
    });

    it("has every output, and every argument that is no secret, as a property", () => {
      const { inputs, outputs } = resource as { inputs: Record<string, { secret?: boolean }>; outputs: object };
      const plain = Object.keys(inputs).filter((name) => !inputs[name]!.secret);
      expect(Object.keys(spec.properties).sort()).toEqual([...new Set([...plain, ...Object.keys(outputs)])].sort());
    });

    it("marks the same secrets", () => {
      const facts = { ...resource.inputs, ...resource.outputs } as Record<string, { secret?: boolean }>;
      const said = { ...spec.properties, ...spec.inputProperties };
      for (const [name, { secret = false }] of Object.entries(facts))
        expect([name, said[name]?.secret ?? false]).toEqual([name, secret]);
    });

    it("lets the engine replace on change only what always replaces, and nothing that may only have to be written down", () => {
      const fields: Readonly<Record<string, Field>> = resource.inputs;
      for (const [name, property] of Object.entries(spec.inputProperties)) {
        const { [name]: field } = fields;
        const isOnlyRecorded = field && (!isReadable(field) || field.sensitive || field.absent !== undefined);
        const always = field?.change === "replace" && !isOnlyRecorded;
        expect([name, property.replaceOnChanges ?? false]).toEqual([name, always]);
      }
    });

    it("takes over the dynamic resources", () => {
      expect(spec.aliases).toEqual([{ type: `pulumi-nodejs:dynamic/compute:${kind}` }]);
    });
  },
);

if (cliOnPath() === undefined) notTried("the schema, as the CLI reads it", noCli);
else
  describe("the CLI", () => {
    it("takes the executable's schema for valid", () => {
      const folder = mkdtempSync(join(tmpdir(), "plugin-"));
      const executable = join(root, "dist/plugin/pulumi-resource-compute.js");
      const { status, stdout, stderr } = spawnSync("pulumi", ["package", "get-schema", executable], {
        encoding: "utf8",
        cwd: folder,
        env: { ...process.env, PULUMI_HOME: folder, PULUMI_SKIP_UPDATE_CHECK: "1" },
      });
      rmSync(folder, { recursive: true });
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(Object.keys((JSON.parse(stdout) as { resources: object }).resources)).toHaveLength(resources().length + 1);
    });
  });
