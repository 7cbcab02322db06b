import { ownMember } from "../../values/own-member";
import { append } from "../../values/many";
import type * as z from "zod";
import type { Endpoint, Params } from "../../api/endpoint";
import type { Address } from "../settings/address";
import { InvalidRequestError, type RequestIssue } from "../errors/errors";

/** What callers may add to any call. */
export interface CallOptions {
  /** Ends the call; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Who goes first under the rate limit: `foreground`, the default of reads, then `normal`, that of all others, then `background`. */
  readonly priority?: Priority | undefined;
  /** A request whose answer is lost is not sent again, even where twice is the same as once: others may have written since. */
  readonly isSentOnce?: boolean | undefined;
}
export type Priority = "foreground" | "normal" | "background";

/** The arguments of a call besides its endpoint: exactly the parameters in its path, its query and its body. */
export interface CallInput<P extends string, Q extends z.ZodType, B extends z.ZodType> extends CallOptions {
  readonly params: Params<P>;
  readonly query?: z.input<Q> | undefined;
  readonly body?: z.input<B> | undefined;
  /** Longest wait for the answer to begin, where the call itself asks the platform to hold it. */
  readonly headersMs?: number;
  /** The time by which the call ends, its wait for the rate limit included. */
  readonly deadline?: number | undefined;
  /** Where this call goes, instead of to the address of its surface. */
  readonly address?: Address | undefined;
}

/** A request in wire form, below its surface's address. */
export interface Prepared {
  readonly path: string;
  readonly query: string;
  readonly body: string | undefined;
}

interface RawInput {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Checks everything at once, strictly, and encodes it. @throws InvalidRequestError */
export function prepare(endpoint: Endpoint, input: RawInput): Prepared {
  const issues: RequestIssue[] = [];
  const path = fillPath(endpoint.path, input.params, issues);
  const query = input.query === undefined ? undefined : check(endpoint.query, input.query, "$.query", issues);
  const body = input.body === undefined ? undefined : check(endpoint.body, input.body, "$", issues);
  if (input.body === undefined && endpoint.body) issues.push({ path: "$", message: "the body is missing" });
  const text = body === undefined || issues.length > 0 ? undefined : toJson(body, issues);
  if (text !== undefined && endpoint.maxBodyBytes !== undefined) {
    const bytes = Buffer.byteLength(text);
    if (bytes > endpoint.maxBodyBytes)
      issues.push({ path: "$", message: `${bytes} bytes are more than the ${endpoint.maxBodyBytes} allowed` });
  }
  if (issues.length > 0) throw new InvalidRequestError(`${endpoint.method} ${endpoint.path}`, issues);
  return { path, query: encodeQuery(query as Query | undefined, endpoint.surface === "base"), body: text };
}

/** A job's input may be anything; a circle or a bigint in it can't be written, and NaN would be written as `null`. */
function toJson(body: unknown, issues: RequestIssue[]): string | undefined {
  const sayable = (name: string, value: unknown): unknown => {
    if (typeof value === "number" && !Number.isFinite(value))
      issues.push({ path: "$", message: `${JSON.stringify(name)} in it is a number that JSON can't say` });
    return value;
  };
  try {
    return JSON.stringify(body, sayable);
  } catch {
    issues.push({ path: "$", message: "holds a circle, a bigint or something else that JSON can't say" });
    return undefined;
  }
}

/** Each parameter is one segment: encoded, and unable to name a parent, the same folder or nothing. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>>, issues: RequestIssue[]): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = ownMember(params, name);
    const refuse = (message: string) => (issues.push({ path: `$.path.${name}`, message }), "");
    if (typeof value !== "string") return refuse("must be a string");
    if (value === "") return refuse("must not be empty");
    if (value === "." || value === "..") return refuse("must not be a relative path segment");
    if (!value.isWellFormed()) return refuse("must be well-formed Unicode");
    return encodeURIComponent(value);
  });
}

function check(schema: z.ZodType | undefined, value: unknown, at: string, issues: RequestIssue[]): unknown {
  if (!schema) {
    issues.push({ path: at, message: "this operation takes none" });
    return undefined;
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return value;
  for (const issue of parsed.error.issues) issues.push({ path: at + toPath(issue.path), message: sentence(issue) });
  return undefined;
}

const toPath = (keys: readonly PropertyKey[]) =>
  keys.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");

function sentence(issue: z.core.$ZodIssue): string {
  if (issue.code !== "custom") return issue.message;
  // Rules that span members say what they are in `params`; zod itself has no words for them.
  const rule: unknown = issue.params?.rule;
  return typeof rule === "string" ? `breaks the rule ${rule}` : issue.message;
}

type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;
type Query = Readonly<Record<string, QueryValue>>;

/** Arrays are one comma-separated value on v2 and repeated keys on v1; an empty one is left out. */
export function encodeQuery(query: Query | undefined, isV1: boolean): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue;
    const key = encodeURIComponent(name);
    if (typeof value !== "object") pairs.push(`${key}=${encode(value)}`);
    else if (isV1)
      append(
        pairs,
        value.map((item) => `${key}=${encode(item)}`),
      );
    else if (value.length > 0) pairs.push(`${key}=${value.map(encode).join(",")}`);
  }
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

const encode = (value: string | number | boolean) => encodeURIComponent(String(value).toWellFormed());
