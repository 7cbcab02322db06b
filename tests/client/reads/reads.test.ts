import { afterEach, describe, expect, it } from "@jest/globals";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createClient, NotFoundError, type Client } from "../../../client";
import { ManualClock } from "../../support/manual-clock";
import { podNamed } from "../../support/pod-samples";
import { absent, answer, startScriptedServer, type ScriptedServer } from "../../support/scripted-server";

let server: ScriptedServer;
let client: Client;
const clock = new ManualClock(1_000_000);
afterEach(async () => {
  await client.close();
  await server.close();
});

/** A platform that lists some pods and knows others only by their id. */
async function platform({
  listed,
  hidden = [],
  pageSize = 1_000,
}: {
  listed: string[];
  hidden?: string[];
  pageSize?: number;
}) {
  server = await startScriptedServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "", "http://platform");
    const id = url.pathname.split("/")[3];
    if (request.method !== "GET") return answer(response, { status: 204 });
    if (id !== undefined) {
      const isKnown = listed.includes(id) || hidden.includes(id);
      return answer(response, isKnown ? { status: 200, body: podNamed(id) } : absent("pod not found"));
    }
    const from = Number(url.searchParams.get("cursor") ?? 0);
    const next = from + pageSize;
    const hasNextPage = next < listed.length;
    const pagination = { nextCursor: hasNextPage ? String(next) : null, hasNextPage };
    answer(response, {
      status: 200,
      body: { pods: listed.slice(from, next).map((name) => podNamed(name)), pagination },
    });
  });
  client = createClient({ apiUrl: server.url, apiKey: "key", clock });
}

const lists = () => server.lines.filter((line) => line.startsWith("GET /v2/pods?"));
const gets = () => server.lines.filter((line) => line.startsWith("GET /v2/pods/"));
const many = (count: number) => Array.from({ length: count }, (_, i) => `pod-${i}`);

describe("coalesced reads", () => {
  it("a lone read is a plain get", async () => {
    await platform({ listed: ["a"] });
    expect((await client.reads.pod("a")).id).toBe("a");
    expect(server.lines).toEqual(["GET /v2/pods/a"]);
  });

  it("500 reads at once are one list", async () => {
    await platform({ listed: many(500) });
    const pods = await Promise.all(many(500).map((id) => client.reads.pod(id)));
    expect(pods.map(({ id }) => id)).toEqual(many(500));
    expect(server.lines).toEqual(["GET /v2/pods?limit=1000"]);
  });

  it("500 reads, sixteen at a time, are at most three requests", async () => {
    await platform({ listed: many(500) });
    const left = many(500);
    const worker = async () => {
      for (let id = left.shift(); id !== undefined; id = left.shift()) expect((await client.reads.pod(id)).id).toBe(id);
    };
    await Promise.all(many(16).map(worker));
    expect(server.lines.length).toBeLessThanOrEqual(3);
  });

  it("500 reads one after the other are at most three requests", async () => {
    await platform({ listed: many(500) });
    for (const id of many(500)) expect((await client.reads.pod(id)).id).toBe(id);
    expect(server.lines.length).toBeLessThanOrEqual(3);
  });

  it("what the list lacks is asked for by id: only a 404 means gone", async () => {
    await platform({ listed: ["a", "b"], hidden: ["member"] });
    const reads = ["a", "b", "member", "gone"].map((id) => client.reads.pod(id).catch((error: unknown) => error));
    const [a, b, member, gone] = await Promise.all(reads);
    expect([a, b, member]).toMatchObject([{ id: "a" }, { id: "b" }, { id: "member" }]);
    expect(gone).toBeInstanceOf(NotFoundError);
    expect(gets().sort()).toEqual(["GET /v2/pods/gone", "GET /v2/pods/member"]);
  });

  it("A-66: reads only as many pages as it takes, and goes on in the same list for the next", async () => {
    await platform({ listed: many(9), pageSize: 3 });
    await Promise.all(["pod-0", "pod-1", "pod-2"].map((id) => client.reads.pod(id)));
    expect(lists()).toHaveLength(1);
    await client.reads.pod("pod-8");
    expect(lists()).toHaveLength(3);
    expect(gets()).toHaveLength(0);
  });

  it("nobody gets the same answer twice", async () => {
    await platform({ listed: ["a", "b"] });
    await Promise.all([client.reads.pod("a"), client.reads.pod("b")]);
    await client.reads.pod("a");
    expect(server.lines).toHaveLength(2);
  });

  it("no answer is older than the last write", async () => {
    await platform({ listed: many(5) });
    await Promise.all([client.reads.pod("pod-0"), client.reads.pod("pod-1")]);
    await client.pods.delete("pod-2");
    await client.reads.pod("pod-3");
    expect(lists()).toHaveLength(2);
  });

  it("no answer is older than 15 s", async () => {
    await platform({ listed: many(5) });
    await Promise.all([client.reads.pod("pod-0"), client.reads.pod("pod-1")]);
    clock.advance(15_100);
    await client.reads.pod("pod-3");
    expect(gets()).toEqual(["GET /v2/pods/pod-3"]);
  });

  it("reads of the same object at once are one request", async () => {
    await platform({ listed: ["a"] });
    await Promise.all([client.reads.pod("a"), client.reads.pod("a")]);
    expect(server.lines).toHaveLength(1);
  });

  it("a reader who has left before asking asks nothing", async () => {
    await platform({ listed: ["a"] });
    const stop = AbortSignal.abort(new Error("enough"));
    await expect(client.reads.pod("a", { signal: stop })).rejects.toThrow("enough");
    await client.reads.pod("a");
    expect(server.lines).toHaveLength(1);
  });

  it("the first of two readers of the same object may leave, and the second gets its answer", async () => {
    await platform({ listed: ["a"] });
    const stop = new AbortController();
    const first = client.reads.pod("a", { signal: stop.signal }).catch((error: unknown) => error);
    const second = client.reads.pod("a");
    stop.abort(new Error("enough"));
    expect(await first).toMatchObject({ message: "enough" });
    expect((await second).id).toBe("a");
    expect(server.lines).toHaveLength(1);
  });

  it("one reader's signal ends its own read alone", async () => {
    await platform({ listed: ["a", "b"] });
    const stop = new AbortController();
    const stopped = client.reads.pod("a", { signal: stop.signal }).catch((error: unknown) => error);
    const other = client.reads.pod("b");
    stop.abort(new Error("enough"));
    expect(await stopped).toMatchObject({ message: "enough" });
    expect((await other).id).toBe("b");
  });
});
