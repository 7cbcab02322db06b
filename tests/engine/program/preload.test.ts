import { expect, test } from "@jest/globals";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { preload } from "../../../engine/program/preload";
import { temporaryFolder } from "../../support/temporary-folder";

const sdk = dirname(createRequire(__filename).resolve("@pulumi/pulumi/package.json"));

/** A file of the SDK's runner: registers its ts-node, as the runner does, and has a program with an error in it. */
const runner = `
const fs = require("fs");
const read = fs.readFileSync;
const maps = [];
fs.readFileSync = (file, ...rest) => (/\\.map$/.test(String(file)) ? maps.push(String(file)) : 0, read(file, ...rest));
const compilerOptions = { target: "ES2020", module: "nodenext", moduleResolution: "nodenext", sourceMap: "true" };
const compiler = ${JSON.stringify(require.resolve("typescript"))};
const options = { compiler, transpileOnly: true, skipProject: true, cache: false, compilerOptions };
require(${JSON.stringify(join(sdk, "vendor", "ts-node@7.0.1"))}).register(options);
const { stack } = require(process.argv[2]);
console.log(JSON.stringify({ stack, maps }));
`;

const program = `interface Nothing {}

interface Nowhere {}
const pulumi = require(${JSON.stringify(join(sdk, "resource.js"))});
export const stack = (() => {
  try {
    return new pulumi.CustomResource(undefined as unknown as Nothing, "name");
  } catch (error) {
    return (error as Error).stack;
  }
})();
`;

test("a stack trace names the lines of a TypeScript program, and no map of an installed package is read for it", () => {
  const folder = temporaryFolder("preload");
  const place = join(folder, "node_modules", "@pulumi", "pulumi", "cmd", "run");
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "run.js"), runner);
  writeFileSync(join(folder, "program.ts"), program);
  const args = [...preload(), join(place, "run.js"), join(folder, "program.ts")];
  const { stack, maps } = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
  expect(maps).toEqual([]);
  expect(stack).toContain(`${join(folder, "program.ts")}:7:12`);
  expect(stack).toContain(`${join(sdk, "resource.js")}:`);
});
