import { afterAll, describe, expect, it } from "@jest/globals";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../cli/program";
import { createClient } from "../../client";
import { type Emulator, startEmulator } from "../../emulator";
import { systemAmbient } from "../../engine/ambient";
import { ServedProviders } from "../../proofs/engines/served";
import { cliEnvironment } from "../plugin/cli-environment";
import { FakeIo } from "./fake-io";
import { noCli, notTried } from "../support/not-tried";
import { pythonHere } from "../support/python-here";
import { temporaryFolder } from "../support/temporary-folder";
import { aMoment } from "../support/until";
import { cliOnPath } from "./run-cli";

/** Longer than any test. */
const foreverMs = 3_600_000;

/** What the program is given from step to step. */
interface Given {
  readonly size?: number;
  readonly image?: string;
  /** The volume that the program takes over. */
  readonly found?: string;
  readonly late?: boolean;
}

const program = ({ size = 100, image = "a/trainer:1", found, late }: Given) => `import pulumi
import pulumi_compute as compute

config = pulumi.Config()
second = compute.Provider("second", api_url=config.require("secondUrl"), api_key=config.require_secret("secondKey"))
registry = compute.RegistryCredential("registry", username="puller", password=config.require_secret("registryPassword"))
data = compute.NetworkVolume("data", data_center="EU-XX-1", size=${size})
trainer = compute.Pod(
    "trainer",
    image="${image}",
    registry=registry.id,
    gpu={"id": "NVIDIA L40S"},
    data_center_ids=["EU-XX-1"],
    mounts={"network": [{"volume_id": data.id, "path": "/data"}]},
    env={"TOKEN": config.require_secret("registryPassword")},
)
compute.NetworkVolume("elsewhere", data_center="EU-XX-1", size=10, opts=pulumi.ResourceOptions(provider=second))
${found ? `compute.NetworkVolume("found", data_center="EU-XX-1", size=30, name="found", opts=pulumi.ResourceOptions(import_="${found}"))` : ""}
${late ? 'compute.Pod("late", image="a/late:1", cpu={"id": "cpu3c", "vcpu_count": 2})' : ""}
pulumi.export("volume", data.id)
`;

/** Members of a state that say when, where and how busy, or that an engine may leave out. */
const passing = ["created", "modified", "sourcePosition", "stackTrace", "__adoption", "__seen", "runtime"];

/** A state without these, in one order, and with secrets that look alike. */
function comparable(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) {
    const items = value.map((each) => comparable(each));
    return key === "dependencies" ? items.sort() : items;
  }
  if (typeof value !== "object" || value === null) return value;
  if ("4dabf18193072939515e22adb298388d" in value) return "[secret]";
  const kept = Object.entries(value).filter(([name]) => !passing.includes(name));
  return Object.fromEntries(
    kept.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, each]) => [name, comparable(each, name)]),
  );
}

interface Step {
  readonly what: string;
  readonly isDone: boolean;
  /** Requests that change something, each with the number of its account. */
  readonly writes: readonly string[];
  /** Of an interrupted wait, as many as the signal gives time for, and so none here. */
  readonly reads: number;
  /** The state's resources, as text. */
  readonly state: readonly string[];
}

/** A project in Python, one engine, two accounts that only this life uses. */
class Life {
  private readonly names = new Map<string, string>();

  private constructor(
    private readonly command: Command,
    private readonly folder: string,
    readonly first: Emulator,
    readonly second: Emulator,
  ) {}

  static async begin(command: Command, environment: string): Promise<Life> {
    const settings = { provisioningMs: 0 };
    const first = await startEmulator({ rateLimit: false, settings });
    const second = await startEmulator({ rateLimit: false, settings, apiKey: "second-key", seed: "second" });
    const folder = temporaryFolder("life");
    mkdirSync(join(folder, "state"));
    const yaml = `name: life\nruntime:\n  name: python\n  options: { virtualenv: ${JSON.stringify(environment)} }\n`;
    writeFileSync(join(folder, "Pulumi.yaml"), yaml);
    const life = new Life(command, folder, first, second);
    await life.must("stack", "init", "dev");
    for (const [key, value] of Object.entries({ registryPassword: "hush", secondKey: second.apiKey }))
      await life.must("config", "set", "--secret", key, value);
    await life.must("config", "set", "secondUrl", second.apiUrl);
    return life;
  }

  write(given: Given): void {
    writeFileSync(join(this.folder, "__main__.py"), program(given));
  }

