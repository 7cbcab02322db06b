import { isTooDeep, jsonIn } from "../../values/json";
import { isUtf8 } from "node:buffer";
import * as z from "zod";
import type { Endpoint, Surface } from "../../api/endpoint";
import { apiError, type ApiError } from "../errors/api-errors";
import { notThePlatform, ResponseShapeError } from "../errors/errors";
import type { Answer } from "./send-request";
import { readRetryAfter } from "../rate-limit/rate-headers";
import { withoutWordings, wordingsOf } from "../errors/redact";
import { type Issue, memberOf, parseInPieces } from "./piecewise";

/** Longest piece of the platform's own words that goes into an error. */
const longestDetail = 1_000;

/** The value of a success. @throws ResponseShapeError */
export function decode(endpoint: Endpoint, label: string, { status, headers, body }: Answer): unknown {
  const schema = endpoint.response;
  // No body where none is due (A-12), and none that is not to be read (O-20).
  if (status === 204 || body.length === 0) {
    if (schema.safeParse(undefined).success) return undefined;
    throw new ResponseShapeError(label, "has no body");
  }
  if (schema instanceof z.ZodUndefined || schema instanceof z.ZodUnknown) return undefined;
  const wrong = unlike(headers, isJson, "JSON");
  if (wrong !== undefined) throw new ResponseShapeError(label, wrong);
  if (!isUtf8(body)) throw new ResponseShapeError(label, "is not valid UTF-8");
  const value = parse(body, label);
  const { value: parsed, issues } = parseInPieces(schema, value, shown + 1);
  if (issues.length > 0) throw new ResponseShapeError(label, `has an unexpected shape: ${places(issues)}`);
  noteSize(parsed, body.length);
  return parsed;
}

/** How a body is encoded that could not be decoded. */
function unknownCoding({ "content-encoding": coding = "" }: Answer["headers"]): string | undefined {
  return /^(?:identity)?$/i.test(coding) ? undefined : coding.slice(0, 100);
}

/** What an answer with these headers is in place of `what`, if it is not that. */
export function unlike(headers: Answer["headers"], isRight: (type?: string) => boolean, what: string) {
  const coding = unknownCoding(headers);
  if (coding !== undefined) return `is encoded as ${coding}, which was not asked for: ${notThePlatform}`;
  const type = headers["content-type"];
  return isRight(type) ? undefined : `is ${type?.slice(0, 100) || "of no type"}, not ${what}: ${notThePlatform}`;
}

/** `application/json`, or any type built on it, such as `application/problem+json`; or none. */ // A-11
const isJson = (type = "application/json") => /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type.trim());

/** A shorter text cannot fill the memory, even if it is deeply nested. */
const mostUnlooked = 1_000_000;

function parse(body: Buffer, label: string): unknown {
  try {
    const text = body.toString();
    if (text.length > mostUnlooked && isTooDeep(text)) throw new Error("it is nested too deeply");
    return JSON.parse(wellFormed(text)) as unknown;
  } catch {
    // The parser's message quotes the text, which may hold environment values.
    throw new ResponseShapeError(label, "is not valid JSON");
  }
}

const half = /\\ud[89a-f]/i;
/** A pair of surrogates, half of one, or any other escaped character. */
const escape = /\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|\\ud[89a-f][0-9a-f]{2}|\\[^u]/gi;

/** JSON with U+FFFD for halves of surrogate pairs. Engines refuse an answer with one, and lose the object that it is about. */
const wellFormed = (json: string): string =>
  half.test(json) ? json.replace(escape, (found) => (found.length === 6 ? "\\ufffd" : found)) : json;

const shown = 5;

function places(issues: readonly Issue[]): string {
  const named = issues.slice(0, shown).map(({ path, message }) => `$${path.map(step).join("")}: ${message}`);
  return [...named, ...(issues.length > shown ? ["and more"] : [])].join("; ");
}

