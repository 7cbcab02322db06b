import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { watch } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "@jest/globals";
import { engines } from "../../proofs/both-engines";
import { enginesHere } from "../../proofs/engines";
import { runCli } from "../../proofs/engines/cli";
import { differencesBetween, isChance, isParted } from "../../proofs/engines/compare";
import { ending, silenceMs, untilItWaits, waitsForEver } from "../../proofs/engines/ending";
import { lifeOf } from "../../proofs/engines/generate";
import { withoutCircles } from "../../proofs/engines/circles";
import type { Program, Step } from "../../proofs/engines/life";
import { play } from "../../proofs/engines/play";
import type { Observed } from "../../proofs/engines/side";
import { storyOf } from "../../proofs/engines/story";
import { ignoreLateCalls } from "../support/late-calls";
import { ManualClock } from "../support/manual-clock";
import { noCli, notTried } from "../support/not-tried";
import { temporaryFolder } from "../support/temporary-folder";

const path = process.env["PATH"];
afterEach(() => {
  process.env["PATH"] = path;
});

const lives = Array.from({ length: 300 }, (_, seed) => lifeOf(seed));
const volume = (name: string, args = {}, options = {}) =>
  ({ kind: "networkVolume", name, args: { size: 20, dataCenter: "EU-XX-1", ...args }, options }) as const;

