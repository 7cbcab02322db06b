import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import type { Certificate } from "./certificates";

/** Serves over TLS what a port of this machine serves without. */
export async function startTlsFront(port: number, { cert, key }: Certificate) {
  const open = new Set<TLSSocket>();
  const server = createServer({ cert, key }, (socket) => {
    open.add(socket);
    const behind = connect(port, "127.0.0.1");
    socket.pipe(behind).pipe(socket);
    socket.on("error", () => behind.destroy()).on("close", () => behind.destroy());
    behind.on("error", () => socket.destroy());
  });
  server.on("tlsClientError", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
