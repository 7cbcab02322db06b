import * as z from "zod";
import type { Endpoint, Surface } from "../../api/endpoint";
import { Problem } from "../../api/problem";
import { elementOf, shapeOf } from "../kernel/schema";

/** What the error bodies of a surface are (A-11, O-3). */
const errorTypes = { api: "application/problem+json", base: "application/json", queue: "application/json" } as const;

/** The interface document of a surface, from the declarations it is served from. */
export function openApiOf(
  endpoints: readonly Endpoint[],
  surface: Surface,
  serverUrl: string,
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints.filter((each) => each.surface === surface)) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Compute Platform", version: surface === "base" ? "1" : "2" },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: { Problem: schemaOf(Problem, "output") },
    },
    paths,
  };
}

function operationOf({ id, surface, path, query, body, response, status, stream }: Endpoint): Record<string, unknown> {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const inQuery = Object.entries(query ? shapeOf(query) : {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: false,
    schema: schemaOf(schema, "input"),
    // One comma-separated value on v2, repeated keys on v1.
    ...(elementOf(schema) && { style: "form", explode: surface === "base" }),
  }));
  const success =
    status === 204
      ? {}
      : { content: { [stream ? "text/event-stream" : "application/json"]: { schema: schemaOf(response, "output") } } };
  return {
    operationId: id,
    parameters: [...inPath, ...inQuery],
    ...(body && {
      requestBody: { required: true, content: { "application/json": { schema: schemaOf(body, "input") } } },
    }),
    responses: {
      [status]: { description: "Success", ...success },
      default: {
        description: "Error",
        content: { [errorTypes[surface]]: { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    },
  };
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): unknown {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return json;
}
