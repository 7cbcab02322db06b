import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Hono } from "hono";
import type { z } from "zod";
import type { Endpoint, Group, Method, Params, Surface } from "../../api/endpoint";
import { choices } from "../choices";
import type { Store } from "../store";
import type { Answer } from "./answer";
import { Exchange } from "./exchange";
import type { KeyRecord } from "./keys";
import { serveCall } from "./serve";

/** What a handler is given. Everything in it has passed the checks before it. */
export interface RouteContext<P extends string = string, Q = unknown, B = unknown> {
  readonly params: Params<P>;
  readonly query: Q;
  readonly body: B;
  readonly store: Store;
  readonly key: KeyRecord;
  /** A request header, by its lower-case name. */
  header(name: string): string | undefined;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
}

/**
 * What an operation does, synchronous between reading and writing the store, so that each is atomic. Returns the body
 * (`undefined`: 204 without one, A-12), or an `Answer` of its own; a promise only where the operation waits. Throws a
 * `Refusal`. It makes the checks that need more than the schema, in this order: referenced template, cross-field rules,
 * balance, capacity.
 */
export type Handler<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer R>
    ? (context: RouteContext<P, z.output<Q>, z.output<B>>) => Result<z.output<R>>
    : never;
type Outcome<T> = ([T] extends [undefined] ? void : T) | Answer;
type Result<T> = Outcome<T> | Promise<Outcome<T>>;

/** A handler for every endpoint of a group: adding one to `api/` without emulating it is a type error. */
export type Routes<G extends Group> = { readonly [K in keyof G]: Handler<G[K]> };

export interface MountOptions<G extends Group> {
  /**
   * Limits of the operations' own, checked where the rate limit is (A-32): throws 429, or answers what to call when the
   * request has been answered.
   */
  readonly admit?: (
    endpoint: Endpoint,
    params: Readonly<Record<string, string>>,
    key: KeyRecord,
  ) => (() => void) | undefined;
  /** Throws 404 when the thing a path with parameters names is not there. Runs before the body is looked at. */
  readonly resource?: (params: Readonly<Record<string, string>>, store: Store, endpoint: Endpoint) => void;
  /** Members missing from a body by rules a schema can't state; reported with the schema's violations. */
  readonly missing?: { readonly [K in keyof G]?: BodyRule };
  /** Violations of a body by rules a schema can't state; whole lines, reported with the schema's own. */
  readonly rules?: { readonly [K in keyof G]?: BodyRule };
  /** Which serverless endpoint a path is about, for keys narrowed to some. */
  readonly endpointId?: (params: Readonly<Record<string, string>>) => string | undefined;
}

/** One operation, ready to be served. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handler: (context: RouteContext) => unknown;
  readonly options: MountOptions<Group>;
  readonly missing: BodyRule | undefined;
  readonly rules: BodyRule | undefined;
}

type BodyRule = (body: Readonly<Record<string, unknown>>) => readonly string[];

/** What a request's path and method came to. */
export type Target =
  | { readonly kind: "route"; readonly route: Route }
  | { readonly kind: "wrong-method"; readonly allow: readonly Method[] }
  | { readonly kind: "unknown" };

export type App = Hono<{ Bindings: HttpBindings }>;

const prefixes: Readonly<Record<Surface, string>> = { api: "", base: choices.basePrefix, queue: choices.queuePrefix };

/** Collects the routes of all groups, then registers them: literal paths before ones with parameters (R-24, CH-36). */
export class Router {
  private readonly byPath = new Map<string, { surface: Surface; routes: Map<Method, Route> }>();

  constructor(private readonly store: Store) {}

  mount<G extends Group>(group: G, routes: Routes<G>, options: MountOptions<G> = {}): this {
    for (const [name, endpoint] of Object.entries(group)) {
      const path = prefixes[endpoint.surface] + endpoint.path;
      const entry = this.byPath.get(path) ?? { surface: endpoint.surface, routes: new Map<Method, Route>() };
      this.byPath.set(path, entry);
      const handler = routes[name] as (context: RouteContext) => unknown;
      const missing = options.missing?.[name];
      const rules = options.rules?.[name];
      entry.routes.set(endpoint.method, { endpoint, handler, missing, rules, options });
    }
    return this;
  }

  /** Every operation mounted, for the interface documents. */
  endpoints(): Endpoint[] {
    return [...this.byPath.values()].flatMap(({ routes }) => [...routes.values()].map(({ endpoint }) => endpoint));
  }

  register(app: App): void {
    const paths = [...this.byPath].sort(([a], [b]) => (sortKey(a) < sortKey(b) ? -1 : 1));
    for (const [path, { surface, routes }] of paths) {
      for (const [method, route] of routes) this.on(app, method, path, surface, { kind: "route", route });
      this.on(app, "ALL", path, surface, { kind: "wrong-method", allow: [...routes.keys()].sort() });
    }
    for (const surface of ["base", "queue", "api"] as const) {
      this.on(app, "ALL", `${prefixes[surface]}${surface === "base" ? "" : "/v2"}/*`, surface, { kind: "unknown" });
    }
  }

  /** Refuses, after the usual checks, what a path served outside the contract's operations is asked by other methods. */
  refuseOthers(app: App, surface: Surface, path: string, allow: readonly Method[]): void {
    this.on(app, "ALL", path, surface, { kind: "wrong-method", allow });
  }

  /** What is asked of no path at all is refused like any unknown one. */
  refuseUnknown(app: App): void {
    app.notFound(async (c) => {
      const surface = c.env.incoming.url?.startsWith(`${choices.queuePrefix}/`) ? "queue" : "api";
      await serveCall(this.store, surface, { kind: "unknown" }, {}, new Exchange(c.env.incoming, c.env.outgoing));
      return RESPONSE_ALREADY_SENT;
    });
  }

  private on(app: App, method: Method | "ALL", path: string, surface: Surface, target: Target): void {
    const serve = async (c: { env: HttpBindings; req: { param(): Record<string, string> } }) => {
      await serveCall(this.store, surface, target, c.req.param(), new Exchange(c.env.incoming, c.env.outgoing));
      return RESPONSE_ALREADY_SENT;
    };
    if (method === "ALL") app.all(path, serve);
    else app.on(method, path, serve);
  }
}

/** Sorts each literal segment before a parameter in its place. */
const sortKey = (path: string) => path.replace(/:/g, "\uffff");