  /** Runs a command, and tells how it ended, what it asked of the platform, and what the state is afterwards. */
  async step(what: string, args: readonly string[], interruptAt?: (sent: readonly string[]) => boolean): Promise<Step> {
    for (const { requests } of [this.first, this.second]) requests.clear();
    const { code } = await this.run(args, interruptAt);
    const resources = this.resources();
    for (const { id, urn } of resources)
      if (typeof id === "string" && id !== "") this.names.set(id, `<${String(urn).split("::").at(-1)}>`);
    const all = [this.first, this.second].flatMap(({ requests }, account) =>
      requests.list().map(({ method, path }) => `${account + 1} ${method} ${path}`),
    );
    // The local engine looks prices up, and says what the stack costs now.
    const asked = all.filter((line) => !line.includes("/catalog/"));
    const writes = asked.filter((line) => !line.includes(" GET "));
    return {
      what,
      isDone: code === 0,
      writes: writes.map((line) => this.named(line)).sort(),
      reads: interruptAt ? 0 : asked.length - writes.length,
      state: resources.map((each) => this.named(JSON.stringify(comparable(each)))).sort(),
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.first.close(), this.second.close()]);
  }

  private resources(): Record<string, unknown>[] {
    const text = readFileSync(join(this.folder, "state", ".pulumi", "stacks", "life", "dev.json"), "utf8");
    if (text.includes("hush")) throw new Error("the state has a password in clear");
    return (JSON.parse(text).checkpoint.latest?.resources ?? []) as Record<string, unknown>[];
  }

  /** Without ids, suffixes of names, addresses and times, which are others in each run. */
  private named(text: string): string {
    const known = [...this.names].reduce((left, [id, name]) => left.replaceAll(id, name), text);
    return known
      .replace(/(?<=registry|data|trainer|late|elsewhere)-c[a-z2-7]{11}\b/g, "-<suffix>")
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
      .replace(/(?<=127\.0\.0\.1:)\d+/g, "<port>");
  }

  private async must(...args: string[]): Promise<void> {
    const { code, said } = await this.run(args);
    if (code !== 0) throw new Error(`${args.join(" ")} failed:\n${said}`);
  }

  private async run(args: readonly string[], interruptAt?: (sent: readonly string[]) => boolean): Promise<Ended> {
    const env = { ...cliEnvironment(this.folder, this.first), COMPUTE_SETTLE_SECONDS: "1" };
    const all = [...args, ...(args[0] === "config" ? ["--stack", "dev"] : [])];
    const { ended, interrupt } = this.command(all, this.folder, env);
    const sent: string[] = [];
    const stop = this.first.requests.onRequest(({ method, path }) => {
      sent.push(`${method} ${path}`);
      if (!interruptAt?.(sent)) return;
      stop();
      interrupt();
    });
    return ended.finally(stop);
  }
}

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** Runs an engine: what it says, and how to press Ctrl-C. */
type Command = (
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
) => { readonly ended: Promise<Ended>; readonly interrupt: () => void };

