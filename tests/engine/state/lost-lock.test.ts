import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import * as fs from "node:fs";
import * as path from "node:path";
import type { EngineEvent, LocalStack, OperationResult } from "../../../engine";
import { systemAmbient } from "../../../engine/ambient";
import { EngineError } from "../../../engine/errors";
import { openBackend } from "../../../engine/state/backend";
import { run } from "../support/program/things";
import { openStack } from "../support/run-local";
import type { ProgramSpec } from "../support/scenario";
import { Workspace } from "../support/workspace";

jest.setTimeout(60_000);

let workspace: Workspace;
beforeEach(() => {
  workspace = new Workspace();
});
afterEach(() => workspace.remove());

const open = () => openBackend(path.join(workspace.dir, "state"), "proj", "dev", systemAmbient);
const state = () => fs.readFileSync(workspace.stateFile, "utf8");
const locks = () => {
  const folder = path.join(workspace.dir, "state/.pulumi/locks/organization/proj/dev");
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
};

const one = (name: string, more: object = {}): ProgramSpec => ({ resources: [{ name, args: { name, ...more } }] });
const all = (...programs: ProgramSpec[]): ProgramSpec => ({
  resources: programs.flatMap(({ resources }) => resources!),
});

/** A stack with a program of its own: several of them can be at work at once. */
const stackOf = (program: ProgramSpec, parallel: number): Promise<LocalStack> =>
  openStack(workspace, { program: () => run(program), providersHere: true, parallel });

/** Lets the call of this name begin, and go on once told. */
function slow(call: string): { faults: Record<string, object>; go: () => void } {
  return {
    faults: { [call]: { say: `begun: ${call}`, mark: "begun", until: "go" } },
    go: () => workspace.write("cloud/go", ""),
  };
}

/** Begins an operation, and waits until one of its calls is under way. */
async function begin(
  operate: (options: { onEvent: (event: EngineEvent) => void }) => Promise<OperationResult>,
): Promise<{ end: Promise<OperationResult | EngineError>; events: EngineEvent[] }> {
  const events: EngineEvent[] = [];
  let end!: Promise<OperationResult | EngineError>;
  await new Promise<void>((resolve, reject) => {
    const onEvent = (event: EngineEvent) => {
      events.push(event);
      if (event.kind === "diagnostic" && event.diagnostic.message.startsWith("begun:")) resolve();
    };
    end = operate({ onEvent }).catch((error: unknown) => {
      if (error instanceof EngineError) return error;
      throw error;
    });
    end.then(() => reject(new Error("it ended before the call")), reject);
  });
  return { end, events };
}

/** A run that is about to create a pod, and whose lock is removed. */
async function creatingWithoutLock() {
  const { faults, go } = slow("create pod");
  workspace.prepare({ run: "up", faults });
  const stack = await stackOf(one("pod"), 1);
  const running = await begin((options) => stack.up(options));
  await stack.cancel();
  return { running, go };
}

/** What the error of a run says, which must have one. */
async function errorOf({ end }: Awaited<ReturnType<typeof begin>>): Promise<string> {
  const error = await end;
  if (!(error instanceof EngineError)) throw new Error(`it ended with ${JSON.stringify(error)}`);
  expect(error.code).toBe("unlocked");
  return error.message;
}

