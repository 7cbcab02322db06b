import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { performance } from "node:perf_hooks";
import { request } from "undici";

/** About what the emulator answers about one pod. */
const podBytes = 700;

/**
 * What sockets and a client take by themselves: ms for as many requests as {@link measureDay} makes, one after the other, to a server
 * that answers as many bytes and does nothing else.
 */
export async function measureFloor(requests: number, lists = 24, pods = 1_000): Promise<number> {
  const pod = JSON.stringify({ id: "x".repeat(podBytes) });
  const list = JSON.stringify({ pods: Array.from({ length: pods }, () => ({ id: "x".repeat(podBytes) })) });
  const server = createServer((incoming, outgoing) => {
    incoming.resume().on("end", () => {
      outgoing.writeHead(200, { "content-type": "application/json" });
      outgoing.end(incoming.method === "GET" ? list : pod);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const ask = async (body?: string) => {
    const headers = body === undefined ? {} : { "content-type": "application/json" };
    const answer = await request(url, { method: body === undefined ? "GET" : "POST", headers, body: body ?? null });
    JSON.parse(await answer.body.text());
  };
  try {
    const startedAt = performance.now();
    for (let nth = lists; nth < requests; nth++) await ask('{"action":"stop"}');
    for (let nth = 0; nth < lists; nth++) await ask();
    return performance.now() - startedAt;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
