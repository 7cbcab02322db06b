import { afterEach, describe, expect, it } from "@jest/globals";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createProgram } from "../../../cli/program";
import { CommandFailure } from "../../../cli/io";
import { noteRunning, runningEmulators } from "../../../cli/commands/emulator-running";
import { startEmulator } from "../../../emulator";
import { FakeIo } from "../fake-io";
import { packedHere } from "../../support/packed-here";
import { until } from "../../support/until";
import { temporaryFolder } from "../../support/temporary-folder";

const run = async (io: FakeIo, ...args: string[]) => {
  io.written.out = "";
  await createProgram(io).parseAsync(["node", "compute", ...args]);
  return io.written.out;
};

describe("compute new", () => {
  it("lists the templates", async () => {
    expect(await run(new FakeIo(), "new")).toMatch(/^TEMPLATE +CREATES\ncompute-cpu-pod +/);
  });

  it("makes a project, with the commands that come next", async () => {
    const io = new FakeIo();
    io.cwd = temporaryFolder("new");
    io.env["PATH"] = process.env["PATH"];
    const out = await run(io, "new", "gpu-pod", "--dir", "notebook");
    const folder = join(io.cwd, "notebook");
    expect(readdirSync(folder).sort()).toEqual([
      ".gitignore",
      "Pulumi.yaml",
      "index.ts",
      "package.json",
      expect.stringMatching(/^pulumi-compute-platform-.*\.tgz$/),
      "tsconfig.json",
    ]);
    expect(readFileSync(join(folder, "Pulumi.yaml"), "utf8")).toEqual(
      expect.stringMatching(
        /^name: notebook\ndescription: A GPU pod with SSH on the Compute Platform\nruntime: nodejs\nconfig:\n(?!.*template)/s,
      ),
    );
    expect(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))).toMatchObject({
      name: "notebook",
      // A checkout is on no registry.
      dependencies: { "pulumi-compute-platform": expect.stringMatching(/^file:pulumi-compute-platform-.*\.tgz$/) },
    });
    expect(out).toContain("  npx compute config set --stack dev --secret compute:apiKey   # API key\n");
    expect(out.split("\n").filter((line) => line.length > 80 && !line.includes(folder))).toEqual([]);
    expect(out).toContain('config set --stack dev sshKey "$(cat ~/.ssh/id_ed25519.pub)"');
    // What has a default need not be set.
    expect(out).not.toMatch(/image|gpuMemory|maxHourlyCost/);
    await expect(run(io, "new", "gpu-pod", "--dir", "notebook")).rejects.toThrow(
      /is not empty, so nothing was written/,
    );
    await expect(run(io, "new", "nope")).rejects.toThrow(/no template "nope"\. There are compute-cpu-pod, /);
  }, 60_000);
});

it("compute new refuses a name that no stack can have, and writes nothing", async () => {
  const io = new FakeIo();
  io.cwd = temporaryFolder("new");
  const asked = createProgram(io).parseAsync(["node", "compute", "new", "cpu-pod", "--stack", "my stack"]);
  await expect(asked).rejects.toThrow("a stack name may only contain");
  expect(readdirSync(io.cwd)).toEqual([]);
});

