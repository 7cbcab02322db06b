import { existsSync } from "node:fs";
import { join } from "node:path";

/** The repository: a proof runs compiled, from dist/proofs, and in tests from its source. */
export const root = [join(__dirname, ".."), join(__dirname, "..", "..")].find((folder) =>
  existsSync(join(folder, "package.json")),
)!;
