import { spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { request } from "undici";
import { startEmulator } from "../../emulator";
import { runEmulatorCli } from "../../emulator/cli";
import { cpuPod } from "./support/platform";

interface Listening {
  readonly apiUrl: string;
  readonly baseUrl: string;
  readonly queueUrl: string;
  readonly apiKey: string;
  readonly pid: number;
}

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "emulator-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function call(
  { apiUrl, apiKey }: Listening,
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: object,
): Promise<any> {
  const headers = { authorization: `Bearer ${apiKey}`, ...(body && { "content-type": "application/json" }) };
  const reply = await request(apiUrl + path, { method, headers, body: body ? JSON.stringify(body) : null });
  const text = await reply.body.text();
  return { status: reply.statusCode, headers: reply.headers, body: text ? JSON.parse(text) : undefined };
}

/** Runs the command in this process; `use` meets it while it serves. */
async function run(
  argv: readonly string[],
  use: (listening: Listening) => Promise<void> = async () => undefined,
  env: Readonly<Record<string, string>> = {},
) {
  let out = "";
  let error = "";
  const code = await runEmulatorCli(argv, {
    env,
    out: (text) => void (out += text),
    error: (text) => void (error += text),
    // Yields once, so that the line is out.
    stop: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      await use(JSON.parse(out) as Listening);
    },
  });
  return { code, out, error };
}

describe("the emulator as a command", () => {
  it("A-24: serves more accounts, each with a key of its own", async () => {
    const { code } = await run(["--account", "theirs=their-key", "--account", "more=a=b"], async (listening) => {
      const { body } = await call(listening, "POST", "/v2/pods", cpuPod());
      for (const [apiKey, status] of [
        ["their-key", 404],
        ["a=b", 404],
        ["emulator-key", 200],
        ["b", 401],
      ] as const)
        expect((await call({ ...listening, apiKey }, "GET", `/v2/pods/${body.id}`)).status).toBe(status);
    });
    expect(code).toBe(0);
  });

  it("does not repeat the key of an account that it does not understand", async () => {
    const { code, error } = await run(["--account", "=canary-key"]);
    expect(code).toBe(2);
    expect(error).toContain("--account takes a name and a key: --account NAME=KEY");
    expect(error).not.toContain("canary-key");
  });

  it("prints one line of JSON and serves with the key it was given", async () => {
    const { code, out } = await run(["--port", "0", "--api-key", "some-key"], async (listening) => {
      const { apiUrl } = listening;
      expect(listening).toEqual({
        apiUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
        baseUrl: `${apiUrl}/v1`,
        queueUrl: `${apiUrl}/queue`,
        apiKey: "some-key",
        pid: process.pid,
      });
      const { status, headers } = await call(listening, "GET", "/v2/pods");
      expect([status, typeof headers.ratelimit]).toEqual([200, "string"]);
    });
    expect(code).toBe(0);
    expect(out.trimEnd().split("\n")).toHaveLength(1);
  });

  it("tells people where its page is, on standard error, without the control token", async () => {
    const { out, error } = await run([], async () => undefined);
    const { apiUrl } = JSON.parse(out) as Listening;
    expect(error).toBe(`The emulator's page is ${apiUrl}/_emulator/\n`);
    const guarded = await run(["--control-token", "canary-token"]);
    expect(guarded.error).toContain("/_emulator/#TOKEN, with your control token for TOKEN\n");
    expect(guarded.error).not.toContain("canary-token");
  });

  it("takes its key and its control token from the environment, where other users can't read them", async () => {
    const env = { COMPUTE_EMULATOR_API_KEY: "from-env", COMPUTE_EMULATOR_CONTROL_TOKEN: "token-from-env" };
    const use = async (listening: Listening) => {
      expect(listening.apiKey).toBe("from-env");
      expect(await call(listening, "GET", "/v2/pods")).toMatchObject({ status: 200 });
      const { statusCode } = await request(`${listening.apiUrl}/_emulator/state`);
      expect(statusCode).toBe(401);
    };
    expect(await run(["--port", "0"], use, env)).toMatchObject({ code: 0 });
    const flagged = async ({ apiKey }: Listening) => expect(apiKey).toBe("from-flag");
    expect(await run(["--api-key", "from-flag"], flagged, env)).toMatchObject({ code: 0 });
  });

  it("--seed gives the same ids, --no-rate-limit no headers, --speed a faster clock", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 2; i++) {
      await run(["--seed", "7", "--no-rate-limit", "--speed", "1000000"], async (listening) => {
        const created = await call(listening, "POST", "/v2/pods", cpuPod());
        ids.push(created.body.id);
        expect(created.headers.ratelimit).toBeUndefined();
        const { body } = await call(listening, "GET", `/v2/pods/${created.body.id}`);
        expect(body.status).toBe("RUNNING");
      });
    }
    expect(ids[0]).toBe(ids[1]);
  });

  it.each([
    { argv: ["--port", "x"], says: "--port is a whole number" },
    { argv: ["--port", "70000"], says: "--port is a whole number from 0 to 65535" },
    { argv: ["--port", "1.5"], says: "--port is a whole number" },
    { argv: ["--api-key", ""], says: "--api-key must not be empty" },
    { argv: ["--state", ""], says: "--state must not be empty" },
    { argv: ["--speed", "fast"], says: "--speed is a number" },
    { argv: ["--stream-form", "tree"], says: "--stream-form is array or object" },
    { argv: ["--unknown"], says: "--unknown" },
  ])("$argv: 2, with the reason in one sentence", async ({ argv, says }) => {
    const { code, error, out } = await run(argv);
    expect([code, out]).toEqual([2, ""]);
    expect(error).toContain(says);
    expect(error).toMatch(/^The emulator did not start: .*[^.]\. Run with --help to see the options\.\n$/);
  });

  it("--help prints the usage, which fits in 80 columns", async () => {
    const { code, error, out } = await run(["--help"]);
    expect({ code, error }).toEqual({ code: 0, error: "" });
    expect(out).toContain("--state FILE");
    expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });

  it("a port that is taken: 1, with the reason and what to do", async () => {
    const emulator = await startEmulator();
    const { port } = new URL(emulator.apiUrl);
    const { code, error } = await run(["--port", port]);
    expect(code).toBe(1);
    expect(error).toMatch(
      /EADDRINUSE.*\. Take another --port, or end an emulator there with `compute emulator stop`\.\n$/,
    );
    await emulator.close();
  });
});