describe("a run whose lock was removed", () => {
  it("leaves the state as another run wrote it, fails, and names what it made, which no state has", async () => {
    const { faults, go } = slow("create pod");
    workspace.prepare({ run: "up", program: all(one("pod"), one("results")), faults });
    const first = await stackOf(one("pod"), 1);
    const running = await begin((options) => first.up(options));
    await first.cancel();
    // In a process of its own, as is the other shell's.
    workspace.prepare({ run: "up", program: one("results") });
    const second = await openStack(workspace, { providersHere: true, parallel: 2 });
    expect((await second.up()).result).toBe("succeeded");
    const written = state();
    expect(written).toContain("results-1");

    go();
    const message = await errorOf(running);
    expect(state()).toBe(written);
    expect(message).toMatch(/the lock of this run was removed while it ran.*another run has written the state since/s);
    expect(message).toContain("The state was left as the other run has it.");
    expect(message).toMatch(/\* created urn:pulumi:dev::proj::.*::pod, id pod-1\n/);
    expect(message).not.toContain("results");
    for (const advice of ["compute doctor", "refresh", "adopt"]) expect(message).toContain(advice);
    expect(locks()).toEqual([]);
  });

  it("names what it changed and deleted too, and begins nothing more", async () => {
    const before = all(one("kept", { size: 1 }), one("old"));
    workspace.prepare({ run: "up" });
    await (await stackOf(before, 1)).up();
    const exported = await (await stackOf(before, 1)).exportState();

    const { faults, go } = slow("update kept");
    workspace.prepare({ run: "up", faults });
    const changing = await stackOf(all(one("kept", { size: 2 }), one("new", { dep: { $ref: "kept.server" } })), 2);
    const running = await begin((options) => changing.up(options));
    const other = await stackOf(before, 3);
    await other.cancel();
    await other.importState({ ...exported, version: 3 });
    go();
    expect(await errorOf(running)).toMatch(/What this run did[^*]*\* changed \S+::kept, id kept-1\n[^*]*$/);
    expect(workspace.objects()).toMatchObject({ "kept-1": { size: 2 }, "old-1": {} });
    expect(Object.keys(workspace.objects()).sort()).toEqual(["kept-1", "old-1"]);

    fs.rmSync(path.join(workspace.dir, "cloud/go"));
    const deleting = slow("delete old");
    workspace.prepare({ run: "up", faults: deleting.faults });
    const destroying = await begin((options) => changing.destroy(options));
    await other.cancel();
    await other.importState({ ...exported, version: 3 });
    deleting.go();
    expect(await errorOf(destroying)).toMatch(/\* deleted \S+::old, id old-1\n/);
  });

  it("does not write while another run has the lock, which may have read the state and not written it yet", async () => {
    const { running, go } = await creatingWithoutLock();
    const lock = await open().lock();
    const before = state();
    go();
    expect(await errorOf(running)).toMatch(
      /another run has the lock now:\n {2}\S+: created by .*\* created \S+::pod, id pod-1\n/s,
    );
    expect(state()).toBe(before);
    expect(locks()).toHaveLength(1);
    await lock.release();
  });

  it("goes on with its lock taken again where nobody else has it or has written, and says so", async () => {
    const { running, go } = await creatingWithoutLock();
    go();
    const told = { severity: "warning", message: expect.stringContaining("took it again and went on") };
    expect(await running.end).toMatchObject({ result: "succeeded", diagnostics: expect.arrayContaining([told]) });
    expect(running.events).toContainEqual({ kind: "diagnostic", diagnostic: told });
    expect(state()).toContain("pod-1");
    expect(locks()).toEqual([]);
  });
});

describe("the lock of a stack", () => {
  it("is refused to others again once its holder has noticed that it was removed", async () => {
    const lock = await open().lock();
    await open().unlock();
    await lock.save("{}");
    expect(lock.isRetaken).toBe(true);
    await expect(open().lock()).rejects.toMatchObject({ code: "locked" });
    await lock.release();
  });

  it("is refused to a second operation of the same process too", async () => {
    const backend = open();
    const lock = await backend.lock();
    await expect(backend.lock()).rejects.toMatchObject({ code: "locked" });
    expect(locks()).toHaveLength(1);
    await lock.release();
  });

  it("is lost for good once another run had it, also after that one has ended without a write", async () => {
    const lost = await open().lock();
    await lost.save("{}");
    await open().unlock();
    const other = await open().lock();
    await expect(lost.save('{"a":1}')).rejects.toMatchObject({ code: "unlocked" });
    await other.release();
    await expect(lost.save('{"a":1}')).rejects.toMatchObject({ code: "unlocked" });
    expect(state()).toBe("{}");
    expect(locks()).toEqual([]);
  });

  it("is lost where somebody wrote the state, or removed it, and has ended", async () => {
    for (const meddle of [
      () => fs.writeFileSync(workspace.stateFile, '{"b":2}'),
      () => fs.rmSync(workspace.stateFile),
    ]) {
      const lost = await open().lock();
      await lost.save("{}");
      await open().unlock();
      meddle();
      await expect(lost.save('{"a":1}')).rejects.toMatchObject({ code: "unlocked" });
      expect(locks()).toEqual([]);
    }
  });
});
