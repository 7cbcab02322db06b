import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import * as fs from "node:fs";
import * as path from "node:path";
import { type EngineEvent, LocalStack, type OperationResult } from "../../engine";
import { run as runProgram } from "./support/program/things";
import { openStack } from "./support/run-local";
import type { Fault, ProgramSpec } from "./support/scenario";
import { Workspace } from "./support/workspace";
import { until } from "../support/until";

jest.setTimeout(60_000);

let workspace: Workspace;
beforeEach(() => {
  workspace = new Workspace();
});
afterEach(() => workspace.remove());

const one = (args: object = {}): ProgramSpec => ({ resources: [{ name: "a", args: { name: "a", ...args } }] });

/** In this process: starting others takes most of the time. What meets faults has its own, and what prints. */
const here = { program: () => runProgram(JSON.parse(workspace.read("program.json")!)), providersHere: true };

async function up(program: ProgramSpec, faults: Record<string, Fault> = {}, options = {}): Promise<OperationResult> {
  workspace.prepare({ run: "up", program, faults });
  return (await openStack(workspace, Object.keys(faults).length > 0 ? {} : here)).up(options);
}

/** Everything that was written below the project, the program's own files and the cloud left out. */
function written(directory = path.join(workspace.dir, "state")): { file: string; text: string }[] {
  return fs.readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(directory, entry.name);
    return entry.isDirectory() ? written(file) : [{ file, text: fs.readFileSync(file, "utf8") }];
  });
}

const seen = async (name: string) => {
  await until(() => workspace.read(`cloud/${name}`) !== undefined);
};

describe("the files of a stack", () => {
  it("are those of the CLI's file backend: checkpoint, backup, history, and no lock left", async () => {
    await up(one());
    await up(one({ size: 2 }));
    const files = written().map(({ file }) => path.relative(workspace.dir, file).replace(/\d{15,}/, "<ns>"));
    expect([...new Set(files)].sort()).toEqual([
      "state/.pulumi/backups/proj/dev/dev.<ns>.json",
      "state/.pulumi/history/proj/dev/dev-<ns>.checkpoint.json",
      "state/.pulumi/history/proj/dev/dev-<ns>.history.json",
      "state/.pulumi/meta.yaml",
      "state/.pulumi/stacks/proj/dev.json",
      "state/.pulumi/stacks/proj/dev.json.bak",
    ]);
    const histories = written().filter(({ file }) => file.endsWith(".history.json"));
    expect(histories.map(({ text }) => JSON.parse(text).resourceChanges)).toEqual(
      expect.arrayContaining([{ create: 2 }, { same: 1, update: 1 }]),
    );
  });

  it("are not touched by a preview", async () => {
    await up(one());
    const before = written();
    workspace.prepare({ run: "preview", program: one({ size: 2 }) });
    const { summary } = await (await openStack(workspace, here)).preview();
    expect(summary).toEqual({ same: 1, update: 1 });
    expect(written()).toEqual(before);
  });

  it("without a state directory are refused by name", async () => {
    const opened = LocalStack.open({ ...lookup(), backendUrl: `file://${workspace.dir}/nowhere` });
    await expect((await opened).up()).rejects.toThrow(/unable to open state directory .*nowhere/);
  });
});

const lookup = () => ({ projectDir: workspace.dir, stack: "dev", passphrase: "correct horse", env: workspace.env });

