import { expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { withResourceTable } from "../../scripts/docs/readme-table";
import { root } from "./code-blocks";

it("README.md tells what updates and what replaces as the declarations do", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  expect(withResourceTable(readme)).toBe(readme);
  expect(() => withResourceTable("# another page")).toThrow(/has lost the marks/);
});
