import * as z from "zod";

/**
 * An enum that may grow: a value this release does not know passes through as a string.
 * The known values stay visible to the type checker and to the interface document.
 */ // K-22, CH-5
export function openEnum<const T extends readonly [string, ...string[]]>(values: T) {
  return z.string().meta({ "x-known-values": values }) as unknown as z.ZodType<T[number] | (string & {})>;
}

/**
 * A whole number in an answer. The interface document and the provider's schema say so, and SDKs type it accordingly; an
 * answer with a fraction is accepted all the same, so that a client does not fail on it.
 */
export const whole = z.number().meta({ type: "integer" });

/** A success without a body. */
export const noContent = z.undefined();

/** RFC 3339, UTC. Kept as the string the platform sent. */
export const timestamp = z.string().meta({ format: "date-time" });

/** RFC 3339 in a request; its letters may be of either case, as the standard has it. */
const anyCase = { offset: true, pattern: new RegExp(z.core.regexes.datetime({ offset: true }).source, "i") };
export const dateTime = z.iso.datetime(anyCase);

/** `major.minor`, compared number by number. */
export const cudaVersion = z.string().regex(/^\d+\.\d+$/);

/** Query of a paginated list. */
export const pageQuery = {
  /** Copied verbatim from the previous page's `nextCursor`. */
  cursor: z.string().min(1).optional(),
  /** Entries per page, 1 to 1000. Default 1000. */
  limit: z.int().min(1).max(1000).optional(),
};
export const PageQuery = z.strictObject(pageQuery);
export type PageQuery = z.infer<typeof PageQuery>;

/** Block of a paginated answer; an older revision of the platform leaves it out. */
export const Pagination = z.looseObject({ nextCursor: z.string().nullable(), hasNextPage: z.boolean() });
export type Pagination = z.infer<typeof Pagination>;

/**
 * The body of every v2 error, and of v1 errors, which carry `message` too.
 * `detail` is for people: never decide by it.
 */ // section 1.3, O-3
export const Problem = z.looseObject({
  title: z.string(),
  status: whole,
  detail: z.string(),
  /** One entry per violation, each starting with a JSON path that begins with `$`. */
  errors: z.array(z.string()).optional(),
  message: z.string().optional(),
});
export type Problem = z.infer<typeof Problem>;
