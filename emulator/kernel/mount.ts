import { getOrMake } from "../../values/many";
import { orElse } from "../../values/or-else";
import { ownMember } from "../../values/own-member";
import type { Endpoint, Method, Surface } from "../../api/endpoint";
import { refusalAnswer } from "./answer";
import { choices } from "./choices";
import type { Store } from "../store/store";
import type { Exchange } from "./exchange";
import { Refusal } from "./refusal";
import type { Operations, Route, RouteContext, Target } from "./route";
import { serveCall } from "./serve";

type Params = Readonly<Record<string, string>>;
type Serve = (exchange: Exchange, params: Params) => Promise<void>;

const prefixes: Readonly<Record<Surface, string>> = { api: "", base: choices.basePrefix, queue: choices.queuePrefix };

/** What is served where: a request is answered by the first entry that has its path and its method. */
export class Router {
  private readonly byPath = new Map<string, { surface: Surface; routes: Map<Method, Route> }>();
  private readonly entries: { method: Method | "ALL"; segments: readonly string[]; serve: Serve }[] = [];

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

  /** Serves all operations that were mounted: literal paths before ones with parameters (R-24, CH-36). */
  register(): void {
    const paths = [...this.byPath].sort(([a], [b]) => (sortKey(a) < sortKey(b) ? -1 : 1));
    for (const [path, { surface, routes }] of paths) {
      for (const [method, route] of routes) this.onCall(method, path, surface, { kind: "route", route });
      this.refuseOthers(surface, path, [...routes.keys()].sort());
    }
  }

  /** Refuses, after the usual checks, what a path is asked by other methods than these. */
  refuseOthers(surface: Surface, path: string, allow: readonly Method[]): void {
    this.onCall("ALL", path, surface, { kind: "wrong-method", allow });
  }

  /** @param path where `:name` stands for a segment, and a final `*` for any rest. */
  on(method: Method | "ALL", path: string, serve: Serve): void {
    this.entries.push({ method, segments: path.split("/"), serve });
  }

  async serve(exchange: Exchange): Promise<void> {
    try {
      await this.route(exchange);
    } catch (error) {
      this.store.reportDefect(error);
      if (exchange.outgoing.headersSent) exchange.outgoing.destroy();
      else await exchange.send(refusalAnswer("api", new Refusal(500, "internal error")));
    }
  }

  private route(exchange: Exchange): Promise<void> {
    const method = exchange.method === "HEAD" ? "GET" : exchange.method;
    const segments = exchange.path.split("/").map((segment) => orElse(segment, () => decodeURIComponent(segment)));
    // A path with dot segments names nothing: it would be another family's.
    const isLiteral = !segments.some((segment) => segment === "." || segment === "..");
    for (const entry of isLiteral ? this.entries : []) {
      const params = entry.method === "ALL" || entry.method === method ? paramsOf(segments, entry.segments) : undefined;
      if (params) return entry.serve(exchange, params);
    }
    // A request without a path is refused like one with an unknown path.
    const other = exchange.path.startsWith(`${choices.queuePrefix}/`) ? "queue" : "api";
    const surface = `${exchange.path}/`.startsWith(`${choices.basePrefix}/`) ? "base" : other;
    return serveCall(this.store, surface, { kind: "unknown" }, {}, exchange);
  }

  private onCall(method: Method | "ALL", path: string, surface: Surface, target: Target): void {
    this.on(method, path, (exchange, params) => serveCall(this.store, surface, target, params, exchange));
  }
}

/** The parameters of a path, if it fits the pattern. */
function paramsOf(path: readonly string[], pattern: readonly string[]): Params | undefined {
  const isOpen = pattern.at(-1) === "*";
  const named = isOpen ? pattern.slice(0, -1) : pattern;
  if (isOpen ? path.length < named.length : path.length !== named.length) return undefined;
  const fits = (name: string, at: number) => (name.startsWith(":") ? path[at] !== "" : name === path[at]);
  if (!named.every(fits)) return undefined;
  return Object.fromEntries(
    named.flatMap((name, at) => (name.startsWith(":") ? [[name.slice(1), path[at] ?? ""]] : [])),
  );
}

/** Sorts each literal segment before a parameter in its place. */
const sortKey = (path: string) => path.replace(/:/g, "\uffff");
