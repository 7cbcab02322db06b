import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { mkdirSync, readdirSync, readFileSync, writeFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { identifiers, logicalNames } from "../../../cli/import/names";
import { Managed } from "../../../cli/import/managed";
import type { StackResource } from "../../../cli/state/deployment";
import { createProgram } from "../../../cli/program";
import { createClient } from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { fingerprintOfLine } from "../../../provider/kinds/shared/key-line";
import { sightingOf } from "../../../provider/state/sighting";
import { Engine, urnOf } from "../../plugin/driver";
import { temporaryFolder } from "../../support/temporary-folder";
import { FakeIo } from "../fake-io";

const image = "registry.example.com/acme/trainer:1";
let emulator: Emulator;
let ids: Record<"Pod" | "Cluster" | "NetworkVolume" | "RegistryCredential", string>;

beforeAll(async () => {
  emulator = await startEmulator({ rateLimit: false, speed: 1_000 });
  const client = createClient({ apiUrl: emulator.apiUrl, apiKey: emulator.apiKey });
  const registry = await client.registries.create({ name: "reg", username: "puller", password: "pa55word-canary" });
  const volume = await client.networkVolumes.create({ name: "my data", size: 50, dataCenter: "EU-XX-1" });
  const pod = await client.pods.create({
    name: "trainer ${x} for 5$$ $${y}",
    image,
    gpu: { id: "NVIDIA L40S" },
    registry: registry.id,
    ports: ["22/tcp"],
    mounts: { network: [{ volumeId: volume.id, path: "/data" }] },
    env: { TOKEN: "t0ken-canary" },
    dataCenterIds: ["EU-XX-1"],
  });
  const compute = { gpuTypeId: "NVIDIA L40S", gpuCountPerPod: 1, podCount: 2 };
  const cluster = await client.clusters.create({ name: "my data", type: "TRAINING", image, compute });
  ids = { Pod: pod.id, Cluster: cluster.id, NetworkVolume: volume.id, RegistryCredential: registry.id };
  await client.close();
});
afterAll(() => emulator.close());

/** A folder with a project in it, or without. */
function folderWith(files: Readonly<Record<string, string>> = { "Pulumi.yaml": "name: proj\nruntime: nodejs\n" }) {
  const folder = temporaryFolder("import");
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

async function run(folder: string, ...args: string[]): Promise<string> {
  const io = new FakeIo();
  io.cwd = folder;
  Object.assign(io.env, {
    PULUMI_BACKEND_URL: `file://${folder}`,
    PULUMI_CONFIG_PASSPHRASE: "x",
    COMPUTE_API_URL: emulator.apiUrl,
    COMPUTE_API_KEY: emulator.apiKey,
  });
  await createProgram(io).parseAsync(["node", "compute", "import", "--all", ...args]);
  return io.written.out;
}

const stateOf = (...resources: { type: string; id: string; outputs?: object }[]) =>
  JSON.stringify({
    version: 3,
    deployment: { resources: resources.map((one) => ({ ...one, urn: `urn:pulumi:s::p::${one.type}::x` })) },
  });

interface Yaml {
  readonly config: object;
  readonly resources: Record<string, { type: string; name: string; properties: Record<string, unknown> }>;
}

describe("compute import --all", () => {
  it("writes the import file of every object, members of clusters left out, and changes nothing", async () => {
    emulator.requests.clear();
    const folder = folderWith();
    const said = await run(folder);
    expect(emulator.requests.list().filter(({ method }) => method !== "GET")).toEqual([]);
    const { resources } = JSON.parse(readFileSync(join(folder, "imported/import.json"), "utf8")) as {
      resources: { type: string; name: string; id: string }[];
    };
    expect(resources).toEqual([
      { type: "compute:index:NetworkVolume", name: "my-data", id: ids.NetworkVolume },
      { type: "compute:index:RegistryCredential", name: "reg", id: ids.RegistryCredential },
      { type: "compute:index:Pod", name: "trainer-x-for-5-y", id: ids.Pod },
      { type: "compute:index:Cluster", name: "my-data", id: ids.Cluster },
    ]);
    expect(said).toContain("4 found");
    expect(said).toContain("the platform does not report username, password");
    expect(said).toContain("pulumi config set --secret regPassword");
    expect(said).toContain(
      `Without the CLI, give each resource of step 2 but an SshKey its id instead: \`adopt: { id: "${ids.NetworkVolume}" }\`.`,
    );
    expect(said + readFileSync(join(folder, "imported/imported.ts"), "utf8")).not.toContain("canary");
  });

  it("says what the platform does not report once for all pods, in the project's language, and how to get the plugin", async () => {
    const client = createClient({ apiUrl: emulator.apiUrl, apiKey: emulator.apiKey });
    const body = { image: "i", gpu: { id: "NVIDIA L40S" } };
    const more = [
      await client.pods.create({ ...body, name: "a", env: { A: "canary" } }),
      await client.pods.create({ ...body, name: "b", env: { B: "canary" } }),
    ];
    const folder = folderWith({ "Pulumi.yaml": "name: p\nruntime:\n  name: python\n" });
    const said = (await run(folder)).replace(/\n +/g, " ");
    for (const { id } of more) await client.pods.delete(id);
    await client.close();
    expect(said.match(/^Pod .*does not report .*start_ssh/gm)).toHaveLength(1);
    for (const { id } of more) expect(said).toContain(id);
    expect(said).toContain("env (A) may hold secrets");
    expect(said.match(/Add those that you use/g)).toHaveLength(1);
    expect(said).not.toMatch(/startSsh|dataCenterIds/);
    expect(said).toContain("imported.py");
    expect(said.indexOf("compute plugin install")).toBeLessThan(
      said.indexOf("pulumi import --file imported/import.json"),
    );
  });

  it("leaves the program to the CLI in a project in Go, and writes YAML in one in YAML", async () => {
    const go = folderWith({ "Pulumi.yaml": "name: p\nruntime: go\n" });
    expect(await run(go)).toContain("pulumi import --file imported/import.json --out imported.go");
    expect(readdirSync(join(go, "imported"))).toEqual(["import.json"]);
    const yaml = folderWith({ "Pulumi.yaml": "name: p\nruntime: yaml\n" });
    await run(yaml);
    expect(readdirSync(join(yaml, "imported"))).toEqual(["import.json", "imported.yaml"]);
  });

  it("leaves out what a state knows, whichever way the stack has its resources", async () => {
    const folder = folderWith({
      "one.json": stateOf({ type: "compute:index:Pod", id: ids.Pod }),
      "other.json": stateOf(
        { type: "pulumi-nodejs:dynamic/compute:NetworkVolume", id: ids.NetworkVolume },
        { type: "pulumi-nodejs:dynamic/compute:Cluster", id: ids.Cluster },
      ),
    });
    const said = await run(folder, "--known", "one.json", "--known", "other.json", "-l", "yaml");
    expect(said).toContain("1 found");
    expect(readFileSync(join(folder, "imported/imported.yaml"), "utf8")).toContain("compute:RegistryCredential");
  });

  it("leaves out what any stack of any project in the backend knows", async () => {
    const folder = folderWith();
    mkdirSync(join(folder, ".pulumi/stacks/other"), { recursive: true });
    const state = stateOf({ type: "compute:index:Pod", id: ids.Pod }).replace('"deployment"', '"latest"');
    const { latest } = JSON.parse(state) as { latest: object };
    writeFileSync(
      join(folder, ".pulumi/stacks/other/dev.json"),
      JSON.stringify({ version: 3, checkpoint: { latest } }),
    );
    expect(await run(folder)).toContain("3 found");
    writeFileSync(join(folder, ".pulumi/stacks/other/packed.json.gz"), "");
    await expect(run(folder, "--out", "again")).rejects.toThrow(/packed\.json\.gz is compressed/);
  });

  it("leaves out no SSH key in silence because a stack of another account has it, and all where AccountSshKeys has the list", async () => {
    const client = createClient({ apiUrl: emulator.apiUrl, apiKey: emulator.apiKey });
    const line = "ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ops@example.org";
    await client.account.sshKeys.replace([line]);
    const id = fingerprintOfLine(line);
    const here = sightingOf({ apiUrl: emulator.apiUrl, apiKey: emulator.apiKey });
    const elsewhere = sightingOf({ apiUrl: emulator.apiUrl, apiKey: "of-another-account" });
    const one = { type: "compute:index:SshKey", id };
    const folder = folderWith({
      "here.json": stateOf({ ...one, outputs: { __seen: here } }),
      "elsewhere.json": stateOf({ ...one, outputs: { __seen: elsewhere } }),
      "list.json": stateOf({ type: "compute:index:AccountSshKeys", id: "ssh-keys", outputs: { __seen: here } }),
      "list-elsewhere.json": stateOf({
        type: "compute:index:AccountSshKeys",
        id: "ssh-keys",
        outputs: { __seen: elsewhere },
      }),
    });
    const said = async (file: string) => await run(folder, "--known", file, "--out", `of-${file}`);
    expect(await said("here.json")).not.toContain("ops@example.org");
    expect(await said("elsewhere.json")).toMatch(
      new RegExp(
        `SshKey ops@example\\.org \\(.*is left out: a stack has it, .*pulumi import compute:index:SshKey <name> ${id.replace(/[+/]/g, "\\$&")}`,
      ),
    );
    expect(await said("list.json")).toContain("4 found");
    expect(await said("list-elsewhere.json")).toContain("5 found");
    await client.account.sshKeys.replace([]);
    await client.close();
  });

  it("refuses to guess what stacks know, and to write over a file", async () => {
    const io = new FakeIo();
    const args = ["node", "compute", "import", "--all"];
    await expect(createProgram(io).parseAsync(args)).rejects.toThrow(
      /Can't tell which objects are already in a stack.*file:\/\/~\..*--known/,
    );
    const folder = folderWith();
    await run(folder);
    await expect(run(folder)).rejects.toThrow(/import\.json exists already/);
  });

  it("stops where the folder of the states can't be listed, rather than take no object for one of a stack", async () => {
    const folder = folderWith();
    mkdirSync(join(folder, "states", ".pulumi"), { recursive: true });
    symlinkSync("stacks", join(folder, "states", ".pulumi", "stacks"));
    const io = new FakeIo();
    io.cwd = folder;
    const backend = { PULUMI_BACKEND_URL: `file://${join(folder, "states")}` };
    Object.assign(io.env, backend, { COMPUTE_API_KEY: "k", COMPUTE_API_URL: "http://127.0.0.1:9" });
    await expect(createProgram(io).parseAsync(["node", "compute", "import", "--all"])).rejects.toThrow(/ELOOP/);
  });

  it("takes the stacks at home for those that are known in a project that names no backend, and says so", async () => {
    const io = new FakeIo();
    io.cwd = folderWith();
    const home = folderWith();
    Object.assign(io.env, { PULUMI_HOME: home, COMPUTE_API_KEY: "k", COMPUTE_API_URL: "http://127.0.0.1:9" });
    const importing = () => createProgram(io).parseAsync(["node", "compute", "import"]);
    await expect(importing()).rejects.not.toThrow(/Can't tell which/);
    expect(io.written.err).toContain("the stacks in file://~ are those that are known");
    writeFileSync(join(home, "credentials.json"), JSON.stringify({ current: "s3://states" }));
    await expect(importing()).rejects.toThrow(/Can't tell which objects are already in a stack/);
  });

  it("names no way without the CLI where only the CLI runs the program", async () => {
    const folder = folderWith({ "Pulumi.yaml": "name: proj\nruntime: yaml\n" });
    expect(await run(folder)).not.toContain("Without the CLI");
  });

  it("leaves out an object that another stack has, says so, and takes the others", async () => {
    const client = createClient({ ...emulator, limiter: false });
    const { id } = await client.networkVolumes.create({
      name: "theirs-cdvnvqotp4eu",
      size: 10,
      dataCenter: "EU-XX-1",
    });
    try {
      const said = await run(folderWith());
      expect(said).toContain(`Left out: the NetworkVolume ${id} can't be imported: its name`);
      expect(said.split("\n").filter((line) => line.includes("Left out"))).toHaveLength(1);
      expect(said).not.toMatch(new RegExp(`${id}.*were imported`));
      expect(said).toContain("4 found");
    } finally {
      await client.networkVolumes.delete(id);
      await client.close();
    }
  });

  it("refers to what it imports by its variable", async () => {
    const folder = folderWith();
    for (const language of ["typescript", "python", "yaml"]) await run(folder, "-l", language, "--out", language);
    const read = (file: string) => readFileSync(join(folder, file), "utf8");
    expect(read("typescript/imported.ts")).toContain("volumeId: myData.id");
    expect(read("python/imported.py")).toContain('"volume_id": my_data.id');
    expect(read("python/imported.py")).toContain("type=compute.ClusterType.TRAINING");
    expect(read("python/imported.py")).toContain('password=config.require_secret("regPassword")');
    expect(read("yaml/imported.yaml")).toContain("volumeId: ${myData.id}");
    for (const file of ["typescript/imported.ts", "python/imported.py", "yaml/imported.yaml"])
      expect(read(file)).toContain("protect");
  });

  it.each(["typescript", "python", "yaml"])(
    "shows in a program in %s what nobody would see: signs that turn the direction of text, or that have no width",
    async (language) => {
      const client = createClient({ apiUrl: emulator.apiUrl, apiKey: emulator.apiKey });
      const unseen = "a\u202eb\u2066c\u200bd\u{e0041}e\ufefff\u2028g\u00a0h";
      const { id } = await client.templates.create({ name: `T${unseen}`, image, ports: ["22/tcp"] });
      const line = `ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ops${unseen}`;
      await client.account.sshKeys.replace([line]);
      const folder = folderWith();
      await run(folder, "-l", language);
      await client.templates.delete(id);
      await client.account.sshKeys.replace([]);
      await client.close();
      const end = { typescript: "ts", python: "py", yaml: "yaml" }[language];
      const texts = ["import.json", `imported.${end}`].map((name) =>
        readFileSync(join(folder, "imported", name), "utf8"),
      );
      for (const text of texts) expect(text.match(/(?![ \n])[\p{C}\p{Z}\p{DI}]/gu)).toBeNull();
      const program = texts[1]!;
      expect(program).toContain(language === "typescript" ? "\\udb40\\udc41" : "\\U000e0041");
      expect(program).toContain("\\u202e");
      const { parsed } = {
        typescript: () => ({ parsed: (JSON.parse(`[${/name: ("T.*?")/.exec(program)![1]}]`) as string[])[0] }),
        python: () => ({ parsed: undefined }),
        yaml: () => {
          const { resources } = parse(program) as Yaml;
          const { properties } = Object.values(resources).find(({ type }) => type === "compute:Template")!;
          return { parsed: properties["name"] };
        },
      }[language]!();
      expect(parsed ?? `T${unseen}`).toBe(`T${unseen}`);
    },
  );

  it("leaves nothing out because a stack of another platform, such as an emulator with the same seed, has an object of that id", async () => {
    const seen = (address: string) => ({ __seen: sightingOf({ apiUrl: address, apiKey: emulator.apiKey }) });
    const pod = { type: "compute:index:Pod", id: ids.Pod };
    const folder = folderWith({
      "here.json": stateOf({ ...pod, outputs: seen(emulator.apiUrl) }),
      "there.json": stateOf({ ...pod, outputs: seen("http://127.0.0.1:9") }),
    });
    expect(await run(folder, "--known", "there.json")).toContain("4 found");
    expect(await run(folder, "--known", "here.json", "--out", "again")).toContain("3 found");
  });

  it("asks for every secret as one, and calls SSH keys by their comments", async () => {
    const client = createClient({ apiUrl: emulator.apiUrl, apiKey: emulator.apiKey });
    const { id } = await client.account.secrets.create({ name: "hub", value: "t0ken-canary" });
    await client.account.sshKeys.replace(["ssh-ed25519 AAAAC3Nza1made2up3key4for5docs6only7 ops@example.org"]);
    const folder = folderWith();
    const said = await run(folder, "-l", "python");
    await client.account.secrets.delete(id);
    await client.account.sshKeys.replace([]);
    await client.close();
    expect(said).toContain("pulumi config set --secret hubValue\n");
    const program = readFileSync(join(folder, "imported/imported.py"), "utf8");
    for (const setting of ["hubValue", "regUsername", "regPassword"])
      expect(program).toContain(`config.require_secret("${setting}")`);
    expect(program).toContain('ops_example_org = compute.SshKey(\n    "ops-example.org",');
  });

  it("writes a program that the plugin takes for what is there: nothing differs, and nothing is replaced", async () => {
    const folder = folderWith();
    await run(folder, "-l", "yaml");
    const program = parse(readFileSync(join(folder, "imported/imported.yaml"), "utf8")) as Yaml;
    const engine = await Engine.start(emulator);
    const kindOf = (type: string) => type.slice("compute:".length) as keyof typeof ids;
    const idOf: Record<string, string> = {};
    for (const [variable, { type }] of Object.entries(program.resources)) idOf[variable] = ids[kindOf(type)];
    const resolved = (value: unknown) =>
      JSON.parse(
        JSON.stringify(value)
          // As Pulumi YAML reads it: two dollar signs are one.
          .replace(/\$\$|\$\{(\w+)(\.id)?\}/g, (text, variable: string, id?: string) =>
            text === "$$" ? "$" : id ? idOf[variable]! : "as-it-is",
          ),
      ) as Record<string, unknown>;
    const found: Record<string, unknown> = {};
    for (const [variable, { type, name, properties }] of Object.entries(program.resources)) {
      const kind = kindOf(type);
      const urn = urnOf(kind, name);
      const read = await engine.read(urn, ids[kind]);
      const { inputs, failures } = await engine.check(urn, resolved(properties), read.inputs);
      expect({ variable, failures }).toEqual({ variable, failures: [] });
      const { changes, replaces } = await engine.diff(urn, ids[kind], read.outputs, read.inputs!, inputs);
      found[kind] = { changes, replaces };
    }
    engine.close();
    expect(found).toEqual({
      NetworkVolume: { changes: "DIFF_NONE", replaces: [] },
      Pod: { changes: "DIFF_NONE", replaces: [] },
      Cluster: { changes: "DIFF_NONE", replaces: [] },
      // What no read shows is recorded by the first up.
      RegistryCredential: { changes: "DIFF_SOME", replaces: [] },
    });
  });
});

describe("names for a program", () => {
  it("are unique in their kind, and identifiers in the program, in snake case too", () => {
    const objects = ["web", "web", "Web", "class", "9 lives", "…", "my-pod", "myPod"].map((name) => ({
      kind: "Pod" as const,
      name,
    }));
    expect(logicalNames(objects)).toEqual(["web", "web-2", "Web", "class", "9-lives", "pod", "my-pod", "myPod"]);
    const named = logicalNames(objects).map((name) => ({ kind: "Pod" as const, name }));
    expect(identifiers(named)).toEqual(["web", "web2", "web3", "class2", "pod9Lives", "pod", "myPod", "myPod2"]);
  });

  it("take a word in capitals, as names of secrets have, for a word", () => {
    const names = ["HF_TOKEN", "TOKEN", "my-GPU", "A40", "aB"].map((name) => ({
      kind: "AccountSecret" as const,
      name,
    }));
    expect(identifiers(names)).toEqual(["hfToken", "token", "myGpu", "a40", "aB"]);
  });
});

it("leaves out what an interrupted run of a stack began to create, and promises nothing of the stack's next up", () => {
  const pending = { kind: "Pod", name: "web", id: "", urn: "urn:web", inputs: { name: "web-1a2b3c4" }, outputs: {} };
  const managed = new Managed(
    [pending as unknown as StackResource],
    sightingOf({ apiKey: "k", apiUrl: "https://platform.test" }),
  );
  expect(managed.has({ kind: "Pod", id: "p-1", name: "web-1a2b3c4" })).toBe(true);
  expect(managed.has({ kind: "Pod", id: "p-2", name: "web" })).toBe(false);
  expect(managed.remarks()).toEqual([
    expect.stringMatching(
      /^Pod web-1a2b3c4 \(p-1\) is left out: an interrupted run.*began to create one of that name, and may have made this one\. `doctor` in that stack says whether the next `up` takes it over/,
    ),
  ]);
});
