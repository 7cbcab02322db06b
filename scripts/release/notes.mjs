// `npm run --silent release -- notes`: what the changelog says of the version in package.json, for the release page.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../build/build.mjs";
import { releases } from "./changelog.mjs";

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const release = releases().find(({ title }) => title === version);
if (release) {
  console.log(release.text);
} else {
  console.error(`release:notes: CHANGELOG.md has no section "## ${version}".`);
  process.exitCode = 1;
}
