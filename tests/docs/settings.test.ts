import { expect, it } from "@jest/globals";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./code-blocks";

const sources = ["cli", "client", "disk", "emulator", "provider", "sdk"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8")),
);

it("the guide of settings has every variable that the sources name, and no other", () => {
  const variables = (text: string) => text.match(/\bCOMPUTE_[A-Z_]+\b/g) ?? [];
  const told = new Set(variables(readFileSync(join(root, "docs", "guides", "settings.md"), "utf8")));
  expect([...told].sort()).toEqual([...new Set(sources.flatMap(variables))].sort());
});
