import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { execFile } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Emulator, startEmulator } from "../../emulator";
import { root } from "../examples/example-stack";
import { temporaryFolder } from "../support/temporary-folder";

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters: readonly { name: string; in: string; schema: object; description?: string }[];
  readonly responses: Readonly<Record<string, object>>;
  readonly "x-contract-id": string;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<"schemas" | "headers" | "responses", Readonly<Record<string, any>>>>;
}

let emulator: Emulator;
let documents: Record<"v2" | "v1", Document>;
beforeAll(async () => {
  emulator = await startEmulator({ speed: 0 });
  const read = async (path: string) => (await (await fetch(emulator.apiUrl + path)).json()) as Document;
  documents = { v2: await read("/v2/openapi.json"), v1: await read("/v1/openapi.json") };
});
afterAll(() => emulator.close());

const operationsOf = ({ paths }: Document) => Object.values(paths).flatMap((methods) => Object.values(methods));
const v2 = (id: string) => operationsOf(documents.v2).find((each) => each["x-contract-id"] === id)!;

describe.each(["v2", "v1"] as const)("A-6: the interface document of %s", (version) => {
  it("gives each operation a name that is its own, in letters, and says what it does", () => {
    const operations = operationsOf(documents[version]);
    const names = operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z][A-Za-z0-9]+$/.test(name))).toEqual([]);
    expect(operations.filter(({ summary }) => !summary)).toEqual([]);
  });

  it("names its schemas, and refers to none that is not there", () => {
    const text = JSON.stringify(documents[version]);
    const refs = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
    expect(refs.length).toBeGreaterThan(20);
    const { components } = documents[version];
    expect(refs.filter(([, kind, name]) => !(name! in components[kind as "schemas"]))).toEqual([]);
    const bodies = [...text.matchAll(/"content":\{"application\/(?:problem\+)?json":\{"schema":\{"([$\w]+)"/g)];
    expect(new Set(bodies.map(([, first]) => first))).toEqual(new Set(["$ref"]));
    expect(text).not.toContain("x-known-values");
  });
});

/** What client generators call the objects and enums that stand inside of a schema without a name of their own. */
const derivedNames = (name: string, { properties, items, anyOf = [] }: any): string[] => [
  ...Object.entries<any>(properties ?? {}).flatMap(([member, schema]) => {
    const own = name + member.charAt(0).toUpperCase() + member.slice(1);
    return [...(schema.properties || schema.enum ? [own] : []), ...derivedNames(own, schema)];
  }),
  ...(items ? derivedNames(`${name}Item`, items) : []),
  ...anyOf.flatMap((each: any) => derivedNames(name, each)),
];

describe.each(["v2", "v1"] as const)(
  "A-6: client generators, which derive names from the document of %s",
  (version) => {
    it("find none of them taken by a schema", () => {
      const { schemas } = documents[version].components;
      const ofOperations = operationsOf(documents[version]).flatMap(({ operationId }) => {
        const name = operationId.charAt(0).toUpperCase() + operationId.slice(1);
        return ["Response", "Responses", "Params", "Data", "Error", "Errors"].map((suffix) => name + suffix);
      });
      const derived = [...ofOperations, ...Object.entries(schemas).flatMap(([name, each]) => derivedNames(name, each))];
      expect(derived.length).toBeGreaterThan(100);
      expect(derived.filter((name) => name in schemas)).toEqual([]);
    });
  },
);

describe("A-6: the interface document of v2", () => {
  const contract = readFileSync("docs/contract/platform-api.md", "utf8");

  it("has every status that the contract gives an operation, with the body of a problem", () => {
    let listedAtAll = 0;
    for (const operation of operationsOf(documents.v2)) {
      const [, section = ""] = contract.split(`#### ${operation["x-contract-id"]} · `);
      const [, listed = ""] = /\bErrors ([^|\n]*?)(?:\.|\[|$)/m.exec(section.split(/\n#{2,4} /)[0]!) ?? [];
      const statuses = [...listed.matchAll(/\b[45]\d\d\b/g)].map(([status]) => status);
      listedAtAll += statuses.length;
      expect({
        operation: operation.operationId,
        missing: statuses.filter((one) => !(one in operation.responses)),
      }).toEqual({ operation: operation.operationId, missing: [] });
    }
    expect(listedAtAll).toBeGreaterThan(200);
    const { responses } = documents.v2.components;
    for (const response of Object.values(responses))
      expect(response.content["application/problem+json"].schema).toEqual({ $ref: "#/components/schemas/Problem" });
  });

  it("A-52, A-53: tells the headers of the rate limit, and how long to wait", () => {
    const { responses, headers } = documents.v2.components;
    expect(Object.keys(headers)).toEqual(["RateLimit", "RateLimitPolicy", "RetryAfter"]);
    expect(Object.keys(responses["TooManyRequests"].headers)).toEqual(["RateLimit", "RateLimit-Policy", "Retry-After"]);
    expect(responses["Unauthorized"].headers).toBeUndefined();
    expect(v2("P-1").responses["200"]).toMatchObject({ headers: { RateLimit: expect.anything() } });
  });

  it("P-23: says that a termination has no body, and L-7: takes Last-Event-ID for logs", () => {
    expect(v2("P-23").responses).toMatchObject({ 200: { content: expect.anything() } });
    expect(v2("P-23").responses["204"]).not.toHaveProperty("content");
    expect(v2("P-24").parameters.map(({ name }) => name)).toEqual(["id", "source", "tail", "since", "Last-Event-ID"]);
  });

  it("states defaults and descriptions as the contract's code has them", () => {
    const { PodCreate, PodGpu, TemplateCreate, TemplateUpdate, PodRuntime } = documents.v2.components.schemas;
    expect(PodCreate.properties.cloud).toMatchObject({ default: "SECURE" });
    expect(PodGpu.properties.count).toMatchObject({ default: 1 });
    expect(TemplateCreate.properties.startSsh).toMatchObject({ default: true });
    expect(TemplateUpdate.properties.startSsh).not.toHaveProperty("default");
    expect(PodRuntime.properties.uptime.description).toBe("Seconds since the container started.");
    expect(v2("P-1").parameters.find(({ name }) => name === "limit")).toMatchObject({ schema: { default: 1000 } });
    expect(documents.v2.components.schemas["Pod"]).toMatchObject({ description: "A pod as the platform reports it." });
  });

  it("K-22: leaves enums of answers open, and those of requests closed", () => {
    const { PodStatus, PodCreate } = documents.v2.components.schemas;
    expect(PodStatus.anyOf).toEqual([
      { type: "string", enum: expect.arrayContaining(["RUNNING"]) },
      { type: "string" },
    ]);
    expect(PodCreate.properties.cloud.enum).toEqual(["SECURE", "COMMUNITY"]);
  });
});

/** What somebody writes who has made a client from the document. */
const program = `
import createClient from "openapi-fetch";
import type { paths, components } from "./platform";

type Pod = components["schemas"]["Pod"];
const [baseUrl, key] = process.argv.slice(2) as [string, string];
const api = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } });

async function main() {
  const made = await api.POST("/v2/pods", {
    body: { name: "generated", image: "registry.example.com/acme/app:1", gpu: { id: "NVIDIA L40S" }, ports: ["22/tcp"] },
  });
  const pod: Pod = made.data!;
  const { data: listed } = await api.GET("/v2/pods", { params: { query: { limit: 10 } } });
  const refused = await api.PATCH("/v2/pods/{id}", { params: { path: { id: pod.id } }, body: { name: "" } });
  const detail: string | undefined = refused.error?.detail;
  const ended = await api.POST("/v2/pods/{id}/action", {
    params: { path: { id: pod.id } },
    body: { action: "terminate" },
  });
  const gone = await api.GET("/v2/pods/{id}", { params: { path: { id: pod.id } } });
  // @ts-expect-error -- the password is missing
  await api.POST("/v2/registries", { body: { name: "a", username: "b" } });
  console.log(JSON.stringify({
    status: pod.status, count: pod.gpu?.count, listed: listed?.pods.map(({ id }) => id === pod.id), detail,
    ended: ended.response.status, gone: gone.response.status, limit: made.response.headers.get("ratelimit"),
  }));
}
void main();
`;

it("A-6: a client made from it by a generator compiles and drives the emulator", async () => {
  const run = promisify(execFile);
  const folder = temporaryFolder("generated-client");
  const bin = (name: string) => join(root, "node_modules", name);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(documents.v2));
  writeFileSync(join(folder, "main.ts"), program);
  await run(
    process.execPath,
    [bin("openapi-typescript/bin/cli.js"), "openapi.json", "-o", "platform.ts", "--default-non-nullable", "false"],
    {
      cwd: folder,
    },
  );
  const strict = ["--strict", "--skipLibCheck", "--module", "node16", "--target", "es2022", "--types", "node"];
  await run(process.execPath, [bin("typescript/bin/tsc"), ...strict, "main.ts"], { cwd: folder }).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(stdout);
    },
  );
  const { stdout } = await run(process.execPath, ["main.js", emulator.apiUrl, emulator.apiKey], { cwd: folder });
  expect(JSON.parse(stdout)).toMatchObject({
    status: "PROVISIONING",
    count: 1,
    listed: [true],
    detail: "Request validation failed.",
    ended: 204,
    gone: 404,
    limit: expect.stringMatching(/^"minute";r=59/),
  });
}, 120_000);