const pulumi: Command = (args, cwd, env) => {
  const child = spawn("pulumi", args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  const ended = new Promise<Ended>((resolve) => child.on("exit", (code) => resolve({ code, said })));
  return { ended, interrupt: () => child.kill("SIGINT") };
};

/** The command in this process, with its plugin: programs have processes of their own all the same. */
const computeHere = (): Command => {
  let providers: ServedProviders | undefined;
  return (args, cwd, env) => {
    providers ??= new ServedProviders("plugin", { env });
    const io = Object.assign(new FakeIo(), { cwd, env, ambient: { ...systemAmbient, start: providers.start } });
    const { written } = io;
    const ended = runProgram(io, ["node", "compute", ...args]).then((code) => ({
      code,
      said: written.out + written.err,
    }));
    return { ended, interrupt: () => io.stop() };
  };
};

const change = ["--yes", "--skip-preview", "--stack", "dev"];

/** Preview, up, up, update, drift, up, import, an interrupted wait, up, destroy. */
async function wholeLife(life: Life): Promise<Step[]> {
  const told: Step[] = [];
  const tell = async (what: string, given: Given, args: readonly string[], until?: Parameters<Life["step"]>[2]) => {
    life.write(given);
    told.push(await life.step(what, args, until));
  };
  const there = createClient({ apiKey: life.first.apiKey, apiUrl: life.first.apiUrl });
  await tell("preview", {}, ["preview", "--stack", "dev"]);
  await tell("up in two accounts", {}, ["up", ...change]);
  await tell("up again", {}, ["up", ...change]);
  const updated = { size: 150, image: "a/trainer:2" };
  await tell("update", updated, ["up", ...change]);
  for (const { id } of life.first.store.pods.values()) {
    await there.pods.update(id, { image: "a/hotfix:1" });
    while ((await there.pods.get(id)).status !== "RUNNING") await aMoment();
  }
  await tell("refresh of what somebody changed", updated, ["refresh", ...change]);
  await tell("up that corrects it", updated, ["up", ...change]);
  const { id: found } = await there.networkVolumes.create({ name: "found", dataCenter: "EU-XX-1", size: 30 });
  await tell("import", { ...updated, found }, ["up", ...change]);
  life.first.store.settings.provisioningMs = foreverMs;
  const whole = { ...updated, found, late: true };
  let made = false;
  await tell("an up that is interrupted while it waits", whole, ["up", ...change], (sent) => {
    const last = sent.at(-1) ?? "";
    if (last === "POST /v2/pods") made = true;
    return made && last.startsWith("GET ");
  });
  life.first.store.settings.provisioningMs = 0;
  await tell("the next up", whole, ["up", ...change]);
  await tell("destroy", whole, ["destroy", ...change]);
  return told;
}

const { environment, missing } = pythonHere();

describe(`a life in Python (${missing ?? "all here"})`, () => {
  const lives: Life[] = [];
  afterAll(() => Promise.all(lives.map((life) => life.close())));
  const live = async (command: Command) => {
    const life = await Life.begin(command, environment!);
    lives.push(life);
    return { life, told: await wholeLife(life) };
  };

  it("has its password from the settings, not from the program", () => expect(program({})).not.toContain("hush"));
  if (environment === undefined) return notTried("a life in Python", missing!);

  it("by the local engine: two accounts, drift, import, an interrupted wait, and nothing left", async () => {
    const { life, told } = await live(computeHere());
    expect(told.map(({ what, isDone, writes }) => ({ what, isDone, writes }))).toEqual([
      { what: "preview", isDone: true, writes: [] },
      {
        what: "up in two accounts",
        isDone: true,
        writes: [
          "1 POST /v2/network-volumes",
          "1 POST /v2/pods",
          "1 POST /v2/registries",
          "2 POST /v2/network-volumes",
        ],
      },
      { what: "up again", isDone: true, writes: [] },
      { what: "update", isDone: true, writes: ["1 PATCH /v2/network-volumes/<data>", "1 PATCH /v2/pods/<trainer>"] },
      { what: "refresh of what somebody changed", isDone: true, writes: [] },
      { what: "up that corrects it", isDone: true, writes: ["1 PATCH /v2/pods/<trainer>"] },
      { what: "import", isDone: true, writes: [] },
      { what: "an up that is interrupted while it waits", isDone: false, writes: ["1 POST /v2/pods"] },
      { what: "the next up", isDone: true, writes: [] },
      {
        what: "destroy",
        isDone: true,
        writes: [
          "1 DELETE /v2/network-volumes/<data>",
          "1 DELETE /v2/network-volumes/<found>",
          "1 DELETE /v2/pods/<late>",
          "1 DELETE /v2/pods/<trainer>",
          "1 DELETE /v2/registries/<registry>",
          "2 DELETE /v2/network-volumes/<elsewhere>",
        ],
      },
    ]);
    expect(told[2]!.reads).toBe(0);
    for (const { store } of [life.first, life.second])
      expect({ pods: store.pods.size, volumes: store.volumes.size }).toEqual({ pods: 0, volumes: 0 });
  }, 300_000);

  if (cliOnPath() === undefined) notTried("a life in Python by the CLI, next to the same by the local engine", noCli);
  else
    it("by the CLI: the same requests and the same state", async () => {
      const [{ told: byCli }, { told: byUs }] = [await live(pulumi), await live(computeHere())];
      const withoutReads = (told: Step[]) => told.map(({ reads: _, ...step }) => step);
      expect(withoutReads(byUs)).toEqual(withoutReads(byCli));
      // Reads of two resources at a time may be one.
      for (const [index, { what, reads }] of byUs.entries())
        expect({ what, isNear: Math.abs(reads - byCli[index]!.reads) <= 1 }).toEqual({ what, isNear: true });
    }, 600_000);
});
