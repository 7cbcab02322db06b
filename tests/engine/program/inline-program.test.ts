import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { type EngineEvent, type InlineProgram, LocalStack } from "../../../engine";
import { type Ambient, systemAmbient } from "../../../engine/ambient";
import { startHere } from "../support/start-here";
import { Workspace } from "../support/workspace";

jest.setTimeout(60_000);

let workspace: Workspace;
beforeEach(() => {
  workspace = new Workspace();
});
afterEach(() => workspace.remove());

describe("a program given as a function", () => {
  const open = (program: InlineProgram, start: Ambient["start"] = startHere) =>
    LocalStack.open({
      projectDir: workspace.dir,
      stack: "dev",
      passphrase: "correct horse",
      env: workspace.env,
      projectName: "inline",
      backendUrl: workspace.backendUrl,
      program,
      ambient: { ...systemAmbient, start },
    });

  it("goes up, is previewed and comes down like any other", async () => {
    const config = () => new pulumi.Config("inline").requireSecret("token");
    const stack = await open(async () => {
      const provider = 'exports.handler=()=>require("module").createRequire(process.cwd()+"/")("./cloud").full';
      class Thing extends pulumi.CustomResource {
        declare readonly server: pulumi.Output<string>;
        constructor(name: string, args: object) {
          super("pulumi-nodejs:dynamic/test:Thing", name, { server: undefined, ...args, __provider: provider });
        }
      }
      const a = new Thing("a", { name: "a", token: config() });
      return { server: new Thing("b", { name: "b", dep: a.server }).server, token: config() };
    });
    await stack.setConfig("token", "inline secret", { secret: true });
    expect((await stack.preview()).summary).toEqual({ create: 3 });
    const { summary, outputs } = await stack.up();
    expect({ summary, outputs }).toEqual({ summary: { create: 3 }, outputs: { server: "s-b-1", token: "[secret]" } });
    expect((await stack.up({ expectNoChanges: true })).result).toBe("succeeded");
    expect((await stack.destroy()).summary).toEqual({ delete: 3 });
  });

  it("reports one refused diff while another one is under way, and that one ends in peace", async () => {
    workspace.write(
      "slow.js",
      `exports.check = async (olds, news) => ({ inputs: news });
       exports.create = async ({ name }) => ({ id: name, outs: { name } });
       exports.diff = async (id) => {
         if (id === "a") throw new Error("a is refused");
         await new Promise((resolve) => setTimeout(resolve, 200));
         return { changes: false };
       };`,
    );
    const provider = 'exports.handler=()=>require("module").createRequire(process.cwd()+"/")("./slow")';
    class Thing extends pulumi.CustomResource {}
    const stack = await open(() => {
      for (const name of ["a", "b", "c"])
        new Thing("pulumi-nodejs:dynamic/test:Thing", name, { name, __provider: provider });
    }, systemAmbient.start);
    expect((await stack.up()).result).toBe("succeeded");
    const said: string[] = [];
    const onEvent = (event: EngineEvent) => event.kind === "diagnostic" && said.push(event.diagnostic.message);
    const { result, diagnostics } = await stack.preview({ onEvent });
    expect(result).toBe("failed");
    expect(diagnostics.map(({ message }) => message)).toEqual(["a is refused"]);
    expect(said).toEqual(["a is refused"]);
  });

  it("has its transforms called, in every run anew", async () => {
    let calls = 0;
    const provider = 'exports.handler=()=>require("module").createRequire(process.cwd()+"/")("./cloud").full';
    class Thing extends pulumi.CustomResource {}
    const stack = await open(() => {
      void pulumi.runtime.registerResourceTransform(({ type, props, opts }) => {
        if (type === "pulumi:pulumi:Stack") return undefined;
        calls += 1;
        return { props: { ...props, size: 7 }, opts };
      });
      new Thing("pulumi-nodejs:dynamic/test:Thing", "a", { name: "a", __provider: provider });
    });
    expect((await stack.up()).result).toBe("succeeded");
    expect((await stack.up({ expectNoChanges: true })).result).toBe("succeeded");
    expect(calls).toBe(2);
    expect(workspace.objects()).toMatchObject({ "a-1": { name: "a", size: 7 } });
  });

  it("has secret in the state what a transform makes secret", async () => {
    const provider = 'exports.handler=()=>require("module").createRequire(process.cwd()+"/")("./cloud").full';
    class Thing extends pulumi.CustomResource {}
    const stack = await open(() => {
      void pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
        type === "pulumi:pulumi:Stack" ? undefined : { props: { ...props, token: pulumi.secret("canary-4711") }, opts },
      );
      new Thing("pulumi-nodejs:dynamic/test:Thing", "a", { name: "a", __provider: provider });
    });
    expect((await stack.up()).result).toBe("succeeded");
    expect(JSON.stringify(await stack.exportState())).not.toContain("canary-4711");
    expect(workspace.objects()).toMatchObject({ "a-1": { token: "canary-4711" } });
  });

  it("fails with what it throws", async () => {
    const stack = await open(() => {
      throw new Error("not today");
    });
    const { result, diagnostics } = await stack.up();
    expect(result).toBe("failed");
    expect(diagnostics.map(({ message }) => message).join()).toContain("not today");
  });

  it("fails with a thing that it throws and that is no Error, in one line", async () => {
    const stack = await open(() => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- programs do
      throw { code: 1 };
    });
    const { result, diagnostics } = await stack.preview();
    expect(result).toBe("failed");
    expect(diagnostics.map(({ message }) => message)).toEqual(["{ code: 1 }"]);
  });

  it("fails, and nothing is deleted, where its connection to the engine breaks, which the SDK takes for a good end", async () => {
    expect(await runsOf(losesItsConnection)).toEqual([
      { result: "succeeded", told: "" },
      { result: "failed", told: "the program lost its connection to the engine before it had declared everything" },
    ]);
    expect(Object.keys(workspace.objects())).toEqual(["a-1"]);
  });

  it("fails where the SDK gives up on a resource, and leaves no listeners behind for each failure", async () => {
    // In a process of its own, since the test runner fails a test with a rejection that nobody handles.
    workspace.write("runner.js", givesUp);
    const { stdout } = await promisify(execFile)(process.execPath, ["runner.js"], {
      cwd: workspace.dir,
      env: { ...process.env, ...workspace.env, ENGINE: engine, BACKEND: workspace.backendUrl },
      timeout: 60_000,
    });
    const runs = JSON.parse(stdout) as { result: string; told: string; listeners: number }[];
    const told = expect.stringContaining("the size is not to be had");
    expect(runs).toEqual(runs.map(() => ({ result: "failed", told, listeners: runs[0]!.listeners })));
    expect(runs).toHaveLength(3);
  });

  it("is not failed by what a run before it left behind and nobody catches", async () => {
    expect(await runsOf(leavesSomething)).toEqual([
      { result: "failed", told: "not today" },
      { result: "succeeded", told: "" },
      { result: "failed", told: "of its own" },
    ]);
  });

  /** What became of programs that run one after the other, in a process of their own for the same reason. */
  async function runsOf(turns: string): Promise<unknown> {
    workspace.write("runner.js", oneAfterTheOther(turns));
    const env = { ...process.env, ...workspace.env, ENGINE: engine, BACKEND: workspace.backendUrl };
    const { stdout } = await promisify(execFile)(process.execPath, ["runner.js"], {
      cwd: workspace.dir,
      env,
      timeout: 60_000,
    });
    return JSON.parse(stdout);
  }
});

