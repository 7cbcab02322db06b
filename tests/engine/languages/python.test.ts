import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { execFile, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { systemAmbient } from "../../../engine/ambient";
import { type Emulator, startEmulator } from "../../../emulator";
import { type Ambient, type EngineEvent, LocalStack } from "../../../engine";
import { ServedProviders } from "../../../proofs/engines/served";
import { root } from "../../examples/example-stack";
import { notTried } from "../../support/not-tried";
import { pythonHere } from "../../support/python-here";
import { pythonPath } from "../../support/python-path";

jest.setTimeout(120_000);

const { environment, missing } = pythonHere();
const compute = "import pulumi_compute as compute\n";
const runner = join(root, "engine", "languages", "runner.py");

describe(`Python programs with the local engine (${missing ?? "all here"})`, () => {
  if (environment === undefined) return notTried("Python programs with the local engine", missing!);

  let folder: string;
  const emulators: Emulator[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "engine-python-"));
    for (const name of ["state", "node_modules/.bin"]) mkdirSync(join(folder, name), { recursive: true });
    // Found as npm leaves it there; what runs is in this process.
    symlinkSync(process.execPath, join(folder, "node_modules/.bin/pulumi-resource-compute"));
    const yaml = `name: py\nruntime:\n  name: python\n  options: { virtualenv: ${environment} }\n`;
    writeFileSync(join(folder, "Pulumi.yaml"), yaml);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  afterAll(() => Promise.all(emulators.map((each) => each.close())));

  const write = (program: string, file = "__main__.py") => writeFileSync(join(folder, file), program);
  const open = (ambient: Partial<Ambient> = {}, env: Record<string, string> = {}) =>
    LocalStack.open({
      projectDir: folder,
      stack: "dev",
      backendUrl: `file://${join(folder, "state")}`,
      passphrase: "x",
      env: { PYTHONPATH: pythonPath(folder), PYTHONDONTWRITEBYTECODE: "1", ...env },
      ambient: { ...systemAmbient, ...ambient },
    });
  const run = async (program: string) => {
    write(program);
    const lines: string[] = [];
    const onEvent = (event: EngineEvent) => void (event.kind === "stdout" && lines.push(event.line));
    const { result, outputs, diagnostics } = await (await open()).preview({ onEvent });
    return { result, outputs, said: diagnostics.map(({ message }) => message), lines };
  };

  it("live as programs in TypeScript do, with the plugin, secrets, a component, a look-up and an explicit provider", async () => {
    const emulator = await startEmulator({ rateLimit: false, speed: 1_000 });
    emulators.push(emulator);
    write(`import os, pulumi, pulumi_compute as compute

class Training(pulumi.ComponentResource):
    def __init__(self, name):
        super().__init__("mine:index:Training", name)
        self.data = compute.NetworkVolume("data", data_center="EU-XX-1", size=int(os.environ["SIZE"]), opts=pulumi.ResourceOptions(parent=self))
        self.register_outputs({"size": self.data.size})

training = Training("training")
mine = compute.Provider("mine", api_url="${emulator.apiUrl}", api_key="${emulator.apiKey}")
compute.RegistryCredential("images", username="me", password=pulumi.Output.secret("hush-password"), opts=pulumi.ResourceOptions(provider=mine))
sites = compute.get_data_centers_output(network_volume_types=["STANDARD"])
pulumi.export("size", training.data.size)
pulumi.export("token", pulumi.Output.secret("hush-token"))
pulumi.export("sites", sites.data_centers.apply(lambda all: len(all) > 0))
`);
    const served = new ServedProviders("plugin");
    const opened = async (size: string) => {
      const stack = await open({ start: served.start }, { SIZE: size, COMPUTE_JOURNAL_DIR: join(folder, "journal") });
      await stack.setConfig("compute:apiUrl", emulator.apiUrl);
      await stack.setConfig("compute:apiKey", emulator.apiKey, { secret: true });
      return stack;
    };
    const stack = await opened("100");
    expect(await stack.up()).toMatchObject({
      result: "succeeded",
      summary: { create: 5 },
      diagnostics: [],
      outputs: { size: 100, token: "[secret]", sites: true },
    });
    expect(readFileSync(join(folder, "state/.pulumi/stacks/py/dev.json"), "utf8")).not.toContain("hush");
    expect(await stack.up({ expectNoChanges: true })).toMatchObject({ result: "succeeded", summary: { same: 5 } });
    expect(await (await opened("200")).up({ refresh: true })).toMatchObject({ summary: { update: 1, same: 4 } });
    expect(await stack.refresh({ expectNoChanges: true })).toMatchObject({ result: "succeeded" });
    expect(await stack.destroy()).toMatchObject({ result: "succeeded", summary: { delete: 5 } });
    expect([...emulator.store.volumes.values()].length).toBe(0);
  });

  it.each([
    [
      'Pod("web", image="i:1", gpu=["NVIDIA L40S"])',
      "Pod web: gpu can't be ['NVIDIA L40S']: it takes PodGpuArgs or a dictionary with its members.",
    ],
    [
      'Fleet("web", count=1, pod={"gpu": [{"id": "NVIDIA L40S"}]})',
      "Fleet web: in pod is a list where it takes PodGpuArgs or a dictionary with its members.",
    ],
    ['Fleet("web", pods=["a"], pod={})', "Fleet web: pods can't be ['a']: it takes a dictionary."],
  ])("are told in one sentence of an argument of a wrong type: %s", async (program, sentence) => {
    expect((await run(`${compute}compute.${program}`)).said).toEqual([`compute:index:${sentence}`]);
  });

  it("have dynamic providers, which a destroy finds without the program", async () => {
    write(`import pulumi
from pulumi.dynamic import CreateResult, Resource, ResourceProvider

class Doubling(ResourceProvider):
    def create(self, props):
        return CreateResult("double-1", {**props, "twice": props["n"] * 2})

class Double(Resource):
    twice: pulumi.Output[int]
    def __init__(self, name, n):
        super().__init__(Doubling(), name, {"n": n, "twice": None})

pulumi.export("twice", Double("double", 21).twice)
`);
    const stack = await open();
    expect(await stack.up()).toMatchObject({ outputs: { twice: 42 }, summary: { create: 2 } });
    write("raise SystemError('not run')");
    expect(await stack.destroy()).toMatchObject({ result: "succeeded", summary: { delete: 2 } });
  });

  it("end with the program's own lines and the error, whoever raised it", async () => {
    const { result, said } = await run(`import pulumi
def parse(value):
    return int(value)
one = pulumi.Output.from_input("one").apply(parse)
pulumi.export("x", one)
pulumi.export("awaited twice", one)
`);
    const main = join(folder, "__main__.py");
    expect(result).toBe("failed");
    // Some versions of Python underline what failed.
    expect(said.map((text) => text.replace(/\n[ ~^]+(?=\n)/g, ""))).toEqual([
      [
        "Traceback (most recent call last):",
        `  File "${main}", line 3, in parse`,
        "    return int(value)",
        "ValueError: invalid literal for int() with base 10: 'one'",
      ].join("\n"),
    ]);
  });

  it.each([
    { what: "a syntax error", program: "x = = 1", said: /^ {2}File ".*__main__.py", line 1\n.*\n.*\nSyntaxError: / },
    {
      what: "a hook",
      program: "import pulumi\npulumi.ResourceHook('h', lambda args: None)",
      said: /^the local engine does not support resource hooks; use the pulumi CLI for it$/,
    },
    {
      what: "a transform of look-ups",
      program: "import pulumi\npulumi.runtime.register_invoke_transform(lambda args: None)",
      said: /^the local engine does not support invoke transforms; use the pulumi CLI for it$/,
    },
    {
      what: "an end in the middle",
      program: "import os\nos._exit(0)",
      said: /^The program ended with exit code 0 before it had declared everything\. /,
    },
    { what: "an end that it asks for", program: "import sys\nsys.exit(3)", said: /line 2, in .*\n.*\nSystemExit: 3$/ },
    {
      what: "an argument that is misspelt",
      program: `${compute}compute.Pod("web", imge="i:1")`,
      said: /\nTypeError: Pod\(\) got an unexpected keyword argument 'imge'\. Did you mean 'image'\?$/,
    },
  ])("say in one message what is wrong with $what", async ({ program, said }) => {
    const { result, said: messages } = await run(program);
    expect({ result, messages }).toEqual({ result: "failed", messages: [expect.stringMatching(said)] });
  });

  it("are told by the runner what else is wrong, where no engine is needed for it", async () => {
    const wrong: readonly (readonly [program: string, said: RegExp])[] = [
      // An end with a text.
      ["import sys\nsys.exit('no size')", /\nSystemExit: no size$/],
      [
        `${compute}compute.PodGpuArgs(idd="L")`,
        /\nTypeError: PodGpuArgs\.__init__\(\) got an unexpected keyword argument 'idd'\. Did you mean 'id'\?$/,
      ],
      [`${compute}compute.Pdo("web")`, /'Pdo'\. Did you mean:? 'Pod'\?$/],
      [
        `${compute}compute.get_gpu_types(availabel=True)`,
        /\nTypeError: get_gpu_types\(\) got an .* 'availabel'\. Did you mean 'available'\?$/,
      ],
      // Options, and arguments, that are a dictionary.
      ...['image="i:1", opts={"protect": True}', '{"image": "i:1"}'].map(
        (args) =>
          [
            `${compute}compute.Pod("web", ${args})`,
            /\nTypeError: opts takes pulumi\.ResourceOptions\(\.\.\.\); pass arguments by keyword$/,
          ] as const,
      ),
      // An argument of a class whose name others have too, and one like no other.
      [
        `import string\n${compute}compute.Template("web", imge="i:1")`,
        /\nTypeError: Template\(\) got an unexpected keyword argument 'imge'\. Did you mean 'image'\?$/,
      ],
      [`${compute}compute.Pod("web", zzzzzz=1)`, /got an unexpected keyword argument 'zzzzzz'$/],
    ];
    // Where no installed package is, so that its lines are none of the programs'.
    const asked = join(folder, "site-packages", "asked.py");
    mkdirSync(dirname(asked));
    writeFileSync(
      asked,
      `import importlib.util, json, runpy, sys
about = importlib.util.spec_from_file_location("runner", sys.argv[1])
runner = importlib.util.module_from_spec(about)
about.loader.exec_module(runner)
for entry in sys.argv[2:]:
    try:
        runpy.run_path(entry, run_name="__main__")
    except (Exception, SystemExit) as error:
        print(json.dumps(runner.described(error)))
`,
    );
    const entries = wrong.map(([program], at) => {
      const entry = join(folder, String(at), "__main__.py");
      mkdirSync(dirname(entry));
      writeFileSync(entry, program);
      return entry;
    });
    const { stdout } = await promisify(execFile)(join(environment, "bin", "python"), [asked, runner, ...entries], {
      env: { ...process.env, PYTHONPATH: pythonPath(folder), PYTHONDONTWRITEBYTECODE: "1" },
    });
    const told = stdout.trimEnd().split("\n");
    expect(told.map((line) => JSON.parse(line) as string)).toEqual(
      wrong.map(([, said]) => expect.stringMatching(said) as unknown),
    );
  });

  it("are told to get another Python where theirs is older than what Pulumi needs", async () => {
    const old =
      "import runpy, sys; sys.version_info = (3, 9, 0); sys.argv = sys.argv[2:]; runpy.run_path(sys.argv[0], run_name='__main__')";
    mkdirSync(join(folder, "venv/bin"), { recursive: true });
    write(`#!/bin/sh\nexec ${environment}/bin/python -c "${old}" "$@"\n`, "venv/bin/python");
    chmodSync(join(folder, "venv/bin/python"), 0o755);
    write("name: py\nruntime: { name: python, options: { virtualenv: venv } }\n", "Pulumi.yaml");
    expect((await run("")).said).toEqual([
      `The program's Python, ${folder}/venv/bin/python, is older than 3.10. Install Python 3.10 or later and recreate the environment with it.`,
    ]);
  });

  it("may end by sys.exit(0), and print what they like under LC_ALL=C", async () => {
    write("import sys, pulumi\nprint('größer')\npulumi.export('n', 1)\nsys.exit(0)");
    const lines: string[] = [];
    const onEvent = (event: EngineEvent) => void (event.kind === "stdout" && lines.push(event.line));
    const stack = await open({}, { LC_ALL: "C" });
    expect(await stack.preview({ onEvent })).toMatchObject({ result: "succeeded", outputs: { n: 1 } });
    expect(lines).toEqual(["größer"]);
  });

  it("end at once when the run is stopped, also while they sleep", async () => {
    write("import time\nprint('asleep')\ntime.sleep(600)");
    const stopping = new AbortController();
    const lines: string[] = [];
    const onEvent = (event: EngineEvent) => {
      if (event.kind !== "stdout") return;
      lines.push(event.line);
      stopping.abort();
    };
    let killed = false;
    // Nothing but the kill at the end of the grace is put off.
    const after = () => {
      killed = true;
      return () => {
        killed = false;
      };
    };
    const { result, diagnostics } = await (await open({ after })).preview({ onEvent, signal: stopping.signal });
    expect({ result, diagnostics, lines, killed }).toEqual({
      result: "failed",
      diagnostics: [{ severity: "error", message: "update canceled" }],
      lines: ["asleep"],
      killed: false,
    });
  });

  it("end with an engine that is killed", async () => {
    const about = { entry: folder, folder, root: folder, project: "p", stack: "s", dryRun: true, parallel: 1 };
    write("import time\ntime.sleep(600)");
    const python = join(environment, "bin", "python");
    const child = spawn(python, ["-u", runner, JSON.stringify({ ...about, address: "127.0.0.1:1" })], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    const code = new Promise((resolve) => child.once("exit", (...end) => resolve(end)));
    child.stdio[3]!.destroy();
    expect(await code).toEqual([1, null]);
  });
});
