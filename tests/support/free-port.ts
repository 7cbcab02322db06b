import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** A port of this machine on which nobody listens now, for a command that has to be told one. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return port;
}
