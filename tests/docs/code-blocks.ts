import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

export const root = join(__dirname, "..", "..");

/** A fenced block of a Markdown page. */
export interface CodeBlock {
  /** Relative to the repository. */
  readonly page: string;
  /** Line of the fence, from 1. */
  readonly line: number;
  /** First word after the fence. */
  readonly language: string;
  /** The words after it: `stack`, `script`. */
  readonly marks: readonly string[];
  readonly code: string;
}

/** What is not prose of ours, or is generated and has no code of its own. */
const left = ["docs/contract", "docs/reference", "docs/decisions"];

/** README, docs, and the pages beside examples and templates. */
export function pages(): string[] {
  const below = (folder: string): string[] =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  const all = ["README.md", ...["docs", "examples", "templates"].flatMap(below)];
  return all.filter((page) => !left.some((folder) => page.startsWith(`${folder}/`))).sort();
}

const fence = /^( *)```(\S*) *(.*)$/;

export function codeBlocks(page: string): CodeBlock[] {
  const lines = readFileSync(join(root, page), "utf8").split("\n");
  const blocks: CodeBlock[] = [];
  let open: { line: number; indent: number; language: string; marks: string[]; code: string[] } | undefined;
  for (const [index, text] of lines.entries()) {
    const match = fence.exec(text);
    if (open && match?.[2] === "") {
      blocks.push({
        page,
        line: open.line,
        language: open.language,
        marks: open.marks,
        code: `${open.code.join("\n")}\n`,
      });
      open = undefined;
    } else if (open) open.code.push(text.slice(open.indent));
    else if (match) {
      const marks = (match[3] ?? "").split(/\s+/).filter(Boolean);
      open = { line: index + 1, indent: (match[1] ?? "").length, language: match[2] ?? "", marks, code: [] };
    }
  }
  if (open) throw new Error(`${page}:${open.line}: the block is not closed`);
  return blocks;
}

/** The examples in the documentation of classes and functions that a program imports, as an editor shows them. */
export function examplesOfHovers(): CodeBlock[] {
  const files = ["sdk", "sdk/classes", "sdk/data-sources", "sdk/fleet"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".ts"))
      .map((name) => `${folder}/${name}`),
  );
  return files.flatMap((page) => {
    const text = readFileSync(join(root, page), "utf8");
    return [...text.matchAll(/^ \* @example\n \* ```(\w+)\n([^]*?)^ \* ```$/gm)].map((found) => ({
      page,
      line: text.slice(0, found.index).split("\n").length,
      language: found[1] ?? "",
      marks: [],
      code: (found[2] ?? "").replace(/^ \* ?/gm, ""),
    }));
  });
}
