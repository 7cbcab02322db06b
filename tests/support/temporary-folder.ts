import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "@jest/globals";

const made: string[] = [];

// A process that was killed may still write as its folder goes: that is tried again.
afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A new folder that goes when the tests of this file are over. */
export function temporaryFolder(use: string): string {
  const folder = mkdtempSync(join(tmpdir(), `compute-${use}-`));
  made.push(folder);
  return folder;
}
