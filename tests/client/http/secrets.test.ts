import { describe, expect, it } from "@jest/globals";
import { inspect } from "node:util";
import type { Client } from "../../../client";
import { podCreate } from "../../support/pod-samples";
import { failureOf, useScriptedClient } from "../../support/scripted-client";

const apiKey = "key-CANARY-7f3a";
let client: Client;
const against = useScriptedClient((made) => (client = made), { apiKey });

describe("secrets", () => {
  const password = "pass-CANARY/+=é";
  const spellings = [
    password,
    encodeURIComponent(password),
    Buffer.from(password).toString("base64"),
    Buffer.from(password).toString("hex"),
    // In a query, with other hex digits, in the JSON and the pages of others, and in the base64 of more than itself.
    "pass-CANARY%2f%2b%3d%c3%a9",
    "pass-CANARY/%2B%3D%C3%A9",
    "pass-CANARY\\/+=é",
    "pass-CANARY\\/+=\\u00e9",
    ...["u", "us", "use"].map((user) => Buffer.from(`${user}:${password}`).toString("base64")),
    Buffer.from(JSON.stringify({ name: "n", password, other: "x" })).toString("base64url"),
  ];

  it("R-10: an answer that echoes secrets is shown without them", async () => {
    const said = [...spellings, `Bearer ${apiKey}`].join(" and ");
    await against([{ status: 422, body: { detail: said, errors: spellings.map((text) => `$.password: '${text}'`) } }]);
    const error = await failureOf(client.registries.create({ name: "n", username: "user-CANARY", password }));
    const shown = inspect(error, { depth: 9, showHidden: true });
    expect(shown).not.toContain("CANARY");
    for (const spelling of spellings) expect(shown).not.toContain(spelling);
    expect(error).toMatchObject({ code: "unprocessable" });
  });

  it("R-10: a secret with spaces and quotes is masked as queries and pages spell it", async () => {
    const secret = `two words & "quotes" <here>`;
    const spelled = [
      new URLSearchParams({ secret }).toString().slice("secret=".length),
      "two words &amp; &quot;quotes&quot; &lt;here&gt;",
    ];
    await against([{ status: 400, body: { detail: `bad: ${spelled.join(" | ")}` } }]);
    const error = await failureOf(client.pods.create({ ...podCreate, env: { SECRET: secret } }));
    expect(error).toMatchObject({ detail: "bad: [redacted] | [redacted]" });
  });

  it("values of the environment are masked, short ones where they are quoted", async () => {
    await against([{ status: 400, body: { detail: "bad env: LONG is longvalue, S is 'ab', but cab stays" } }]);
    const error = await failureOf(client.pods.create({ ...podCreate, env: { LONG: "longvalue", S: "ab" } }));
    expect(error).toMatchObject({ detail: "bad env: LONG is [redacted], S is '[redacted]', but cab stays" });
  });

  it("M-1: a command line is masked as a whole and by its words, since tokens are passed there, too", async () => {
    const detail = "no flag '--token=CANARY-4711' in 'python main.py --token=CANARY-4711', nor CANARY-8 in cmd";
    await against([{ status: 400, body: { detail } }]);
    const body = { ...podCreate, args: "python main.py --token=CANARY-4711", entrypoint: ["CANARY-8"] };
    const error = await failureOf(client.pods.create(body));
    expect(inspect(error)).not.toContain("CANARY");
    expect(error?.message).toContain("no flag '--token=[redacted]'");
  });

  it("neither the client nor an error of it shows the key", async () => {
    await against([{ status: 500 }], { retry: { attempts: 1 } });
    const errors = [await failureOf(client.pods.get("p")), await failureOf(client.queue("e").run({ a: apiKey }))];
    for (const shown of [client, client.pods, client.queue("e"), ...errors])
      expect(inspect(shown, { depth: 12, showHidden: true })).not.toContain("CANARY");
    expect(JSON.stringify(client)).not.toContain("CANARY");
  });
});
