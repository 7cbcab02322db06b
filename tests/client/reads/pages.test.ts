import { describe, expect, it } from "@jest/globals";
import { createClient } from "../../../client";
import { noteSize } from "../../../client/http/decode";
import { allItems } from "../../../client/reads/pages";
import { createdPod } from "../../support/pod-samples";
import { answer, startScriptedServer } from "../../support/scripted-server";

it("A-67: a list without a pagination block, as an older platform sends it, is one whole page", async () => {
  const server = await startScriptedServer([{ status: 200, body: { pods: [createdPod] } }]);
  const client = createClient({ apiUrl: server.url, apiKey: "k" });
  try {
    expect(await client.pods.list()).toEqual({ pods: [createdPod] });
    const all: string[] = [];
    for await (const { id } of client.pods.listAll()) all.push(id);
    expect(all).toEqual([createdPod.id]);
  } finally {
    await client.close();
    await server.close();
  }
});

it.each([
  { what: "no cursor", pagination: { nextCursor: null, hasNextPage: true } },
  { what: "an empty cursor", pagination: { nextCursor: "", hasNextPage: true } },
  { what: "the same cursor again", pagination: { nextCursor: "c", hasNextPage: true } },
])("A-63: a list that goes on with $what is an error, not a list that ends there", async ({ pagination }) => {
  const server = await startScriptedServer([{ status: 200, body: { pods: [createdPod], pagination } }]);
  const client = createClient({ apiUrl: server.url, apiKey: "k" });
  const all = async () => {
    for await (const { id } of client.pods.listAll()) expect(id).toBe(createdPod.id);
  };
  const broken = { code: "response_shape", message: expect.stringContaining("for its next page") };
  try {
    await expect(all()).rejects.toMatchObject(broken);
    await expect(Promise.all(["a", "b"].map((id) => client.reads.pod(id)))).rejects.toMatchObject(broken);
  } finally {
    await client.close();
    await server.close();
  }
});

describe("a list without an end", () => {
  it.each([
    { of: "pages", bytes: 1, most: "has more than 10000 pages" },
    { of: "bytes", bytes: 60_000_000, most: "has more than 536870912 bytes" },
  ])("of $of with ever new cursors is refused", async ({ bytes, most }) => {
    let asked = 0;
    const read = async () => {
      const page = { pagination: { nextCursor: `c${(asked += 1)}`, hasNextPage: true } };
      noteSize(page, bytes);
      return page;
    };
    const all = async () => {
      for await (const _ of allItems(read, () => [])) expect("an item").toBe("none");
    };
    await expect(all()).rejects.toMatchObject({ code: "response_shape", message: expect.stringContaining(most) });
  });

  it("ends with the signal of the client, which reads heed and writes do not", async () => {
    const stop = new AbortController();
    const reason = new Error("stopped");
    let pages = 0;
    const server = await startScriptedServer((_, response) => {
      pages += 1;
      if (pages === 4) stop.abort(reason);
      const pagination = { nextCursor: `c${pages}`, hasNextPage: true };
      answer(response, { status: 200, body: { pods: [], pagination } });
    });
    const client = createClient({ apiUrl: server.url, apiKey: "k", limiter: false, signal: stop.signal });
    const all = async () => {
      for await (const _ of client.pods.listAll()) expect("an item").toBe("none");
    };
    try {
      await expect(all()).rejects.toBe(reason);
      await expect(client.reads.pod("p")).rejects.toBe(reason);
      await expect(client.pods.logs("p").next()).rejects.toBe(reason);
      expect(server.asked).toHaveLength(4);
      expect((await client.pods.stop("p").catch((error: Error) => error)) instanceof Error).toBe(true);
      expect(server.lines.at(-1)).toBe("POST /v2/pods/p/action");
    } finally {
      await client.close();
      await server.close();
    }
  });
});
