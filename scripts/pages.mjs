// What a page names within the repository must be there: the targets of its links, and the files and folders in its
// pictures, which are drawn from mermaid text.
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** A sentence for each link of a page that leads to no file, or to no heading in it. */
export function deadLinks(root, page, text) {
  const prose = text.replace(/^```.*?^```/gms, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target]) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [path, anchor] = target.split("#");
    const linked = path ? join(dirname(page), path) : page;
    if (!existsSync(join(root, linked))) return [`${page}: links to ${target}, which does not exist`];
    // A folder is no page of the site.
    if (statSync(join(root, linked)).isDirectory()) return [`${page}: links to ${target}, which is a folder`];
    if (!anchor || !linked.endsWith(".md")) return [];
    const isThere = anchors(readFileSync(join(root, linked), "utf8")).includes(anchor);
    return isThere ? [] : [`${page}: links to ${target}, which has no such heading`];
  });
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
