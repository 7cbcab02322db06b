// What a page names within the repository must be there: the targets of its links, the files and folders in its
// pictures, which are drawn from mermaid text, and, on the pages that say where things are, every path.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** A sentence for each link of a page that leads to no file, or to no heading in it. */
export function deadLinks(root, page, text) {
  const prose = text.replace(/^```.*?^```/gms, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)|\b(?:src|srcset|href)="([^"\s]+)"/g)].flatMap(
    ([, link, shown]) => {
      const target = link ?? shown;
      if (/^[a-z]+:/.test(target)) return [];
      const [path, anchor] = target.split("#");
      const linked = path ? join(dirname(page), path) : page;
      if (!existsSync(join(root, linked))) return [`${page}: links to ${target}, which does not exist`];
      // A folder is no page of the site.
      if (statSync(join(root, linked)).isDirectory()) return [`${page}: links to ${target}, which is a folder`];
      if (!anchor || !linked.endsWith(".md")) return [];
      const isThere = anchors(readFileSync(join(root, linked), "utf8")).includes(anchor);
      return isThere ? [] : [`${page}: links to ${target}, which has no such heading`];
    },
  );
}

/** Headings as GitHub turns them into anchors. */
function anchors(text) {
  const seen = new Map();
  return text
    .replace(/^```.*?^```/gms, "")
    .split("\n")
    .filter((line) => /^#{1,6} /.test(line))
    .map((line) => {
      const words = line.replace(/^#+ /, "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
      const anchor = words
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replace(/\s/g, "-");
      const count = seen.get(anchor) ?? 0;
      seen.set(anchor, count + 1);
      return count === 0 ? anchor : `${anchor}-${count}`;
    });
}

/** A sentence for each file or folder that a mermaid picture of a page names and the repository does not have. */
export function wrongPictures(root, page, text) {
  return [...text.matchAll(/^```mermaid\n(.*?)^```/gms)].flatMap(([, picture]) =>
    [...new Set(picture.match(/(?:[\w.-]+\/)+[\w.-]*/g) ?? [])]
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${page}: a picture names ${path}, which does not exist`),
  );
}

/** The pages by which somebody finds the way. Others, such as decisions, may tell of what was there once. */
export const isMap = (page) =>
  ["AGENTS.md", ".github/CONTRIBUTING.md", "docs/architecture.md", "docs/recipes.md"].includes(page);

/**
 * A sentence for each path in backticks that leads nowhere. `<kind>` and the like stand for any folder. In a table that
 * begins with folders, a file without a folder is in one of those of its row.
 */
export function wrongPaths(root, page, text) {
  const prose = text.replace(/^```.*?^```/gms, "");
  return prose.split("\n").flatMap((line) => {
    const [first = ""] = line.startsWith("|") ? line.split("|").slice(1) : [];
    const folders = foldersOf(namesIn(first));
    return namesIn(line).flatMap((name) => {
      const isOfRow = folders.length > 0 && /^[\w-]+\.(ts|mjs)$/.test(name);
      const places = isOfRow ? folders.map((folder) => folder + name) : isPath(root, name) ? [name] : undefined;
      return !places || places.some((place) => isThere(root, place))
        ? []
        : [`${page}: names ${name}, which does not exist`];
    });
  });
}

const namesIn = (text) => [...text.matchAll(/`([^`\s]+)`/g)].map(([, name]) => name);

/** In a list such as `client/rate-limit/`, `reads/`, the later ones are beside the first. */
function foldersOf(names) {
  const [first = "", ...rest] = names.filter((name) => name.endsWith("/"));
  const parent = first.replace(/[^/]+\/$/, "");
  return first === "" ? [] : [first, ...rest.map((name) => (name.startsWith(parent) ? name : parent + name))];
}

/** Begins with a folder of the repository. */
const isPath = (root, name) =>
  /^[\w.-]+\//.test(name) && /^[\w.<>/-]+$/.test(name) && existsSync(join(root, name.split("/")[0]));

/** `<kind>` stands for any name. */
function isThere(root, path) {
  const at = path.indexOf("<");
  if (at < 0) return existsSync(join(root, path));
  const [before, after] = [path.slice(0, at), path.slice(path.indexOf(">") + 1)];
  const folder = join(root, before);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return after.startsWith("/")
    ? names.some((name) => isThere(join(folder, name), after))
    : names.some((name) => name.endsWith(after));
}
