import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/**
 * The ids in the states of a folder: what an engine was handed and has stored. A replacement on request asks for a create and names no
 * object before (docs/reference/pulumi-engine.md, section 5.2), so only the state tells it from a create whose state could not be written.
 */
export function storedIds(folder: string): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const name of statesIn(folder))
    for (const [, id = ""] of textOf(join(folder, name)).matchAll(/"id"\s*:\s*"([^"\\]+)"/g)) ids.add(id);
  return ids;
}

function statesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.json(\.gz)?$/.test(name));
  } catch {
    return [];
  }
}

/** A state that can't be read tells nothing. */
function textOf(path: string): string {
  try {
    const bytes = readFileSync(path);
    return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  } catch {
    return "";
  }
}
