import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string or bytes go out as they are; anything else as JSON. */
  readonly body?: unknown;
}

/** Answers one request by hand, e.g. slowly or not at all. */
export type Script = (request: IncomingMessage, response: ServerResponse, body: string) => void;

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface ScriptedServer {
  /** What it was asked, in order. */
  readonly asked: Asked[];
  /** `GET /v2/pods` and so on, in order. */
  readonly lines: string[];
  readonly url: string;
  close(): Promise<void>;
}

/** A real server that gives the scripted answers in order; the last one, or a function alone, is for all that follow. */
export async function startScriptedServer(script: readonly (Answer | Script)[] | Script): Promise<ScriptedServer> {
  const asked: Asked[] = [];
  const lines: string[] = [];
  const left = typeof script === "function" ? [script] : [...script];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (piece: string) => (body += piece));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      asked.push({ method, url, headers, body });
      lines.push(`${method} ${url}`);
      const next = (left.length > 1 ? left.shift() : left[0]) ?? { status: 500, body: "the script is empty" };
      if (typeof next === "function") next(request, response, body);
      else answer(response, next);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    asked,
    lines,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export function answer(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  if (body === undefined) return void response.writeHead(status, headers).end();
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  const type = status >= 400 ? "application/problem+json" : "application/json";
  response.writeHead(status, { "content-type": type, ...headers }).end(isRaw ? body : JSON.stringify(body));
}

/** The platform's 404 on all three surfaces. */ // section 1.3, O-3, J-65
export const absent = (detail = "not found") => ({
  status: 404,
  body: { title: "Not Found", status: 404, detail, message: detail, error: detail },
});
