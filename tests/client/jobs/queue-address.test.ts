import { expect, it } from "@jest/globals";
import type { Client } from "../../../client";
import { failureOf, useScriptedClient } from "../../support/scripted-client";
import { answer, type Script } from "../../support/scripted-server";

let client: Client;
const serve = useScriptedClient((opened) => (client = opened), { queueUrl: undefined });

/** A platform whose endpoints report these addresses. */
const platform =
  (reported: (origin: string) => unknown): Script =>
  ({ url = "", headers }, response) => {
    if (!url.startsWith("/v2/serverless/"))
      return answer(response, { status: 200, body: { id: "j1", status: "IN_QUEUE" } });
    const none = { image: "acme/worker:1", flashboot: "OFF", timeout: 1, createdAt: "2026-01-01T00:00:00Z" };
    const lists = {
      dataCenterIds: [],
      networkVolumes: [],
      workers: { min: 0, max: 1 },
      scaling: { type: "QUEUE_DELAY" },
    };
    const body = {
      id: "e1",
      name: "e",
      type: "QUEUE",
      ...none,
      ...lists,
      requestUrls: reported(`http://${headers.host}`),
    };
    answer(response, { status: 200, body });
  };
const names = ["run", "runSync", "status", "stream", "cancel", "retry", "purgeQueue", "health"];
const under = (base: string) => Object.fromEntries(names.map((name) => [name, `${base}/v2/e1/${name}`]));

it("E-15: without a setting, jobs go to the address that their endpoint reports, which is asked for once", async () => {
  const server = await serve([platform((origin) => under(`${origin}/jobs`))], { queueUrl: undefined });
  await client.queue("e1").run({});
  await client.queue("e1").status("j1");
  expect(server.lines).toEqual(["GET /v2/serverless/e1", "POST /jobs/v2/e1/run", "GET /jobs/v2/e1/status/j1"]);
});

it("E-15: a setting goes before what an endpoint reports, and the endpoint is not asked", async () => {
  const server = await serve([platform(() => under("http://nobody.example"))]);
  const { url } = server;
  const told = await serve([platform(() => under("http://nobody.example"))], { queueUrl: `${url}/mine` });
  await client.queue("e1").run({});
  expect([server.lines, told.lines]).toEqual([["POST /mine/v2/e1/run"], []]);
});

it.each([
  ["no address", undefined, /The address of the job queue is not set\. Set `queueUrl`.*COMPUTE_QUEUE_URL/],
  ["only the address of a load balancer", { base: "https://e1.example", health: "h" }, /e1 has no queue: it balances/],
  [
    "an address of another form",
    { ...under("https://q.example"), run: "https://q.example/e1/run" },
    /does not end in \/v2\/e1\/run\. Set queueUrl/,
  ],
  ["an address without TLS", under("http://queue.example"), /e1 reports .*can't be used: .*in the clear.*Set queueUrl/],
])("E-15: an endpoint that reports %s is told, and no job is sent", async (_, reported, message) => {
  const server = await serve([platform(() => reported)], {
    queueUrl: undefined,
  });
  expect(await failureOf(client.queue("e1").run({}))).toMatchObject({
    code: "configuration",
    message: expect.stringMatching(message),
  });
  expect(server.lines).toEqual(["GET /v2/serverless/e1"]);
});
