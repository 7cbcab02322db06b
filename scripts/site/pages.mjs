// The pages of the site, made from the Markdown of the repository: where each is on the site, what its links lead to there,
// and where blocks of several languages become tabs. Plain Node without dependencies, so that a test can ask it.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
/** What each page says of the package. */
export const about = {
  version: own.version,
  licence: own.license,
  repository: own.repository.url.replace(/^git\+/, "").replace(/\.git$/, ""),
};

const read = (file) => readFileSync(join(root, file), "utf8");

function markdownBelow(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return markdownBelow(path);
    return entry.name.endsWith(".md") ? [path] : [];
  });
}

/** Where a file of the repository is on the site; undefined if it is no page there. */
export function pageOf(file) {
  if (file === "README.md") return "start.md";
  if (file === "CHANGELOG.md") return "changelog.md";
  if (file === "templates/README.md") return "templates.md";
  if (/^examples\/([\w-]+\/)?README\.md$/.test(file)) {
    return file.replace("/README.md", ".md").replace(/^examples\.md$/, "examples/index.md");
  }
  if (!/^docs\/.*\.md$/.test(file)) return undefined;
  return file.replace(/^docs\//, "").replace(/README\.md$/, "index.md");
}

/** Found by people who look for something to do: neither the contract nor what explains the code. */
const isSearched = (page) => !/^(contract|reference|decisions)\/|^(architecture|recipes|proofs)\.md$/.test(page);

/** The pages by their place on the site. */
export function pages() {
  const files = [
    ...["docs", "examples"].flatMap(markdownBelow),
    ...["README.md", "CHANGELOG.md", "templates/README.md"],
  ];
  const made = files.flatMap((file) => {
    const page = pageOf(file);
    return page === undefined ? [] : [[page, withFrontMatter(page, withTabs(withLinks(file, textOf(file, page))))]];
  });
  return new Map([["index.md", home()], ...made]);
}

/** A page's text: its file, and for an example also its program. */
function textOf(file, page) {
  const text = read(file);
  if (page === "start.md") return started(text);
  if (page === "contract/platform-api.md") return withAnchors(text);
  if (/^resources\/(?!index)/.test(page)) return withErrors(withOtherLanguages(text));
  const program = join(root, dirname(file), "index.ts");
  if (!/^examples\/[\w-]+\/README\.md$/.test(file) || !exists(program)) return text;
  return `${text.trimEnd()}\n\n## The program\n\n\`\`\`ts\n${readFileSync(program, "utf8").trimEnd()}\n\`\`\`\n`;
}

/** README from what works today on, without its picture and its reasons: those are on the first page. */
function started(text) {
  const begin = text.slice(text.indexOf("Version "), text.indexOf("<picture>"));
  return `# Get started\n\n${begin}${text.slice(text.indexOf("\n## ") + 1)}`;
}

/** The page of a resource with the programs in Go and YAML, which the schema has for the documentation of the SDKs. */
function withOtherLanguages(text) {
  const { description = "" } = resources()[`compute:index:${titleOf(text)}`] ?? {};
  const [, programs] = description.split("{{% example %}}");
  const others = programs?.match(/^```(?:go|yaml)\n[^]*?^```$/gm) ?? [];
  return text.replace(/^```python\n[^]*?^```$/m, (python) => [python, ...others].join("\n\n"));
}

/** The page of a resource with its error codes as links. */
const withErrors = (text) =>
  text.replace(/(?<=^## Errors\n)[^]*?(?=^## )/m, (section) => section.replace(/`(\w+)`/g, "[$&](../errors.md#$1)"));

let schema;
const resources = () => (schema ??= JSON.parse(read("plugin/schema.json"))).resources;

const exists = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** Each rule of the contract has an anchor of its own, to which the marks of the resource pages lead. */
const withAnchors = (text) =>
  text
    .replace(/^\| ([A-Z]+-\d+) \|/gm, (_row, id) => `| <span id="${id.toLowerCase()}">${id}</span> |`)
    .replace(/^#{2,5} ([A-Z]+-\d+) ·/gm, (heading, id) => `<span id="${id.toLowerCase()}"></span>\n\n${heading}`);

const withFrontMatter = (page, text) => (isSearched(page) ? text : `---\nsearch: false\n---\n\n${text}`);

/**
 * The text with its links as the site has them. A link to a file that is no page, such as a source, stays as text: the site
 * shows no sources.
 */
export function withLinks(file, text) {
  // A link's text may be code, which is put back at the end.
  const codes = [];
  const kept = text.replace(/(^ *```[^]*?^ *```$)|`[^`\n]*`/gm, (code, block) => {
    if (block) return `\u0000${codes.push(code) - 1}\u0000`;
    return `\u0001${codes.push(code) - 1}\u0001`;
  });
  const linked = kept
    .replace(/(!?)\[([^\]]*)\]\(([^)\s]+)(?: "[^"]*")?\)/g, (whole, image, words, target) =>
      linkTo(file, { whole, image, words, target }),
    )
    .replace(
      /<sup>([A-Z]+-\d+(?:, [A-Z]+-\d+)*)<\/sup>/g,
      (_mark, ids) => `[§](/contract/platform-api.md#${ids.split(",")[0].toLowerCase()} "Contract: ${ids}"){.rule}`,
    )
    .replace(/\b(src|srcset|href)="([^"]+)"/g, (_whole, name, target) => `${name}="${pictureAt(file, target)}"`);
  return linked.replace(/[\u0000\u0001](\d+)[\u0000\u0001]/g, (_mark, at) => codes[Number(at)]);
}

function linkTo(file, { whole, image, words, target }) {
  if (/^([a-z]+:|#)/.test(target)) return whole;
  const [path, anchor] = target.split("#");
  const at = posix.normalize(posix.join(posix.dirname(file), path));
  if (image) return `![${words}](${pictureAt(file, path)})`;
  const page = pageOf(at);
  if (page === undefined || !exists(join(root, at))) return words;
  return `[${words}](/${page}${anchor ? `#${anchor}` : ""})`;
}

/** `.github/pictures` lies at the top of the site. */
function pictureAt(file, target) {
  if (/^[a-z]+:/.test(target)) return target;
  return `/${posix.normalize(posix.join(posix.dirname(file), target)).replace(/^\.github\//, "")}`;
}

const languages = { ts: "TypeScript", python: "Python", go: "Go", yaml: "YAML" };

/** Blocks of different languages that follow each other become one block with tabs. */
export function withTabs(text) {
  const block = "^```(?:ts|python|go|yaml)(?: [\\w ]*)?\\n[^]*?^```$";
  return text.replace(new RegExp(`${block}(?:\\n+${block})+`, "gm"), (group) => {
    const names = [...group.matchAll(/^```(\w+)/gm)].map(([, name]) => name);
    if (new Set(names).size < names.length) return group;
    const labelled = group.replace(
      /^```(ts|python|go|yaml).*$/gm,
      (_fence, name) => `\`\`\`${name} [${languages[name]}]`,
    );
    return `::: code-group\n\n${labelled}\n\n:::`;
  });
}

/** The first page: what README says before its first heading, its reasons as tiles. */
function home() {
  const text = read("README.md");
  const intro = text.slice(0, text.indexOf("\n## "));
  const [title, tagline, ...rest] = intro.split(/\n{2,}/);
  const reasons = rest.filter((part) => part.startsWith("- **")).flatMap((part) => part.split(/\n(?=- )/));
  const tiles = reasons.map((reason) => {
    const [, name, details] = /^- \*\*(.+?)\.?\*\* ?([^]*)$/.exec(reason);
    return `<div class="tile"><b>${name}</b><p>${plain(details)}</p></div>`;
  });
  // A program and what a refused change looks like stand in the first screen; what there is to read comes after them.
  const shown = split(rest.filter((part) => !part.startsWith("- **")).join("\n\n"));
  const body = `<div class="shown">\n\n${shown.programs}\n\n${shown.picture}\n\n</div>\n\n<div class="tiles">${tiles.join("")}</div>\n\n${shown.others}`;
  const front = {
    layout: "home",
    hero: {
      name: title.replace(/^# /, ""),
      tagline: plain(tagline),
      actions: [
        { theme: "brand", text: "Get started", link: "/start" },
        { theme: "alt", text: "Resources", link: "/resources/pod" },
        { theme: "alt", text: "Guides", link: "/guides/" },
      ],
    },
  };
  return `---\n${JSON.stringify(front)}\n---\n\n<div class="front vp-doc">\n\n${withTabs(withLinks("README.md", body.replaceAll("](#", "](/start#")))}\n\n</div>\n`;
}

/** The programs of README's beginning, its picture, and the rest. */
function split(text) {
  const program = /^```(?:ts|python)\n[^]*?^```$/gm;
  const picture = /^<picture>[^]*?<\/picture>$/m;
  return {
    programs: [...text.matchAll(program)].map(([block]) => block).join("\n\n"),
    picture: picture.exec(text)?.[0] ?? "",
    others: text.replace(program, "").replace(picture, ""),
  };
}

/** Markdown as the words that it shows. */
const plain = (markdown) =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** A page's title: its first heading. */
export const titleOf = (text) => text.match(/^# (.+)$/m)?.[1].replace(/`/g, "");
