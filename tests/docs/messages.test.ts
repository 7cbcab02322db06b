import { expect, it } from "@jest/globals";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./code-blocks";

/** What Pulumi, npm, Node and Go say. */
const ofOtherTools = [
  "unknown userid …",
  "Failed to connect to 127.0.0.1:… through proxy",
  "14 UNAVAILABLE: No connection established",
  "uv_os_homedir returned ENOENT",
  "build cache is required, but could not be located",
  "violates plan: properties changed: ++__autoName",
  "Cannot find module 'pulumi-compute-platform'",
  "'@pulumi/pulumi'",
  "no resource plugin 'pulumi-resource-compute' found",
  "It looks like the Pulumi SDK has not been installed",
  "Need to install the following packages: compute",
  "unmet peer typescript",
  "Could not find entry point 'index.js' specified in package.json",
  'Unknown file extension ".ts"',
  'The engine "node" is incompatible with this module',
  "KeyboardInterrupt",
  "failed with an unhandled exception",
  "Cannot read properties of undefined (reading 'toJavaScript')",
  "Attempting to deploy or update resources with 1 pending operations",
  "Undefined value (jupyterUrl) will not show as a stack output",
];

/** The texts in the first column of the page's tables; `…` stands for what changes from case to case. */
const quoted = [
  ...readFileSync(join(root, "docs/guides/troubleshooting.md"), "utf8").matchAll(/^\| (.*?) \|/gm),
].flatMap(([, cell = ""]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text!));

it("docs/guides/troubleshooting.md quotes messages as the sources have them", () => {
  const layers = ["client", "disk", "provider", "plugin", "cli", "engine", "sdk"];
  const files = execFileSync("git", ["ls-files", ...layers], { cwd: root, encoding: "utf8" }).split("\n");
  const sources = files.filter((file) => file.endsWith(".ts")).map((file) => readFileSync(join(root, file), "utf8"));
  const isSaid = (text: string) =>
    text.split("…").every((part) => sources.some((source) => source.includes(part.trim())));
  const ours = quoted.filter((text) => !ofOtherTools.includes(text));
  expect(ours.length).toBeGreaterThan(15);
  expect(ours.filter((text) => !isSaid(text))).toEqual([]);
  expect(ofOtherTools.filter((text) => !quoted.includes(text))).toEqual([]);
});
