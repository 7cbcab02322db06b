import { expect, it } from "@jest/globals";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../proofs/root";

const text = readFileSync(join(root, "docs/architecture.md"), "utf8");

it.each([
  ["create", 25],
  ["delete", 10],
  ["message of a preview", 10],
])("a %s crosses at most %d files, each named once and in order, and each of them there", (what, most) => {
  const section = text.split(/^## /m).find((each) => each.startsWith(`A ${what}, hop by hop`)) ?? "";
  const rows = [...section.matchAll(/^\| (\d+) \| `([^`]+)` \|/gm)];
  const files = rows.map(([, , file]) => file!);
  expect(rows.map(([, number]) => Number(number))).toEqual(files.map((_, at) => at + 1));
  expect(files.length).toBeGreaterThan(most - 6);
  expect(files.length).toBeLessThanOrEqual(most);
  expect(new Set(files).size).toBe(files.length);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
