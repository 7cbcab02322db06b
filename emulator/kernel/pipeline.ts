import { ownMember } from "../../values/own-member";
import { isRecord } from "../../values/json";
import type * as z from "zod";
import type { Surface } from "../../api/endpoint";
import { choices } from "./choices";
import { badRequest, notFound, Refusal, tooLarge, unprocessable, wrongMethod } from "./refusal";
import type { Store } from "../store/store";
import { Answer, jsonAnswer, refusalAnswer } from "./answer";
import type { Exchange } from "./exchange";
import { parseTypedJson } from "./json";
import { checkPermission, type KeyRecord } from "./keys";
import type { Route, Target } from "./route";
import { readQuery } from "./query";
import { parsed } from "./schema";
import { violationsOf } from "./violations";

/** Checks a request in order (A-32, CH-1). Template, cross-field rules, balance and capacity are left to the handler. */
export async function answerCall(
  store: Store,
  surface: Surface,
  target: Target,
  params: Readonly<Record<string, string>>,
  exchange: Exchange,
): Promise<Answer> {
  const raw = await readBodyWithinLimit(target, surface, exchange); // 413
  const key = store.keys.authenticate(surface, exchange.header("authorization")); // 401
  const { exceeded, headers } = countAgainstQuota(store, surface, key);
  let leave: (() => void) | undefined;
  try {
    if (exceeded) throw new Refusal(429, `rate limit exceeded for the ${exceeded} window`); // 429
    const route = routeOf(target); // 404 unknown path, 405
    const { endpoint, options } = route;
    leave = options.admit?.(endpoint, params, key); // 429
    checkPermission(key, surface, endpoint.method, options.endpointId?.(params)); // 403
    if (endpoint.path.includes(":")) options.resource?.(params, store, endpoint); // 404
    const body = endpoint.body ? parseBody(endpoint.body, raw, exchange.header("content-type")) : undefined; // 415, 400
    const context = {
      params,
      ...validate(route, surface, queryOf(route, exchange), body), // 422
      store,
      key,
      get signal() {
        return exchange.signal;
      },
      header: (name: string) => exchange.header(name),
    };
    const result = route.handler(context);
    return success(endpoint.status, result instanceof Promise ? await result : result).with(headers);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refusalAnswer(surface, error).with(headers);
  } finally {
    leave?.();
  }
}

/** Size comes first: 413 on v2, 400 on the queue (J-14). */
async function readBodyWithinLimit(target: Target, surface: Surface, exchange: Exchange): Promise<Buffer> {
  const limit = (target.kind === "route" && target.route.endpoint.maxBodyBytes) || choices.maxBodyBytes;
  const raw = await exchange.readBody(limit);
  if (!raw) throw surface === "queue" ? badRequest(`request body exceeds ${limit} bytes`) : tooLarge(limit);
  return raw;
}

/** v2 management only: v1 describes no limits (O-8), the queue has its own (section 12.9). */
function countAgainstQuota(store: Store, surface: Surface, key: KeyRecord) {
  const quotas = surface === "api" ? store.quotasOf(key) : undefined;
  if (!quotas) return { headers: {} };
  return store.limiter.take(key.quota ? `key:${key.key}` : key.user, quotas, store.clock.now());
}

/** An empty body is no JSON, unless the operation can do without one. */
function parseBody(schema: z.ZodType, raw: Buffer, contentType: string | undefined): unknown {
  if (raw.length === 0 && !schema.safeParse(undefined).success) throw badRequest("request body is not valid JSON");
  return parseTypedJson(raw, contentType);
}

function routeOf(target: Target): Route {
  switch (target.kind) {
    case "route":
      return target.route;
    case "wrong-method":
      throw wrongMethod(target.allow);
    case "unknown":
      throw notFound();
  }
}

/** The query without what its other parameters, or a header, overrule. */
function queryOf({ name, options }: Route, exchange: Exchange): URLSearchParams {
  const query = new URLSearchParams(exchange.query);
  const overruled = ownMember(options.overruled ?? {}, name)?.(query, (header) => exchange.header(header)) ?? [];
  for (const parameter of overruled) query.delete(parameter);
  return query;
}

/** Query and body against their schemas, all violations of both together. */
function validate({ name, endpoint, options }: Route, surface: Surface, search: URLSearchParams, rawBody: unknown) {
  const rawQuery = endpoint.query ? readQuery(endpoint.query, search, surface) : undefined;
  const query = endpoint.query?.safeParse(rawQuery);
  const body = endpoint.body && (parsed(endpoint.body, rawBody) ?? { success: false });
  const by = (rules: typeof options.rules = {}) => (isRecord(rawBody) && ownMember(rules, name)?.(rawBody)) || [];
  const [alsoMissing, alsoBroken] = [by(options.missing), by(options.rules)];
  const also = [...alsoMissing, ...alsoBroken];
  if (query?.success !== false && body?.success !== false && also.length === 0) {
    // As it came: no schema of a body changes a value, and the parser leaves out a member named __proto__.
    return { query: query?.data, body: rawBody };
  }
  const errors = [
    ...(query?.success === false ? violationsOf(endpoint.query as z.ZodType, rawQuery, "$.query") : []),
    ...(endpoint.body ? violationsOf(endpoint.body, rawBody, "$", alsoMissing) : []),
    ...alsoBroken,
  ];
  // v1 and the queue publish no 422 (O-4, CH-49).
  throw surface === "api" ? unprocessable(errors) : new Refusal(400, "request could not be processed", errors);
}

function success(status: number, result: unknown): Answer {
  if (result instanceof Answer) return result;
  return result === undefined ? new Answer(204) : jsonAnswer(status, result);
}
