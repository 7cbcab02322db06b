import { expect, it } from "@jest/globals";
import { createClient } from "../../client";
import { createdPod } from "../support/pod-samples";
import { startScriptedServer } from "../support/scripted-server";

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
