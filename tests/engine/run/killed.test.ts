import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import * as fs from "node:fs";
import { parseCheckpoint } from "../../../engine/state/checkpoint";
import { openCrypter } from "../../../engine/state/secrets";
import { checkIntegrity } from "../../../engine/state/snapshot";
import { createStateCodec } from "../../../engine/state/state-codec";
import { installRunner, runEngine } from "../support/killed-engine";
import { run } from "../support/program/things";
import { openStack } from "../support/run-local";
import type { ProgramSpec } from "../support/scenario";
import { Workspace } from "../support/workspace";

/** Before: a, b, c. After: a replaced, and b with it; c updated; d new; old gone. */
const before: ProgramSpec = {
  resources: [
    { name: "a", args: { name: "a", kind: "k" } },
    { name: "b", args: { name: "b", dep: { $ref: "a.server" }, hidden: { $secret: "kept" } } },
    { name: "c", args: { name: "c", size: 1 } },
    { name: "old", args: { name: "old" } },
  ],
};
const after: ProgramSpec = {
  resources: [
    { name: "a", args: { name: "a", kind: "other" } },
    { name: "b", args: { name: "b", dep: { $ref: "a.server" }, hidden: { $secret: "kept" } } },
    { name: "c", args: { name: "c", size: 2 } },
    { name: "d", args: { name: "d", dep: { $ref: "c.server" } } },
  ],
};

/** What the state's file holds: ids of entries, and names of what was under way. Throws when it is not sound. */
async function readSoundly(workspace: Workspace): Promise<{ ids: string[]; pending: string[] }> {
  if (!fs.existsSync(workspace.stateFile)) return { ids: [], pending: [] };
  const raw = parseCheckpoint(fs.readFileSync(workspace.stateFile, "utf8"), workspace.stateFile);
  const codec = createStateCodec(
    await openCrypter(workspace.passphrase, raw.salt ?? "", (count) => Buffer.alloc(count)),
  );
  const entries = raw.resources.map(codec.readEntry);
  checkIntegrity(entries);
  const operations = raw.operations.map(codec.readOperation);
  return {
    ids: entries.flatMap(({ id }) => id ?? []),
    pending: operations.flatMap(({ resource }) => resource.urn.split("::").pop() ?? []),
  };
}

/**
 * Where in the run to kill, in parts of its steps on the disk. A few, to keep the test short.
 */
const places = [0.3, 0.55, 0.85];

/** What comes before a kill, and after it, is all in this process: only the engine that is killed needs one, and what it starts. */
const openHere = (workspace: Workspace) =>
  openStack(workspace, { program: () => run(JSON.parse(workspace.read("program.json")!)), providersHere: true });

let prepared: Workspace;
let count: number;
beforeAll(async () => {
  prepared = new Workspace();
  installRunner(prepared);
  prepared.prepare({ run: "up", program: before });
  await (await openHere(prepared)).up();
  prepared.prepare({ run: "up", program: after });
  const measured = prepared.copy();
  count = (await runEngine(measured, -1)).count ?? 0;
  measured.remove();
}, 120_000);
afterAll(() => prepared.remove());

describe("an engine that is killed with kill -9", () => {
  it.each(places)(
    "at %s of its steps on the disk leaves a sound state that knows every object, from where the next run goes on",
    async (place) => {
      expect(count).toBeGreaterThan(100);
      const workspace = prepared.copy();
      try {
        const dieAt = Math.floor(place * count);
        expect({ dieAt, ...(await runEngine(workspace, dieAt)) }).toEqual({ dieAt, killed: true });
        await expectRecovery(workspace, dieAt);
      } finally {
        workspace.remove();
      }
    },
    120_000,
  );
});

it("an engine that is killed takes its program with it, also one that would go on to talk to nobody", async () => {
  const workspace = prepared.copy();
  try {
    workspace.write("index.js", 'process.kill(process.ppid, "SIGKILL"); setInterval(() => console.log("here"), 1);');
    expect(await runEngine(workspace, -1)).toEqual({ killed: true });
  } finally {
    workspace.remove();
  }
}, 60_000);

async function expectRecovery(workspace: Workspace, dieAt: number): Promise<void> {
  const { ids, pending } = await readSoundly(workspace);
  const unknown = Object.entries(workspace.objects()).filter(
    ([id, { name }]) => !ids.includes(id) && !pending.includes(String(name)),
  );
  expect({ dieAt, unknown }).toEqual({ dieAt, unknown: [] });

  const stack = await openHere(workspace);
  await stack.cancel(); // the lock of the dead
  const { result, diagnostics } = await stack.up();
  expect({ dieAt, result, errors: diagnostics.filter(({ severity }) => severity === "error") }).toEqual({
    dieAt,
    result: "succeeded",
    errors: [],
  });
  await stack.refresh({ clearPendingCreates: true });
  expect((await stack.up({ expectNoChanges: true })).result).toBe("succeeded");
  const mended = await readSoundly(workspace);
  expect({ dieAt, pending: mended.pending }).toEqual({ dieAt, pending: [] });
  // Only a create whose end nobody saw can have left an object behind, and the run said so.
  const stray = Object.entries(workspace.objects()).filter(([id]) => !mended.ids.includes(id));
  const told = pending.filter((name) => diagnostics.some(({ message }) => message.includes(`::${name},`)));
  expect({ dieAt, stray: stray.filter(([, { name }]) => !told.includes(String(name))) }).toEqual({ dieAt, stray: [] });
}