const step = (key: PropertyKey) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`);

/** The error of an answer that is no success; `secrets` never appear in it. */
export function toApiError(
  label: string,
  surface: Surface,
  answer: Answer,
  secrets: readonly string[],
  now: number,
): ApiError {
  const { status, headers } = answer;
  const wordings = [...new Set(secrets.flatMap(wordingsOf))];
  const hide = (text: string) => withoutWordings(text, wordings);
  const { value, ...problem } = readProblem(answer, hide);
  const isPage = status >= 400 && status < 500 && /^text\/html\b/i.test(String(headers["content-type"]));
  const isForeign = isPage || (status === 404 && !isProblem[surface](value));
  const foreign = `${isPage ? "a web page, " : ""}not the platform's answer; ${notThePlatform}: `;
  const requestId = headers["x-request-id"];
  const retryAfterMs = readRetryAfter(headers, now);
  return apiError(label, {
    status,
    ...(problem.title === undefined ? {} : { title: clean(problem.title, hide) }),
    detail: `${isForeign ? foreign : ""}${clean(problem.detail, hide)}`,
    ...(isForeign && { isForeign }),
    errors: cleanAll(problem.errors.slice(0, 100), hide),
    ...(typeof requestId === "string" ? { requestId: clean(requestId, hide) } : {}),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

/** Tells the platform's own 404 from that of a gateway without a route, which says nothing about the object. */ // section 1.3, O-3, J-65
const isProblem: Readonly<Record<Surface, (body: unknown) => boolean>> = {
  api: (body) =>
    ["title", "detail"].every((name) => isString(memberOf(body, name))) && memberOf(body, "status") === 404,
  base: (body) => ["detail", "message"].some((name) => isString(memberOf(body, name))),
  queue: (body) => isString(memberOf(body, "error")),
};

/** Problem body of v2, `message` of v1, `error` of the queue, or the plain text. */ // O-3, J-65
function readProblem({ status, headers, body }: Answer, hide: Hide): Problem {
  const coding = unknownCoding(headers);
  const isText = coding === undefined && isUtf8(body);
  const text = isText ? body.toString("utf8", 0, 64 * 1024) : "";
  const unread = coding === undefined ? "a body that is no text" : `a body that is encoded as ${coding}`;
  const value = jsonIn(text);
  // Each member by itself: one that is not as it should be must not hide the others.
  const said = ["detail", "message", "error", "title"].map((name) => memberOf(value, name)).find(isString);
  const title = memberOf(value, "title");
  const errors = memberOf(value, "errors");
  return {
    value,
    title: isString(title) ? title : undefined,
    // Masked before as well: a secret with line ends or tags in it would no longer be one among the words.
    detail:
      said ??
      (redirectTo(headers["location"]) || plainText(hide(text)) || `HTTP ${status}${isText ? "" : ` and ${unread}`}`),
    errors: Array.isArray(errors) ? errors.filter(isString) : [],
  };
}

/** The path of the target may be confidential. */
const redirectTo = (location: unknown): string =>
  typeof location === "string" && URL.canParse(location) ? `redirected to ${new URL(location).origin}` : "";

interface Problem {
  readonly value: unknown;
  readonly title: string | undefined;
  readonly detail: string;
  readonly errors: readonly string[];
}

/** The words of a page. A tag holds no `<`, so that many that never end are not each read to the end of the text. */
const plainText = (text: string) =>
  text
    .replace(/<[^<>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const isString = (value: unknown): value is string => typeof value === "string";

type Hide = (text: string) => string;

/** All at once: to look for each of many secrets in each of many texts would take minutes. */
const cleanAll = (texts: readonly string[], hide: Hide): string[] =>
  texts.length === 0
    ? []
    : hide(texts.join(between))
        .split(between)
        .map((text) => clean(text, (hidden) => hidden));
const between = "\n\0\n";

function clean(text: string, hide: Hide): string {
  // No control characters: an error may end up on a terminal.
  const plain = hide(text).replace(/[\u0000-\u001f\u007f]+/g, " ");
  return plain.length > longestDetail ? `${plain.slice(0, longestDetail)}…` : plain;
}

const sizes = new WeakMap<object, number>();

/** Notes how many bytes a page of a list came in; its pagination block goes wherever the page does. */
export function noteSize(value: unknown, bytes: number): void {
  const { pagination } = (value ?? {}) as { readonly pagination?: unknown };
  if (typeof pagination === "object" && pagination !== null) sizes.set(pagination, bytes);
}

export const bytesOf = (pagination: object): number => sizes.get(pagination) ?? 0;