describe("secrets", () => {
  const markers = ["cfg-marker-1", "in-marker-2", "out-marker-3", "err-marker-4", "log-marker-5"];
  const program: ProgramSpec = {
    resources: [
      { name: "a", args: { name: "a", top: { $secret: "in-marker-2" }, bad: { $secret: "err-marker-4" } } },
      { name: "b", args: { name: "b", token: { $secretConfig: "token" }, after: { $ref: "a.server" } } },
    ],
    outputs: { whole: { $secret: "out-marker-3" }, log: { $secret: "log-marker-5" } },
  };

  it("are nowhere in the clear: state, backups, history, config file, events and results", async () => {
    const stack = await openStack(workspace);
    await stack.setConfig("token", "cfg-marker-1", { secret: true });
    const events: EngineEvent[] = [];
    const onEvent = (event: EngineEvent) => void events.push(event);
    workspace.prepare({ run: "up", program });
    const results = [await stack.preview({ onEvent }), await stack.up({ onEvent })];
    const loud = { ...program, log: ["the token is cfg-marker-1", "and in-marker-2"] };
    const faults = { "update b": { message: "401 for cfg-marker-1, body in-marker-2", init: true } as const };
    workspace.prepare({ run: "up", program: change(loud), faults });
    results.push(await stack.up({ onEvent }), await stack.refresh({ onEvent }), await stack.destroy({ onEvent }));
    expect(results.map(({ result }) => result)).toEqual(["succeeded", "succeeded", "failed", "succeeded", "succeeded"]);
    const texts = [...written().map(({ text }) => text), JSON.stringify(events), JSON.stringify(results)];
    for (const marker of markers) for (const text of texts) expect(text).not.toContain(marker);
    expect(JSON.stringify(events)).toContain("the token is [secret]");
    expect(JSON.stringify(results)).toContain("401 for [secret], body [secret]");
  });

  const change = (given: ProgramSpec): ProgramSpec => ({
    ...given,
    resources: given.resources?.map((spec) => ({ ...spec, args: { ...spec.args, size: 2 } })) ?? [],
  });

  it("are opened with the right passphrase only", async () => {
    await up({ ...one(), outputs: { password: { $secret: "closed" } } });
    const wrong = await LocalStack.open({ ...lookup(), backendUrl: workspace.backendUrl, passphrase: "wrong" });
    await expect(wrong.up()).rejects.toMatchObject({
      code: "passphrase",
      message: expect.stringContaining("incorrect passphrase"),
    });
    const none = await LocalStack.open({
      projectDir: workspace.dir,
      stack: "dev",
      backendUrl: workspace.backendUrl,
      env: { ...workspace.env, PULUMI_CONFIG_PASSPHRASE_FILE: path.join(workspace.dir, "absent") },
    });
    await expect(none.outputs()).rejects.toMatchObject({ code: "passphrase" });
  });

  it("follow a config file with another salt: the state is read with its own and written with the file's", async () => {
    await up({ ...one({ top: { $secret: "moved" } }), outputs: { top: { $ref: "a.top" } } });
    fs.rmSync(workspace.configFile);
    const stack = await openStack(workspace, here);
    expect((await stack.up({ expectNoChanges: true })).result).toBe("succeeded");
    const salt = /encryptionsalt: (\S+)/.exec(fs.readFileSync(workspace.configFile, "utf8"))?.[1];
    expect(fs.readFileSync(workspace.stateFile, "utf8")).toContain(`"salt":"${salt}"`);
    expect(await (await openStack(workspace, here)).outputs({ showSecrets: true })).toEqual({ top: "moved" });
  });

  it("the passphrase itself does not reach the program", async () => {
    workspace.write(
      "index.js",
      "module.exports = { seen: Object.keys(process.env).filter((key) => /PASSPHRASE/.test(key)) };",
    );
    const env = { ...workspace.env, PULUMI_CONFIG_PASSPHRASE: "x" };
    const stack = await LocalStack.open({ ...lookup(), backendUrl: workspace.backendUrl, env });
    expect((await stack.up()).outputs).toEqual({ seen: [] });
  });
});

describe("an operation that is cut short", () => {
  it("finishes and saves what runs, starts nothing else, and fails", async () => {
    const program: ProgramSpec = {
      resources: [
        { name: "a", args: { name: "a" } },
        { name: "b", args: { name: "b", other: { $ref: "a.server" } } },
      ],
    };
    const cancel = new AbortController();
    const running = up(program, { "create a": { delayMs: 300, mark: "begun" } }, { signal: cancel.signal });
    await seen("begun");
    cancel.abort();
    const { result, diagnostics, summary } = await running;
    expect({ result, summary }).toEqual({ result: "failed", summary: { create: 2 } });
    expect(diagnostics.map(({ message }) => message)).toEqual(["update canceled"]);
    expect(Object.keys(workspace.objects())).toEqual(["a-1"]);
    expect(written().filter(({ file }) => file.includes("/locks/"))).toEqual([]);
    expect((await up(program)).summary).toEqual({ same: 2, create: 1 });
  });

  it("leaves a pending operation when it is given up, which the next run warns of and a refresh clears", async () => {
    const giveUp = new AbortController();
    const events: string[] = [];
    const onEvent = ({ kind }: EngineEvent) => void events.push(kind);
    const running = up(
      one(),
      { "create a": { delayMs: 60_000, mark: "begun" } },
      { terminate: giveUp.signal, onEvent },
    );
    await seen("begun");
    giveUp.abort();
    await expect(running).rejects.toMatchObject({ code: "terminated" });
    expect(events).not.toContain("step-failed");
    const pending = () => JSON.parse(fs.readFileSync(workspace.stateFile, "utf8")).checkpoint.latest.pending_operations;
    expect(pending()).toMatchObject([{ type: "creating", resource: { inputs: { name: "a", size: 1 } } }]);
    expect(written().filter(({ file }) => file.includes("/locks/"))).toEqual([]);

    const warned = [{ severity: "warning", message: expect.stringContaining("interrupted while creating") }];
    expect((await (await openStack(workspace)).refresh()).diagnostics).toMatchObject(warned);
    expect((await (await openStack(workspace)).destroy()).diagnostics).toMatchObject(warned);
    const next = await up(one());
    expect(next.diagnostics).toMatchObject(warned);
    expect(next.summary).toEqual({ create: 2 });
    expect(pending()).toHaveLength(1);
    await (await openStack(workspace)).refresh({ clearPendingCreates: true });
    expect(pending()).toBeUndefined();
  });

  it("is kept from running by a lock, which cancel removes", async () => {
    const locks = path.join(workspace.dir, "state/.pulumi/locks/organization/proj/dev");
    fs.mkdirSync(locks, { recursive: true });
    fs.writeFileSync(
      path.join(locks, "0.json"),
      JSON.stringify({ pid: 1, username: "u", hostname: "h", timestamp: "t" }),
    );
    await expect(up(one())).rejects.toMatchObject({
      code: "locked",
      message: expect.stringContaining("u@h (pid 1) at t"),
    });
    const stack = await openStack(workspace);
    expect((await stack.preview()).result).toBe("succeeded");
    expect(await stack.cancel()).toBe(1);
    expect((await up(one())).result).toBe("succeeded");
  });
});

