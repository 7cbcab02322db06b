import * as z from "zod";
import { whole } from "./shared";

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
