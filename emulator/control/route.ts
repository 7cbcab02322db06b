import type * as z from "zod";
import type { Store } from "../store/store";

/** One of the emulator's own routes. */
export interface ControlRoute {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly body?: z.ZodType;
  readonly maxBytes?: number;
  readonly handle: (store: Store, body: never, query: URLSearchParams) => unknown;
}

export function route<S extends z.ZodType>(
  method: ControlRoute["method"],
  path: string,
  body: S,
  handle: (store: Store, body: z.output<S>) => unknown,
): ControlRoute {
  return { method, path, body, handle };
}

export const plain = (
  method: ControlRoute["method"],
  path: string,
  handle: (store: Store) => unknown,
): ControlRoute => ({
  method,
  path,
  handle,
});
