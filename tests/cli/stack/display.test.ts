import { describe, expect, it } from "@jest/globals";
import { StackPlan } from "../../../cli/stack/plan";
import { fateText } from "../../../provider/effects/in-words";
import type { EngineEvent, OperationResult, StepReport } from "../../../engine/index";
import { FakeIo } from "../fake-io";
import { shownOn } from "./opened";
import { stepOf as step } from "./step-of";

const volume = (op: StepReport["op"], id: string, over: Partial<StepReport> = {}): StepReport => ({
  ...step(op, "a"),
  type: "compute:index:NetworkVolume",
  old: { id, inputs: {}, outputs: {} },
  ...over,
});

const start = (s: StepReport): EngineEvent => ({ kind: "step-start", step: s });
const done = (s: StepReport): EngineEvent => ({ kind: "step-done", step: s });
const result: OperationResult = {
  result: "succeeded",
  summary: { create: 1, same: 2 },
  steps: [],
  diagnostics: [],
  outputs: { podId: "p1" },
};

const ending = { command: "compute up" };

describe("the display of an operation, line by line", () => {
  it("without a terminal: one line when a step starts, one when it ends, then the counts", () => {
    const io = new FakeIo();
    const display = shownOn(io, io.stdout, { isPlan: false });
    display.onEvent(start(step("create", "a")));
    display.onEvent(done(step("create", "a")));
    display.finish(result, ending);
    expect(io.written.out.split("\n")).toEqual([
      " +  t:Pod a creating",
      " +  t:Pod a created",
      "Outputs:",
      '    podId: "p1"',
      "Resources:",
      "    + 1 created",
      "    2 unchanged",
      "",
    ]);
    expect(io.written.err).toBe("");
  });

  it("says that a stack has no resources, and nothing of them where the program could not be started", () => {
    const linesOf = (over: Partial<OperationResult>) => {
      const io = new FakeIo();
      shownOn(io, io.stdout, { isPlan: true }).finish({ ...result, summary: {}, outputs: {}, ...over }, ending);
      return io.written.out;
    };
    expect(linesOf({})).toBe("The stack has no resources.\n");
    expect(linesOf({ result: "failed" })).toBe("The preview failed. Nothing was changed.\n");
  });

  it("on a terminal that takes no line back, folds what it says between words, further in than the line began", () => {
    const io = new FakeIo({ isTTY: true });
    const display = shownOn(io, { ...io.stdout, isLive: false }, { isPlan: true });
    const { urn } = step("update", "a");
    const message = "Replaced because gpu changed (replaced only if the hardware it runs on is no longer in the list).";
    display.onEvent({ kind: "diagnostic", diagnostic: { severity: "info", message, urn } });
    display.onEvent(done(step("update", "a")));
    display.finish({ ...result, outputs: { ssh: `ssh pod@${"host.".repeat(15)}example -p 22` } }, ending);
    expect(io.screen().slice(0, 5)).toEqual([
      " ~  t:Pod a update",
      "      Replaced because gpu changed (replaced only if the hardware it runs on is",
      "        no longer in the list).",
      "Outputs:",
      `    ssh: "ssh pod@${"host.".repeat(15)}example -p 22"`,
    ]);
  });

  it("shows in a preview the deletion of what an earlier run replaced, and no half of a replacement of this run", () => {
    const io = new FakeIo();
    const display = shownOn(io, io.stdout, { isPlan: true });
    const of = (op: StepReport["op"], id: string, over: Partial<StepReport> = {}) =>
      done(volume(op, id, { counted: op === "replace", ...over }));
    for (const event of [
      of("create-replacement", "a2"),
      of("replace", "a2"),
      of("delete-replaced", "a1", { leftOver: true }),
      of("delete-replaced", "a2"),
    ])
      display.onEvent(event);
    display.finish(
      {
        ...result,
        outputs: {},
        summary: { replace: 1 },
        steps: [volume("delete-replaced", "a1", { leftOver: true })],
      },
      ending,
    );
    expect(io.written.out.split("\n")).toEqual([
      " +- NetworkVolume a replace",
      "      This destroys everything on the volume.",
      " -- NetworkVolume a delete original",
      "      An earlier run replaced it but did not delete it.",
      "      This destroys everything on the volume.",
      "Resources:",
      "    +- 1 to replace",
      "    -- 1 to delete original",
      "",
    ]);
  });

  it("says of what stays on the platform that it does, and not that its data is lost", () => {
    const io = new FakeIo();
    const display = shownOn(io, io.stdout, { isPlan: true });
    const retained = { retained: true };
    const other = { urn: "b", name: "b", ...retained };
    display.onEvent(done(volume("delete", "deleted", retained)));
    display.onEvent(done(volume("replace", "replaced", other)));
    display.onEvent(done(volume("delete-replaced", "replaced", { ...other, counted: false })));
    display.close();
    expect(io.written.out.split("\n")).toEqual([
      " -  NetworkVolume a let go",
      "      deleted stays on the platform with its data, and is billed (retainOnDelete). Let it go afterwards with `compute doctor --let-go deleted`, so that no run asks about it.",
      " +- NetworkVolume b replace[retain]",
      "      replaced stays on the platform with its data, and is billed (retainOnDelete). Let it go afterwards with `compute doctor --let-go replaced`, so that no run asks about it.",
      "",
    ]);
  });

  it("says while a step runs that it lets go of what the option retainOnDelete keeps", () => {
    const io = new FakeIo();
    const display = shownOn(io, io.stdout, { isPlan: false });
    display.onEvent({ kind: "step-start", step: volume("delete", "kept", { retained: true }) });
    display.onEvent(done(volume("delete", "kept", { retained: true })));
    display.onEvent(done(volume("delete-replaced", "other", { retained: true, counted: false })));
    display.close();
    const words = io.written.out.split("\n").map((line) => line.replace(/^.*NetworkVolume a /, ""));
    expect(words).toEqual(["letting go", "let go", "let go", ""]);
  });

  it("names what it costs, where the price is known", () => {
    const kept = { urn: "a", kind: "Pod", name: "a", id: "p1", does: "keep", why: "retained" } as const;
    const price = { perHour: 0.4, what: "1 × L40S" };
    expect(fateText({ ...kept, price: [price, price] })).toMatch(
      /^p1 stays on the platform with its data, and costs 0.40 USD\/h \(retainOnDelete\)\./,
    );
  });

  it("says of what a run replaces and, as told by --exclude, does not delete that it stays until a later one", () => {
    const io = new FakeIo();
    const plan = StackPlan.of([volume("replace", "replaced")]);
    const display = shownOn(io, io.stdout, { isPlan: true, plan });
    display.onEvent(done(volume("replace", "replaced")));
    display.close();
    expect(io.written.out.split("\n")).toEqual([
      " +- NetworkVolume a replace",
      "      replaced stays, with what it costs, until an `up` without --target or --exclude deletes it.",
      "",
    ]);
  });

  it("calls an adoption one, in its line and in the counts", () => {
    const io = new FakeIo();
    const display = shownOn(io, io.stdout, { isPlan: true });
    const adopting = { ...volume("create", "v1"), new: { inputs: { adopt: { id: "v1" } }, outputs: {} } };
    display.onEvent(done(adopting));
    display.finish({ ...result, outputs: {}, summary: { create: 1 }, steps: [adopting] }, ending);
    expect(io.screen()).toEqual([" =  NetworkVolume a adopt", "Resources:", "    = 1 to adopt"]);
  });

  it("in a preview: what would be done, with the keys that differ", () => {
    const io = new FakeIo();
    const display = shownOn(io, io.stdout, { isPlan: true });
    display.onEvent(start(step("update", "a", ["image", "env"])));
    display.onEvent(done(step("update", "a", ["image", "env"])));
    display.finish(result, ending);
    expect(io.screen()[0]).toBe(" ~  t:Pod a update [diff: ~image,~env]");
    expect(io.screen()).toContain("    + 1 to create");
  });

  it("tells by path what is added, deleted and changed, where the provider says so", () => {
    const io = new FakeIo();
    const display = shownOn(io, io.stdout, { isPlan: true });
    const detailedDiff = { "env.MODE": "add", "ports[1]": "delete", image: "update", gpu: "update-replace" } as const;
    display.onEvent(done({ ...step("replace", "a", ["env", "gpu", "image", "ports"]), detailedDiff }));
    display.close();
    expect(io.screen()[0]).toBe(" +- t:Pod a replace [diff: +env.MODE,-ports[1],~image,~gpu]");
  });

  it("leaves out keys that are not the program's, as the CLI does", () => {
    const io = new FakeIo();
    const display = shownOn(io, io.stdout, { isPlan: true });
    display.onEvent(done(step("update", "a", ["__replaceOnChanges", "image"])));
    display.onEvent(done(step("update", "b", ["__provider"])));
    display.close();
    expect(io.screen().slice(0, 2)).toEqual([" ~  t:Pod a update [diff: ~image]", " ~  t:Pod b update"]);
  });

  it("says nothing of what stays the same", () => {
    const io = new FakeIo();
    const display = shownOn(io, io.stdout, { isPlan: false });
    display.onEvent(start(step("same", "a")));
    display.onEvent(done(step("same", "a")));
    expect(io.written.out).toBe("");
  });

  it("calls resources of this provider by their kind", () => {
    const io = new FakeIo();
    const display = shownOn(io, io.stdout, { isPlan: true });
    display.onEvent(done({ ...step("create", "a"), type: "pulumi-nodejs:dynamic/compute:Pod" }));
    display.onEvent(done({ ...step("create", "b"), type: "compute:index:Cluster" }));
    display.close();
    expect(io.screen()).toEqual([" +  Pod a create", " +  Cluster b create"]);
  });

  describe("in a preview", () => {
    const changed: StepReport = {
      ...step("replace", "a", ["cloud", "env", "image"]),
      changes: [
        { path: "cloud", kind: "add", replaces: true, inputDiff: true, new: "SECURE" },
        { path: "env.TOKEN", kind: "update", replaces: false, inputDiff: true, old: "[secret]", new: "[secret]" },
        { path: "image", kind: "update", replaces: false, inputDiff: true, old: "a:1", new: "a:2" },
      ],
    };
    const why: EngineEvent = {
      kind: "diagnostic",
      diagnostic: { severity: "info", urn: changed.urn, message: "Replaced because cloud changed." },
    };
    const lines = [
      " +- t:Pod a replace [diff: ~cloud,~env,~image]",
      '      + cloud: "SECURE"  (replaces)',
      "      ~ env.TOKEN: [secret] → [secret]",
      '      ~ image: "a:1" → "a:2"',
      "      Replaced because cloud changed.",
    ];

    it("each change stands with its places, old and new, and with the reasons that the provider gave", () => {
      const io = new FakeIo();
      const display = shownOn(io, io.stdout, { isPlan: true });
      display.onEvent(why);
      display.onEvent(done({ ...changed, op: "create-replacement", counted: false }));
      display.onEvent(done(changed));
      display.close();
      expect(io.screen()).toEqual(lines);
    });

    it("marks only the members of an argument that replace the object, and not what changes in place beside them", () => {
      const mounts = (size: number, path: string) => ({ mounts: { persistent: { size, path } } });
      const pod: StepReport = {
        ...step("replace", "a", ["mounts"]),
        type: "pulumi-nodejs:dynamic/compute:Pod",
        old: { id: "p1", inputs: mounts(50, "/a"), outputs: {} },
        new: { inputs: mounts(40, "/b"), outputs: {} },
        changes: [
          { path: "mounts.persistent.path", kind: "update", replaces: true, inputDiff: true, old: "/a", new: "/b" },
          { path: "mounts.persistent.size", kind: "update", replaces: true, inputDiff: true, old: 50, new: 40 },
        ],
      };
      const io = new FakeIo();
      const display = shownOn(io, io.stdout, { isPlan: true });
      display.onEvent(done(pod));
      display.close();
      expect(io.screen().slice(1)).toEqual([
        '      ~ mounts.persistent.path: "/a" → "/b"',
        "      ~ mounts.persistent.size: 50 → 40  (replaces)",
      ]);
    });

    it("in colour where the output has colours, and the same words", () => {
      const io = new FakeIo();
      const display = shownOn(io, { ...io.stdout, isColored: true }, { isPlan: true });
      display.onEvent(why);
      display.onEvent(done(changed));
      display.close();
      expect(io.written.out).toContain("\u001b[35m +-\u001b[39m");
      expect(
        io.written.out
          .replace(/\u001b\[\d+m/g, "")
          .split("\n")
          .slice(0, -1),
      ).toEqual(lines);
    });

    it("says what a delete destroys, and of what another resource has that it stays", () => {
      const io = new FakeIo();
      const display = shownOn(io, io.stdout, { isPlan: true });
      for (const each of [
        { ...volume("same", "vol-1"), urn: "another" },
        volume("delete", "vol-1"),
        { ...volume("delete", "vol-2"), name: "b", urn: "b" },
      ])
        display.onEvent(done(each));
      display.close();
      expect(io.screen()).toEqual([
        " -  NetworkVolume a let go",
        "      vol-1 stays on the platform: a resource still has it.",
        " -  NetworkVolume b delete",
        "      This destroys everything on the volume.",
      ]);
    });

    it("says how a volume that the program has renamed is kept, since the plan deletes one and creates another", () => {
      const io = new FakeIo();
      const display = shownOn(io, io.stdout, { isPlan: true });
      const { old: _, ...added } = volume("create", "vol-1", { new: { inputs: {}, outputs: {} } });
      display.onEvent(done({ ...added, name: "datasets", urn: "datasets" }));
      display.onEvent(done({ ...volume("delete", "vol-1"), urn: "data", name: "data" }));
      display.close();
      expect(io.screen().slice(-2)).toEqual([
        "      This destroys everything on the volume.",
        "      If datasets is data under a new name, give it the option `aliases`: then vol-1 is not deleted.",
      ]);
    });

    it("says how many more places there are, and all of them with --diff", () => {
      const places = Array.from({ length: 12 }, (_, at) => ({ ...changed.changes[2]!, path: `ports[${at}]` }));
      const many = { ...changed, changes: places };
      const io = new FakeIo();
      const display = shownOn(io, io.stdout, { isPlan: true });
      display.onEvent(done(many));
      display.close();
      expect(io.screen().at(-1)).toBe("      … and 4 more; --diff shows them all");
      const full = new FakeIo();
      const whole = shownOn(full, full.stdout, { isPlan: true, isFull: true });
      whole.onEvent(done(many));
      whole.close();
      expect(full.screen()).toHaveLength(13);
    });
  });

  it("passes on what a provider says of a resource while it is destroyed, with the resource's name", () => {
    const io = new FakeIo();
    const display = shownOn(io, io.stdout, { isPlan: false });
    const volume = step("delete", "data");
    display.onEvent(start(volume));
    display.onEvent({
      kind: "diagnostic",
      diagnostic: { severity: "warning", urn: volume.urn, message: "the volume holds data\n" },
    });
    display.onEvent(done(volume));
    expect(io.screen()).toEqual([
      " -  t:Pod data deleting",
      "warning: t:Pod data: the volume holds data",
      " -  t:Pod data deleted",
    ]);
  });

  it("names resources as the program does, once, whatever the engine calls them, and commands by our own name", () => {
    const io = new FakeIo();
    const display = shownOn(io, io.stdout, { isPlan: false });
    const urn = "urn:pulumi:dev::p::compute:fleet:Fleet$pulumi-nodejs:dynamic/compute:Pod::workers-1";
    const say = (message: string, about?: string) =>
      display.onEvent({
        kind: "diagnostic",
        diagnostic: { severity: "error", message, ...(about !== undefined && { urn: about }) },
      });
    say("pulumi-nodejs:dynamic/compute:Pod resource 'workers-1': property image has a problem", urn);
    say(`resource "${urn}" cannot be deleted\nUse \`pulumi state unprotect '${urn}'\``);
    say(`Resource '${urn}' depends on '${urn}' of the type compute:index:Pod`);
    say('the Pod "workers-1-0a1b2c3" found no capacity.', urn);
    say("it is broken", urn);
    say(
      "pulumi:providers:compute resource 'default_0_1_0' has a problem: no key",
      "urn:pulumi:dev::p::pulumi:providers:compute::default_0_1_0",
    );
    say(
      "pulumi:providers:compute resource 'mine' has a problem: no key",
      "urn:pulumi:dev::p::pulumi:providers:compute::mine",
    );
    expect(io.screen()).toEqual([
      "error: Pod workers-1: property image has a problem",
      "error: resource Pod workers-1 cannot be deleted",
      `Use \`compute state unprotect '${urn}'\``,
      "error: Resource Pod workers-1 depends on Pod workers-1 of the type Pod",
      'error: the Pod "workers-1-0a1b2c3" found no capacity.',
      "error: Pod workers-1: it is broken",
      "error: The provider has a problem: no key",
      "error: Provider mine has a problem: no key",
    ]);
  });

  it("shows failures, messages and what the program prints, each as it comes", () => {
    const io = new FakeIo();
    const display = shownOn(io, io.stdout, { isPlan: false });
    display.onEvent({ kind: "step-failed", step: step("update", "a"), message: "no" });
    display.onEvent({ kind: "diagnostic", diagnostic: { severity: "error", message: "400: no\n" } });
    display.onEvent({ kind: "stdout", line: "hello", from: "stdout" });
    display.finish({ ...result, result: "failed", outputs: {} }, ending);
    expect(io.screen().slice(0, 3)).toEqual([" ~  t:Pod a **updating failed**", "error: 400: no", "hello"]);
    expect(io.screen().at(-1)).toContain("failed");
  });
});
