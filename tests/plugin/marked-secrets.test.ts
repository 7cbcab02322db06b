import { expect, it } from "@jest/globals";
import type { Emulator } from "../../emulator";
import type { Props } from "../../provider/table/props";
import { startScriptedServer } from "../support/scripted-server";
import { type Engine, secret, urnOf, useEngine } from "./driver";

let emulator: Emulator;
let engine: Engine;
let warned: string[];

const warn = async (message: string) => void warned.push(message);
useEngine(
  (opened) => {
    ({ emulator, engine } = opened);
    warned = [];
  },
  () => ({ notify: { warn, info: async () => undefined } }),
);

const canary = "canary-7f3a";
const pod = { image: "a:1", gpu: { id: "NVIDIA L40S" } };

it.each<[string, string, Props, RegExp]>([
  ["AccountSecret", "name", { name: secret(`${canary} !`), value: "v" }, /^name: has the wrong form/],
  ["SshKey", "publicKey", { publicKey: secret(canary) }, /^publicKey: expected one line/],
  ["Pod", "adopt", { ...pod, adopt: { id: secret(canary) } }, /^adopt: the Pod \[redacted\] can't be adopted/],
  ["Pod", "disk", { ...pod, disk: secret(-7) }, /^disk: must be at least 1;/],
  ["Pod", "gpuAlternatives", { ...pod, gpuAlternatives: secret([{ id: "A", count: -7 }]) }, /^gpuAlternatives\[0\]/],
])(
  "a %s whose %s is a secret: no failure names the property or repeats its value",
  async (kind, _name, news, reason) => {
    const { failures } = await engine.check(urnOf(kind), news);
    expect(failures).toEqual([{ property: "", reason: expect.stringMatching(reason) }]);
    expect(JSON.stringify(failures)).not.toMatch(/canary|-7/);
  },
);

it("the names in a map that is a secret as a whole are in no failure of a check", async () => {
  const mounts = secret({ persistent: { size: 20, path: "/d" }, [canary]: 1 });
  const { failures } = await engine.check(urnOf("Pod"), { ...pod, mounts });
  expect(failures).toEqual([
    { property: "", reason: expect.stringMatching(/^mounts\.\[redacted\]: not a known member/) },
  ]);
});

it("a warning bears the name that the program gives the resource, and not the object's, which may be a secret", async () => {
  await engine.configure({ apiKey: secret(emulator.apiKey), apiUrl: emulator.apiUrl });
  await engine.check(urnOf("Pod", "web"), { ...pod, name: secret(canary), startSsh: true, waitFor: "ssh" });
  expect(warned).toEqual([expect.stringMatching(/^Pod web: waitFor is "ssh" and the account has no SSH key/)]);
});

it("a secret is masked where the platform echoes the request", async () => {
  const echo = await startScriptedServer(({ method }, response, body) => {
    if (method === "GET") return void response.end(JSON.stringify({ secrets: [] }));
    response.writeHead(422, { "content-type": "application/problem+json" });
    response.end(JSON.stringify({ status: 422, detail: `you sent ${body}` }));
  });
  try {
    await engine.configure({ apiKey: secret(emulator.apiKey), apiUrl: echo.url });
    const described = { name: "n", value: "v", description: secret(canary) };
    const error: unknown = await engine.make(urnOf("AccountSecret"), described).catch((caught: unknown) => caught);
    expect(String(error)).toMatch(/you sent .*\[redacted\]/);
    expect(String(error)).not.toContain(canary);
  } finally {
    await echo.close();
  }
});

it("a write-only secret, which only the inputs have, is masked where the platform echoes it to a deletion", async () => {
  const echo = await startScriptedServer((_request, response) => {
    response.writeHead(409, { "content-type": "application/problem+json" });
    response.end(JSON.stringify({ status: 409, detail: `still in use with ${canary}` }));
  });
  try {
    await engine.configure({ apiKey: secret(emulator.apiKey), apiUrl: echo.url });
    const state = { name: "n", __declared: ["name", "value"] };
    const inputs = { name: "n", value: secret(canary) };
    const deleting = engine.delete(urnOf("AccountSecret"), "n", state, inputs);
    const error: unknown = await deleting.catch((caught: unknown) => caught);
    expect(String(error)).toContain("still in use with [redacted]");
  } finally {
    await echo.close();
  }
});
