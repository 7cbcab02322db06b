import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../../cli/program";
import { FakeIo } from "../fake-io";
import { answer, type ScriptedServer, startScriptedServer } from "../../support/scripted-server";
import { temporaryFolder } from "../../support/temporary-folder";
import { entryOf, exportOf, secretOf } from "./states";
import { until } from "../../support/until";

/** Clears the screen, sets the window's title, reverses what follows, and speaks to three CI systems. */
const evil = "a\u001b[2J\u009b1m\u001b]0;t\u0007\u202e\r\n::error::x\n  ##vso[task.setvariable]y\n##teamcity[z]";
const beginsACommand = /^\s*(::|##\[|##vso\[|##teamcity\[)/;

let server: ScriptedServer;
let io: FakeIo;
beforeEach(async () => {
  server = await startScriptedServer(({ url = "" }, response) => {
    const path = url.split("?")[0] ?? "";
    if (path.endsWith("/logs")) {
      const event = JSON.stringify({ ts: "2026-05-05T08:10:02Z", source: "container", line: evil });
      response.writeHead(200, { "content-type": "text/event-stream" });
      return void response.write(`id: 1\ndata: ${event}\n\n`);
    }
    if (path === "/v2/catalog/datacenters") {
      const site = {
        id: "X",
        name: evil,
        region: evil,
        globalNetwork: true,
        networkVolumeTypes: [evil],
        compliance: [],
      };
      return answer(response, { status: 200, body: { dataCenters: [site] } });
    }
    if (path === "/v2/network-volumes") {
      const volume = { id: "v1", name: evil, size: 20, dataCenter: evil, type: "STANDARD" };
      return answer(response, { status: 200, body: { networkVolumes: [volume] } });
    }
    answer(response, { status: 400, body: { title: "Bad Request", status: 400, detail: evil, errors: [evil] } });
  });
  io = new FakeIo();
  io.cwd = temporaryFolder("hostile");
  Object.assign(io.env, { COMPUTE_API_URL: server.url, COMPUTE_QUEUE_URL: server.url, COMPUTE_API_KEY: "key" });
  const inputs = { name: "data", size: 20, dataCenter: "EU-XX-1" };
  const volume = { kind: "NetworkVolume", name: evil, id: "v1", inputs, outputs: { ...inputs, __declared: ["name"] } };
  writeFileSync(join(io.cwd, "state.json"), exportOf([entryOf(volume)]));
});
afterEach(() => server.close());

async function run(...args: string[]): Promise<string> {
  Object.assign(io.written, { out: "", err: "" });
  let isOver = false;
  const running = runProgram(io, ["node", "compute", ...args]).finally(() => (isOver = true));
  // A log ends after a second without a line.
  await until(() => isOver || io.written.out !== "");
  io.pass(2);
  await running;
  return io.written.out + io.written.err;
}

const commands = [
  { about: "drift", args: ["drift", "--file", "state.json"], says: "\\u202e" },
  { about: "drift as JSON", args: ["drift", "--file", "state.json", "--json"], says: "\\u202e" },
  { about: "drift as JUnit", args: ["drift", "--file", "state.json", "--junit"], says: "\\u202e" },
  { about: "drift as SARIF", args: ["drift", "--file", "state.json", "--sarif"], says: "\\u202e" },
  { about: "cost", args: ["cost", "--file", "state.json"], says: "\\u202e" },
  { about: "doctor", args: ["doctor", "--file", "state.json"], says: "\\u202e" },
  { about: "catalog", args: ["catalog", "datacenters"], says: "\\u202e" },
  { about: "catalog as JSON", args: ["catalog", "datacenters", "--json"], says: "\\u202e" },
  { about: "logs", args: ["logs", "p1"], says: "\\u202e" },
  { about: "logs as JSON", args: ["logs", "p1", "--json"], says: "\\u202e" },
  { about: "jobs", args: ["jobs", "health", "e1"], says: "\\u202e" },
  { about: "a command that is not known", args: [`x\u001b[2J`], says: "\\u001b" },
  { about: "a file that is not there", args: ["drift", "--file", evil], says: "\\u202e" },
];

describe("what a hostile platform or state says", () => {
  it.each(commands)("acts neither on the terminal nor on the CI system: $about", async ({ args, says }) => {
    const text = await run(...args);
    expect(text).toContain(says);
    expect(text.match(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/g)).toBeNull();
    expect(text.split("\n").filter((line) => beginsACommand.test(line))).toEqual([]);
  });

  it("takes one line of a log, and one cell of a table", async () => {
    await run("logs", "p1");
    expect(io.written.out.split("\n")).toHaveLength(2);
    await run("catalog", "datacenters");
    expect(io.written.out.split("\n")).toHaveLength(3);
  });

  it("is told once to have been altered, on stderr, and not with --raw", async () => {
    await run("catalog", "datacenters");
    expect(io.written.err.match(/--raw prints them unescaped/g)).toHaveLength(1);
    await run("catalog", "datacenters", "--raw");
    expect(io.written.err).toBe("");
  });

  it("stays the same document as JSON", async () => {
    await run("catalog", "datacenters", "--json");
    expect(JSON.parse(io.written.out)[0].name).toBe(evil);
  });

  it.each([
    ["logs", "p1"],
    ["catalog", "datacenters"],
  ])("is printed as it is with --raw, wherever that stands: %s %s", async (...args) => {
    expect(await run(...args, "--raw")).toContain("\u001b[2J");
    expect(await run("--raw", ...args)).toContain("\u009b1m");
  });
});

describe("what is no JSON", () => {
  it.each([
    { what: "a state to import", args: ["stack", "import", "--file", "broken.json", "-s", "dev"], text: "hush-CANARY" },
    {
      what: "a secret inside of a state",
      args: ["drift", "--file", "broken.json"],
      text: exportOf([
        entryOf({ kind: "Pod", name: "web", id: "1", inputs: { env: secretOf({ plaintext: "hush-CANARY" }) } }),
      ]),
    },
  ])("is refused without a word of it: $what", async ({ args, text }) => {
    writeFileSync(join(io.cwd, "broken.json"), text);
    writeFileSync(join(io.cwd, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
    io.env["PULUMI_BACKEND_URL"] = `file://${io.cwd}`;
    expect(await run(...args)).toMatch(/^error: .*(is not what|is not JSON)/);
    expect(io.written.err).not.toMatch(/hush|CANARY/);
  });
});

describe("a key of the environment and a stack file that names the platform", () => {
  it("meet where the command line names the host, and not otherwise", async () => {
    writeFileSync(join(io.cwd, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
    writeFileSync(join(io.cwd, "Pulumi.dev.yaml"), `config:\n  compute:apiUrl: ${server.url}\n  compute:apiKey: ""\n`);
    delete io.env["COMPUTE_API_URL"];
    delete io.env["COMPUTE_QUEUE_URL"];
    const catalog = ["catalog", "datacenters", "--stack", "dev"];
    expect(await run(...catalog)).toMatch(/^error: The API key comes from the environment .*compute:apiUrl/);
    expect(server.asked).toEqual([]);
    expect(await run(...catalog, "--allow-environment-key", new URL(server.url).host)).toContain("DATA CENTER");
    expect(server.asked).toHaveLength(1);
  });
});
