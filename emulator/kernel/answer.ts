import { titles, type Refusal } from "./refusal";
import type { Surface } from "../../api/endpoint";

export type Headers = Readonly<Record<string, string>>;
export type Body = string | Uint8Array | AsyncIterable<string | Uint8Array>;

/** A whole answer as data, so that a fault can cut, drip or drop it. A handler returns one when it streams. */
export class Answer {
  constructor(
    readonly status: number,
    readonly headers: Headers = {},
    readonly body?: Body,
  ) {}

  with(headers: Headers): Answer {
    return new Answer(this.status, { ...this.headers, ...headers }, this.body);
  }
}

export function jsonAnswer(status: number, value: unknown, headers: Headers = {}): Answer {
  return new Answer(status, { "content-type": "application/json", ...headers }, JSON.stringify(value));
}

/** The error body of each surface: problem on v2, both shapes on v1 (O-3), `error` on the queue (J-65). */
export function refusalAnswer(surface: Surface, { status, detail, errors, headers }: Refusal): Answer {
  const title = titles[status] ?? "Error";
  const problem = errors?.length ? { title, status, detail, errors } : { title, status, detail };
  switch (surface) {
    case "api":
      return jsonAnswer(status, problem, { "content-type": "application/problem+json", ...headers });
    case "base":
      return jsonAnswer(status, { ...problem, message: detail }, headers);
    case "queue":
      return jsonAnswer(status, { error: errors?.length ? `${detail}: ${errors.join("; ")}` : detail }, headers);
  }
}
