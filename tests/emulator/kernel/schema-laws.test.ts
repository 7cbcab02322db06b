import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import * as z from "zod";
import { contract } from "../../../api";
import { aboutLike } from "../support/broken-bodies";
import { contractBodies } from "../support/contract-bodies";
import { violationsIn } from "../support/contract-violations";
import { cpuPod, gpuPod, clusterBody, usePlatform } from "../support/platform";
import { queueEndpoint } from "../support/serverless";

const platform = usePlatform();
const make = async (path: string, body: unknown) => (await platform.create(path, body)).id as string;
const registry = { name: "held", username: "u", password: "p" };
const secret = { name: "held", value: "v" };

/** How to send each body, on something that is there. */
const targets: Readonly<Record<string, readonly [method: string, path: string, make?: () => Promise<string>]>> = {
  "P-10": ["POST", "/v2/pods"],
  "P-21": ["PATCH", "/v2/pods/:id", () => make("/v2/pods", gpuPod())],
  "P-23": ["POST", "/v2/pods/:id/action", () => make("/v2/pods", cpuPod())],
  "C-2": ["POST", "/v2/clusters"],
  "C-4": ["PATCH", "/v2/clusters/:id", () => make("/v2/clusters", clusterBody())],
  "V-2": ["POST", "/v2/network-volumes"],
  "V-4": [
    "PATCH",
    "/v2/network-volumes/:id",
    () => make("/v2/network-volumes", { name: "v", size: 10, dataCenter: "EU-XX-1" }),
  ],
  "R-2": ["POST", "/v2/registries"],
  "R-21": ["POST", "/v2/registries/delegations"],
  "E-2": ["POST", "/v2/serverless"],
  "E-4": ["PATCH", "/v2/serverless/:id", () => make("/v2/serverless", queueEndpoint())],
  "T-2": ["POST", "/v2/templates"],
  "T-4": ["PATCH", "/v2/templates/:id", () => make("/v2/templates", { name: "t", image: "i" })],
  "U-2": ["PUT", "/v2/account/ssh-keys"],
  "U-11": ["POST", "/v2/account/secrets"],
  "U-13": ["PATCH", "/v2/account/secrets/:id", () => make("/v2/account/secrets", secret)],
};

/** A short run here; SCHEMA_LAW_RUNS=5000 for a long one. */
const numRuns = Number(process.env.SCHEMA_LAW_RUNS ?? 60);

describe("A-28, A-33, A-40, A-41, A-42: every violation of a body's schema, and nothing else, is in `errors`", () => {
  it.each(Object.keys(contractBodies))(
    "%s",
    async (operation) => {
      const shape = contractBodies[operation];
      const [method = "", path = "", making] = targets[operation] ?? [];
      if (!shape) throw new Error(`no body for ${operation}`);
      await platform.create("/v2/registries", registry);
      const id = (await making?.()) ?? "";
      await fc.assert(
        fc.asyncProperty(aboutLike(shape), async (body) => {
          const reply = await platform.call(method, path.replace(":id", id), JSON.stringify(body));
          // The check of a pod that was terminated by its own action is over.
          if (reply.status === 404 && operation === "P-23") return;
          const alsoNeeded = operation === "P-10" || operation === "E-2" ? needsImage(body) : [];
          const expected = merged([...violationsIn(shape, body), ...alsoNeeded, ...loadBalancer(operation, body)]);
          if (expected.length === 0) {
            expect(reply.body?.errors ?? []).toEqual(operation === "R-21" ? expect.any(Array) : []);
            return;
          }
          // What an ARN and a reserved name look like is the emulator's own reading (R-21, U-11).
          const isOwnRule = (line: string) => /repository\/|are reserved$/.test(line);
          const errors = (reply.body.errors as string[]).filter((line) => !isOwnRule(line));
          expect({ status: reply.status, errors: errors.sort() }).toEqual({
            status: 422,
            errors: expected,
          });
          expect(reply.body).toMatchObject({ title: "Unprocessable Entity", detail: "Request validation failed." });
        }),
        { numRuns },
      );
    },
    numRuns * 500,
  );
});

describe("the bodies from the tables of the contract", () => {
  type JsonSchema = z.core.JSONSchema.JSONSchema;
  const membersOf = ({ properties = {}, anyOf = [], oneOf = [], allOf = [] }: JsonSchema): string[] => [
    ...Object.keys(properties),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((part) => membersOf(part)),
  ];

  it.each(Object.entries(contractBodies))("%s has the members that `api/` takes", (operation, { members }) => {
    const body = Object.values(contract)
      .flatMap((family) => Object.values(family))
      .find(({ id }) => id === operation)?.body;
    if (!body) throw new Error(`no body of ${operation} in api/`);
    const schema = z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
    expect([...new Set(membersOf(schema))].sort()).toEqual(Object.keys(members).sort());
  });
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** P-12: `image` unless `templateId`. */
const needsImage = (body: unknown) =>
  isObject(body) && !("image" in body) && !("templateId" in body) ? ["$: missing property 'image'"] : [];

/** E-21: on create a matter of the schema. */
const loadBalancer = (operation: string, body: unknown) =>
  operation === "E-2" && isObject(body) && body.type === "LOAD_BALANCER" && isObject(body.scaling)
    ? body.scaling.type === "QUEUE_DELAY"
      ? ["$.scaling.type: value must be one of 'REQUEST_COUNT'"]
      : []
    : [];

/** Missing members of one place share a message; their order is not stated. */
function merged(lines: readonly string[]): string[] {
  const missing = lines.filter((line) => line.startsWith("$: missing"));
  const names = missing.flatMap((line) => [...line.matchAll(/'(\w+)'/g)].map(([, name]) => name as string));
  const rest = lines.filter((line) => !line.startsWith("$: missing"));
  const one = `$: missing ${names.length > 1 ? "properties" : "property"} ${names.map((name) => `'${name}'`).join(", ")}`;
  return [...rest, ...(names.length > 0 ? [one] : [])].sort();
}
