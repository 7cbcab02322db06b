import { afterEach, describe, expect, it } from "@jest/globals";
import { createClient, type Client } from "../../../client";
import { ManualClock } from "../../support/manual-clock";
import { startScriptedServer, type Answer, type ScriptedServer } from "../../support/scripted-server";

let server: ScriptedServer;
let client: Client;
afterEach(async () => {
  await client.close();
  await server.close();
});

async function against(script: Answer[]): Promise<void> {
  server = await startScriptedServer(script);
  const { url } = server;
  client = createClient({ apiUrl: url, queueUrl: `${url}/queue`, apiKey: "key", clock: new ManualClock() });
}

const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as Error,
  );

describe("the platform's own words", () => {
  it("section 1.3: the title of a problem stays beside its detail", async () => {
    await against([{ status: 409, body: { title: "Conflict \u0007", status: 409, detail: "busy" } }, { status: 404 }]);
    expect(await failure(client.pods.get("p"))).toMatchObject({ title: "Conflict  ", detail: "busy" });
    expect(await failure(client.pods.get("p"))).toMatchObject({ title: undefined });
  });

  it.each([
    ["of opening brackets alone", "<".repeat(65_536)],
    ["of tags that never end", "<a ".repeat(22_000)],
    ["of white space alone", `x${" \t".repeat(32_000)}x`],
    ["of deep JSON", `${"[".repeat(65_000)}`],
  ])("a body %s is read in no time", async (_, body) => {
    await against([{ status: 400, body }]);
    const before = process.cpuUsage();
    expect(await failure(client.pods.get("p"))).toMatchObject({ code: "bad_request" });
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });

  it("the values of a large job are masked in no time", async () => {
    const values = Array.from({ length: 40_000 }, (_, i) => `value-${i}-CANARY`);
    await against([{ status: 400, body: { error: `bad: ${values[39_999]} ${"x".repeat(60_000)}` } }]);
    const before = process.cpuUsage();
    const error = await failure(client.queue("e").run({ values }));
    expect(error?.message).toContain("bad: [redacted] ");
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});
