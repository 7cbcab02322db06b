import { expect, it } from "@jest/globals";
import { createClient } from "../../../client";
import { createdPod } from "../../support/pod-samples";
import { startScriptedServer } from "../../support/scripted-server";

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
