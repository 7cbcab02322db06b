import type * as z from "zod";
import type { Endpoint, Group, Method, Params } from "../../api/endpoint";
import type { Store } from "../store/store";
import type { Answer } from "./answer";
import type { KeyRecord } from "./keys";

/** The arguments of a handler, all of which have passed the checks before it. */
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
 * The work of an operation, synchronous between reading and writing the store, so that each is atomic. Returns the body
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
  /** Limits of its own, checked with the rate limit: throws 429, or returns what to call once it is answered. */
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
  /** Parameters that others overrule, so that not even their form matters: they are not read at all. */
  readonly overruled?: { readonly [K in keyof G]?: Overruled };
  /** Which serverless endpoint a path is about, for keys narrowed to some. */
  readonly endpointId?: (params: Readonly<Record<string, string>>) => string | undefined;
}

/** A group of operations with what serves them: what a noun brings to the table in `nouns.ts`. */
export interface Operations {
  readonly group: Group;
  readonly routes: Readonly<Record<string, (context: RouteContext) => unknown>>;
  readonly options: MountOptions<Group>;
}

/** Every operation of a group; leaving one out is a type error. */
export function operations<G extends Group>(group: G, routes: Routes<G>, options: MountOptions<G> = {}): Operations {
  return { group, routes: routes, options };
}

/** One operation, ready to be served. */
export interface Route {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly handler: (context: RouteContext) => unknown;
  readonly options: MountOptions<Group>;
}

type Overruled = (query: URLSearchParams, header: (name: string) => string | undefined) => readonly string[];
type BodyRule = (body: Readonly<Record<string, unknown>>) => readonly string[];

/** The outcome of looking up a request's path and method. */
export type Target =
  | { readonly kind: "route"; readonly route: Route }
  | { readonly kind: "wrong-method"; readonly allow: readonly Method[] }
  | { readonly kind: "unknown" };
