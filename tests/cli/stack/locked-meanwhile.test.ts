import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { createProgram } from "../../../cli/program";
import { startOfProcess } from "../../../disk/process";
import { startHere } from "../../engine/support/start-here";
import { Workspace } from "../../engine/support/workspace";
import { programsHere } from "../../support/program-here";
import { FakeIo } from "../fake-io";

let workspace: Workspace;
let locks: string;
beforeEach(async () => {
  workspace = new Workspace();
  locks = join(workspace.dir, "state/.pulumi/locks/organization/proj/dev");
  workspace.prepare({ run: "up", program: { resources: [{ name: "a", args: { name: "a" } }] } });
});
afterEach(() => workspace.remove());

/** An io on which somebody is asked; `meanwhile` happens before the answer. */
function ioWith(meanwhile?: () => Promise<string>): FakeIo {
  const io = new FakeIo();
  const settings = { PULUMI_BACKEND_URL: workspace.backendUrl, PULUMI_CONFIG_PASSPHRASE: workspace.passphrase };
  Object.assign(io.env, workspace.env, settings, { PULUMI_STACK: "dev" });
  Object.assign(io, { cwd: workspace.dir, ambient: { ...programsHere, start: startHere } });
  return meanwhile ? Object.assign(io, { isInteractive: true, ask: meanwhile }) : io;
}
const run = (io: FakeIo, ...args: string[]) => createProgram(io).parseAsync(["node", "compute", ...args]);

describe("between the preview and the answer", () => {
  it.each(["up", "refresh", "destroy"])(
    "no other run changes the stack of %s",
    async (verb) => {
      if (verb !== "up") await run(ioWith(), "up", "--yes");
      const before = workspace.objects();
      const other = ioWith();
      let refusal: unknown;
      await run(
        ioWith(async () => {
          refusal = await run(other, "destroy", "--yes").catch((error: unknown) => error);
          if (verb === "up") refusal = await run(other, "up", "--yes").catch((error: unknown) => error);
          expect(workspace.objects()).toEqual(before);
          return "yes";
        }),
        verb,
      );
      expect(String(refusal)).toContain("the stack is currently locked by 1 lock(s)");
      expect(String(refusal)).toContain("delete the lock file with the command `compute cancel`");
      expect(other.written).toEqual({ out: "", err: "" });
      expect(readdirSync(locks)).toEqual([]);
    },
    60_000,
  );

  it("nothing stays locked after the answer no", async () => {
    await expect(
      run(
        ioWith(async () => "no"),
        "up",
      ),
    ).rejects.toThrow("Declined");
    expect(readdirSync(locks)).toEqual([]);
  }, 60_000);
});

it("a locked stack is previewed without its lock", async () => {
  await run(ioWith(), "up", "--yes");
  mkdirSync(locks, { recursive: true });
  writeFileSync(join(locks, "other.json"), "{}");
  const io = ioWith();
  for (const words of [["preview"], ["destroy", "--preview-only"], ["refresh", "--preview-only"]])
    await run(io, ...words);
  expect(io.written.err).toBe("");
}, 60_000);

describe("compute cancel", () => {
  const lockOf = (pid: number, host: string, startedAt = startOfProcess(pid)) => {
    mkdirSync(locks, { recursive: true });
    const holder = { pid, startedAt, username: "ci", hostname: host, timestamp: "2026-05-04T09:00:00Z" };
    writeFileSync(join(locks, "a.json"), JSON.stringify(holder));
  };

  it("beside a live run on this machine says that it is alive, and removes its lock with --yes only", async () => {
    lockOf(process.pid, hostname());
    await expect(run(ioWith(), "cancel")).rejects.toThrow(
      `A run on this machine is alive and has the stack locked: created by ci@${hostname()} (pid ${process.pid}) at 2026-05-04T09:00:00Z.`,
    );
    expect(readdirSync(locks)).toEqual(["a.json"]);
    const io = ioWith();
    await run(io, "cancel", "--yes");
    expect(io.written.err).toContain("Removed 1 lock.\nwarning: the run that had one of them is alive: ci@");
    expect(readdirSync(locks)).toEqual([]);
  });

  it("does not take itself for the holder, where a container was started again under the same name and gave it the same number", async () => {
    for (const startedAt of [undefined, "boot/1"]) {
      mkdirSync(locks, { recursive: true });
      const holder = {
        pid: process.pid,
        ...(startedAt && { startedAt }),
        username: "ci",
        hostname: hostname(),
        timestamp: "t",
      };
      writeFileSync(join(locks, "a.json"), JSON.stringify(holder));
      await expect(run(ioWith(), "up", "--yes")).rejects.toThrow(
        /\(pid \d+\) at t; it has ended, so that its lock can be removed$/,
      );
      const io = ioWith();
      await run(io, "cancel");
      expect(io.written.err).toBe("Removed 1 lock.\n");
    }
  });

  it("is what a locked stack is told of, with whether the run of the lock is alive", async () => {
    lockOf(process.pid, hostname());
    await expect(run(ioWith(), "up", "--yes")).rejects.toThrow(/at 2026-05-04T09:00:00Z; it is still running$/);
    lockOf(process.pid, `not-${hostname()}`);
    await expect(run(ioWith(), "up", "--yes")).rejects.toThrow(/at 2026-05-04T09:00:00Z$/);
  });

  it("removes the lock of a run that is dead, or that it cannot look at", async () => {
    const child = spawn(process.execPath, ["-e", ""]);
    await once(child, "exit");
    for (const [pid, host] of [
      [child.pid!, hostname()],
      [process.pid, `not-${hostname()}`],
    ] as const) {
      lockOf(pid, host);
      const io = ioWith();
      await run(io, "cancel");
      expect(io.written.err).toBe("Removed 1 lock.\n");
    }
  });
});
