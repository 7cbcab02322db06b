import { expect, it } from "@jest/globals";
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { resources } from "../../provider/kinds";
import { root } from "./code-blocks";

const read = (file: string) => readFileSync(join(root, file), "utf8");
const links = [...read("docs/llms.txt").matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);

it("docs/llms.txt links the page of each kind and each guide", () => {
  const guides = readdirSync(join(root, "docs/guides")).filter((name) => name !== "README.md");
  expect(links.filter((link) => link.startsWith("resources/"))).toHaveLength(resources().length);
  expect(links).toEqual(expect.arrayContaining(guides.map((name) => `guides/${name}`)));
});

it("docs/llms.txt links only what is in the package beside it", () => {
  const { files } = JSON.parse(read("package.json")) as { files: string[] };
  const isPublished = (link: string) => {
    const path = posix.join("docs", link);
    return files.some((entry) => path === entry || path.startsWith(`${entry}/`));
  };
  expect(files).toContain("docs/llms.txt");
  expect(links.filter((link) => !isPublished(link))).toEqual([]);
});