describe("the lives through both engines", () => {
  ignoreLateCalls();

  it("are the same for the same seed, and have all that Pulumi lets people say", () => {
    expect(lifeOf(7)).toEqual(lifeOf(7));
    const steps = lives.flatMap((life) => life.steps);
    const options = steps.flatMap(({ program }) => program.flatMap((declared) => Object.keys(declared.options)));
    expect([...new Set(options)].sort()).toEqual([
      ...["additionalSecretOutputs", "aliases", "deleteBeforeReplace", "deletedWith", "dependsOn", "ignoreChanges"],
      ...["import", "parent", "protect", "provider", "replaceOnChanges", "retainOnDelete"],
    ]);
    expect([...new Set(steps.flatMap(Object.keys))].sort()).toEqual([
      ...["continueOnError", "do", "drift", "exclude", "excludeDependents", "faults", "found", "handOver", "program"],
      ...["replace", "runProgram", "target", "targetDependents"],
    ]);
  });

  it("have no part of a component that needs what waits for the whole component, which the SDK does for ever", () => {
    const group = { kind: "group", name: "g", args: {}, options: {} } as const;
    const provider = { kind: "provider", name: "p", args: {}, options: { dependsOn: ["g"] } } as const;
    const part = (options: object) => volume("v", {}, { parent: "g", ...options });
    const parentIn = (...program: Program) => withoutCircles(program).at(-1)?.options.parent;
    expect(parentIn(group, provider, part({ provider: "p" }))).toBeUndefined();
    expect(parentIn(group, volume("a", {}, { dependsOn: ["g"] }), part({ dependsOn: ["a"] }))).toBeUndefined();
    expect(parentIn(group, provider, part({}))).toBe("g");
    expect(parentIn(group, part({ dependsOn: ["g"] }))).toBeUndefined();
    expect(parentIn(group, volume("a"), part({ dependsOn: ["a"] }))).toBe("g");
    // A parent that is declared after its part is none of it.
    const early = { kind: "group", name: "e", args: {}, options: { parent: "g" } } as const;
    expect(parentIn(early, { ...group, options: { parent: "e" } }, part({ dependsOn: ["e"] }))).toBeUndefined();
    expect(lifeOf(72_469).steps.at(-1)?.program.at(-1)).toMatchObject({
      name: "provider-2",
      options: { dependsOn: ["group-1"] },
    });
    expect(lifeOf(72_469).steps.at(-1)?.program.at(-1)?.options.parent).toBeUndefined();
  });

  it("are told as programs and steps", () => {
    const step: Step = { do: "up", program: [volume("a")], target: ["a"], handOver: true };
    const differing = { step: 1, differences: ["steps: only the CLI: create a"] };
    expect(storyOf({ seed: 1, parallel: 1, oneByOne: true, steps: [step] }, differing)).toBe(
      'with --parallel 1, one resource after the other\n   the program:\n       networkVolume a {"size":20,"dataCenter":"EU-XX-1"}\n' +
        "   1. with the other engine: up --target a\n     >> steps: only the CLI: create a",
    );
  });

  it("differ where a step, a request, a value or the order of dependents does", () => {
    const program = [volume("a"), volume("b", {}, { dependsOn: ["a"] })];
    const step: Step = { do: "up", program };
    const both: Observed = { result: "succeeded", steps: [], errors: [], requests: [], state: [], platform: [] };
    const differences = (cli: Partial<Observed>, local: Partial<Observed> = {}) =>
      differencesBetween({ ...both, ...local }, { ...both, ...cli }, step);
    expect(differences({})).toEqual([]);
    expect(differences({ steps: ["create x::a"] })).toEqual(["steps: only the CLI: create x::a"]);
    expect(differences({}, { requests: ["POST /v2/pods 201"] })).toEqual([
      "requests: only the local engine: POST /v2/pods 201",
    ]);
    expect(differences({ state: ["a size = 1"] }, { state: ["a size = 2"] })).toHaveLength(2);
    const inOrder = ["create x::a", "create x::b"];
    const twice = ["delete x::b", "delete x::a", "delete-replaced x::a"];
    expect(differences({ steps: twice }, { steps: [twice[0]!, twice[2]!, twice[1]!] })).toEqual([]);
    expect(differences({ steps: twice }, { steps: [twice[1]!, twice[0]!, twice[2]!] })).toHaveLength(1);
    const thrice = [...twice, "delete-replaced x::a"];
    expect(differences({ steps: thrice }, { steps: [twice[0]!, twice[2]!, twice[2]!, twice[1]!] })).toEqual([]);
    expect(differences({ steps: inOrder }, { steps: inOrder.toReversed() })).toEqual([
      expect.stringMatching(/^steps in another order/),
    ]);
    // A destroy that runs no program goes by what the state says of dependencies, which the program may have changed since.
    const deletes = { steps: ["delete x::a", "delete x::b"] };
    const reversed = { steps: deletes.steps.toReversed() };
    const destroyed = (before: string[]) =>
      differencesBetween({ ...both, ...deletes }, { ...both, ...reversed }, { do: "destroy", program }, before);
    expect(destroyed(["x::b custom = true"])).toEqual([]);
    expect(destroyed(['x::b dependencies.0 = "x::a"'])).toEqual([expect.stringMatching(/^steps in another order/)]);
    // What is listed by name makes no other order of what is left.
    const read = ["same x::a", "read x::b"];
    const preview: Step = { do: "preview", program };
    expect(
      differencesBetween({ ...both, steps: [...read, "read x::b failed"] }, { ...both, steps: read }, preview),
    ).toEqual([]);
    expect(differences({ result: "failed" })).toEqual([expect.stringMatching(/^the local engine succeeded, the CLI/)]);
  });

  it("may differ in that the CLI asks in vain for the deletion of what an unready object replaces, where it goes on after failures", () => {
    const both: Observed = {
      result: "failed",
      steps: ["replace x::a"],
      errors: [],
      requests: [],
      state: [],
      platform: [],
    };
    const program = [volume("a"), volume("b", {}, { dependsOn: ["a"] })];
    const asked = ["replace x::a", "delete-replaced x::a", "delete-replaced x::a failed"];
    const differences = (step: Partial<Step>, more: Partial<Observed> = {}) =>
      differencesBetween(both, { ...both, steps: asked, ...more }, { do: "up", program, ...step });
    expect(differences({ continueOnError: true })).toEqual([]);
    expect(differences({})).toHaveLength(2);
    // What both delete is deleted in the same order.
    const deleted = ["delete-replaced x::a", "delete-replaced x::b"];
    expect(
      differencesBetween(
        { ...both, steps: deleted },
        { ...both, steps: deleted.toReversed() },
        { do: "up", program, continueOnError: true },
      ),
    ).toEqual([expect.stringMatching(/^steps in another order/)]);
    expect(differences({ continueOnError: true }, { requests: ["DELETE /v2/network-volumes/<a#1> 204"] })).toHaveLength(
      1,
    );
  });

  it("may differ by chance only after a failure, in what is deleted or declared at once", () => {
    const failed: Observed = { result: "failed", steps: [], errors: [], requests: [], state: [], platform: [] };
    const step: Step = { do: "destroy", program: [] };
    const group = { ...failed, steps: ["delete x::a", "delete x::b", "delete x::b failed"] };
    const chance = (differences: string[], more: Partial<Step> = {}, oneByOne = true, cli: Observed = group) =>
      isChance(differences, [group, cli], { oneByOne }, { ...step, ...more });
    expect(chance(["steps: only the local engine: delete x::a", "requests: only the CLI: DELETE /v2/pods/<a#1>"])).toBe(
      true,
    );
    expect(chance(["state: only the CLI: x::c size = 1"])).toBe(false);
    expect(chance(["state: only the CLI: x::a size = 1"], { continueOnError: true })).toBe(false);
    expect(chance(["state: only the CLI: x::a size = 1"], {}, true, { ...group, result: "succeeded" })).toBe(false);
    expect(isChance(["state: only the CLI: x::a size = 1"], [failed, failed], { oneByOne: true }, step)).toBe(false);
    expect(isChance(["state: only the CLI: x::a size = 1"], [failed, failed], { oneByOne: false }, step)).toBe(true);
    // Where others go on past a step that failed, only what breaks the run off leaves it to chance what was done by then.
    const onward = { ...step, continueOnError: true };
    const past = (errors: string[]) =>
      isChance(["state: only the CLI: x::a size = 1"], [{ ...group, errors }, group], { oneByOne: false }, onward);
    expect(past(["delete broke"])).toBe(false);
    expect(past(["delete broke", "the image is wrong"])).toBe(true);
  });

  it("end where an engine fails in a way that is listed, whichever of the two it is", () => {
    const fine: Observed = { result: "succeeded", steps: [], errors: [], requests: [], state: [], platform: [] };
    const failed = (error: string): Observed => ({ ...fine, result: "failed", errors: [error] });
    const isEnd = (...observed: Observed[]) => isParted(["any"], observed, { do: "up", program: [] });
    expect(isEnd(failed("unknown provider 'x'"), fine)).toBe(true);
    const twice = (urn: string) =>
      failed(`error: Duplicate resource URN 'urn:pulumi:dev::p::${urn}'; try giving it a unique name`);
    expect(isEnd(fine, twice("pulumi:providers:pulumi-nodejs::default"))).toBe(true);
    expect(isEnd(fine, twice("compute:index:NetworkVolume::default"))).toBe(false);
    expect(isEnd(fine, failed("panic: fatal"))).toBe(true);
    expect(isEnd(fine, failed("the image is wrong"))).toBe(false);
  });

  it("end where the CLI stores what looks at a resource that is left out and does not exist, and nothing else differs", () => {
    const program = [volume("a"), { kind: "reader", name: "r", args: { of: "a" }, options: {} } as const];
    const stored = "state: only the CLI: compute:index:NetworkVolume::r external = true";
    const output = "state: only the local engine: pulumi:pulumi:Stack::lives-dev outputs.r = x";
    const isEnd = (differences: string[], exclude = ["a"]) => isParted(differences, [], { do: "up", program, exclude });
    expect(isEnd([stored, output])).toBe(true);
    expect(isEnd([stored, output], ["b"])).toBe(false);
    expect(isParted([stored, output], [], { do: "up", program, target: ["r"] })).toBe(true);
    expect(isParted([stored, output], [], { do: "up", program, target: ["r", "a"] })).toBe(false);
    const refused = (who: string) =>
      `the local engine failed, the CLI succeeded: Resource 'x::b' depends on 'x::${who}' which is left out by --exclude`;
    expect(isEnd([refused("r"), "requests: only the CLI: POST /v2/pods 201"])).toBe(true);
    expect(isEnd([refused("a")])).toBe(false);
    expect(isEnd([output])).toBe(false);
    expect(isEnd([stored, "requests: only the CLI: DELETE /v2/network-volumes/<a#1>"])).toBe(false);
  });

  it("end where a destroy with targets leaves the CLI with what the program has only looked at, or a component, and nothing else differs", () => {
    const program = [
      volume("a"),
      { kind: "reader", name: "r", args: { of: "a" }, options: {} } as const,
      { kind: "group", name: "g", args: {}, options: {} } as const,
    ];
    const about = "compute:index:NetworkVolume::r";
    const left = [`steps: only the local engine: discard ${about}`, `state: only the CLI: ${about} external = true`];
    const isEnd = (differences: string[], step: Partial<Step> = {}) =>
      isParted(differences, [], { do: "destroy", runProgram: true, target: ["r"], program, ...step });
    expect(isEnd(left)).toBe(true);
    expect(isEnd(["steps: only the local engine: delete x::g", "state: only the CLI: x::g type = x"])).toBe(true);
    expect(isEnd(left, { runProgram: false })).toBe(false);
    expect(isEnd([...left, "platform: only the CLI: volume <a#1> a"])).toBe(false);
  });

  it("end where a refresh with the program makes the CLI forget a dependency on what is renamed, and nothing else differs", () => {
    const renamed = volume("b", {}, { aliases: [{ name: "a" }] });
    const forgotten = "state: only the local engine: compute:index:NetworkVolume::c dependencies.0 = ::b";
    const isEnd = (differences: string[], step: Partial<Step> = {}) =>
      isParted(differences, [], { do: "refresh", runProgram: true, program: [renamed], ...step });
    expect(isEnd([forgotten])).toBe(true);
    expect(isEnd([forgotten], { program: [volume("b")] })).toBe(false);
    expect(isEnd([forgotten], { program: [volume("b")], target: ["c"] })).toBe(true);
    expect(isEnd([forgotten], { do: "up" })).toBe(false);
    expect(isEnd([forgotten, "state: only the CLI: compute:index:NetworkVolume::c protect = true"])).toBe(false);
  });

  it("end where a failed run with a refresh has yet to delete the old object of what it renamed, and nothing else differs", () => {
    const renamed = volume("b", {}, { aliases: [{ name: "a" }] });
    const left = [
      "state: only the local engine: x::a (to be deleted) size = 20",
      "state: only the CLI: x::b (to be deleted) size = 20",
    ];
    const isEnd = (differences: string[], step: Partial<Step> = {}) =>
      isParted(differences, [], { do: "up --refresh", program: [renamed], ...step });
    expect(isEnd(left)).toBe(true);
    expect(isEnd(left, { do: "up" })).toBe(false);
    expect(isEnd(left, { program: [volume("b")] })).toBe(false);
    expect(isEnd([...left, "state: only the CLI: x::b size = 20"])).toBe(false);
  });

  it("end where targets leave out what depends on what is renamed, and the CLI keeps the former name, and nothing else differs", () => {
    const program = [volume("b", {}, { aliases: [{ name: "a" }] }), volume("c", {}, { dependsOn: ["b"] })];
    const kept = ["steps: only the CLI: same x::a", "state: only the CLI: x::a size = 20"];
    const isEnd = (differences: string[], step: Partial<Step> = {}) =>
      isParted(differences, [], { do: "up", target: ["b"], program, ...step });
    expect(isEnd(kept)).toBe(true);
    expect(
      isEnd(["the local engine succeeded, the CLI failed: Duplicate resource alias 'urn:pulumi:x::a' applied"]),
    ).toBe(true);
    expect(isEnd([...kept, "state: only the CLI: x::c size = 20"])).toBe(false);
    expect(isEnd([...kept, "platform: only the CLI: volume <a#1> a"])).toBe(false);
    expect(isParted(kept, [], { do: "up", program })).toBe(false);
  });

  it("end where a refresh that runs the program leaves a resource out, and the CLI forgets what depends on it, and nothing else differs", () => {
    const program = [volume("a"), volume("b", {}, { dependsOn: ["a"] })];
    const forgotten = 'state: only the local engine: x::b dependencies.0 = "x::a"';
    const isEnd = (step: Partial<Step>, differences = [forgotten]) =>
      isParted(differences, [], { do: "refresh", runProgram: true, program, ...step });
    expect(isEnd({ exclude: ["a"] })).toBe(true);
    expect(isEnd({ target: ["b"] })).toBe(true);
    expect(isEnd({})).toBe(false);
    expect(isEnd({ exclude: ["a"], runProgram: false })).toBe(false);
    expect(isEnd({ exclude: ["a"] }, [forgotten, "state: only the CLI: x::b size = 20"])).toBe(false);
    expect(isEnd({ exclude: ["a"] }, [forgotten.replace("local engine", "CLI")])).toBe(false);
  });

  it("end where the CLI makes or previews what needs an excluded resource that does not exist, and nothing else fails", () => {
    const program = [volume("a"), volume("b", {}, { dependsOn: ["a"] }), volume("c", {}, { dependsOn: ["b"] })];
    const refused =
      "the local engine failed, the CLI succeeded: Resource 'x::b' depends on 'x::a' which is left out by --exclude and does not exist yet.";
    const isEnd = (differences: string[], step: Partial<Step> = { exclude: ["a"] }) =>
      isParted(differences, [], { do: "up", program, ...step });
    expect(isEnd([refused, "steps: only the CLI: create x::b"])).toBe(true);
    expect(isEnd(["steps: only the CLI: create x::c", "requests: only the CLI: POST /v2/network-volumes 400"])).toBe(
      true,
    );
    expect(isEnd(["steps: only the CLI: create x::a"])).toBe(false);
    expect(isEnd(["steps: only the local engine: create x::b"])).toBe(false);
    expect(isEnd([refused], { target: ["b"] })).toBe(false);
  });

  it("may differ in that the CLI shows what a component needs that a refresh leaves out", () => {
    const fine: Observed = {
      result: "succeeded",
      steps: ["same x::g"],
      errors: [],
      requests: [],
      state: [],
      platform: [],
    };
    const program = [volume("a"), { kind: "group", name: "g", args: {}, options: { dependsOn: ["a"] } } as const];
    const differences = (shown: string, step: Partial<Step>) =>
      differencesBetween(
        fine,
        { ...fine, steps: [shown, ...fine.steps] },
        { do: "refresh", runProgram: true, program, ...step },
      );
    expect(differences("same x::a", { target: ["b"] })).toEqual([]);
    expect(differences("same x::a", {})).toHaveLength(1);
    expect(differences("same x::a", { target: ["b"], do: "up" })).toHaveLength(1);
    expect(differences("refresh x::a", { target: ["b"] })).toHaveLength(1);
    expect(differences("same x::b", { target: ["b"] })).toHaveLength(1);
  });

  it("end where a destroy has a target by its new name, which the CLI only renames, and nothing else differs", () => {
    const program = [volume("b", {}, { aliases: [{ name: "a" }] })];
    const deleted = ["steps: only the local engine: delete x::b", "platform: only the CLI: volume <a#1> a"];
    const isEnd = (differences: string[], step: Partial<Step> = {}) =>
      isParted(differences, [], { do: "destroy", runProgram: true, target: ["b"], program, ...step });
    expect(isEnd(deleted)).toBe(true);
    expect(isEnd(deleted, { target: ["a"] })).toBe(false);
    expect(isEnd(deleted, { runProgram: false })).toBe(false);
    expect(isEnd([...deleted, "platform: only the CLI: volume <c#1> c"])).toBe(false);
    expect(isEnd(["requests: only the local engine: DELETE /v2/network-volumes/<a#1> 204"])).toBe(false);
  });

  it("end where the CLI waits for ever after an early deletion that failed, which takes a while to be believed", async () => {
    const [log, clock] = [join(temporaryFolder("waiting"), "events.jsonl"), new ManualClock()];
    const event = (op: string) => `${JSON.stringify({ resOpFailedEvent: { metadata: { op } } })}\n`;
    const writes = [event("create"), event("create"), event("delete-replaced"), event("delete-replaced")];
    clock.onSleep = () => writeFileSync(log, writes.shift()!);
    await untilItWaits(log, new AbortController().signal, clock);
    expect(writes).toEqual([]);
    expect(clock.now()).toBe(4 * silenceMs);
    const ended: Observed = {
      result: "failed",
      steps: [],
      errors: [waitsForEver],
      requests: [],
      state: [],
      platform: [],
    };
    const step: Step = { do: "up", program: [] };
    // What it was ended in holds a lock on the stack, so that it can't go on even if nothing else differs.
    expect(differencesBetween({ ...ended, errors: ["no"] }, ended, step)).toEqual([waitsForEver]);
    expect(isParted([waitsForEver], [ended], step)).toBe(true);
  });

  it("are the same where the local engine lives them twice, so that chance and time make no difference", async () => {
    expect((await play(lifeOf(1), "plugin", ["local", "local"])).differing).toBeUndefined();
  }, 120_000);

  it("are not lived without the CLI, and the report says so", async () => {
    process.env["PATH"] = "";
    const { counts, failures } = await engines.run({ size: 1, seed: 1, progress: () => undefined });
    expect({ counts, failures }).toEqual({
      counts: { "NOT TRIED": "there is no `pulumi` on the PATH" },
      failures: [],
    });
  });

  it("go on after one that breaks off, which is a failure", async () => {
    const folder = mkdtempSync(join(tmpdir(), "broken-cli-"));
    const spoilsState = `#!/bin/sh\ncase $1 in version) ;; *) echo "{" > state/.pulumi/stacks/lives/dev.json ;; esac\n`;
    writeFileSync(join(folder, "pulumi"), spoilsState, { mode: 0o755 });
    process.env["PATH"] = `${folder}:${path}`;
    try {
      const { counts, failures } = await engines.run({ size: 2, seed: 1, mode: "plugin", progress: () => undefined });
      expect(counts).toMatchObject({ lives: 2, "lives broken off": 2 });
      expect(failures).toEqual([expect.stringMatching(/^seed 1: .*is not JSON/), expect.stringMatching(/^seed 2: /)]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 120_000);

  it("break off where an operation hangs, and the CLI is killed", async () => {
    const folder = temporaryFolder("hanging-cli");
    const hangs = `#!/bin/sh\ncd "${folder}"\necho $$ > unfinished\nmv unfinished pid\nexec sleep 1000\n`;
    writeFileSync(join(folder, "pulumi"), hangs, { mode: 0o755 });
    process.env["PATH"] = `${folder}:${path}`;
    const clock = new ManualClock();
    clock.onSleep = async () => {
      for await (const { filename } of watch(folder)) if (filename === "pid") return;
    };
    const work = { step: { do: "up", program: [] }, program: () => undefined, folder, env: {}, parallel: 1 } as const;
    const runs: Promise<unknown>[] = [];
    const broken = ending((signal) => {
      runs.push(runCli(work, signal));
      return runs[0]!;
    }, clock);
    await expect(broken).rejects.toThrow("an operation did not end within 5 minutes");
    await Promise.all(runs);
    expect(() => process.kill(Number(readFileSync(join(folder, "pid"), "utf8")), 0)).toThrow("ESRCH");
  });

  if (!enginesHere().includes("cli")) return notTried("the proof of engines through the CLI", noCli);

  it.each(["plugin", "dynamic"] as const)(
    "are the same through the CLI (%s)",
    async (mode) => {
      const { counts, failures } = await engines.run({ size: 3, seed: 1, mode, progress: () => undefined });
      expect(failures).toEqual([]);
      expect(counts).toMatchObject({ lives: 3 });
    },
    600_000,
  );
});
