import { expect, it } from "@jest/globals";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { takeLock } from "../../../engine/state/lock";
import { temporaryFolder } from "../../support/temporary-folder";

it("a lock is released by a process that ends at once, as after a third Ctrl-C, and not by one that has released it before", async () => {
  const folder = temporaryFolder("locks");
  const before = process.listenerCount("exit");
  let made = 0;
  const take = (stack: string) => {
    const of = join(folder, stack);
    const uuid = () => String((made += 1));
    return takeLock(
      { folder: of, file: join(folder, "state"), write: () => undefined, requireRoot: () => undefined },
      { now: () => 0, uuid },
    );
  };
  const locksOf = (stack: string) => readdirSync(join(folder, stack));
  take("a");
  await take("b").release();
  expect([locksOf("a"), locksOf("b")]).toEqual([["1.json"], []]);
  const added = process.listeners("exit").slice(before);
  expect(added).toHaveLength(1);
  added[0]!(130);
  process.off("exit", added[0]!);
  expect(locksOf("a")).toEqual([]);
});

const dist = join(__dirname, "../../../dist");
/** A run that has the lock, never ends by itself, and says each signal that it has taken. */
const run = (folder: string, isRunning: boolean) => `
  const { takeLock } = require(${JSON.stringify(join(dist, "engine/state/lock"))});
  const { stopping } = require(${JSON.stringify(join(dist, "cli/process-io"))});
  const at = { folder: ${JSON.stringify(folder)}, file: "state", write: () => undefined, requireRoot: () => undefined };
  takeLock(at, { now: () => 0, uuid: () => "own" });
  const { signal, onInsist } = stopping();
  signal.addEventListener("abort", () => console.log("stops"));
  ${isRunning ? 'onInsist(() => console.log("abandons"));' : ""}
  console.log("holds");
  process.stdin.resume();`;

it.each([
  { which: "third", during: "steps run", isRunning: true, says: ["holds", "stops", "abandons"] },
  { which: "second", during: "the run ends", isRunning: false, says: ["holds", "stops"] },
])("the $which Ctrl-C while $during ends the process and leaves no lock", async ({ isRunning, says }) => {
  const folder = temporaryFolder("locks-of-processes");
  const child = spawn(process.execPath, ["-e", run(folder, isRunning)], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "close");
  const said: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    said.push(line);
    if (line === "holds") expect(readdirSync(folder)).toEqual(["own.json"]);
    child.kill("SIGINT");
  }
  expect(await ended).toEqual([130, null]);
  expect(said).toEqual(says);
  expect(readdirSync(folder)).toEqual([]);
});
