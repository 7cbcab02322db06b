import type * as z from "zod";
import { noContent } from "./shared";

/** Which of the three addresses serves an operation: `{api_url}`, `{base_url}` (ends in `/v1`) or `{queue_url}`. */
export type Surface = "api" | "base" | "queue";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One operation of the contract, stated once. The client calls it; the emulator serves it. */
export interface Endpoint<
  P extends string = string,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  /** Operation id in `docs/contract/platform-api.md`, e.g. `P-10`. */
  readonly id: string;
  readonly surface: Surface;
  readonly method: Method;
  /** Path below the surface's address, with `:name` parameters, e.g. `/v2/pods/:id`. */
  readonly path: P;
  /** Query parameters, typed as the caller writes them; arrays travel comma-separated on v2 and repeated on v1. */
  readonly query?: Q;
  readonly body?: B;
  /** What a success answers. `noContent` where there is no body. */
  readonly response: R;
  /** Statuses that it is refused with beyond those that follow from its path, its query and its body. */
  readonly refusals?: readonly number[];
  /** The status of a success. */
  readonly status: 200 | 201 | 204;
  /** Sending it twice equals sending it once. Decides whether a call whose answer was lost may be repeated. */
  readonly idempotent: boolean;
  /** Answers `text/event-stream` instead of JSON. */
  readonly stream?: boolean;
  /** Largest request body in bytes, where the contract sets one. */ // P-3, J-14
  readonly maxBodyBytes?: number;
}

/** The parameters a path names: `Params<"/v2/pods/:id">` is `{ id: string }`. */
export type Params<P extends string> = Record<ParamName<P>, string>;
type ParamName<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

/** Endpoints of one family, by the name of the client's method. */
export type Group = Readonly<Record<string, Endpoint>>;

export function endpoint<
  const P extends string,
  R extends z.ZodType,
  Q extends z.ZodType = z.ZodNever,
  B extends z.ZodType = z.ZodNever,
>(spec: Endpoint<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return spec;
}

// What the usual operations have in common; a declaration says what is different in its own. All of them are of version 2.

export const reads = { surface: "api", method: "GET", status: 200, idempotent: true } as const;
export const creates = { surface: "api", method: "POST", status: 201, idempotent: false } as const;
export const updates = { surface: "api", method: "PATCH", status: 200, idempotent: true } as const;
export const deletes = {
  surface: "api",
  method: "DELETE",
  response: noContent,
  status: 204,
  idempotent: true,
} as const;
/** Sent twice, it would be done twice. */
export const acts = { surface: "api", method: "POST", status: 200, idempotent: false } as const;
