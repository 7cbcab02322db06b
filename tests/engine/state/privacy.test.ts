import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { systemAmbient } from "../../../engine/ambient";
import { openBackend } from "../../../engine/state/backend";
import { notTried } from "../../support/not-tried";
import { temporaryFolder } from "../../support/temporary-folder";

let root: string;
let before: number;
beforeEach(() => {
  root = temporaryFolder("privacy");
  before = process.umask(0o022);
});
afterEach(() => {
  process.umask(before);
});

const open = () => openBackend(root, "proj", "dev", systemAmbient);
async function written() {
  const backend = open();
  const lock = await backend.lock();
  await lock.save("{}");
  await lock.save('{"version":3}');
  await lock.release();
  await backend.record({}, "{}");
  return backend;
}
const below = (folder: string): string[] =>
  fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? [path, ...below(path)] : [];
  });

describe("the state of the local engine", () => {
  it("is in folders that nobody else can enter, whatever the umask", async () => {
    process.umask(0);
    await written();
    const folders = below(root);
    expect(folders.length).toBeGreaterThan(8);
    for (const folder of folders) expect([folder, fs.statSync(folder).mode & 0o777]).toEqual([folder, 0o700]);
  });

  it.each([
    ["the file", ".pulumi/stacks/proj/dev.json"],
    ["its folder", ".pulumi/stacks/proj"],
    ["the folder of all", ".pulumi/stacks"],
    ["the backend's own", ".pulumi"],
  ])("is refused where others can write %s, with the way out", async (_, path) => {
    const backend = await written();
    fs.chmodSync(join(root, path), fs.statSync(join(root, path)).mode | 0o002);
    const message = `${join(root, path)} can be written by other users`;
    for (const call of [() => backend.load(), () => backend.lock()])
      await expect(call()).rejects.toMatchObject({ code: "project", message: expect.stringContaining(message) });
    execFileSync("chmod", ["go-w", join(root, path)]);
    expect(await backend.load()).toBe('{"version":3}');
  });

  it("is taken where only the user's own group can write it, as the CLI leaves it on many systems", async () => {
    const backend = await written();
    fs.chmodSync(join(root, ".pulumi"), 0o775);
    fs.chmodSync(backend.file, 0o664);
    expect(await backend.load()).toBe('{"version":3}');
  });

  it("is read by whoever may read it", async () => {
    const backend = await written();
    fs.chmodSync(backend.file, 0o644);
    expect(await backend.load()).toBe('{"version":3}');
  });

  if (process.getuid?.() !== 0) notTried("states that belong to somebody else", "only root can make such files");
  const owners = process.getuid?.() === 0 ? [65_534] : [];
  it.each([...owners.map((uid) => [uid])])("is refused where it belongs to the user %d", async (uid) => {
    const backend = await written();
    fs.chownSync(backend.file, uid, 0);
    await expect(backend.load()).rejects.toMatchObject({ message: expect.stringContaining("belongs to another user") });
    fs.chownSync(backend.file, 0, uid);
    fs.chmodSync(backend.file, 0o660);
    await expect(backend.lock()).rejects.toMatchObject({ message: expect.stringContaining("by other users") });
    const elsewhere = temporaryFolder("elsewhere");
    fs.symlinkSync(elsewhere, join(root, "link"));
    fs.lchownSync(join(root, "link"), uid, 0);
    fs.rmSync(join(root, ".pulumi"), { recursive: true });
    fs.renameSync(join(root, "link"), join(root, ".pulumi"));
    await expect(open().load()).rejects.toMatchObject({ message: expect.stringContaining("belongs to another user") });
  });
});
