import { expect, it } from "@jest/globals";
import { spawnSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packedHere } from "../support/packed-here";
import { temporaryFolder } from "../support/temporary-folder";
import { root } from "./example-stack";
import { layouts } from "./packed-layout";

it("a program for ES2020 that checks the declarations of its libraries finds every entry of the package, and no mistake", () => {
  const folder = temporaryFolder("types");
  layouts.npm(folder, packedHere().package);
  // What Pulumi's own package brings along, which npm lays beside it.
  for (const name of ["@grpc", "google-protobuf", "@types"])
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  const check = [join(root, "scripts", "release", "types.mjs"), folder, "own"];
  expect(spawnSync(process.execPath, check, { cwd: folder, encoding: "utf8" })).toMatchObject({
    stdout: "",
    stderr: "",
    status: 0,
  });
}, 240_000);
