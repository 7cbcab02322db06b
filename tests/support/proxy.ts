import { once } from "node:events";
import { createServer, request as forward } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";
import type { Certificate } from "./certificates";

export interface ProxyOptions {
  /** Where hosts that exist nowhere are served on this machine: a port for each `host:port`. */
  readonly hosts: Readonly<Record<string, number>>;
  /** Asked for in `Proxy-Authorization`. */
  readonly authorization?: string;
  /** The status that refuses every tunnel. */
  readonly refuseWith?: number;
  /** Takes connections and answers none of them. */
  readonly isSilent?: boolean;
  /** Speaks TLS itself. */
  readonly certificate?: Certificate;
}

/** A proxy as companies have them: tunnels for `https`, whole addresses for `http`. */
export async function startProxy(options: ProxyOptions) {
  const { hosts, authorization, refuseWith, isSilent, certificate } = options;
  const asked: string[] = [];
  const open = new Set<Duplex>();
  const server = certificate ? createSecureServer({ cert: certificate.cert, key: certificate.key }) : createServer();
  const refusal = (given: string | undefined) =>
    authorization !== undefined && given !== authorization ? 407 : refuseWith;
  server.on("connection", (socket: Duplex) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
  });
  server.on("connect", (request, socket: Duplex) => {
    asked.push(`CONNECT ${request.url}`);
    socket.on("error", () => undefined);
    if (isSilent) return;
    const status = refusal(request.headers["proxy-authorization"]) ?? (hosts[request.url ?? ""] ? undefined : 502);
    if (status !== undefined) return void socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
    const behind = connect(hosts[request.url ?? ""] ?? 0, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(behind).pipe(socket);
    });
    behind.on("error", () => socket.destroy());
    socket.on("close", () => behind.destroy());
  });
  server.on("request", (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const status = refusal(request.headers["proxy-authorization"]);
    if (status !== undefined) return void response.writeHead(status).end();
    const { host, pathname, search } = new URL(request.url ?? "");
    const { "proxy-authorization": _, ...headers } = request.headers;
    const sent = forward(
      { port: hosts[host], path: pathname + search, method: request.method, headers },
      (answer) => void answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)),
    );
    request.pipe(sent);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    /** `CONNECT api.test:443` and so on, in order. */
    asked,
    port,
    url: `${certificate ? "https" : "http"}://127.0.0.1:${port}`,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

export type Proxy = Awaited<ReturnType<typeof startProxy>>;
