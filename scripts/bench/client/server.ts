import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { runningPod } from "./pod";

/** A process of its own that answers one pod and a list of 1,000, so that only the clients are measured. */
const send = (value: unknown) => Buffer.from(JSON.stringify(value));
const one = send(runningPod(0));
const list = send({
  pods: Array.from({ length: 1_000 }, (_, i) => runningPod(i)),
  pagination: { nextCursor: null, hasNextPage: false },
});

const server = createServer((request, response) => {
  const body = request.url?.startsWith("/v2/pods/") ? one : list;
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": body.length,
    ratelimit: '"minute";r=59000;t=42, "hour";r=2790000;t=1340, "day";r=48950000;t=60210',
    "ratelimit-policy": '"minute";q=60000;w=60, "hour";q=3000000;w=3600, "day";q=50000000;w=86400',
  });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on("disconnect", () => process.exit(0));