describe("state file", () => {
  it("is taken up where it was left, ids and time included", async () => {
    const stateFile = join(folder, "state.json");
    const first = await startEmulator({ stateFile, speed: 0, rateLimit: false });
    const listening = { ...first, pid: 0 };
    const pod = (await call(listening, "POST", "/v2/pods", cpuPod())).body;
    const registry = { name: "r", username: "u", password: "p" };
    await call(listening, "POST", "/v2/registries", registry);
    await first.clock.advance(2_500);
    const { body: before } = await call(listening, "GET", `/v2/pods/${pod.id}`);
    await call(listening, "POST", "/_emulator/scripts", { match: { name: "none" } });
    await first.close();
    const second = await startEmulator({ stateFile, speed: 0, rateLimit: false });
    const again = { ...second, pid: 0 };
    expect((await call(again, "GET", `/v2/pods/${pod.id}`)).body).toEqual(before);
    expect((await call(again, "POST", "/v2/registries", registry)).status).toBe(400);
    const other = (await call(again, "POST", "/v2/pods", cpuPod())).body;
    expect(other.id).not.toBe(pod.id);
    await second.clock.advance(500);
    expect((await call(again, "GET", `/v2/pods/${pod.id}`)).body.status).toBe("RUNNING");
    await second.close();
    expect((await stat(stateFile)).mode & 0o077).toBe(0);
    expect(await readdir(folder)).toEqual(["state.json"]);
  });

  it("one that can't be read is an error, and stays as it is", async () => {
    const stateFile = join(folder, "state.json");
    await writeFile(stateFile, "{ not json");
    const { code, error } = await run(["--state", stateFile]);
    expect(code).toBe(1);
    expect(error).toContain("did not start");
    expect(await readFile(stateFile, "utf8")).toBe("{ not json");
  });

  it("what was answered survives SIGKILL; SIGTERM ends with 0", async () => {
    const stateFile = join(folder, "state.json");
    const first = await startProcess(["--state", stateFile, "--no-rate-limit"]);
    const created = await Promise.all(
      Array.from({ length: 20 }, (_, i) => call(first.listening, "POST", "/v2/pods", cpuPod({ name: `pod-${i}` }))),
    );
    first.child.kill("SIGKILL");
    await first.exited;
    const second = await startProcess(["--state", stateFile, "--no-rate-limit"]);
    const { pods } = (await call(second.listening, "GET", "/v2/pods")).body;
    expect(pods.map(({ id }: { id: string }) => id).sort()).toEqual(created.map(({ body }) => body.id).sort());
    second.child.kill("SIGTERM");
    expect(await second.exited).toBe(0);
  });

  it("can be loaded wherever in a write a process is killed, holds all it had answered, and leaves nothing lying about", async () => {
    const stateFile = join(folder, "state.json");
    // A large state makes writes long enough to be hit.
    const fill = { FILL: "x".repeat(90_000) };
    const answered = new Set<string>();
    for (let round = 0; round < 8; round++) {
      const { child, exited, listening } = await startProcess(["--state", stateFile, "--no-rate-limit"]);
      const { pods } = (await call(listening, "GET", "/v2/pods")).body;
      const kept = new Set(pods.map(({ id }: { id: string }) => id));
      expect([...answered].filter((id) => !kept.has(id))).toEqual([]);
      const writing = Array.from({ length: 12 }, async (_, i) => {
        const reply = await call(listening, "POST", "/v2/pods", cpuPod({ name: `pod-${round}-${i}`, env: fill }));
        if (reply.status === 201) answered.add(reply.body.id as string);
        // The first answer is out while the write for the others is under way.
        if (answered.size > 2 * round) child.kill("SIGKILL");
      });
      await Promise.allSettled(writing);
      child.kill("SIGKILL");
      await exited;
    }
    const last = await startEmulator({ stateFile, speed: 0 });
    for (const id of answered) expect(last.store.pods.get(id)).toBeDefined();
    await last.close();
    expect(answered.size).toBeGreaterThan(7);
    expect(await readdir(folder)).toEqual(["state.json"]);
  }, 60_000);

  it("what can't be written is answered with 500, and the next change that can is kept", async () => {
    const inner = join(folder, "inner");
    await mkdir(inner);
    const stateFile = join(inner, "state.json");
    const emulator = await startEmulator({ stateFile, speed: 0, rateLimit: false });
    const listening = { ...emulator, pid: 0 };
    await rename(inner, join(folder, "away"));
    const refused = await call(listening, "POST", "/v2/pods", cpuPod());
    expect(refused).toMatchObject({ status: 500, body: { title: "Internal Server Error", detail: "internal error" } });
    await rename(join(folder, "away"), inner);
    expect((await call(listening, "POST", "/v2/pods", cpuPod())).status).toBe(201);
    await emulator.close();
    expect(JSON.parse(await readFile(stateFile, "utf8")).pods).toHaveLength(2);
  });
});

async function startProcess(argv: readonly string[]) {
  const script = join(__dirname, "support", "emulator-process.cjs");
  const child: ChildProcess = spawn(process.execPath, [script, ...argv], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const listening = await new Promise<Listening>((resolve, reject) => {
    lines.once("line", (line) => resolve(JSON.parse(line) as Listening));
    child.once("exit", () => reject(new Error("the emulator ended before it listened")));
  });
  return { child, exited, listening };
}
