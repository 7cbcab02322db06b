import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";

/** What the interface documents say in words: made from the contract's headings and the comments of `api/`. */
export interface ApiWords {
  /** Of operations, by their id in the contract. */
  readonly summaries: Readonly<Record<string, string>>;
  /** Of operations, by family and name, as in `pods.action`. */
  readonly operations: Readonly<Record<string, string>>;
  /** Of schemas and their members, as in `Pod` and `Pod.runtime.uptime`. */
  readonly schemas: Readonly<Record<string, string>>;
}

type Words = Map<string, string>;

export function apiWords(root: string): string {
  const files = readdirSync(join(root, "api"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const read = new Reader(files.sort().map((name) => sourceOf(join(root, "api", name))));
  const words: ApiWords = { summaries: summariesIn(root), ...read.words() };
  return `${JSON.stringify(words, null, 2)}\n`;
}

const sourceOf = (file: string) => ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ES2022, true);

/** `#### P-10 · POST {api_url}/v2/pods — create a pod`; a heading for several operations says nothing of one. */
function summariesIn(root: string): Record<string, string> {
  const contract = readFileSync(join(root, "docs", "contract", "platform-api.md"), "utf8");
  const headings = contract.matchAll(/^#### ([A-Z]-\d+) · [A-Z]+ ([^,\s]+) — (.*)$/gm);
  return Object.fromEntries([...headings].map(([, id = "", , text = ""]) => [id, capital(text)]));
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface Constant {
  readonly name: string;
  readonly value: ts.Expression;
  readonly comment: string | undefined;
  readonly file: ts.SourceFile;
  readonly isExported: boolean;
}

class Reader {
  private readonly constants: readonly Constant[];

  constructor(files: readonly ts.SourceFile[]) {
    this.constants = files.flatMap(constantsOf);
  }

  words(): Pick<ApiWords, "operations" | "schemas"> {
    const operations: Words = new Map();
    const schemas: Words = new Map();
    for (const { name, value, comment, file, isExported } of this.constants) {
      if (!isExported) continue;
      if (isSchemaName(name)) {
        if (comment) schemas.set(name, comment);
        for (const [path, text] of this.members(value, file)) schemas.set(`${name}.${path}`, text);
      } else if (ts.isObjectLiteralExpression(value)) {
        for (const [path, text] of this.members(value, file))
          if (!path.includes(".")) operations.set(`${name}.${path}`, text);
      }
    }
    return { operations: Object.fromEntries(operations), schemas: Object.fromEntries(schemas) };
  }

  /** Words of the members of what an expression makes, by their path; schemas with a name of their own say theirs themselves. */
  private members(node: ts.Expression, file: ts.SourceFile): Words {
    const words: Words = new Map();
    const add = (more: Words, before = "") => more.forEach((text, path) => words.set(before + path, text));
    if (ts.isIdentifier(node)) {
      const found = isSchemaName(node.text) ? undefined : this.find(node.text, file);
      if (found) add(this.members(found.value, found.file));
    } else if (ts.isObjectLiteralExpression(node)) {
      for (const property of node.properties) {
        if (ts.isSpreadAssignment(property)) add(this.members(property.expression, file));
        if (!ts.isPropertyAssignment(property) && !ts.isShorthandPropertyAssignment(property)) continue;
        const name = property.name.getText(file);
        const comment = commentOf(property, file);
        if (comment) words.set(name, comment);
        const value = ts.isPropertyAssignment(property) ? property.initializer : property.name;
        add(this.members(value, file), `${name}.`);
      }
    } else if (ts.isCallExpression(node)) {
      add(this.members(node.expression, file));
      for (const argument of node.arguments.slice(0, 1)) add(this.members(argument, file));
    } else if (ts.isPropertyAccessExpression(node)) add(this.members(node.expression, file));
    return words;
  }

  /** By its name: of the same file, or else exported by another. */
  private find(name: string, file: ts.SourceFile): Constant | undefined {
    const named = this.constants.filter((each) => each.name === name);
    return named.find((each) => each.file === file) ?? named.find(({ isExported }) => isExported);
  }
}

const isSchemaName = (name: string): boolean => /^[A-Z]/.test(name);

function constantsOf(file: ts.SourceFile): Constant[] {
  return file.statements.flatMap((statement) => {
    if (!ts.isVariableStatement(statement)) return [];
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
    const comment = commentOf(statement, file);
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      initializer ? [{ name: name.getText(file), value: initializer, comment, file, isExported }] : [],
    );
  });
}

/** The text of the comment for readers, in one line, without what only the client does or throws. */
function commentOf(node: ts.Node, file: ts.SourceFile): string | undefined {
  const ranges = ts.getLeadingCommentRanges(file.text, node.getFullStart()) ?? [];
  const text = ranges.map(({ pos, end }) => file.text.slice(pos, end)).findLast((each) => each.startsWith("/**"));
  return text
    ?.slice(3, -2)
    .replace(/^[ \t]*\* ?/gm, "")
    .replace(/\s+/g, " ")
    .replace(/ ?@(?:remarks|throws) .*/, "")
    .trim();
}
