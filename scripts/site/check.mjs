// Looks at the site as it was built: every file and every anchor that a page names must be there.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";

/** A sentence for each link, script, style or picture of a page that leads nowhere. */
export function wrongLinks(folder, base) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".html"))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
  const texts = new Map(files.map((file) => [file, readFileSync(join(folder, file), "utf8")]));
  const anchors = new Map([...texts].map(([file, text]) => [file, new Set(all(text, /\sid="([^"]+)"/g))]));
  return files.flatMap((file) =>
    [...new Set(all(texts.get(file), /\s(?:href|src|srcset)="([^"]+)"/g))].flatMap((link) => {
      if (/^(?:[a-z]+:|\/\/)/.test(link)) return [];
      const [path, anchor] = link.replaceAll("&amp;", "&").split("#");
      const absolute = path.startsWith(base) ? path.slice(base.length) : posix.join(posix.dirname(file), path);
      const target = path === "" ? file : fileAt(folder, decodeURIComponent(absolute));
      if (target === undefined) return [`${file}: links to ${link}, which is not there`];
      const isThere = !anchor || !anchors.has(target) || anchors.get(target).has(decodeURIComponent(anchor));
      return isThere ? [] : [`${file}: links to ${link}, and ${target} has no such anchor`];
    }),
  );
}

/** The nouns that may precede "above" or "below". */
const targets = [
  [/^(?:program|commands?|example|block|output)$/, /^```/m],
  [/^(?:table|variables?|list|recipes?|steps?|section|diagram|invariants?)$/, /^(?:\||- |\d+\. |#{2,} |```)/m],
];

/** A sentence for each page that speaks of something above or below it that the page does not have. Pages are cut out of others. */
export function lostReferences(pages) {
  return [...pages].flatMap(([page, text]) =>
    [...text.matchAll(/\b(\w+) (above|below)\b/g)].flatMap(({ 0: words, 1: noun, 2: side, index }) => {
      const target = targets.find(([what]) => what.test(noun))?.[1];
      const there = side === "above" ? text.slice(0, index) : text.slice(index);
      return target === undefined || target.test(there) ? [] : [`${page}: speaks of the ${words}, and there is none`];
    }),
  );
}

const all = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found);

const fileAt = (folder, path) =>
  [path, posix.join(path, "index.html"), `${path}.html`].find(
    (name) => /\.\w+$/.test(name) && existsSync(join(folder, name)),
  );
