import { getOrMake } from "../../values/many";
import { ownMember } from "../../values/own-member";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Hono } from "hono";
import type { Endpoint, Method, Surface } from "../../api/endpoint";
import { choices } from "./choices";
import type { Store } from "../store/store";
import { Exchange } from "./exchange";
import type { Operations, Route, RouteContext, Target } from "./route";
import { serveCall } from "./serve";

export type App = Hono<{ Bindings: HttpBindings }>;

const prefixes: Readonly<Record<Surface, string>> = { api: "", base: choices.basePrefix, queue: choices.queuePrefix };

/** Collects the routes of all groups, then registers them: literal paths before ones with parameters (R-24, CH-36). */
export class Router {
  private readonly byPath = new Map<string, { surface: Surface; routes: Map<Method, Route> }>();

  constructor(private readonly store: Store) {}

  mount({ group, routes, options }: Operations): void {
    for (const [name, endpoint] of Object.entries(group)) {
      const path = prefixes[endpoint.surface] + endpoint.path;
      const entry = getOrMake(this.byPath, path, () => ({ surface: endpoint.surface, routes: new Map() }));
      const handler = ownMember(routes, name) as (context: RouteContext) => unknown;
      entry.routes.set(endpoint.method, { name, endpoint, handler, options });
    }
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

  /** A request without a path is refused like one with an unknown path. */
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
