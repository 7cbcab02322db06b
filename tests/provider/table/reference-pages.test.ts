import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { resourcePages } from "../../../scripts/docs/resource-pages";

it.each(Object.entries(resourcePages()))("docs/resources/%s says what the declarations say", (name, text) => {
  expect(readFileSync(join("docs", "resources", name), "utf8")).toBe(text);
});
