import { describe, expect, it } from "@jest/globals";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../examples/root";

/** The packages that a process has loaded once it has loaded a file. */
const packagesOf = (file: string): string[] => {
  const code = `require(process.argv[1]); console.log(JSON.stringify(Object.keys(require.cache)))`;
  const files = JSON.parse(
    execFileSync(process.execPath, ["-e", code, join(root, file)], { encoding: "utf8" }),
  ) as string[];
  const names = files.map((path) => /node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path)?.[1] ?? "");
  return [...new Set(names)];
};

describe("A program that imports the package", () => {
  it.each(["dist/sdk/index.js", "dist/sdk/plugin/index.js"])("loads no schemas and no HTTP client with %s", (file) => {
    const packages = packagesOf(file);
    expect(packages.some((name) => name.startsWith("@pulumi"))).toBe(true);
    expect(packages.filter((name) => ["zod", "undici"].includes(name))).toEqual([]);
  });
});
