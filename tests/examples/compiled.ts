import { transformSync } from "@swc/core";

/** The file of a program in TypeScript as JavaScript: for the SDK to load the compiler takes longer than all else of a run. */
export const compiled = (code: string): Record<"index.js", string> => ({
  "index.js": transformSync(code, {
    swcrc: false,
    jsc: { target: "es2022", parser: { syntax: "typescript" } },
    module: { type: "commonjs" },
  }).code,
});
