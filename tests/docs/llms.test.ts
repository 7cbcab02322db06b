import { expect, it } from "@jest/globals";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { resources } from "../../provider/kinds";
import { root } from "./code-blocks";

const read = (file: string) => readFileSync(join(root, file), "utf8");
const links = [...read("llms.txt").matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);

it("llms.txt links the page of each kind and each guide", () => {
  const guides = readdirSync(join(root, "docs/guides")).filter((name) => name !== "README.md");
  expect(links.filter((link) => link.startsWith("docs/resources/"))).toHaveLength(resources().length);
  expect(links).toEqual(expect.arrayContaining(guides.map((name) => `docs/guides/${name}`)));
});

it("llms.txt links only what is in the package beside it", () => {
  const { files } = JSON.parse(read("package.json")) as { files: string[] };
  const isPublished = (link: string) => files.some((entry) => link === entry || link.startsWith(`${entry}/`));
  expect(files).toContain("llms.txt");
  expect(links.filter((link) => !isPublished(link))).toEqual([]);
});