describe("what runs at once", () => {
  it("is never more than the limit", async () => {
    const names = ["p", "q", "r", "s", "t", "u"];
    const faults = Object.fromEntries(names.map((name) => [`create ${name}`, { delayMs: 30 }]));
    workspace.prepare({ run: "up", program: { resources: names.map((name) => ({ name, args: { name } })) }, faults });
    let [now, most] = [0, 0];
    const onEvent = (event: EngineEvent) => {
      if (event.kind === "step-start") most = Math.max(most, ++now);
      if (event.kind === "step-done") now -= 1;
    };
    await (await openStack(workspace, { parallel: 2 })).up({ onEvent });
    expect(most).toBe(2);
  });
});

describe("a target that needs a look at what is left out", () => {
  const program: ProgramSpec = {
    resources: [
      { name: "p", args: { name: "p" } },
      { name: "look", get: { $ref: "p.id" } },
      { name: "a", args: { name: "a" }, options: { dependsOn: ["look"] } },
    ],
  };
  it.each([
    { options: { target: ["**::a"] }, why: "which was was not specified in --target list." },
    { options: { exclude: ["**::p"] }, why: "which is left out by --exclude and does not exist yet." },
  ])("is refused before anything is made: $why", async ({ options, why }) => {
    const { result, diagnostics } = await up(program, {}, options);
    expect(result).toBe("failed");
    const refused = expect.stringMatching(/Thing::a' depends on '.*Thing::look' which/);
    expect(diagnostics.map(({ message }) => message)).toEqual([refused]);
    expect(diagnostics[0]!.message).toContain(why);
    expect(written().find(({ file }) => file.endsWith("dev.json"))?.text).not.toContain('pending_operations":[{');
  });
});

describe("a program whose reading fails", () => {
  it("says nothing of its calls to an engine that has stopped meanwhile", async () => {
    const get = { get: "nobody", args: { name: "a" } };
    const program: ProgramSpec = {
      resources: [
        { name: "a", ...get },
        { name: "b", get: "other", args: { name: "b" } },
        { name: "c", args: { name: "c", of: { $ref: "b.server" } } },
      ],
    };
    const lines: string[] = [];
    const onEvent = (event: EngineEvent) => void (event.kind === "stdout" && lines.push(event.line));
    const { result } = await up(
      program,
      { "read a": { message: "there is none" }, "read b": { delayMs: 300 } },
      { onEvent },
    );
    expect(result).toBe("failed");
    expect(lines.join("\n")).not.toMatch(/failed to deliver|Channel has been shut down/);
  });
});

describe("a step's report", () => {
  it("says which inputs changed and which of them replace", async () => {
    await up(one({ kind: "k", secret: { $secret: "s3cr3t" } }));
    const { steps } = await up(one({ kind: "other", size: 2, secret: { $secret: "s3cr3t" }, first: true }));
    const replace = steps.find(({ op }) => op === "replace");
    expect(replace).toMatchObject({
      name: "a",
      type: "pulumi-nodejs:dynamic/test:Thing",
      diffKeys: ["first", "kind", "size"],
      replaceKeys: ["kind"],
      deleteBeforeReplace: true,
      old: { id: "a-1", inputs: { kind: "k", secret: "[secret]" } },
      new: { inputs: { kind: "other", size: 2 } },
    });
    expect(steps.map(({ op, counted }) => `${op} ${counted}`)).toEqual([
      "same true",
      "delete-replaced false",
      "replace true",
      "create-replacement false",
    ]);
  });

  it("of a preview has the deletion of what a read of another object replaces, as of the update", async () => {
    await up(one());
    workspace.prepare({ run: "preview", program: { resources: [{ name: "a", get: "other", args: { name: "a" } }] } });
    const { steps: planned } = await (await openStack(workspace, here)).preview();
    const { steps } = await (await openStack(workspace, here)).up();
    const ops = (all: typeof steps) => all.map(({ op, name }) => `${op} ${name}`).sort();
    expect(ops(planned)).toEqual(["delete-replaced a", "read-replacement a", "replace a", "same proj-dev"]);
    expect(ops(steps)).toEqual(ops(planned));
  });

  it("of a refresh says what the next preview will say, and not what only the platform sets", async () => {
    await up(one({ size: 1 }));
    workspace.prepare({ run: "refresh", cloud: { "a-1": { size: 9, drift: "yes" } } });
    const refreshed = await (await openStack(workspace, here)).refresh();
    const previewed = await (await openStack(workspace, here)).preview();
    const keysOf = ({ steps }: OperationResult) =>
      steps.filter(({ op }) => op === "update").map((step) => step.diffKeys);
    expect(keysOf(refreshed)).toEqual([["size"]]);
    expect(keysOf(previewed)).toEqual([["size"]]);
  });
});
