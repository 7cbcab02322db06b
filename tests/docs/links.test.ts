import { expect, it } from "@jest/globals";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { pages, root } from "./code-blocks";

/** As most renderers make them: lower case, punctuation dropped, blanks to hyphens. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replace(/ /g, "-");

const anchorsOf = (file: string) =>
  readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => /^#+ (.*)$/.exec(line)?.[1] ?? [])
    .map(anchorOf);

it.each([...pages(), "llms.txt"])(
  "%s: every link within the repository leads to a file, and to a heading that is in it",
  (page) => {
    const prose = readFileSync(join(root, page), "utf8").replace(/```[\s\S]*?```/g, "");
    const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? "");
    const local = targets.filter((target) => !/^[a-z]+:/.test(target));
    const dead = local.filter((target) => {
      const [path = "", anchor] = target.split("#");
      const file = path === "" ? join(root, page) : join(root, dirname(page), path);
      // A page of the site cannot be a folder; a heading of README.md is where such a link is meant to lead.
      if (!existsSync(file) || statSync(file).isDirectory()) return true;
      return anchor !== undefined && file.endsWith(".md") && !anchorsOf(file).includes(anchor);
    });
    expect(dead).toEqual([]);
  },
);
