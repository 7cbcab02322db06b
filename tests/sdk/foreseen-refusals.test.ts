import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createClient } from "../../client";
import { type Emulator, startEmulator } from "../../emulator";
import { freePort } from "../support/free-port";
import { openProject } from "../support/project";

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator({ rateLimit: false, speed: 1_000 });
});
afterEach(() => emulator.close());

const client = () => createClient({ ...emulator, limiter: false });
const warningsIn = (said: string) => said.split("\n").flatMap((line) => /^warning: (.*)/.exec(line)?.[1] ?? []);
const errorsIn = (said: string) => said.split("\n").flatMap((line) => /^error: (.*)/.exec(line)?.[1] ?? []);
const asked = (path: string) => emulator.requests.list().filter((request) => request.path.startsWith(path)).length;
const image = 'image: "registry.example.com/public/x:1"';
const gpu = 'gpu: { id: "NVIDIA L40S" }';
const queue = 'type: "QUEUE", scaling: { type: "QUEUE_DELAY", queueDelay: 3 }, jobLoss: "allow"';

describe.each(["dynamic", "plugin"] as const)("a preview in the form %s", (mode) => {
  const preview = async (program: string) =>
    warningsIn((await (await openProject(emulator, mode)).preview(program)).said);

  it("CH-14, E-47, V-14: fails for an argument whose id the catalog does not have, for one read of the data centers", async () => {
    const { preview: look } = await openProject(emulator, mode);
    for (const [program, ...wrong] of [
      [
        `new compute.Pod("cpu", { ${image}, cpu: { id: "cpu3", vcpuCount: 2 }, dataCenterIds: ["EU-XX-l"] });`,
        /cpu\.id\b.*"cpu3" is not in the catalog; did you mean "cpu3c" or "cpu3g" or "cpu3m"\?/,
        /dataCenterIds\[0\].*"EU-XX-l" is not in the catalog; did you mean "EU-XX-1"\?/,
      ],
      [
        `new compute.Pod("none", { ${image}, gpu: [{ id: "L40" }, { id: "H200" }] });`,
        /gpu\[0\]\.id\b.*"L40" is not in the catalog; did you mean "NVIDIA L40S"\?/,
        /gpu\[1\]\.id\b.*"H200" is not in the catalog; did you mean "NVIDIA H200"\?/,
      ],
      [
        `new compute.Cluster("c", { type: "TRAINING", ${image}, compute: { gpuTypeId: "H200", gpuCountPerPod: 1, podCount: 2 } });`,
        /compute\.gpuTypeId.*"H200" is not in the catalog; did you mean "NVIDIA H200"\?/,
      ],
      [
        `new compute.Endpoint("e", { ${image}, ${queue}, gpu: { pools: ["ADA_25"] } });`,
        /gpu\.pools\[0\].*"ADA_25" is not in the catalog; did you mean "ADA_24"\?/,
      ],
      [
        'new compute.NetworkVolume("v", { size: 10, dataCenter: "EU-XX-9" });',
        /dataCenter\b.*"EU-XX-9" is not in the catalog; did you mean "EU-XX-1"/,
      ],
    ] as const) {
      emulator.requests.clear();
      const { result, said } = await look(program);
      expect(result).toBe("failed");
      for (const each of wrong) expect(errorsIn(said).join("\n")).toMatch(each);
      // Other reads show data centers too.
      expect(asked("/v2/catalog/datacenters")).toBeLessThan(2);
    }
  }, 120_000);

  it("CH-14: warns of an alternative that the catalog does not have, as another one is enough", async () => {
    const program = `new compute.Pod("list", { ${image}, gpu: [{ id: "NVIDIA L40S" }, { id: "nothing like it" }] });`;
    expect(await preview(program)).toEqual([
      expect.stringMatching(
        /^Pod list: gpu\[1\]\.id "nothing like it" is not in the catalog\. Those that exist: NVIDIA L40S, .*\(`.* catalog gpus`\)\.$/,
      ),
    ]);
  }, 60_000);

  it("CH-14: says the same in an up as in its preview, and nothing of what it does not know yet", async () => {
    const { preview: look, up } = await openProject(emulator, mode);
    const wrong = `new compute.Pod("p", { ${image}, gpu: { id: "L40" } });`;
    const sentence = '"L40" is not in the catalog; did you mean "NVIDIA L40S"?';
    expect(errorsIn((await look(wrong)).said)).toEqual([expect.stringContaining(sentence)]);
    const { result, said } = await up(wrong);
    expect(result).toBe("failed");
    expect(said).toContain(`Pod p: gpu.id ${sentence}`);
    expect(said).not.toContain("POST /v2/pods failed");
    const later = `
      const v = new compute.NetworkVolume("v", { size: 10, dataCenter: "EU-XX-1" });
      new compute.Pod("p", { ${image}, gpu: { id: v.id.apply(() => "L40") } });
    `;
    const unknown = await look(later);
    expect([warningsIn(unknown.said), unknown.result]).toEqual([[], "succeeded"]);
  }, 60_000);

  it("P-14: says of a change in place what is wrong with the argument that changes, and of no other", async () => {
    const { preview: look, up } = await openProject(emulator, mode);
    const endpoint = (more: string) =>
      `new compute.Endpoint("e", { ${image}, ${queue}, gpu: { pools: ["ADA_24"] }, ${more} });`;
    await up(endpoint(""));
    expect(errorsIn((await look(endpoint('dataCenterIds: ["EU-XX-l"]'))).said)).toEqual([
      expect.stringContaining(
        'Endpoint e: dataCenterIds[0] "EU-XX-l" is not in the catalog; did you mean "EU-XX-1"? Those that exist: ',
      ),
    ]);
    emulator.requests.clear();
    expect(warningsIn((await look(endpoint(""))).said)).toEqual([]);
    expect(emulator.requests.list()).toEqual([]);
  }, 60_000);

  it("M-32, E-42: names a volume in a data center that is none of those allowed, whether it is there or still to be made", async () => {
    const there = await client().networkVolumes.create({ name: "there", size: 10, dataCenter: "US-XX-1" });
    const said = await preview(`
      const data = new compute.NetworkVolume("data", { size: 10, dataCenter: "EU-XX-1" });
      const mounts = (volumeId) => ({ network: [{ volumeId, path: "/data" }] });
      new compute.Pod("new", { ${image}, ${gpu}, dataCenterIds: ["US-XX-1", "AS-XX-1"], mounts: mounts(data.id) });
      new compute.Pod("old", { ${image}, ${gpu}, dataCenterIds: ["EU-XX-1"], mounts: mounts("${there.id}") });
      new compute.Pod("right", { ${image}, ${gpu}, dataCenterIds: ["EU-XX-1", "US-XX-1"], mounts: mounts(data.id) });
      new compute.Pod("anywhere", { ${image}, ${gpu}, mounts: mounts(data.id) });
      new compute.Cluster("c", { type: "TRAINING", ${image}, dataCenterIds: ["US-XX-1"], mounts: mounts(data),
        compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 } });
      new compute.Endpoint("e", { ${image}, ${queue}, gpu: { pools: ["ADA_24"] }, dataCenterIds: ["US-XX-1"], networkVolumes: [data] });
    `);
    expect(said.sort()).toEqual([
      "Cluster c: NetworkVolume data is in EU-XX-1, and dataCenterIds allows US-XX-1 only, so it can't be mounted.",
      "Endpoint e: NetworkVolume data is in EU-XX-1, and dataCenterIds allows US-XX-1 only, so it can't be mounted.",
      "Pod new: NetworkVolume data is in EU-XX-1, and dataCenterIds allows US-XX-1, AS-XX-1 only, so it can't be mounted.",
      `Pod old: NetworkVolume ${there.id} is in US-XX-1, and dataCenterIds allows EU-XX-1 only, so it can't be mounted.`,
    ]);
  }, 60_000);

  it("M-32: says nothing of a volume that is still to be made where it may be one of several", async () => {
    const said = await preview(`
      const a = new compute.NetworkVolume("a", { size: 10, dataCenter: "EU-XX-1" });
      const b = new compute.NetworkVolume("b", { size: 10, dataCenter: "US-XX-1" });
      new compute.Pod("p", { ${image}, ${gpu}, dataCenterIds: ["US-XX-1"], mounts: { network: [{ volumeId: b.id, path: "/data" }] } },
        { dependsOn: [a] });
    `);
    expect(said).toEqual([]);
  }, 60_000);

  it("E-42: names a data center that has several volumes of one endpoint, whether they are there or still to be made", async () => {
    const there = await client().networkVolumes.create({ name: "there", size: 10, dataCenter: "US-XX-1" });
    const said = await preview(`
      const [a, b, c] = ["EU-XX-1", "EU-XX-1", "US-XX-1"].map((dataCenter, at) => new compute.NetworkVolume("v" + at, { size: 10, dataCenter }));
      const of = (name, networkVolumes) => new compute.Endpoint(name, { ${image}, ${queue}, gpu: { pools: ["ADA_24"] }, networkVolumes });
      of("old", ["${there.id}", "${there.id}"]);
      of("unclear", [a, c]);
    `);
    expect(said).toEqual([
      "Endpoint old: several of its volumes are in US-XX-1, and it can have one of each data center.",
    ]);
    const made = await preview(`
      const both = ["a", "b"].map((name) => new compute.NetworkVolume(name, { size: 10, dataCenter: "EU-XX-1" }));
      new compute.Endpoint("new", { ${image}, ${queue}, gpu: { pools: ["ADA_24"] }, networkVolumes: both });
    `);
    expect(made).toEqual([
      "Endpoint new: several of its volumes are in EU-XX-1, and it can have one of each data center.",
    ]);
  }, 60_000);

  it("M-12, M-33, P-36: says of what somebody deleted, and the state has, that a new object can't use it, and so does `up`", async () => {
    const { preview: look, up } = await openProject(emulator, mode);
    const own = `
      const login = new compute.RegistryCredential("login", { username: "u", password: "p" });
      const data = new compute.NetworkVolume("data", { size: 10, dataCenter: "EU-XX-1" });
      const base = new compute.Template("base", { ${image} });
    `;
    await up(own);
    const { registries, networkVolumes, templates } = client();
    const first = ([one]: readonly { readonly id: string }[]) => one!.id;
    const [login, data] = [first(await registries.list()), first(await networkVolumes.list())];
    const base = first((await templates.list()).templates);
    await registries.delete(login);
    await networkVolumes.delete(data);
    await templates.delete(base);
    const absent = (path: string, id: string, name: string) =>
      `Pod p: ${path} "${id}" does not exist, or this key can't see it; "${name}" of this program had it: run \`up --refresh\`.`;
    const mounts = 'mounts: { network: [{ volumeId: data.id, path: "/data" }] }';
    for (const [pod, sentence] of [
      [`${image}, ${gpu}, registry: login.id`, absent("registry", login, "login")],
      [`${image}, ${gpu}, ${mounts}`, absent("mounts.network[0].volumeId", data, "data")],
      [`${gpu}, templateId: base.id`, absent("templateId", base, "base")],
    ] as const) {
      const program = `${own} new compute.Pod("p", { ${pod} });`;
      expect(warningsIn((await look(program)).said)).toEqual([sentence]);
      const { result, said } = await up(program);
      expect([result, said]).toEqual(["failed", expect.stringContaining(`${sentence} Nothing was created`)]);
    }
  }, 60_000);

  it("P-36, C-21, E-33: says of a template that it does not exist, or is of the wrong kind, also where it changes in place", async () => {
    const { preview: look, up } = await openProject(emulator, mode);
    const pod = (template: string) => `new compute.Pod("p", { ${image}, ${gpu}, ${template} });`;
    await up(pod(""));
    const make = (serverless: boolean) =>
      client().templates.create({ name: `t-${serverless}`, image: "x:1", serverless });
    const [workers, machines] = [await make(true), await make(false)];
    const of = async (program: string) => warningsIn((await look(program)).said);
    expect(await of(pod('templateId: "nope"'))).toEqual([
      `Pod p: templateId "nope" does not exist, or this key can't see it.`,
    ]);
    expect(await of(pod('templateId: "t-false"'))).toEqual([
      `Pod p: templateId "t-false" does not exist, or this key can't see it; did you mean its id, "${machines.id}"?`,
    ]);
    expect(await of(pod(`templateId: "${workers.id}"`))).toEqual([
      `Pod p: templateId "${workers.id}" is serverless, and a Pod needs one that is not.`,
    ]);
    expect(await of(pod(`templateId: "${machines.id}"`))).toEqual([]);
    expect(
      await of(`
        ${pod("")}
        new compute.Cluster("c", { type: "TRAINING", templateId: "${workers.id}", compute: { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 } });
        new compute.Endpoint("e", { templateId: "${machines.id}", ${queue}, gpu: { pools: ["ADA_24"] } });
      `),
    ).toEqual([
      expect.stringMatching(/^Cluster c: templateId "\S+" is serverless, and a Cluster needs one that is not\.$/),
      expect.stringMatching(
        /^Endpoint e: templateId "\S+" is not serverless, and an Endpoint needs a serverless one\.$/,
      ),
    ]);
  }, 60_000);

  it("P-53: warns of startSsh where no key will be there, and not where the program brings one or the account has one", async () => {
    const key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGpv2ZqT1x4e7o6mU0m3k2Q8v9n1c5b7a6s5d4f3g2h1 ops@example.org";
    const pods = Array.from(
      { length: 3 },
      (_, at) => `new compute.Pod("p${at}", { ${image}, ${gpu}, startSsh: true });`,
    ).join("\n");
    const said = await preview(pods);
    expect(said.sort()).toEqual(
      [0, 1, 2].map((at) =>
        expect.stringMatching(`^Pod p${at}: startSsh is true and the account has no SSH key registered`),
      ),
    );
    expect(asked("/v2/account/ssh-keys")).toBe(1);
    const own = `new compute.Pod("p", { ${image}, ${gpu}, startSsh: true, env: { PUBLIC_KEY: "${key}" } });`;
    expect(await preview(own)).toEqual([]);
    const brought = `const key = new compute.SshKey("me", { publicKey: "${key}" });`;
    expect(
      await preview(`${brought} new compute.Pod("p", { ${image}, ${gpu}, startSsh: true }, { dependsOn: key });`),
    ).toEqual([]);
    emulator.store.sshKeys = [key];
    expect(await preview(pods)).toEqual([]);
  }, 60_000);

  const plain = `
    new compute.Template("t", { image: "x:1" });
    new compute.RegistryCredential("c", { username: "u", password: "p" });
    new compute.Pod("p", { ${image}, ${gpu} });
  `;

  it("says once that nobody listens, and asks whether the emulator runs where the address is of this machine", async () => {
    const port = await freePort();
    const nobody = { ...emulator, apiUrl: `http://127.0.0.1:${port}`, queueUrl: `http://127.0.0.1:${port}` };
    const { preview: look } = await openProject(nobody, mode);
    const { result, said } = await look(plain);
    expect(result).toBe("succeeded");
    expect(warningsIn(said)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^The preview could not reach http://127\\.0\\.0\\.1:${port} \\(connection refused\\), so \`up\` will fail; nothing was compared with ` +
            "the platform\\. Is the emulator running\\? `compute emulator` starts it\\.",
        ),
      ),
    ]);
  }, 60_000);

  it("A-21: says once that the key is refused, also of a stack without pods, however many requests it refuses", async () => {
    const { preview: look } = await openProject({ ...emulator, apiKey: "wrong" }, mode);
    const { said } = await look(plain.replace(/.*Pod.*/, ""));
    expect(warningsIn(said)).toEqual([
      expect.stringMatching(
        /^The platform refuses the API key \(401\), so `up` will fail; nothing was compared.*What to do: set it with/,
      ),
    ]);
    // A list for each of the two kinds, and the look that tells whether the key is valid.
    expect(asked("/v2/")).toBe(3);
  }, 60_000);
});
