import { expect, it } from "@jest/globals";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../proofs/root";

const text = readFileSync(join(root, "docs/architecture.md"), "utf8");
const rows = [...text.matchAll(/^\| (\d+) \| `([^`]+)` \|/gm)];

it("a create crosses at most thirty files, each named once and in order, and each of them there", () => {
  const files = rows.map(([, , file]) => file!);
  expect(rows.map(([, number]) => Number(number))).toEqual(files.map((_, at) => at + 1));
  expect(files.length).toBeGreaterThan(20);
  expect(files.length).toBeLessThanOrEqual(30);
  expect(new Set(files).size).toBe(files.length);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
