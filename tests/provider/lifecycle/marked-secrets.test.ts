import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Props } from "../../../provider/table/props";
import { type Rig, startRig } from "../rig";
import { type ScriptedServer, startScriptedServer } from "../../support/scripted-server";

/** Answers every write with all that it was sent, as some proxies do. */
const startEcho = (): Promise<ScriptedServer> =>
  startScriptedServer(({ method }, response, body) => {
    if (method === "GET") return void response.end(JSON.stringify({ pods: [], registries: [], secrets: [] }));
    response.writeHead(422, { "content-type": "application/problem+json" });
    response.end(JSON.stringify({ title: "Unprocessable", status: 422, detail: `you sent ${body}`, errors: [body] }));
  });

const marking = (...names: string[]): Props => ({ __key: "key-it", __logicalName: "it", __secrets: names });
const pod = { image: "a:1", gpu: { id: "NVIDIA L40S" } };
const canary = "canary-7f3a";

describe("what the program marked as secret", () => {
  let rig: Rig;
  beforeEach(async () => {
    rig = await startRig({ "compute:queueUrl": undefined });
  });
  afterEach(() => rig.close());

  it.each<[string, Parameters<Rig["provider"]>[0], Props, RegExp]>([
    ["name", "AccountSecret", { name: `${canary} !`, value: "v" }, /^name: has the wrong form/],
    ["cloud", "Pod", { ...pod, cloud: canary }, /^cloud: must be "SECURE" or "COMMUNITY"/],
    ["disk", "Pod", { ...pod, disk: -7 }, /^disk: must be at least 1;/],
    ["adopt", "Pod", { ...pod, adopt: { id: canary } }, /^adopt: the Pod \[redacted\] can't be adopted/],
    ["adopt", "Pod", { ...pod, adopt: { name: canary } }, /^adopt: the Pod named "\[redacted\]" can't be adopted/],
  ])("%s of %s %j: no failure of a check names it or repeats its value", async (name, kind, inputs, reason) => {
    const { failures } = await rig.provider(kind).check({}, { ...inputs, ...marking(name) });
    expect(failures).toEqual([{ property: "", reason: expect.stringMatching(reason) }]);
    expect(JSON.stringify(failures)).not.toMatch(/canary|-7/);
  });

  it("is in no warning: what is warned of bears the name that the program gives the resource", async () => {
    const unreachable = { ...pod, name: canary, startSsh: true, waitFor: "ssh" };
    await rig.provider("Pod").check({}, { ...unreachable, ...marking("name") });
    expect(rig.said).toEqual([expect.stringMatching(/^Pod it: waitFor is "ssh" and the account has no SSH key/)]);
  });

  it("is in no error of a create, whatever the error quotes", async () => {
    const made = await rig.platform.pods.create({ name: canary, image: "a:1", gpu: { id: "NVIDIA L40S" } });
    const { provider } = { provider: rig.provider("Pod") };
    const { inputs, failures } = await provider.check({}, { ...pod, adopt: { name: canary }, ...marking("adopt") });
    expect(failures).toEqual([]);
    await rig.platform.pods.delete(made.id);
    await expect(provider.create(inputs)).rejects.toThrow(/named "\[redacted\]" can't be adopted/);
  });
});

describe("the names in a map that the program marked as a whole", () => {
  let rig: Rig;
  beforeEach(async () => {
    rig = await startRig({ "compute:queueUrl": undefined });
  });
  afterEach(() => rig.close());

  const inPreview = { __urn: "urn:pulumi:dev::p::t::it", __preview: true };
  const change = async (env: Props, marks: Props) => {
    const provider = rig.provider("Pod");
    const asked = { ...pod, name: "it", env: { CANARY_KEY: "1", stage: "2", A: "3" }, ...marks };
    const { inputs } = await provider.check({}, asked);
    const { id, outs } = await provider.create(inputs);
    rig.informed.length = 0;
    const { inputs: news } = await provider.check(inputs, { ...asked, ...inPreview, env });
    await provider.diff(id, outs, news);
    return rig.informed;
  };

  it("are not told of what changes, whatever they are", async () => {
    const marks = { ...marking("env"), __secretPaths: [["env"]] };
    const said = await change({ CANARY_KEY: "4", stage: "5", A: "6", AB: "7" }, marks);
    expect(said[0]).toBe("env.[redacted], env.[redacted], env.[redacted] and env.[redacted] change in place.");
    expect(said[1]).toMatch(/^The container restarts/);
  });

  it("are told where only values in it are secrets", async () => {
    const marks = { ...marking("env"), __secretPaths: [["env", "CANARY_KEY"]] };
    const said = await change({ CANARY_KEY: "4", stage: "5", A: "3" }, marks);
    expect(said[0]).toBe("env.CANARY_KEY and env.stage change in place.");
  });

  it("are in no failure of a check, which names members that the table knows", async () => {
    const mounts = { persistent: { size: -1, path: "/d" }, "canary-1": {}, stage: {} };
    const asked = { ...pod, mounts, ...marking("mounts"), __secretPaths: [["mounts"]] };
    const { failures } = await rig.provider("Pod").check({}, asked);
    const reasons = failures.map(({ reason }) => reason).join("\n");
    expect(reasons).toContain("mounts.persistent.size: must be");
    expect(reasons).toContain("mounts.[redacted]: not a known member");
    expect(reasons).not.toMatch(/canary|stage/);
  });
});

it.each<[Parameters<Rig["provider"]>[0], string, Props]>([
  ["AccountSecret", "name", { name: canary, value: "v" }],
  ["AccountSecret", "description", { name: "n", value: "v", description: canary }],
  ["RegistryCredential", "name", { name: canary, username: "u", password: "p" }],
  ["Pod", "image", { ...pod, image: canary }],
  ["Pod", "env", { ...pod, env: { [canary]: "1" } }],
])("what a %s marks in %s is masked where the platform echoes the request", async (kind, name, inputs) => {
  const echo = await startEcho();
  const rig = await startRig({ "compute:apiUrl": echo.url });
  try {
    const provider = rig.provider(kind);
    const { inputs: checked } = await provider.check({}, { ...inputs, ...marking(name), __secretPaths: [[name]] });
    const error: unknown = await provider.create(checked).catch((caught: unknown) => caught);
    expect((error as Error).message).toMatch(/you sent .*\[redacted\]/);
    expect(JSON.stringify([(error as Error).message, (error as Error).stack, error])).not.toContain(canary);
  } finally {
    await rig.close();
    await echo.close();
  }
});