const engine = join(__dirname, "../../../dist/engine");

/** The SDK can't send an argument that never comes to a value, and leaves the outputs pending for ever. */
const givesUp = `
const pulumi = require("@pulumi/pulumi");
const { LocalStack } = require(process.env.ENGINE);
const program = () => {
  const args = { size: Promise.reject(new Error("the size is not to be had")) };
  return { id: new pulumi.CustomResource("pulumi-nodejs:dynamic/test:Thing", "a", args).id };
};
const events = ["unhandledRejection", "uncaughtException"];
(async () => {
  const about = { projectDir: __dirname, stack: "dev", passphrase: "correct horse", projectName: "inline", program };
  const stack = await LocalStack.open({ ...about, backendUrl: process.env.BACKEND });
  const runs = [];
  for (let run = 0; run < 3; run++) {
    const { result, diagnostics } = await stack.up();
    const listeners = events.reduce((sum, event) => sum + process.listenerCount(event), 0);
    runs.push({ result, told: diagnostics.map(({ message }) => message).join(), listeners });
  }
  process.stdout.write(JSON.stringify(runs), () => process.exit(0));
})();
`;

const oneAfterTheOther = (turns: string) => `
const pulumi = require("@pulumi/pulumi");
const { LocalStack } = require(process.env.ENGINE);
${turns}
(async () => {
  const about = { projectDir: __dirname, stack: "dev", passphrase: "correct horse", projectName: "inline" };
  const stack = await LocalStack.open({ ...about, program: () => turns.shift()(), backendUrl: process.env.BACKEND });
  const runs = [];
  while (turns.length > 0) {
    const { result, diagnostics } = await stack.up();
    runs.push({ result, told: diagnostics.map(({ message }) => message.split("\\n")[0]).join() });
  }
  process.stdout.write(JSON.stringify(runs), () => process.exit(0));
})();
`;

/** The second run goes on while something of the first fails; the third while something of its own does. */
const leavesSomething = `
let release;
const turns = [
  () => {
    void new Promise((resolve) => (release = resolve)).then(() => { throw new Error("of the first run"); });
    throw new Error("not today");
  },
  async () => {
    release();
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  },
  async () => {
    void Promise.reject(new Error("of its own"));
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  },
];
`;

/** In the second run the SDK ends as it does when a call has met nobody: with an error that it does not report. */
const losesItsConnection = `
const __provider = 'exports.handler=()=>require("module").createRequire(process.cwd()+"/")("./cloud").full';
const turns = [
  () => void new pulumi.CustomResource("pulumi-nodejs:dynamic/test:Thing", "a", { name: "a", __provider }),
  () => undefined,
];
const stack = require("@pulumi/pulumi/runtime/stack");
const { runInPulumiStack } = stack;
stack.runInPulumiStack = async (program) => {
  if (turns.length > 1) return runInPulumiStack(program);
  turns.pop();
  throw Object.assign(new Error("14 UNAVAILABLE: No connection established"), { code: 14 });
};
`;
