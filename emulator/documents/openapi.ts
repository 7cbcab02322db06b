import { ownMember } from "../../values/own-member";
import { contract } from "../../api";
import type { Endpoint, Surface } from "../../api/endpoint";
import { Problem } from "../../api/shared";
import { titles } from "../kernel/refusal";
import { elementOf, isOptional, shapeOf } from "../kernel/schema";
import { updateSynonym } from "../kernel/v1-compat";
import { Components, inline, nameOf } from "./components";
import words from "./words.json";

type Json = Readonly<Record<string, unknown>>;

/** The schema of a surface's error bodies (A-11, O-3). */
const errorTypes = { api: "application/problem+json", base: "application/json", queue: "application/json" } as const;

/** An operation with the family and the name that the contract's code has it under. */
interface Named {
  readonly family: string;
  readonly name: string;
  readonly endpoint: Endpoint;
}

/** The interface document of a surface, from the declarations it is served from. */
export function openApiOf(surface: Surface, serverUrl: string): Json {
  const components = new Components();
  const paths: Record<string, Json> = {};
  const operations = operationsOf(surface);
  for (const operation of operations) {
    const { path, method } = operation.endpoint;
    const place = path.replace(/:(\w+)/g, "{$1}");
    paths[place] = { ...ownMember(paths, place), [method.toLowerCase()]: described(operation, components) };
  }
  const responses = Object.fromEntries(
    [...new Set(operations.flatMap(({ endpoint }) => errorStatusesOf(endpoint)))].map((status) => [
      named(status),
      refusal(surface, status, components),
    ]),
  );
  return {
    openapi: "3.1.0",
    info: {
      title: "Compute Platform",
      version: surface === "base" ? "1" : "2",
      description: "The contract of the Compute Platform, as the emulator serves it.",
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    tags: [...new Set(operations.map(({ family }) => family))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      ...(surface === "api" && { headers: rateHeaders }),
      responses,
      schemas: components.usedBy([paths, responses]),
    },
  };
}

const operationsOf = (surface: Surface): readonly Named[] =>
  Object.entries(contract).flatMap(([family, group]) =>
    Object.entries(group as Readonly<Record<string, Endpoint>>).flatMap(([name, endpoint]) =>
      endpoint.surface === surface ? withSynonym({ family, name, endpoint }) : [],
    ),
  );

/** Version 1 takes each PATCH as a POST to `…/update` too (O-5). */
const withSynonym = (operation: Named): Named[] =>
  operation.endpoint.surface === "base" && operation.name === "update"
    ? [operation, { ...operation, name: "updateByPost", endpoint: updateSynonym(operation.endpoint) }]
    : [operation];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function described({ family, name, endpoint }: Named, components: Components): Json {
  const { id, surface, body, status, stream } = endpoint;
  const operationId = family + capital(name);
  const description = ownMember(words.operations as Readonly<Record<string, string>>, `${family}.${name}`);
  return {
    operationId,
    tags: [family],
    summary: ownMember(words.summaries as Readonly<Record<string, string>>, id) ?? `${capital(name)} (${family})`,
    ...(description !== undefined && { description }),
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint), ...(stream ? [lastEventId] : [])],
    ...(body && {
      requestBody: {
        required: !isOptional(body),
        content: { "application/json": { schema: components.refTo(body, `${capital(operationId)}Request`) } },
      },
    }),
    responses: {
      [status]: success(endpoint, capital(operationId), components),
      ...(status !== 204 && isOptional(endpoint.response) && { 204: { ...headersOf(surface), description: empty } }),
      ...Object.fromEntries(
        errorStatusesOf(endpoint).map((each) => [each, { $ref: `#/components/responses/${named(each)}` }]),
      ),
      default: failure(surface, "Another error.", components),
    },
    "x-contract-id": id,
  };
}

/** An id is opaque. */
const pathParameters = ({ path }: Endpoint): Json[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    description: "An id: opaque and case-sensitive.",
    schema: { type: "string", minLength: 1 },
  }));

/** Of an array one comma-separated value on v2, repeated keys on v1. */
const queryParameters = ({ surface, query }: Endpoint): Json[] =>
  Object.entries(query ? shapeOf(query) : {}).map(([name, schema]) => {
    const owner = query && nameOf(query);
    const { description, ...json } = inline(schema, owner === undefined ? undefined : `${owner}.${name}`);
    return {
      name,
      in: "query",
      required: false,
      ...(description !== undefined && { description }),
      schema: json,
      ...(elementOf(schema) && { style: "form", explode: surface === "base" }),
    };
  });

/** What clients of event streams send by themselves. */ // L-7, L-8
const lastEventId: Json = {
  name: "Last-Event-ID",
  in: "header",
  required: false,
  schema: { type: "string" },
  description: "The id of the last event that was received: the stream goes on after it. Overrules `since` and `tail`.",
};

const empty = "Done. There is no body.";

function success({ surface, response, status, stream }: Endpoint, name: string, components: Components): Json {
  const answered = { ...headersOf(surface), description: status === 201 ? "Made." : status === 204 ? empty : "Done." };
  if (status === 204) return answered;
  const type = stream ? "text/event-stream" : "application/json";
  return { ...answered, content: { [type]: { schema: components.refTo(response, `${name}Result`) } } };
}

/** The statuses that an operation is refused with: by its path, its query and its body, and those of its own. */
export function errorStatusesOf({ surface, path, query, body, maxBodyBytes, refusals = [] }: Endpoint): number[] {
  const invalid = surface === "api" ? 422 : 400;
  return [
    ...new Set([
      ...[401, 403, ...(surface === "api" ? [429] : [])],
      ...(path.includes(":") ? [404] : []),
      ...(query && Object.keys(shapeOf(query)).length > 0 ? [invalid] : []),
      ...(body ? [400, 415, invalid] : []),
      ...(maxBodyBytes !== undefined && surface === "api" ? [413] : []),
      ...refusals,
    ]),
  ].sort((a, b) => a - b);
}

const named = (status: number): string => titles[status]!.replaceAll(" ", "");

/** Every answer to an authorized request has the headers of the rate limit. */
function refusal(surface: Surface, status: number, components: Components): Json {
  const wait = status === 429 ? { "Retry-After": { $ref: "#/components/headers/RetryAfter" } } : {};
  const rate = status === 401 ? {} : headersOf(surface, wait);
  return { ...rate, ...failure(surface, titles[status]!, components) };
}

const failure = (surface: Surface, description: string, components: Components): Json => ({
  description,
  content: { [errorTypes[surface]]: { schema: components.refTo(Problem, "Problem") } },
});

const headersOf = (surface: Surface, more: Json = {}): Json =>
  surface === "api"
    ? {
        headers: {
          RateLimit: { $ref: "#/components/headers/RateLimit" },
          "RateLimit-Policy": { $ref: "#/components/headers/RateLimitPolicy" },
          ...more,
        },
      }
    : {};

const rateHeaders: Json = {
  RateLimit: {
    description:
      "What is left in each window: `r` requests, and `t` seconds until it starts anew. Left out for callers without limits.",
    schema: { type: "string", examples: ['"minute";r=41;t=22, "hour";r=2790;t=1340, "day";r=48950;t=60210'] },
  },
  RateLimitPolicy: {
    description: "The windows: `q` requests in `w` seconds.",
    schema: { type: "string", examples: ['"minute";q=60;w=60, "hour";q=3000;w=3600, "day";q=50000;w=86400'] },
  },
  RetryAfter: { description: "Seconds until the window that is used up starts anew.", schema: { type: "integer" } },
};