describe("compute new that asks", () => {
  let emulators: FakeIo | undefined;
  afterEach(async () => {
    if (emulators) await run(emulators, "emulator", "stop");
    emulators = undefined;
  });

  function asking(...answers: string[]): FakeIo {
    const io = new FakeIo({ answers });
    io.isInteractive = true;
    io.cwd = temporaryFolder("asking");
    const folder = temporaryFolder("asking-home");
    Object.assign(io.env, { HOME: folder, PATH: packedHere().path, XDG_STATE_HOME: folder });
    io.env["PULUMI_BACKEND_URL"] = `file://${folder}`;
    io.env["PULUMI_CONFIG_PASSPHRASE"] = "x";
    return io;
  }
  const settingsIn = (io: FakeIo) => readFileSync(join(io.cwd, "Pulumi.dev.yaml"), "utf8");

  it("starts the emulator, shows what is in stock and what it costs, and writes the settings", async () => {
    const io = asking("nonsense", "gpu-pod", "", "80", "1", "much", "80", "1.5");
    mkdirSync(join(io.env["HOME"]!, ".ssh"));
    writeFileSync(join(io.env["HOME"]!, ".ssh", "id_ed25519.pub"), "ssh-ed25519 AAAAC3Nza ada@example.org\n");
    const out = await run(io, "new");
    emulators = io;
    expect(io.written.err).toContain("That is none of them. Type a number from 1 to 7, or a name.");
    expect(io.questions).toEqual([
      "Which template [compute-gpu-pod]: ",
      "Which template [compute-gpu-pod]: ",
      "Deploy to an emulator or an account (emulator/account) [emulator]: ",
      "GB of memory for each GPU [48]: ",
      "USD an hour, at most [2]: ",
      "GB of memory for each GPU [48]: ",
      "GB of memory for each GPU [48]: ",
      "USD an hour, at most [2]: ",
    ]);
    expect(io.written.err).toContain(
      "Nothing fits: 4 types have at least 80 GB; none of them costs at most 1.00 USD/h; " +
        "the cheapest is NVIDIA A100 80GB PCIe for 1.39 USD/h.",
    );
    expect(io.written.err).toContain("Type a whole number above 0.");
    expect(out).toMatch(
      /\nGPU TYPE +VRAM GB +USD\/H +IN STOCK\nNVIDIA A100 80GB PCIe +80 +1\.39 .*\n`up` takes the first of these that it gets\.\n/,
    );
    expect(out).toMatch(/Next:\n {2}npm install\n {2}npx compute up --stack dev\n/);
    const [running] = await runningEmulators(io);
    expect(out.endsWith(`\n  npx compute emulator stop ${running!.apiUrl}   # at the end\n`)).toBe(true);
    const settings = settingsIn(io);
    expect(settings).toContain(`compute:apiUrl: ${running!.apiUrl}`);
    expect(settings).toMatch(/compute:apiKey:\n +secure: /);
    expect(settings).toMatch(/:gpuMemory: "80"\n/);
    expect(settings).toMatch(/:maxHourlyCost: "1.5"\n/);
    expect(settings).toMatch(/:sshKey: ssh-ed25519 AAAAC3Nza ada@example.org/);
  }, 60_000);

  it("prints the commands that make and set an SSH key where the user has none", async () => {
    const io = asking("gpu-pod", "", "", "");
    const out = await run(io, "new");
    emulators = io;
    const set = 'npx compute config set --stack dev sshKey "$(cat ~/.ssh/id_ed25519.pub)"';
    const lines = out.split("\n").map((line) => line.trim().replace(/ {3}#.*/, ""));
    expect(lines.slice(lines.indexOf("npm install"))).toEqual([
      ...["npm install", "ssh-keygen -t ed25519"],
      ...["# Your public key, which `ssh-keygen -t ed25519` makes", set, "npx compute up --stack dev"],
      expect.stringMatching(/^npx compute emulator stop http:/),
      "",
    ]);
  }, 60_000);

  it.each([
    { when: "at the question for the hardware", question: /^GB of memory/, known: { PULUMI_CONFIG_PASSPHRASE: "x" } },
    { when: "at that for the passphrase", question: /^Passphrase/, known: {} },
  ])(
    "ends the emulator that it started, and writes nothing, where you stop $when",
    async ({ question, known }) => {
      const io = asking("gpu-pod", "");
      delete io.env["PULUMI_CONFIG_PASSPHRASE"];
      Object.assign(io.env, known);
      const ask = io.ask.bind(io);
      io.ask = (text) => (question.test(text) ? Promise.reject(new CommandFailure("Stopped.", 130)) : ask(text));
      await expect(run(io, "new")).rejects.toThrow("Stopped.");
      emulators = (await runningEmulators(io)).length > 0 ? io : undefined;
      const { out } = io.written;
      expect({ out, left: readdirSync(io.cwd), runs: emulators !== undefined }).toEqual({
        out: expect.stringMatching(/\nThe emulator was stopped, because no project was created\.\n$/),
        left: [],
        runs: false,
      });
    },
    60_000,
  );

  it("takes an account's address only as requests can use it, and never repeats the key", async () => {
    const emulator = await startEmulator();
    try {
      const io = asking(
        "cpu-pod",
        "account",
        "",
        "localhost",
        `${emulator.apiUrl}/v2`,
        emulator.apiUrl,
        emulator.apiKey,
        ...["", ""],
      );
      const out = await run(io, "new", "--dir", ".");
      expect(io.written.err).toContain("This is needed, so it can't be empty.");
      expect(io.written.err).toContain("apiUrl must leave out the final /v2.");
      expect(out).toMatch(/\nFLAVOR +GB +USD\/H FOR 2 +IN STOCK\ncpu3c +4 +0\.06 /);
      expect(out + io.written.err + settingsIn(io)).not.toContain(emulator.apiKey);
      expect(settingsIn(io)).toContain(`compute:apiUrl: ${emulator.apiUrl}`);
    } finally {
      await emulator.close();
    }
  }, 60_000);

  it("asks for the rest where the template is named, and refuses a folder with something in it before it asks", async () => {
    const io = asking("account", "http://127.0.0.1:1", "key");
    await run(io, "new", "cpu-pod");
    expect(io.questions.map((question) => question.slice(0, 12))).toEqual([
      "Deploy to an",
      "Address of t",
      "API key: (hi",
    ]);
    io.questions.length = 0;
    await expect(run(io, "new", "cpu-pod", "--dir", ".")).rejects.toThrow(/is not empty, so nothing was written/);
    expect(io.questions).toEqual([]);
  }, 60_000);

  it("has no question wider than a terminal of 80 columns", async () => {
    const io = asking("account", "http://127.0.0.1:1", "key", "user", "hush");
    await run(io, "new", "training");
    for (const question of io.questions) expect(question.length).toBeLessThanOrEqual(72);
  }, 60_000);

  it("leaves nothing of a project where you stop while it is packed", async () => {
    const io = asking("account", "http://127.0.0.1:1", "key");
    const slow = temporaryFolder("slow-npm");
    writeFileSync(join(slow, "npm"), "#!/bin/sh\nkill -0 $PPID; exec sleep 60\n", { mode: 0o755 });
    io.env["PATH"] = `${slow}:${process.env["PATH"]}`;
    const making = run(io, "new", "cpu-pod", "--dir", "inner/web");
    await until(() => existsSync(join(io.cwd, "inner", "web", ".gitignore")));
    io.stop();
    await expect(making).rejects.toThrow(/abort/);
    expect(readdirSync(io.cwd)).toEqual([]);
  }, 60_000);

  it("goes on with the template's hardware where nobody answers, and says why", async () => {
    const io = asking("cpu-pod", "account", "http://127.0.0.1:1", "key");
    await run(io, "new", "--dir", ".");
    expect(io.written.err).toMatch(/warning: The hardware in stock is not known\. /);
    expect(settingsIn(io)).not.toMatch(/memory|maxHourlyCost/);
  }, 60_000);
});

describe("compute new in another language", () => {
  const made = async (language: string) => {
    const io = new FakeIo();
    io.cwd = temporaryFolder("new");
    const out = await run(io, "new", language, "--dir", "stack");
    const folder = join(io.cwd, "stack");
    return { out, files: readdirSync(folder).sort(), ignored: readFileSync(join(folder, ".gitignore"), "utf8") };
  };

  it("python: takes pip and the command of the wheel, and neither npm nor the Pulumi CLI", async () => {
    const { out, files, ignored } = await made("python");
    const commands = [
      "python3 -m venv venv",
      "venv/bin/pip install -r requirements.txt",
      "venv/bin/compute up --stack dev",
    ];
    for (const command of commands) expect(out).toContain(`\n  ${command}\n`);
    expect(out).not.toMatch(/npm|npx|pulumi (up|config|stack)/);
    expect(files).toEqual([".gitignore", "Pulumi.yaml", "__main__.py", "plugin", "requirements.txt", "wheel"]);
    expect(ignored.split("\n")).toContain("venv/");
  });

  it.each(["go", "python", "yaml", "plugin"])(
    "%s: keeps the memory that was asked for",
    async (language) => {
      const io = new FakeIo();
      io.isInteractive = true;
      io.cwd = temporaryFolder("new");
      const folder = temporaryFolder("asking-home");
      Object.assign(io.env, { HOME: folder, PATH: packedHere().path, XDG_STATE_HOME: folder });
      Object.assign(io.env, { PULUMI_BACKEND_URL: `file://${folder}`, PULUMI_CONFIG_PASSPHRASE: "x" });
      io.ask = async (question) => (question.startsWith("GB of memory") ? "80" : "");
      try {
        const out = await run(io, "new", language);
        const written =
          readdirSync(io.cwd).includes("Pulumi.dev.yaml") && readFileSync(join(io.cwd, "Pulumi.dev.yaml"), "utf8");
        if (written) expect(written).toContain('gpuMemory: "80"');
        else {
          expect(out).toContain("pulumi config set --stack dev gpuMemory 80\n");
          expect(out).toMatch(/config set --stack dev --secret compute:apiKey emulator-key\n/);
        }
        expect(out).toMatch(/ssh-keygen -t ed25519\n/);
        const called = { python: "venv/bin/compute", plugin: "npx compute" }[language] ?? "compute";
        expect(out).toContain(`\n  ${called} emulator stop http:`);
      } finally {
        await run(io, "emulator", "stop");
      }
    },
    60_000,
  );

  it.each(["go", "yaml"])("%s: installs the plugin for the Pulumi CLI, which its programs need", async (language) => {
    const { out, files } = await made(language);
    expect(out).toMatch(/\n {2}node \S+main\.js plugin install\n/);
    for (const command of ["pulumi stack init dev", "pulumi up --stack dev"]) expect(out).toContain(`\n  ${command}`);
    expect(files).not.toContain("package.json");
    expect(out.includes("# The first one compiles the SDK, which takes some minutes")).toBe(language === "go");
  });
});

describe("compute plugin install", () => {
  it("hands the Pulumi CLI a folder that starts the plugin by itself", async () => {
    const io = new FakeIo();
    const calls: { program: string; args: readonly string[]; port: string }[] = [];
    io.run = async (program, args) => {
      const executable = join(args[args.indexOf("--file") + 1]!, "pulumi-resource-compute");
      const plugin = spawn(executable, ["127.0.0.1:1"], { stdio: ["ignore", "pipe", "inherit"] });
      const [port] = (await once(plugin.stdout, "data")) as [Buffer];
      plugin.kill("SIGINT");
      await once(plugin, "exit");
      calls.push({ program, args: args.filter((word) => !word.includes("compute-plugin-")), port: String(port) });
      return 0;
    };
    expect(await run(io, "plugin", "install")).toMatch(/^Installed the plugin compute \d+\.\d+\.\d+/);
    const args = ["plugin", "install", "resource", "compute", expect.any(String), "--file", "--reinstall"];
    expect(calls).toEqual([{ program: "pulumi", args, port: expect.stringMatching(/^\d+\n$/) }]);
    io.run = async () => Promise.reject(Object.assign(new Error("spawn pulumi ENOENT"), { code: "ENOENT" }));
    await expect(run(io, "plugin", "install")).rejects.toThrow("There is no `pulumi` on the PATH.");
    io.run = async () => 3;
    await expect(run(io, "plugin", "install")).rejects.toMatchObject({ exitCode: 3 });
  });
});

describe("compute emulator stop", () => {
  let stop: (() => Promise<void>) | undefined;
  afterEach(() => stop?.());

  it("says so where none runs", async () => {
    const io = new FakeIo();
    io.env["XDG_STATE_HOME"] = temporaryFolder("emulators");
    await expect(run(io, "emulator", "stop")).rejects.toThrow("You have no emulator running.");
    await expect(run(io, "emulator", "stop", "12")).rejects.toThrow("You have no emulator running at 12.");
  });

  it.each(["--help", "-h"])("prints its usage for %s, as `emulator` does, and stops nothing", async (flag) => {
    for (const words of [
      ["emulator", "stop", flag],
      ["emulator", flag],
    ])
      expect(await run(new FakeIo(), ...words)).toMatch(
        /^Usage: compute emulator \[options\]\n +compute emulator stop /,
      );
  });

  it("ends the emulator that this user has started, and finds no others", async () => {
    const io = new FakeIo();
    io.env["XDG_STATE_HOME"] = temporaryFolder("emulators");
    const emulator = await startEmulator();
    stop = () => emulator.close();
    const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
    const pid = other.pid!;
    await noteRunning(io, JSON.stringify({ apiUrl: emulator.apiUrl, pid }));
    await noteRunning(io, JSON.stringify({ apiUrl: "http://127.0.0.1:9", pid: 1 }));
    expect(await runningEmulators(io)).toEqual([{ apiUrl: emulator.apiUrl, pid }]);
    const ended = once(other, "exit");
    expect(await run(io, "emulator", "stop")).toBe(`Stopped the emulator at ${emulator.apiUrl} (process ${pid}).\n`);
    expect(await ended).toEqual([null, "SIGTERM"]);
  });
});
