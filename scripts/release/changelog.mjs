// Reads CHANGELOG.md: one section a release, the newest first, each under a heading `## 1.2.0` or `## Unreleased`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../build/build.mjs";

/** The sections in the order of the file: `{ title, text }`. */
export function releases(file = join(root, "CHANGELOG.md")) {
  const [, ...parts] = readFileSync(file, "utf8").split(/^## /m);
  return parts.map((part) => {
    const [title, ...lines] = part.split("\n");
    return { title: title.trim(), text: lines.join("\n").trim() };
  });
}
